import { z } from 'zod'

/** What was understood of a query, with what was not used of it. */
export const interpretation = z.object({
  parsed_intent: z.string(),
  applied_filters: z
    .record(z.string(), z.unknown())
    .describe('`without` lists what hits must not have, `stated_without` what their texts say that they are without.'),
  search_terms: z.array(z.string()),
  sort: z
    .string()
    .describe(
      'relevance, or price_asc, price_desc, rating, rating_asc, newest, oldest, weight_asc, weight_desc: as sent, or read from a superlative.',
    ),
  unmatched: z.array(z.string()).describe('Words that changed nothing of the answer.'),
  repaired: z
    .array(z.object({ word: z.string(), used: z.array(z.string()) }))
    .describe('Words that no product has, with the words of the catalog that were searched for instead.'),
})

export const shopMessages = z.array(z.object({ type: z.string(), code: z.string(), content: z.string() }))

/** What was asked of the shop itself. */
export const shopAnswers = z
  .array(
    z.object({
      topic: z.enum(['shipping', 'returns', 'payment']),
      published: z.boolean().describe('False where the merchant has not published it.'),
      statement: z.string(),
      source: z.string().nullable().describe('Where to read on.'),
      facts: z.record(z.string(), z.unknown()).describe('As GET /fulfillment has them.'),
    }),
  )
  .describe('To questions about the shop itself.')

/** Of a hit that stands for a group of variants. */
export const variantRange = z
  .object({
    group_id: z.string(),
    total: z.int(),
    matching: z.int().describe('Variants that answer the search.'),
    price_min: z.number().describe('Of the matching variants.'),
    price_max: z.number(),
    currency: z.string(),
  })
  .nullable()
  .describe('Null without variants.')
