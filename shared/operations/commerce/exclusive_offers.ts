import { z } from 'zod'
import { operation } from '../../operation.ts'
import { exclusiveOfferAnswer } from '../../schema/exclusive_offer.ts'
import { shopId, storefrontRoot } from '../../schema/product_card.ts'
import { text } from '../../schema/text.ts'

export const exclusiveOffers = operation({
  name: 'commerce.exclusive_offers',
  method: 'get',
  path: `${storefrontRoot}/offers`,
  scope: 'read:commerce',
  isPublic: true,
  summary: 'Offers for agents',
  description: 'What the shop offers to assistants only, now. POST /holds with the offer’s id takes one up.',
  input: z.object({ brand_id: shopId, platform: text(1, 100).optional().describe('Only what is for this assistant.') }),
  output: z.object({ offers: z.array(exclusiveOfferAnswer) }),
})
