import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { flag } from '../../schema/flag.ts'
import { integer, number } from '../../schema/number.ts'
import { pageMeta, productCard, shopId, storefrontRoot } from '../../schema/product_card.ts'
import { interpretation, shopAnswers, shopMessages, variantRange } from '../../schema/shop_answer.ts'
import { text } from '../../schema/text.ts'
import { wordShopAnswer } from '../../storefront/sentences.ts'

export const search = operation({
  name: 'storefront.search',
  method: 'get',
  path: `${storefrontRoot}/search`,
  scope: 'read:commerce',
  isPublic: true,
  summary: 'Search a shop',
  description:
    'Products by relevance, one for each group of variants; filters alone list what passes them. A price, a rating or stock that the words ' +
    'name is a filter ("tents under 300 in stock"), a superlative is an order ("cheapest tent"), a negation is an exclusion ("jacket not ' +
    'black"). Questions about shipping, returns and payment are answered in `answers`. Spelling mistakes are repaired; ' +
    '`query_interpretation.repaired` lists them. `query_interpretation.unmatched` lists the words that changed nothing. A search that matches nothing is an empty list.',
  input: z.object({
    brand_id: shopId,
    q: text(1, 500).optional().describe('What is looked for. Optional where a filter is given.'),
    limit: integer(1, 30).default(10),
    page: integer(1, 1_000_000).default(1),
    category: text(1, 200).optional().describe('Part of the name of a category.'),
    brand: text(1, 200).optional().describe('The name of a brand.'),
    price_min: number(0, 1e9).optional(),
    price_max: number(0, 1e9).optional(),
    currency: text(3, 3)
      .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as USD.')
      .optional()
      .describe('Of the price bounds, and then of the products. By default the currency of most products of the shop.'),
    in_stock: flag.optional(),
    rating_min: number(0, 5).optional(),
    sort: choice(['relevance', 'price_asc', 'price_desc', 'rating', 'newest']).default('relevance'),
    variants: choice(['grouped', 'all'])
      .default('grouped')
      .describe('grouped: one hit for each group of variants, the one that answers best. all: every variant is a hit.'),
    facets: flag.default(false).describe('Whether to count brands, categories, availability and attributes too.'),
  }),
  output: z.object({
    query: z.string(),
    products: z.array(productCard.extend({ relevance: z.number(), variants: variantRange })),
    applied_filters: z.record(z.string(), z.unknown()).describe('By parameter, or read from the words.'),
    query_interpretation: interpretation,
    answers: shopAnswers,
    messages: shopMessages,
    facets: z
      .object({
        values: z.record(z.string(), z.array(z.object({ value: z.string(), count: z.int() }))),
        price: z.array(z.object({ currency: z.string(), min: z.number(), max: z.number() })).nullable(),
      })
      .nullable()
      .describe('Counted over hits: a group of variants counts once.'),
    meta: pageMeta,
  }),
  complete: wordShopAnswer,
})
