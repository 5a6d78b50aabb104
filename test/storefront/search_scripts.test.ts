import { beforeAll, describe, expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()
let brandId: string
beforeAll(async () => {
  // The test databases have the locale C, as some managed databases do.
  const [locale] = await shops.sql()`select datctype from pg_database where datname = current_database()`
  expect(locale?.datctype).toBe('C')
  ;({ brandId } = await shops.open([
    {
      id: 'ru',
      title: 'ПАЛАТКА туристическая',
      brand: 'Сплав',
      category: 'Палатки',
      price: 90,
      attributes: { цвет: 'Зелёный' },
    },
    { id: 'el', title: 'Σκηνή κάμπινγκ', category: 'ΚΆΜΠΙΝΓΚ', price: 80 },
    { id: 'zh', title: '帐篷 双人', category: '户外', price: 70 },
    { id: 'de', title: 'Zelt ÖTZTAL grün', brand: 'ÖKO', category: 'Zelte', price: 60 },
    { id: 'symbols', title: 'Intel® “Core”™ mini‑PC', category: 'Computers', price: 300 },
    { id: 'fr', title: 'Veste légère, écru', category: 'Vestes', price: 50 },
    { id: 'warm', title: 'Veste chaude', category: 'Vestes', price: 55 },
  ]))
})

async function find(parameters: Record<string, string>) {
  const { status, body } = await shops.look(brandId, `/search?${new URLSearchParams(parameters).toString()}`)
  expect(status).toBe(200)
  const read = body.query_interpretation as { unmatched: string[]; search_terms: string[] }
  return { ids: (body.products as { id: string }[]).map(({ id }) => id), read }
}

describe('a search under the locale C', () => {
  test.each([
    ['палатка', 'ru'],
    ['ПАЛАТКА', 'ru'],
    ['Туристическая', 'ru'],
    ['СПЛАВ', 'ru'],
    ['сплав палатка', 'ru'],
    ['«палатка»', 'ru'],
    ['ΣΚΗΝΉ', 'el'],
    ['κάμπινγκ', 'el'],
    ['帐篷', 'zh'],
    ['ötztal', 'de'],
    ['öko', 'de'],
    ['intel', 'symbols'],
    ['“core”', 'symbols'],
    ['mini-pc', 'symbols'],
    ['veste not légère', 'warm'],
    ['veste not LÉGÈRE', 'warm'],
    ['veste écru', 'fr'],
  ])('q=%s finds the product in any case and between symbols', async (q, id) => {
    expect((await find({ q })).ids[0]).toBe(id)
  })

  test.each([
    [{ q: 'zelt', brand: 'öko' }, ['de']],
    [{ q: 'палатка', category: 'ПАЛАТКИ' }, ['ru']],
    [{ category: 'κάμπινγκ' }, ['el']],
  ])('compares the filters %o without case', async (parameters, ids) => {
    expect((await find(parameters as Record<string, string>)).ids).toEqual(ids)
  })

  test('excludes a product by a word of another script', async () => {
    expect((await find({ q: 'палатка not ЗЕЛЁНЫЙ' })).ids).toEqual([])
    expect((await find({ q: 'палатка not красный' })).ids).toEqual(['ru'])
  })

  test.each([
    ['шапка', ['шапка']],
    ['палатка шапка', ['шапка']],
    ['Zelt ШАПКА', ['шапка']],
    ['zelt σκάφος', ['σκάφος']],
    ['zelt 游泳', ['游泳']],
    ['zelt तंबू', ['तंबू']],
    ['zelt žába', ['žába']],
  ])('lists the words of "%s" that no product has as unmatched', async (q, unmatched) => {
    expect((await find({ q })).read.unmatched).toEqual(unmatched)
  })

  test('lists the words of other scripts among the search terms', async () => {
    expect((await find({ q: 'Туристическая ПАЛАТКА' })).read.search_terms).toEqual(['туристическая', 'палатка'])
  })
})

describe('a word that is longer than those of the index', () => {
  test.each([64, 100])('of %i times four letters is unmatched', async (times) => {
    const word = 'zelt'.repeat(times)
    const { ids, read } = await find({ q: `veste ${word}` })
    expect([ids.toSorted(), read.unmatched]).toEqual([['fr', 'warm'], [word]])
  })

  test('is unmatched in POST /query', async () => {
    const { status, body } = await shops.ask(brandId, '/query', {
      agent: { platform: 'x' },
      query: { text: `veste not ${'zelt'.repeat(80)}` },
    })
    expect([status, body.query_interpretation.unmatched]).toEqual([200, [`not ${'zelt'.repeat(80)}`]])
  })
})
