import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { ucpCatalog } from '../../schema/storefront/ucp.ts'
import { text } from '../../schema/text.ts'
import {
  ucpContext,
  ucpDetailProduct,
  ucpEnvelope,
  orUcpError,
  ucpFilters,
  ucpId,
  ucpMessages,
} from '../../schema/storefront/ucp.ts'
import { renderUcpProduct } from '../../storefront/ucp_messages.ts'

const selection = z.object({ name: text(1, 200), label: text(1, 1000) })

/** Universal Commerce Protocol, get product. */
export const ucpProduct = operation({
  ...ucpCatalog,
  name: 'storefront.ucp_product',
  method: 'post',
  path: `${storefrontRoot}/catalog/product`,
  summary: 'Get a UCP product',
  description:
    'Returns a product of the Universal Commerce Protocol by its id or the id of a variant, with the variants of the ' +
    'selected options and the availability of the others. For an unknown id the status is 200, `ucp.status` is `error`, ' +
    'and `product` is absent.',
  input: z.object({
    brand_id: shopId,
    id: ucpId,
    selected: z.array(selection).max(20).default([]).describe('Options that the buyer has chosen so far.'),
    preferences: z
      .array(text(1, 200))
      .max(20)
      .default([])
      .describe('Names of options by priority. The last is dropped first when no variant has all selected options.'),
    filters: ucpFilters,
    context: ucpContext,
  }),
  output: orUcpError(z.object({ ucp: ucpEnvelope, product: ucpDetailProduct, messages: ucpMessages })),
  complete: renderUcpProduct,
})
