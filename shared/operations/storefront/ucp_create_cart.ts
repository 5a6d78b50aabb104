import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { ucpChange } from '../../schema/storefront/ucp.ts'
import {
  ucpBuyerContext,
  ucpCartResponse,
  ucpDiscounts,
  ucpIdempotencyKey,
  ucpLineItems,
} from '../../schema/storefront/ucp_checkout.ts'
import { renderUcpCheckout } from '../../storefront/ucp_checkout_messages.ts'

/** Universal Commerce Protocol, create cart. */
export const ucpCreateCart = operation({
  ...ucpChange,
  name: 'storefront.ucp_create_cart',
  method: 'post',
  path: `${storefrontRoot}/carts`,
  summary: 'Create a UCP cart',
  description:
    'Creates a cart of the Universal Commerce Protocol with at most 50 items. It has present prices, reserves no stock and expires after seven days. `continue_url` leads the buyer to the checkout of the merchant. Other members of the request, such as the buyer, are neither used nor stored. Without one item that can be bought the status is 200 and `ucp.status` is `error`.',
  status: 201,
  mayCreateNothing: true,
  input: z.object({
    brand_id: shopId,
    line_items: ucpLineItems,
    context: ucpBuyerContext,
    discounts: ucpDiscounts,
    idempotency_key: ucpIdempotencyKey,
  }),
  output: ucpCartResponse,
  complete: renderUcpCheckout,
})
