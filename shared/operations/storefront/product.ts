import { z } from 'zod'
import { operation } from '../../operation.ts'
import { productCard, productId, shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

const string = z.string().nullable()

export const product = operation({
  name: 'storefront.product',
  method: 'get',
  path: `${storefrontRoot}/products/{product_id}`,
  scope: 'read:commerce',
  isPublicInConnector: true,
  isPublic: true,
  isVersioned: true,
  summary: 'Get a product',
  description:
    'Returns a product card with the complete description, product identifiers, other variants and the price before ' +
    'a reduction.',
  input: z.object({ brand_id: shopId, product_id: productId }),
  output: productCard.extend({
    description: z.string(),
    brand: string,
    category: string,
    gtin: string,
    mpn: string,
    sku: string,
    condition: string,
    list_price: productCard.shape.price.nullable().describe('Price before the reduction, during a sale.'),
    sale_ends_at: string.describe('Time at which the sale ends. Null without a sale or without a stated end.'),
    variants: z.array(z.string()),
    updated_at: z.string(),
  }),
})
