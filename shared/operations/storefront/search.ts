import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { flag } from '../../schema/flag.ts'
import { integer, number } from '../../schema/number.ts'
import { pageMeta, productCard, shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { interpretation, shopAnswers, shopMessages, variantRange } from '../../schema/storefront/shop_answer.ts'
import { text } from '../../schema/text.ts'
import { wordShopAnswer } from '../../storefront/sentences.ts'

export const search = operation({
  name: 'storefront.search',
  method: 'get',
  path: `${storefrontRoot}/search`,
  scope: 'read:commerce',
  isPublicInConnector: true,
  isPublic: true,
  summary: 'Search products',
  description:
    'Returns products by relevance, one per group of variants. Without `q`, returns all products that pass the ' +
    'filters. Prices, ratings and stock in the query act as filters ("tents under 300 in stock"), a superlative ' +
    'sorts ("cheapest tent"), and a negation excludes ("jacket not black"). `answers` contains answers to questions ' +
    'about shipping, returns and payment. Spelling mistakes are corrected; `query_interpretation.repaired` lists ' +
    'them. `query_interpretation.unmatched` lists words without effect. Without a match the list is empty.',
  input: z.object({
    brand_id: shopId,
    q: text(1, 500).optional().describe('Search text. Optional when a filter is given.'),
    limit: integer(1, 30).default(10),
    page: integer(1, 1_000_000).default(1),
    category: text(1, 200).optional().describe('Part of a category name.'),
    brand: text(1, 200).optional().describe('Brand name.'),
    price_min: number(0, 1e9).optional(),
    price_max: number(0, 1e9).optional(),
    currency: text(3, 3)
      .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as USD.')
      .optional()
      .describe(
        'Currency of the price bounds and of the returned products. Default: the currency of most products of the shop.',
      ),
    in_stock: flag.optional(),
    rating_min: number(0, 5).optional(),
    sort: choice(['relevance', 'price_asc', 'price_desc', 'rating', 'newest']).default('relevance'),
    variants: choice(['grouped', 'all'])
      .default('grouped')
      .describe('`grouped`: one hit per group of variants, the best match. `all`: every variant is a hit.'),
    facets: flag.default(false).describe('Whether to return counts by brand, category, availability and attributes.'),
  }),
  output: z.object({
    query: z.string(),
    products: z.array(productCard.extend({ relevance: z.number(), variants: variantRange })),
    applied_filters: z.record(z.string(), z.unknown()).describe('Filters from parameters and from the query text.'),
    query_interpretation: interpretation,
    answers: shopAnswers,
    messages: shopMessages,
    facets: z
      .object({
        values: z.record(z.string(), z.array(z.object({ value: z.string(), count: z.int() }))),
        price: z.array(z.object({ currency: z.string(), min: z.number(), max: z.number() })).nullable(),
      })
      .nullable()
      .describe('Counts of hits; a group of variants counts once.'),
    meta: pageMeta,
  }),
  complete: wordShopAnswer,
})
