import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { ucpChange } from '../../schema/storefront/ucp.ts'
import {
  ucpBuyerContext,
  ucpCartResponse,
  ucpCartId,
  ucpDiscounts,
  ucpIdempotencyKey,
  ucpLineItems,
} from '../../schema/storefront/ucp_checkout.ts'
import { renderUcpCheckout } from '../../storefront/ucp_checkout_messages.ts'

/** Universal Commerce Protocol, update cart. */
export const ucpUpdateCart = operation({
  ...ucpChange,
  name: 'storefront.ucp_update_cart',
  method: 'put',
  path: `${storefrontRoot}/carts/{cart_id}`,
  summary: 'Update a UCP cart',
  description: 'Replaces the content of a cart. What the request omits is removed.',
  input: z.object({
    brand_id: shopId,
    cart_id: ucpCartId,
    line_items: ucpLineItems,
    context: ucpBuyerContext,
    discounts: ucpDiscounts,
    idempotency_key: ucpIdempotencyKey,
  }),
  output: ucpCartResponse,
  complete: renderUcpCheckout,
})
