import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { ucpChange } from '../../schema/storefront/ucp.ts'
import {
  ucpBuyerContext,
  ucpCheckoutResponse,
  ucpCheckoutId,
  ucpDiscounts,
  ucpFulfillment,
  ucpIdempotencyKey,
  ucpLineItems,
} from '../../schema/storefront/ucp_checkout.ts'
import { renderUcpCheckout } from '../../storefront/ucp_checkout_messages.ts'

/** Universal Commerce Protocol, update checkout. */
export const ucpUpdateCheckout = operation({
  ...ucpChange,
  name: 'storefront.ucp_update_checkout',
  method: 'put',
  path: `${storefrontRoot}/checkout-sessions/{checkout_id}`,
  summary: 'Update a UCP checkout',
  description:
    'Replaces the content of a checkout session. What the request omits is removed, except items, of which it needs one. A choice of shipping that does not exist changes nothing. A canceled or expired session is not changed, and `messages` says so.',
  input: z.object({
    brand_id: shopId,
    checkout_id: ucpCheckoutId,
    line_items: ucpLineItems,
    context: ucpBuyerContext,
    discounts: ucpDiscounts,
    fulfillment: ucpFulfillment,
    idempotency_key: ucpIdempotencyKey,
  }),
  output: ucpCheckoutResponse,
  complete: renderUcpCheckout,
})
