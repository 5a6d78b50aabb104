import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { ucpChange } from '../../schema/storefront/ucp.ts'
import { ucpCheckoutResponse, ucpCheckoutId, ucpIdempotencyKey } from '../../schema/storefront/ucp_checkout.ts'
import { renderUcpCheckout } from '../../storefront/ucp_checkout_messages.ts'

/** Universal Commerce Protocol, complete checkout. */
export const ucpCompleteCheckout = operation({
  ...ucpChange,
  name: 'storefront.ucp_complete_checkout',
  method: 'post',
  path: `${storefrontRoot}/checkout-sessions/{checkout_id}/complete`,
  summary: 'Complete a UCP checkout',
  description:
    'Returns the checkout session with `continue_url`. No order is placed, because the buyer orders and pays in the checkout of the merchant. Payment data is neither used nor stored.',
  input: z.object({
    brand_id: shopId,
    checkout_id: ucpCheckoutId,
    idempotency_key: ucpIdempotencyKey,
  }),
  output: ucpCheckoutResponse,
  complete: renderUcpCheckout,
})
