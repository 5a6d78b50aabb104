import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { ucpCart, ucpCartId, ucpIdempotencyKey } from '../../schema/storefront/ucp_checkout.ts'
import { wordUcpCheckout } from '../../storefront/ucp_checkout_messages.ts'

/** Universal Commerce Protocol, cancel cart. */
export const cancelCart = operation({
  name: 'storefront.cancel_cart',
  method: 'post',
  path: `${storefrontRoot}/carts/{cart_id}/cancel`,
  scope: 'read:commerce',
  isPublic: true,
  ignoresUnknown: 'all',
  summary: 'Cancel a UCP cart',
  description: 'Deletes a cart and returns it as it was. Its `continue_url` is invalid afterwards.',
  input: z.object({ brand_id: shopId, cart_id: ucpCartId, idempotency_key: ucpIdempotencyKey }),
  output: ucpCart,
  complete: wordUcpCheckout,
})
