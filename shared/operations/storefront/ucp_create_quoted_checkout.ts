import { z } from 'zod'
import { contract } from '../../operation.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import {
  ucpBuyerContext,
  ucpCheckoutResponse,
  ucpDiscounts,
  ucpFulfillment,
  ucpIdempotencyKey,
  ucpLineItems,
} from '../../schema/storefront/ucp_checkout.ts'

/**
 * What POST /checkout-sessions runs for a request with quote tokens (negotiation extension of UCP). `quotes` are the claims of
 * the tokens, whose signatures the adapter has verified.
 */
export const ucpCreateQuotedCheckout = contract({
  name: 'storefront.ucp_create_quoted_checkout',
  scope: 'write:negotiation',
  input: z.object({
    brand_id: shopId,
    line_items: ucpLineItems,
    quotes: z.array(z.record(z.string(), z.unknown())),
    context: ucpBuyerContext,
    discounts: ucpDiscounts,
    fulfillment: ucpFulfillment,
    idempotency_key: ucpIdempotencyKey,
  }),
  output: ucpCheckoutResponse,
})
