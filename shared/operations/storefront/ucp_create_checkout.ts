import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { ucpChange } from '../../schema/storefront/ucp.ts'
import {
  ucpBuyerContext,
  ucpCartId,
  ucpCheckoutResponse,
  ucpDiscounts,
  ucpFulfillment,
  ucpIdempotencyKey,
  ucpLineItems,
} from '../../schema/storefront/ucp_checkout.ts'
import { renderUcpCheckout } from '../../storefront/ucp_checkout_messages.ts'

/** Universal Commerce Protocol, create checkout. */
export const ucpCreateCheckout = operation({
  ...ucpChange,
  name: 'storefront.ucp_create_checkout',
  method: 'post',
  path: `${storefrontRoot}/checkout-sessions`,
  summary: 'Create a UCP checkout',
  description:
    'Creates a checkout session of the Universal Commerce Protocol with at most 50 items. `continue_url` leads the buyer to the checkout of the merchant, where the order is placed and paid. `negotiation.quote_tokens` prices lines by quotes of negotiations and price holds, for a key with `write:negotiation`. A session of a cart has the content of the cart, and a cart has one open session. Other members of the request, such as payment data, are neither used nor stored. Without one item that can be bought the status is 200 and `ucp.status` is `error`.',
  status: 201,
  mayCreateNothing: true,
  input: z.object({
    brand_id: shopId,
    line_items: ucpLineItems,
    cart_id: ucpCartId.optional().describe('The cart whose content is used. `line_items` may then be empty.'),
    context: ucpBuyerContext,
    discounts: ucpDiscounts,
    fulfillment: ucpFulfillment,
    idempotency_key: ucpIdempotencyKey,
  }),
  output: ucpCheckoutResponse,
  complete: renderUcpCheckout,
})
