import { z } from 'zod'
import { operation } from '../../operation.ts'
import { productId, shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { ucpEnvelope, ucpMessages, ucpProduct as ucpProductSchema } from '../../schema/storefront/ucp.ts'

/** Universal Commerce Protocol 2026-04-08, get product. */
export const ucpProduct = operation({
  name: 'storefront.ucp_product',
  method: 'post',
  path: `${storefrontRoot}/catalog/product`,
  scope: 'read:commerce',
  isPublic: true,
  ignoresUnknown: 'all',
  summary: 'Get a UCP product',
  description: 'Returns a product in the format of the Universal Commerce Protocol, with all variants.',
  input: z.object({ brand_id: shopId, id: productId }),
  output: z.object({ ucp: ucpEnvelope, product: ucpProductSchema, messages: ucpMessages }),
})
