import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { flag } from '../../schema/flag.ts'
import { integer, number } from '../../schema/number.ts'
import { pageMeta, productCard, shopId, storefrontRoot } from '../../schema/product_card.ts'
import { text } from '../../schema/text.ts'

export const search = operation({
  name: 'storefront.search',
  method: 'get',
  path: `${storefrontRoot}/search`,
  scope: 'read:commerce',
  isPublic: true,
  summary: 'Search a shop',
  description:
    'Products by relevance. A price, a rating or stock that the words name is a filter ("tents under 300 in stock"); slips of the pen are ' +
    'repaired. A search that matches nothing is an empty list.',
  input: z.object({
    brand_id: shopId,
    q: text(1, 500).describe('What is looked for.'),
    limit: integer(1, 30).default(10),
    page: integer(1, 1_000_000).default(1),
    category: text(1, 200).optional().describe('Part of the name of a category.'),
    brand: text(1, 200).optional().describe('The name of a brand.'),
    price_min: number(0, 1e9).optional(),
    price_max: number(0, 1e9).optional(),
    in_stock: flag.optional(),
    rating_min: number(0, 5).optional(),
    sort: choice(['relevance', 'price_asc', 'price_desc', 'rating', 'newest']).default('relevance'),
    facets: flag.default(false).describe('Whether to count brands, categories, availability and attributes too.'),
  }),
  output: z.object({
    query: z.string(),
    products: z.array(productCard.extend({ relevance: z.number() })),
    applied_filters: z.record(z.string(), z.unknown()).describe('By parameter, or read from the words.'),
    facets: z
      .object({
        values: z.record(z.string(), z.array(z.object({ value: z.string(), count: z.int() }))),
        price: z.array(z.object({ currency: z.string(), min: z.number(), max: z.number() })).nullable(),
      })
      .nullable(),
    meta: pageMeta,
  }),
})
