import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { webAddress } from '../../schema/commerce/commerce.ts'
import { integer } from '../../schema/number.ts'
import { profileLengths } from '../../schema/storefront/shop/profile_lengths.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'
import { publicationStates } from './storefront_settings.ts'

const line = text(1, profileLengths.line).optional()

export const setStorefront = operation({
  name: 'console.set_storefront',
  method: 'post',
  path: '/console/brands/{brand_id}/settings/storefront',
  scope: 'console',
  summary: 'Change the profile of a storefront',
  description:
    'Replaces the public profile of a storefront. A value that is not given is removed. Shipping destinations, payment ' +
    'methods and bundles stay. Requires the role admin.',
  input: z.object({
    brand_id: shopId,
    version: integer(0, 999_999_999).describe('The version of the profile that the person saw. 0: none.'),
    website: webAddress.optional(),
    description: text(1, profileLengths.description).optional(),
    category: line,
    legal_name: line,
    support_contact: line,
    privacy_policy: webAddress.optional(),
    terms_of_service: webAddress.optional(),
    returns_policy: webAddress.optional(),
    shipping_state: choice(publicationStates).default('unconfigured'),
    shipping_statement: line,
    payment_state: choice(publicationStates).default('unconfigured'),
    payment_statement: line,
  }),
  output: z.object({ version: z.int() }),
})
