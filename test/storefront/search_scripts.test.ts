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

describe('a part of a word in a script without spaces', () => {
  let shop: string
  beforeAll(async () => {
    ;({ brandId: shop } = await shops.open([
      { id: 'ja', title: '防水テント4人用', category: 'アウトドア', description: '軽量で設営が簡単です。' },
      { id: 'zh', title: '双人防水帐篷', category: '户外' },
      { id: 'th', title: 'เต็นท์กันน้ำสำหรับครอบครัว', category: 'แคมป์' },
      { id: 'ko', title: '방수텐트를 위한 말뚝', category: '캠핑' },
      { id: 'ru', title: 'Палатка туристическая, зелёная', category: 'Туризм' },
      { id: 'el', title: 'Σκηνή κάμπινγκ', category: 'Ύπαιθρος' },
      { id: 'ar', title: 'الخيمة العائلية', category: 'تخييم' },
    ]))
  })
  const look = async (q: string) => {
    const { body } = await shops.look(shop, `/search?${new URLSearchParams({ q }).toString()}`)
    return {
      ids: (body.products as { id: string }[]).map(({ id }) => id),
      unmatched: body.query_interpretation.unmatched as string[],
      repaired: body.query_interpretation.repaired as { word: string; used: string[] }[],
    }
  }

  test.each([
    ['テント', ['ja']],
    ['テント 軽量', ['ja']],
    ['簡単', ['ja']],
    ['帐篷', ['zh']],
    ['双人帐篷', ['zh']],
    ['双', ['zh']],
    ['เต็นท์', ['th']],
    ['กันน้ำ', ['th']],
    ['텐트', ['ko']],
  ])('%s finds the products that contain it', async (q, ids) => {
    expect(await look(q)).toEqual({ ids, unmatched: [], repaired: [] })
  })

  test('防水帐篷 ranks the product with the whole word first', async () => {
    expect((await look('防水帐篷')).ids).toEqual(['zh', 'ja'])
  })

  test.each([
    ['红色帐篷', ['zh'], ['红色']],
    ['人気テント', ['ja'], ['人気']],
    ['寝袋', [], ['寝袋']],
    ['ถุงนอน', [], ['ถุงนอน']],
  ])('%s: the part that no product has is unmatched', async (q, ids, unmatched) => {
    expect(await look(q)).toEqual({ ids, unmatched, repaired: [] })
  })

  test('is excluded by "not"', async () => {
    expect((await look('防水 not 帐篷')).ids).toEqual(['ja'])
  })

  test.each([
    ['палатки', 'ru', 'палатка'],
    ['палаткой', 'ru', 'палатка'],
    ['туристические', 'ru', 'туристическая'],
    ['σκηνές', 'el', 'σκηνή'],
    ['خيمة', 'ar', 'الخيمة'],
  ])('%s finds another form of the word and names it', async (q, id, used) => {
    expect(await look(q)).toEqual({ ids: [id], unmatched: [], repaired: [{ word: q, used: [used] }] })
  })

  test.each(['шапка', 'палец', 'нож'])('%s finds no other word', async (q) => {
    expect(await look(q)).toEqual({ ids: [], unmatched: [q], repaired: [] })
  })

  test('adds at most 2,000 groups of a description to the index', async () => {
    const { brandId: long } = await shops.open([
      {
        id: 'long',
        title: '帐篷',
        description: Array.from({ length: 20_000 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join(''),
      },
    ])
    const [row] = await shops.sql()`
      select cardinality(terms) as terms from storefront.product_terms where brand_id = ${long} and product_id = 'long'`
    expect(row?.terms).toBeLessThan(2300)
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
