import { z } from 'zod'
import { operation } from '../../operation.ts'
import { integer } from '../../schema/number.ts'
import { platformName, shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const feed = operation({
  name: 'storefront.feed',
  method: 'get',
  path: `${storefrontRoot}/platforms/{platform}/feed`,
  scope: 'read:commerce',
  isPublic: true,
  ignoresUnknown: 'tracking',
  summary: 'Get a product feed',
  description:
    'Returns the catalog by product id in the format of merchant feeds, for google, openai, acp, meta, shopify and ' +
    'the nine supported assistants.',
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
    files: z.array(z.string()).describe('URLs of the same catalog as files for the platform.'),
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
        price: z.string().describe('Price outside a sale.'),
        availability: z.string(),
        condition: z.string().describe('Empty when the catalog has no condition.'),
        brand: z.string(),
        merchant_product_category: z.string(),
        gtin: z.string(),
        item_group_id: z.string(),
        custom_label_0: z.string(),
        sale_price: z.string().optional().describe('Price of a current or future sale.'),
        sale_price_effective_date: z
          .string()
          .optional()
          .describe('Start and end of a current or future sale, separated by a slash.'),
      }),
    ),
  }),
})
