import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { hiddenTexts, legalTexts } from '../support/hidden_texts.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.stop())

describe('platform.plain', () => {
  test('removes hidden characters from at least 60 texts and keeps what is visible', async () => {
    expect(hiddenTexts.length).toBeGreaterThanOrEqual(60)
    const rows = await database.sql<{ given: string; cleaned: string }[]>`
      select given, platform.plain(given) as cleaned
      from unnest(${hiddenTexts.map(([given]) => given)}::text[]) with ordinality as texts (given, position) order by position`
    expect(rows.map(({ cleaned }) => cleaned)).toEqual(hiddenTexts.map(([, cleaned]) => cleaned))
  })

  test.each(legalTexts)('keeps %s', async (text) => {
    const [row] = await database.sql`select platform.plain(${text}) as cleaned`
    expect(row?.cleaned).toBe(text.normalize('NFC'))
  })

  test('returns a cleaned text unchanged', async () => {
    const texts = [...hiddenTexts.map(([text]) => text), ...legalTexts, hiddenTexts.map(([text]) => text).join('')]
    const rows = await database.sql`
      select given from unnest(${texts}::text[]) as texts (given)
      where platform.plain(platform.plain(given)) <> platform.plain(given) or not platform.is_plain(platform.plain(given))`
    expect(rows).toEqual([])
  })

  test('cleans names and strings of documents, and lists', async () => {
    const document = { 'a\u200b': ['x\u0007y\b', { b: '\u202ez' }], n: 1, t: true, z: null, e: [], l: '\\u0007 n\n' }
    const [row] = await database.sql`
      select
        platform.plain(${database.sql.json(document)}::jsonb) as document,
        platform.is_plain(${database.sql.json({ a: 'x\u0007' })}::jsonb) as is_plain,
        platform.plain(${['b\u200b', 'a']}::text[]) as list,
        platform.plain(null::text) as nothing`
    expect(row).toEqual({
      document: { a: ['xy', { b: 'z' }], n: 1, t: true, z: null, e: [], l: '\\u0007 n\n' },
      is_plain: false,
      list: ['b', 'a'],
      nothing: null,
    })
  })

  test('takes linear time for long texts', async () => {
    const started = performance.now()
    for (const text of ['\u200d😀', 'क\u200d्', 'م\u200c', '\u200b', '🏴\u{e0067}\u{e0062}']) {
      await database.sql`select length(platform.plain(${text.repeat(20_000)}))`
    }
    expect(performance.now() - started).toBeLessThan(1500)
  })
})
