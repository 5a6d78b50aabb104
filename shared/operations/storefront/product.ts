import { z } from 'zod'
import { operation } from '../../operation.ts'
import { productCard, productId, shopId, storefrontRoot } from '../../schema/product_card.ts'

const string = z.string().nullable()

export const product = operation({
  name: 'storefront.product',
  method: 'get',
  path: `${storefrontRoot}/products/{product_id}`,
  scope: 'read:commerce',
  isPublic: true,
  summary: 'One product',
  description:
    'A product card with the whole description, its numbers, its other variants and its price before a reduction.',
  input: z.object({ brand_id: shopId, product_id: productId }),
  output: productCard.extend({
    description: z.string(),
    brand: string,
    category: string,
    gtin: string,
    mpn: string,
    sku: string,
    condition: string,
    list_price: productCard.shape.price.nullable().describe('The price before the reduction, while a sale holds.'),
    sale_ends_at: string.describe(
      'The first instant at which the sale no longer holds. Null without a sale or a stated end.',
    ),
    variants: z.array(z.string()),
    updated_at: z.string(),
  }),
})
