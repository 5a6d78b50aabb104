import { z } from 'zod'
import { text } from './text.ts'

const price = z.object({
  amount: z.number(),
  currency: z.string(),
  formatted: z.string(),
  amount_minor: z.int().describe('In the minor unit of the currency.'),
})

/** Specification, Storefront compact product card. */
export const productCard = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  price: price.describe('The price that holds now.'),
  availability: z.enum(['in_stock', 'low_stock', 'out_of_stock', 'preorder']),
  rating: z.object({ score: z.number(), count: z.int() }).nullable().describe('Null without ratings; never 0.'),
  attributes: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  comparison_context: z.string().nullable(),
  purchase_url: z.string().nullable(),
  images: z.array(z.string()),
  list_price: price.optional().describe('The price before the reduction, while a sale holds.'),
})

/** Specification, Storefront meta block. */
export const pageMeta = z.object({
  total: z.int(),
  page: z.int(),
  authority_score: z.number().nullable(),
  response_time_ms: z.int(),
  data_freshness: z.string().optional().describe('When the catalog last came in. Absent where none ever did.'),
  simulated: z.literal(true).optional().describe('Where a test key was used.'),
})

/** Names the shop in the path of every storefront request. */
export const shopId = text(1, 100).describe('The shop: its brand id.')
export const productId = text(1, 100).describe("The product's id.")

export const platformName = text(1, 40).describe('The platform, such as google, acp or chatgpt.')

export const storefrontRoot = '/api/storefront/{brand_id}'
