import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { flag } from '../../schema/flag.ts'
import { integer, number } from '../../schema/number.ts'
import { productId, shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { richCard } from '../../schema/storefront/rich_card.ts'
import { interpretation, shopAnswers, shopMessages, variantRange } from '../../schema/storefront/shop_answer.ts'
import { text } from '../../schema/text.ts'
import { wordShopAnswer } from '../../storefront/sentences.ts'

const filters = z.object({
  category: text(1, 200).optional(),
  price_min: number(0, 1e9).optional(),
  price_max: number(0, 1e9).optional(),
  currency: text(3, 3)
    .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as USD.')
    .optional()
    .describe(
      'Currency of the price bounds and of the returned products. Default: USD when bounds are given. Prices in other ' +
        'currencies are not compared.',
    ),
  in_stock: flag.optional(),
  rating_min: number(0, 5).optional(),
  attributes: z.record(text(1, 100), z.union([text(1, 1000), z.array(text(1, 1000)).max(50)])).optional(),
})

const context = z.object({
  user_budget: number(0, 1e9).optional(),
  user_preferences: z.array(text(1, 100)).max(20, 'must have at most 20 preferences.').optional(),
  previous_products_viewed: z.array(productId).max(20, 'must have at most 20 products.').optional(),
  comparison_against: z.array(productId).max(20, 'must have at most 20 products.').optional(),
})

/** Specification, Unified query request and response. */
export const query = operation({
  name: 'storefront.query',
  method: 'post',
  path: `${storefrontRoot}/query`,
  scope: 'read:commerce',
  isPublic: true,
  takesKeyInQuery: true,
  summary: 'Query a storefront',
  description:
    'Answers a request in plain language. Returns the parsed intent (search, compare, recommend, detail, review or ' +
    'availability), the applied filters, and matching products with the reason for each match. `Accept: ' +
    'application/vnd.svc.v1.0+json` selects this version.',
  input: z.object({
    brand_id: shopId,
    protocol_version: choice(['1.0']).default('1.0'),
    request_id: text(1, 200).optional(),
    timestamp: z.iso.datetime({ offset: true, error: 'must be ISO 8601, such as 2026-11-20T12:00:00Z.' }).optional(),
    agent: z.object(
      {
        platform: text(1, 100).describe('Name of the requesting assistant.'),
        version: text(1, 100).optional(),
        session_id: text(1, 200).optional(),
      },
      'must be an object that names the platform that asks.',
    ),
    query: z
      .object({
        text: text(0, 500).optional(),
        intent: choice(['search', 'compare', 'recommend', 'detail', 'review', 'availability']).optional(),
        filters: filters.optional(),
        context: context.optional(),
      })
      .default({}),
    pagination: z.object({ page: integer(1, 1_000_000).default(1), limit: integer(1, 50).default(20) }).optional(),
    response: z
      .object({
        format: choice(['full', 'summary', 'minimal']).default('full'),
        language: text(2, 35).default('en'),
        variants: choice(['grouped', 'all']).default('grouped'),
      })
      .optional(),
  }),
  output: z.object({
    protocol_version: z.string(),
    request_id: z.string(),
    meta: z.object({
      brand: z.string(),
      authority_score: z.number().nullable(),
      total_results: z.int(),
      response_time_ms: z.int(),
      cache_status: z.string(),
      simulated: z.literal(true).optional().describe('Present for test keys.'),
    }),
    results: z.array(richCard.extend({ variants: variantRange.unwrap().optional() })),
    pagination: z.object({ page: z.int(), limit: z.int(), total_pages: z.int(), has_more: z.boolean() }),
    query_interpretation: interpretation,
    answers: shopAnswers,
    messages: shopMessages,
  }),
  complete: wordShopAnswer,
})
