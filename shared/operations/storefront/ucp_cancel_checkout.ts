import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { ucpChange } from '../../schema/storefront/ucp.ts'
import { ucpCheckoutResponse, ucpCheckoutId, ucpIdempotencyKey } from '../../schema/storefront/ucp_checkout.ts'
import { renderUcpCheckout } from '../../storefront/ucp_checkout_messages.ts'

/** Universal Commerce Protocol, cancel checkout. */
export const ucpCancelCheckout = operation({
  ...ucpChange,
  name: 'storefront.ucp_cancel_checkout',
  method: 'post',
  path: `${storefrontRoot}/checkout-sessions/{checkout_id}/cancel`,
  summary: 'Cancel a UCP checkout',
  description: 'Cancels a checkout session. Its `continue_url` is invalid afterwards.',
  input: z.object({
    brand_id: shopId,
    checkout_id: ucpCheckoutId,
    idempotency_key: ucpIdempotencyKey,
  }),
  output: ucpCheckoutResponse,
  complete: renderUcpCheckout,
})
