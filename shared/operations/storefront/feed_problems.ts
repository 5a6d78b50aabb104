import { z } from 'zod'
import { operation } from '../../operation.ts'
import { integer } from '../../schema/number.ts'
import { productId, shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

const consequence = z
  .enum(['refused', 'warning'])
  .describe(
    '`refused`: the platform does not accept the product. `warning`: it ignores the value, shows the product less, or does not state what happens.',
  )

export const feedProblems = operation({
  name: 'storefront.feed_problems',
  method: 'get',
  path: `${storefrontRoot}/feed-problems`,
  scope: 'write:storefront',
  summary: 'List feed problems',
  description:
    'Returns which products Google Merchant Center, Meta, OpenAI, Shopify and the Agentic Commerce Protocol refuse or warn about in the feeds of ' +
    'the shop, by the published rules of their owners, with counts for each platform and rule. The feeds contain these products nevertheless.',
  input: z.object({
    brand_id: shopId,
    platform: z.enum(['acp', 'google', 'meta', 'openai', 'shopify']).optional(),
    rule: text(1, 100).optional().describe('Lists only products that break this rule, such as `title.length_max`.'),
    product_id: productId.optional().describe('Checks this product only.'),
    limit: integer(1, 1000).default(100),
    page: integer(1, 1_000_000).default(1),
  }),
  output: z.object({
    products: z.int().describe('Number of checked products: the catalog, or 1.'),
    platforms: z.array(
      z.object({
        platform: z.string(),
        refused: z.int().describe('Number of products that the platform refuses.'),
        warned: z.int().describe('Number of products with at least one warning.'),
        rules: z.array(
          z.object({
            rule: z.string(),
            field: z.string().describe('The field by the name of the platform.'),
            consequence,
            products: z.int(),
            statement: z.string(),
            source: z.string().describe('The page or document of the owner that has the rule.'),
          }),
        ),
      }),
    ),
    problems: z.array(
      z.object({
        product_id: z.string(),
        title: z.string(),
        platform: z.string(),
        rule: z.string(),
        consequence,
      }),
    ),
    total: z.int().describe('Number of problems of the chosen platform and rule.'),
    page: z.int(),
  }),
})
