import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { amount, bundleId, currency, idempotencyHeader, moment, webAddress } from '../../schema/commerce/commerce.ts'
import { exclusiveOfferAnswer, offerTypes } from '../../schema/commerce/exclusive_offer.ts'
import { integer, number } from '../../schema/number.ts'
import { productId, shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

export const publishExclusiveOffer = operation({
  name: 'commerce.publish_exclusive_offer',
  method: 'post',
  path: `${storefrontRoot}/offers`,
  scope: 'write:storefront',
  isIdempotent: 'by header',
  status: 201,
  summary: 'Publish an exclusive offer',
  description:
    'Publishes an offer for products, a category, a bundle or the whole catalog. `platforms` limits it to some ' +
    'assistants.',
  input: z.object({
    brand_id: shopId,
    type: choice(offerTypes),
    title: text(1, 200),
    product_ids: z.array(productId).max(500, 'must have at most 500 products.').default([]),
    category: text(1, 200).optional().describe('Includes all subcategories.'),
    bundle_id: bundleId.optional(),
    percent_off: number(0, 100).optional(),
    amount: amount.optional().describe('Amount to subtract for `amount_off`, or the price for `fixed_price`.'),
    currency: currency.optional(),
    gift: text(1, 200).optional(),
    platforms: z.array(text(1, 100)).min(1).max(50).optional(),
    redemptions_max: integer(1, 1_000_000).optional(),
    terms_url: webAddress.optional(),
    starts_at: moment.optional(),
    ends_at: moment.optional(),
    idempotency_key: idempotencyHeader,
  }),
  output: exclusiveOfferAnswer,
})
