import { z } from 'zod'
import { operation } from '../../operation.ts'
import { recordId } from '../../schema/commerce/commerce.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { ucpRead } from '../../schema/storefront/ucp.ts'
import { ucpOrder as order } from '../../schema/storefront/ucp_order.ts'
import { renderUcpOrder } from '../../storefront/ucp_order_messages.ts'

/** Universal Commerce Protocol, Get Order. */
export const ucpOrder = operation({
  name: 'storefront.ucp_order',
  method: 'get',
  path: `${storefrontRoot}/orders/{transaction_id}`,
  scope: 'write:negotiation',
  ignoresUnknown: 'all',
  headers: ucpRead.headers,
  summary: 'Get a UCP order',
  description:
    'Returns an order as the merchant has reported it: number, page, fulfillment, adjustments. Only the credential that created the order can read it; for others the status is 200 and `ucp.status` is `error`.',
  input: z.object({ brand_id: shopId, transaction_id: recordId }),
  output: order,
  complete: renderUcpOrder,
})
