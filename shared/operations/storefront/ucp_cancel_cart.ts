import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { ucpChange } from '../../schema/storefront/ucp.ts'
import { ucpCartResponse, ucpCartId, ucpIdempotencyKey } from '../../schema/storefront/ucp_checkout.ts'
import { renderUcpCheckout } from '../../storefront/ucp_checkout_messages.ts'

/** Universal Commerce Protocol, cancel cart. */
export const ucpCancelCart = operation({
  ...ucpChange,
  name: 'storefront.ucp_cancel_cart',
  method: 'post',
  path: `${storefrontRoot}/carts/{cart_id}/cancel`,
  summary: 'Cancel a UCP cart',
  description: 'Deletes a cart and returns it as it was. Its `continue_url` is invalid afterwards.',
  input: z.object({ brand_id: shopId, cart_id: ucpCartId, idempotency_key: ucpIdempotencyKey }),
  output: ucpCartResponse,
  complete: renderUcpCheckout,
})
