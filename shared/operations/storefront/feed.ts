import { z } from 'zod'
import { operation } from '../../operation.ts'
import { integer } from '../../schema/number.ts'
import { platformName, shopId, storefrontRoot } from '../../schema/product_card.ts'

export const feed = operation({
  name: 'storefront.feed',
  method: 'get',
  path: `${storefrontRoot}/platforms/{platform}/feed`,
  scope: 'read:commerce',
  isPublic: true,
  ignoresUnknown: 'tracking',
  summary: 'The catalogue for a platform',
  description:
    'Every product by id, as merchant feeds have it. For google, openai, acp, meta, shopify and each of the nine assistants.',
  input: z.object({
    brand_id: shopId,
    platform: platformName,
    limit: integer(1, 5000).default(1000),
    page: integer(1, 1_000_000).default(1),
  }),
  output: z.object({
    format: z.string(),
    version: z.string(),
    brand: z.object({ name: z.string(), website: z.string().nullable(), description: z.string().nullable() }),
    feed_url: z.string(),
    files: z.array(z.string()).describe('The same catalogue in the files that the platform takes.'),
    acp_storefront: z.string(),
    total_products: z.int(),
    page: z.int(),
    products: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        description: z.string(),
        link: z.string(),
        image_link: z.string(),
        price: z.string(),
        availability: z.string(),
        condition: z.string().describe('Empty where the catalog does not say.'),
        brand: z.string(),
        merchant_product_category: z.string(),
        gtin: z.string(),
        item_group_id: z.string(),
        custom_label_0: z.string(),
        list_price: z.string().optional().describe('The price before the reduction, while a sale holds.'),
        sale_price: z
          .string()
          .optional()
          .describe('The price of a sale that holds or is to come. price is the present one.'),
        sale_price_effective_date: z.string().optional().describe('start/end of a sale that holds or is to come.'),
      }),
    ),
  }),
})
