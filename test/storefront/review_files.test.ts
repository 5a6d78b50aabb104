import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openReviews } from '../../shared/ingest/products/reviews.ts'
import { readRecordsOf, withFile } from '../support/read_records.ts'

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name)
const readFixture = async (name: string) => await readRecordsOf(await openReviews(fixture(name)))

test('CSV: converts HTML to text and times to UTC, omits addresses and rejects duplicates', async () => {
  const { format, values, rejections } = await readFixture('reviews.csv')
  expect(format).toBe('generic_csv')
  expect(values).toEqual([
    {
      id: 'r1',
      product_id: 'LAMP-1',
      author: 'Jane D.',
      rating: 5,
      title: 'Bright & warm',
      body: 'Lovely.\n\nI read by it.',
      language: 'en-GB',
      verified_purchase: true,
      helpful_count: 3,
      created_at: '2026-10-03T16:20:00.000Z',
    },
    { id: 'r2', product_id: 'LAMP-1', rating: 3.5, created_at: '2026-10-04T00:00:00.000Z' },
  ])
  expect(rejections).toEqual([
    { line: 5, reason: 'rating: must be 1 to 5. created_at: must be a time such as 2026-11-20T12:00:00Z.' },
    { line: 6, reason: 'id: "r1" is a duplicate of line 2. Use unique ids.' },
  ])
})

test('JSON Lines: reads records and rejects a review dated in the future', async () => {
  const { format, values, rejections } = await readFixture('reviews.jsonl')
  expect(format).toBe('generic_jsonl')
  expect(values).toMatchObject([{ id: 'r1', verified_purchase: true, helpful_count: 0 }])
  expect(rejections).toEqual([{ line: 2, reason: 'created_at: is in the future. Correct it.' }])
})

test('Google product reviews: reads scales, anonymous authors, SKU or GTIN, and rejects spam', async () => {
  const { format, values, rejections } = await readFixture('google_reviews.xml')
  expect(format).toBe('google_reviews_xml')
  expect(values).toEqual([
    {
      id: '9001',
      product_id: 'LAMP-1',
      rating: 5,
      title: 'Excellent',
      body: 'Got it for a friend & he loved it.',
      language: 'en',
      verified_purchase: true,
      created_at: '2026-04-21T07:07:07.000Z',
    },
    {
      id: '9002',
      product_id: '4006381333931',
      author: 'Sam',
      rating: 2,
      body: 'Flickers.',
      created_at: '2026-04-22T07:07:07.000Z',
    },
  ])
  expect(rejections).toEqual([{ line: 58, reason: 'is_spam: true, so the review is not imported.' }])
})

test.each([
  ['a.csv', 'id,rating\n1,5', /lacks the columns product_id, created_at\. It has: id, rating/],
  ['a.csv', 'id,product_id,rating,created_at\nr1,p1', /ends in the middle of line 2/],
  ['a.csv', 'id,product_id,rating,created_at\n', /There are no reviews/],
  ['a.xml', '<rss></rss>', /not a review feed/],
  ['a.xml', '<feed><reviews><review>', /truncated/],
  ['a.jsonl', '[{}]', /not JSON Lines/],
])('rejects %s with %j', async (name, text, message) => {
  const reading = withFile(name, text, async (path) => readRecordsOf(await openReviews(path)))
  await expect(reading).rejects.toThrow(message)
})

test.each([
  ['11', 'is not between min and max'],
  ['', 'is not between min and max'],
])('rejects a rating of %j out of ten', async (rating, reason) => {
  const ids = '<products><product><product_ids><skus><sku>a</sku></skus></product_ids></product></products>'
  const text = `<feed><reviews><review><review_id>1</review_id><ratings><overall min="1" max="10">${rating}</overall></ratings>${ids}</review></reviews></feed>`
  const { rejections } = await withFile('a.xml', text, async (path) => readRecordsOf(await openReviews(path)))
  expect(rejections[0]?.reason).toContain(reason)
})
