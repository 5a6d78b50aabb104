import { z } from 'zod'
import { text } from '../text.ts'

const price = z.object({
  amount: z.number(),
  currency: z.string(),
  formatted: z.string(),
  amount_minor: z.int().describe('In minor units of the currency.'),
})

/** Specification, Storefront compact product card. */
export const productCard = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  price: price.describe('Current price.'),
  availability: z.enum(['in_stock', 'low_stock', 'out_of_stock', 'preorder']),
  rating: z
    .object({ score: z.number(), count: z.int() })
    .nullable()
    .describe('Null when there are no ratings, never 0.'),
  attributes: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  comparison_context: z.string().nullable(),
  purchase_url: z.string().nullable(),
  images: z.array(z.string()),
  list_price: price.optional().describe('Price before the reduction, during a sale.'),
})

/** Specification, Storefront meta block. */
export const pageMeta = z.object({
  total: z.int(),
  page: z.int(),
  authority_score: z.number().nullable(),
  response_time_ms: z.int(),
  data_freshness: z.string().optional().describe('Time of the last catalog import. Absent when there was none.'),
  simulated: z.literal(true).optional().describe('Present for test keys.'),
})

/** The brand id of the shop in the path of every storefront request. */
export const shopId = text(1, 100).describe('Brand id of the shop.')
export const productId = text(1, 100).describe('Id of the product.')

export const platformName = text(1, 40).describe('Name of the platform, such as google, acp or chatgpt.')

export const storefrontRoot = '/api/storefront/{brand_id}'
