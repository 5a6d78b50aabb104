import { z } from 'zod'
import { operation } from '../../operation.ts'
import { exclusiveOfferAnswer } from '../../schema/commerce/exclusive_offer.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

export const exclusiveOffers = operation({
  name: 'commerce.exclusive_offers',
  method: 'get',
  path: `${storefrontRoot}/offers`,
  scope: 'read:commerce',
  isPublic: true,
  summary: 'List exclusive offers',
  description:
    'Returns the current offers that are available only through assistants. To use an offer, send its id to POST ' +
    '/holds.',
  input: z.object({
    brand_id: shopId,
    platform: text(1, 100).optional().describe('Returns only offers for this assistant.'),
  }),
  output: z.object({ offers: z.array(exclusiveOfferAnswer) }),
})
