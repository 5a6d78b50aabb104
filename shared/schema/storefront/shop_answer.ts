import { z } from 'zod'

/** The interpretation of a query, with the words that had no effect. */
export const interpretation = z.object({
  parsed_intent: z.string(),
  applied_filters: z
    .record(z.string(), z.unknown())
    .describe(
      '`without` lists attributes that hits must not have. `stated_without` lists attributes that the product text ' +
        'must exclude explicitly.',
    ),
  search_terms: z.array(z.string()),
  sort: z
    .string()
    .describe(
      'relevance, price_asc, price_desc, rating, rating_asc, newest, oldest, weight_asc or weight_desc: from the ' +
        'request, or from a superlative in the query.',
    ),
  unmatched: z
    .array(z.string())
    .describe('Words of the query without effect on the response, and words that no returned product matches.'),
  repaired: z
    .array(z.object({ word: z.string(), used: z.array(z.string()) }))
    .describe('Query words that are not in the catalog, with the catalog words that were used instead.'),
})

export const shopMessages = z.array(z.object({ type: z.string(), code: z.string(), content: z.string() }))

/** Answers to questions about the shop itself. */
export const shopAnswers = z
  .array(
    z.object({
      topic: z.enum(['shipping', 'returns', 'payment']),
      published: z.boolean().describe('False when the merchant did not publish this information.'),
      statement: z.string(),
      source: z.string().nullable().describe('URL with more information.'),
      facts: z.record(z.string(), z.unknown()).describe('Data of GET /fulfillment.'),
    }),
  )
  .describe('Answers to questions about the shop.')

/** Fields of a hit that represents a group of variants. */
export const variantRange = z
  .object({
    group_id: z.string(),
    total: z.int(),
    matching: z.int().describe('Number of variants that match the search.'),
    price_min: z.number().describe('Lowest price of the matching variants.'),
    price_max: z.number(),
    currency: z.string(),
  })
  .nullable()
  .describe('Null when the product has no variants.')
