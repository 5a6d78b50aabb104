import { z } from 'zod'
import { operation } from '../../operation.ts'
import { recordId } from '../../schema/commerce/commerce.ts'
import { exclusiveOfferAnswer } from '../../schema/commerce/exclusive_offer.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const endExclusiveOffer = operation({
  name: 'commerce.end_exclusive_offer',
  method: 'delete',
  path: `${storefrontRoot}/offers/{offer_id}`,
  scope: 'write:storefront',
  summary: 'End an exclusive offer',
  description: 'Ends an exclusive offer immediately. Existing price holds from this offer remain valid.',
  input: z.object({ brand_id: shopId, offer_id: recordId }),
  output: exclusiveOfferAnswer,
})
