import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { ucpRead } from '../../schema/storefront/ucp.ts'
import { ucpCheckoutResponse, ucpCheckoutId } from '../../schema/storefront/ucp_checkout.ts'
import { renderUcpCheckout } from '../../storefront/ucp_checkout_messages.ts'

/** Universal Commerce Protocol, get checkout. */
export const ucpCheckout = operation({
  ...ucpRead,
  name: 'storefront.ucp_checkout',
  method: 'get',
  path: `${storefrontRoot}/checkout-sessions/{checkout_id}`,
  summary: 'Get a UCP checkout',
  description:
    'Returns a checkout session with present prices. For an unknown session the status is 200 and `ucp.status` is `error`. A session expires after six hours.',
  input: z.object({ brand_id: shopId, checkout_id: ucpCheckoutId }),
  output: ucpCheckoutResponse,
  complete: renderUcpCheckout,
})
