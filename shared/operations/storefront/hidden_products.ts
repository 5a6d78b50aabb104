import { z } from 'zod'
import { operation } from '../../operation.ts'
import { integer } from '../../schema/number.ts'
import { hiddenProduct } from '../../schema/storefront/hidden_product.ts'
import { productId, shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const hiddenProducts = operation({
  name: 'storefront.hidden_products',
  method: 'get',
  path: `${storefrontRoot}/hidden-products`,
  scope: 'write:storefront',
  summary: 'List hidden products',
  description: 'Returns the products that the shop hides from agents, the newest hidden first.',
  input: z.object({
    brand_id: shopId,
    limit: integer(1, 100).default(20),
    page: integer(1, 1_000_000).default(1),
    product_id: productId.optional().describe('Returns this product only, if it is hidden.'),
  }),
  output: z.object({ products: z.array(hiddenProduct), total: z.int(), page: z.int() }),
})
