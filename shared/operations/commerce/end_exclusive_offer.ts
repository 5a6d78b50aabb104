import { z } from 'zod'
import { operation } from '../../operation.ts'
import { recordId } from '../../schema/commerce.ts'
import { exclusiveOfferAnswer } from '../../schema/exclusive_offer.ts'
import { shopId, storefrontRoot } from '../../schema/product_card.ts'

export const endExclusiveOffer = operation({
  name: 'commerce.end_exclusive_offer',
  method: 'delete',
  path: `${storefrontRoot}/offers/{offer_id}`,
  scope: 'write:storefront',
  summary: 'End an offer for agents',
  description: 'It is over from now on. Prices that are held by it stay held.',
  input: z.object({ brand_id: shopId, offer_id: recordId }),
  output: exclusiveOfferAnswer,
})
