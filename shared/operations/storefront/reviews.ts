import { z } from 'zod'
import { operation } from '../../operation.ts'
import { integer } from '../../schema/number.ts'
import { pageMeta, productId, shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

const string = z.string().nullable()

export const reviews = operation({
  name: 'storefront.reviews',
  method: 'get',
  path: `${storefrontRoot}/reviews/{product_id}`,
  scope: 'read:commerce',
  isPublicInConnector: true,
  isPublic: true,
  isVersioned: true,
  summary: 'List reviews',
  description:
    'Returns the reviews of a product, newest first, with a summary. The score is null when there are no reviews, ' +
    'never 0.',
  input: z.object({
    brand_id: shopId,
    product_id: productId,
    limit: integer(1, 100).default(20),
    page: integer(1, 1_000_000).default(1),
  }),
  output: z.object({
    product_id: z.string(),
    summary: z.object({
      score: z.number().nullable(),
      count: z.int(),
      histogram: z.record(z.string(), z.int()),
      verified_count: z.int(),
      highlights: z.array(z.string()).describe('The most frequently praised aspects.'),
    }),
    reviews: z.array(
      z.object({
        id: z.string(),
        product_id: z.string(),
        rating: z.object({ value: z.number(), scale_min: z.int(), scale_max: z.int() }),
        title: string,
        body: string,
        pros: z.array(z.string()),
        cons: z.array(z.string()),
        incentivized: z.boolean(),
        source: z.object({ type: z.enum(['first_party', 'imported', 'syndicated']), name: string, url: string }),
        merchant_reply: z.object({ text: z.string(), at: string }).nullable(),
        author: z.object({ display_name: string, verified: z.boolean() }),
        verified_purchase: z.boolean(),
        language: string,
        helpful_count: z.int(),
        created_at: z.string(),
      }),
    ),
    pagination: z.object({ page: z.int(), limit: z.int(), total_pages: z.int(), has_more: z.boolean() }),
    meta: pageMeta,
  }),
})
