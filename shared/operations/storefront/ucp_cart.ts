import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { ucpRead } from '../../schema/storefront/ucp.ts'
import { ucpCartResponse, ucpCartId } from '../../schema/storefront/ucp_checkout.ts'
import { renderUcpCheckout } from '../../storefront/ucp_checkout_messages.ts'

/** Universal Commerce Protocol, get cart. */
export const ucpCart = operation({
  ...ucpRead,
  name: 'storefront.ucp_cart',
  method: 'get',
  path: `${storefrontRoot}/carts/{cart_id}`,
  summary: 'Get a UCP cart',
  description:
    'Returns a cart with present prices. For a cart that is unknown, canceled or has expired the status is 200 and `ucp.status` is `error`.',
  input: z.object({ brand_id: shopId, cart_id: ucpCartId }),
  output: ucpCartResponse,
  complete: renderUcpCheckout,
})
