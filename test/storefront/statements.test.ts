import { describe, expect, test } from 'vitest'
import { withSentences } from '../../shared/db/warnings.ts'

const statement = (reason: string, values: object = {}) => ({ reason, values })
const sentenceOf = async (reason: string, values: object) =>
  (await withSentences({ statement: statement(reason, values) })).statement

describe('statements of SQL in an answer', () => {
  test('become sentences in the rows of lists and in nested members', async () => {
    const body = {
      products: [{ relationship: { reasoning: statement('is_another_variant') }, rating: null, tags: ['a'] }],
      trust: { statement: statement('does_not_ship') },
    }
    expect(await withSentences(body)).toEqual({
      products: [{ relationship: { reasoning: 'Another variant of the same product.' }, rating: null, tags: ['a'] }],
      trust: { statement: 'The merchant does not ship.' },
    })
  })

  test('leave the texts and objects of merchants as they are', async () => {
    const body = {
      statement: 'We ship on Mondays.',
      summary: { score: 4 },
      attributes: { color: statement('does_not_ship') },
      rows: [null, { description: null }],
    }
    expect(await withSentences(structuredClone(body))).toEqual(body)
  })

  test.each([
    [
      'price_beside_median',
      { percent: 0, products: 3, category: 'Lights' },
      'Costs about as much as the median of 3 products in Lights.',
    ],
    [
      'price_beside_median',
      { percent: -12, products: 3, category: 'Lights' },
      'Costs 12 % less than the median of 3 products in Lights.',
    ],
    ['costs_more', { percent: null }, 'Of the same kind, for a higher price.'],
    ['rating_of_the_feed', { score: 4, count: 1 }, "4.0 of 5 from 1 rating, as the shop's feed says."],
    [
      'rating_of_reviews',
      { score: 4.5, count: 2, verified: 0 },
      '4.5 of 5 from 2 reviews, 0 of them of a verified purchase.',
    ],
    [
      'matches_the_query',
      { terms: [], rating: null, ratings: null, availability: 'in_stock', is_within_budget: null, preferences: null },
      'Passes the filters; in stock.',
    ],
    ['reason_of_a_newer_database', {}, 'reason of a newer database.'],
  ])('word %s with %j', async (reason, values, sentence) => {
    expect(await sentenceOf(reason, values)).toBe(sentence)
  })
})
