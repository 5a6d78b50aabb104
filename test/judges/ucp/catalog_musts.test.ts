import { describe, expect, test } from 'vitest'
import { useShops } from '../../support/shops.ts'
import { judge } from '../judge.ts'
import { agent, fakePlatforms, profileOf } from './platforms.ts'
import { versions } from './published.ts'

const shops = useShops({ ucp: fakePlatforms() })

interface Variant {
  id: string
  inputs: { id: string; match: string }[]
  options?: { name: string; label: string }[]
}

const shirt = (color: string, size: string, more: object = {}) => ({
  id: `${color}-${size}`,
  item_group_id: 'shirt',
  title: `Ridge shirt, ${color}, ${size}`,
  price: size === 'L' ? 25 : 20,
  category: 'Shirts',
  attributes: { color, size, product_type: `Shirts ${size}`, release_date: `2026-0${size.length}-01`, fabric: 'linen' },
  ...more,
})
const catalog = [
  shirt('red', 'S'),
  shirt('red', 'L', { availability: 'out_of_stock' }),
  shirt('blue', 'S'),
  { id: 'lamp', title: 'Lamp', price: 9.99, category: 'Lights' },
]
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)

for (const { version, label } of versions) {
  const headers = agent(profileOf(version))
  const open = async () => (await shops.open(catalog)).brandId
  const ask = async (brandId: string, path: string, body: unknown) =>
    await shops.ask(brandId, `/catalog/${path}`, body, headers)
  const rule = (checks: string, tests: () => void) =>
    judge({ judge: 'UCP, own reading of the text', version: label, checks }, tests)

  rule('Catalog Search', () => {
    test.each([{}, { filters: {} }, { context: { currency: 'USD' } }])(
      'rejects %j, which has no query and no filter',
      async (body) => {
        expect((await ask(await open(), 'search', body)).status).toBe(400)
      },
    )

    test('returns an empty array without messages when nothing matches', async () => {
      const { status, body } = await ask(await open(), 'search', { query: 'zeppelin' })
      expect([status, body.products, body.messages ?? []]).toEqual([200, [], []])
    })

    test('browses by a filter alone', async () => {
      const { body } = await ask(await open(), 'search', { filters: { categories: ['Lights', 'Nothing'] } })
      expect(idsOf(body.products)).toEqual(['lamp'])
    })

    test('compares price filters in minor units of context.currency', async () => {
      const filters = { price: { min: 2001, max: 2500 } }
      const { body } = await ask(await open(), 'search', { filters, context: { currency: 'USD' } })
      expect(body.products.map(({ variants }: { variants: Variant[] }) => idsOf(variants))).toEqual([['red-L']])
    })

    test('compares prices of many minor units', async () => {
      const { brandId } = await shops.open([{ id: 'villa', title: 'Villa', price: 20_000_000, currency: 'IDR' }])
      const found = async (price: object) =>
        idsOf((await ask(brandId, 'search', { filters: { price }, context: { currency: 'IDR' } })).body.products)
      expect(await found({ min: 2_000_000_000, max: 2_000_000_000 })).toEqual(['villa'])
      expect(await found({ min: 2_000_000_001, max: 1e15 })).toEqual([])
      expect((await ask(brandId, 'search', { filters: { price: { max: 1e15 + 1 } } })).status).toBe(400)
    })

    test('ignores a price filter in a currency that the shop does not have, and says so', async () => {
      const { body } = await ask(await open(), 'search', {
        filters: { price: { max: 1 } },
        context: { currency: 'EUR' },
      })
      expect([body.products.length, body.messages]).toEqual([
        2,
        [expect.objectContaining({ code: 'price_filter_ignored' })],
      ])
    })

    test('takes context.currency without a price filter as a preference', async () => {
      const { body } = await ask(await open(), 'search', { query: 'lamp', context: { currency: 'EUR' } })
      expect(idsOf(body.products)).toEqual(['lamp'])
    })
  })

  rule('Catalog Search: pagination', () => {
    test('returns 10 products without a limit', async () => {
      const { brandId } = await shops.open(
        Array.from({ length: 12 }, (_, index) => ({ id: `p${index}`, title: 'Lamp' })),
      )
      const { body } = await ask(brandId, 'search', { query: 'lamp' })
      expect([body.products.length, body.pagination.has_next_page]).toEqual([10, true])
    })

    test('has a cursor exactly when there is a next page, and reaches every product once', async () => {
      const brandId = await open()
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const pagination = { limit: 1, ...(cursor ? { cursor } : {}) }
        const { body } = await ask(brandId, 'search', { filters: { price: { min: 0 } }, pagination })
        seen.push(...idsOf(body.products))
        cursor = body.pagination.cursor
        expect([body.pagination.has_next_page, body.pagination.total_count]).toEqual([cursor !== undefined, 2])
      } while (cursor)
      expect(seen.toSorted()).toEqual(['lamp', 'shirt'])
    })

    test('clamps a limit above the maximum without an error', async () => {
      expect((await ask(await open(), 'search', { query: 'lamp', pagination: { limit: 100_000 } })).status).toBe(200)
    })
  })

  rule('Catalog Lookup', () => {
    test('returns a product once for repeated ids and for several ids of it', async () => {
      const { body } = await ask(await open(), 'lookup', { ids: ['lamp', 'shirt', 'lamp', 'red-S', 'blue-S'] })
      expect(idsOf(body.products)).toEqual(['lamp', 'shirt'])
    })

    test('names in inputs of each variant every id that it answers, and how', async () => {
      const { body } = await ask(await open(), 'lookup', { ids: ['shirt', 'blue-S', 'red-L'] })
      const inputs = (body.products[0].variants as Variant[]).map((variant) => [variant.id, variant.inputs])
      expect(inputs).toEqual([
        [
          'blue-S',
          [
            { id: 'shirt', match: 'featured' },
            { id: 'blue-S', match: 'exact' },
          ],
        ],
        ['red-L', [{ id: 'red-L', match: 'exact' }]],
      ])
    })

    test('returns 200 with fewer products and a message for each unknown id', async () => {
      const { status, body } = await ask(await open(), 'lookup', { ids: ['no', 'lamp', 'no', ''] })
      expect([status, idsOf(body.products), body.messages]).toEqual([
        200,
        ['lamp'],
        [
          { type: 'info', code: 'not_found', content: 'no' },
          { type: 'info', code: 'not_found', content: '' },
        ],
      ])
    })

    test('returns 400 request_too_large for more than 50 ids, and accepts 50', async () => {
      const brandId = await open()
      const ids = Array.from({ length: 51 }, (_, index) => `p${index}`)
      const refused = await ask(brandId, 'lookup', { ids })
      expect([refused.status, refused.body.code, refused.body.content]).toEqual([
        400,
        'request_too_large',
        expect.stringContaining('50'),
      ])
      expect((await ask(brandId, 'lookup', { ids: ids.slice(1) })).status).toBe(200)
    })

    test('leaves out products whose variants are all outside the filters', async () => {
      const given = { ids: ['lamp', 'shirt'], filters: { price: { min: 1500 } }, context: { currency: 'USD' } }
      const { body } = await ask(await open(), 'lookup', given)
      expect([idsOf(body.products), body.messages]).toEqual([['shirt'], []])
    })
  })

  rule('Get Product', () => {
    test('accepts the id of a product and of a variant', async () => {
      const brandId = await open()
      for (const id of ['shirt', 'red-L']) expect((await ask(brandId, 'product', { id })).body.product.id).toBe('shirt')
    })

    test('returns 200 with status error and an unrecoverable message for an unknown id', async () => {
      const { status, body } = await ask(await open(), 'product', { id: 'no' })
      expect([status, body]).toEqual([
        200,
        {
          ucp: { version, status: 'error', capabilities: { 'dev.ucp.shopping.catalog.lookup': [{ version }] } },
          messages: [{ type: 'error', code: 'not_found', content: 'Product not found: no', severity: 'unrecoverable' }],
        },
      ])
    })

    test('puts the requested variant first, and its options override selected', async () => {
      const given = { id: 'red-L', selected: [{ name: 'color', label: 'blue' }] }
      const { product } = (await ask(await open(), 'product', given)).body
      expect([idsOf(product.variants), product.selected]).toEqual([
        ['red-L'],
        [
          { name: 'color', label: 'red' },
          { name: 'size', label: 'L' },
        ],
      ])
    })

    test('returns the selections of the featured variant without selected', async () => {
      const { product } = (await ask(await open(), 'product', { id: 'shirt' })).body
      expect([product.selected, idsOf(product.variants)]).toEqual([product.variants[0].options, ['blue-S']])
    })

    test('narrows the variants to the selected options', async () => {
      const { product } = (
        await ask(await open(), 'product', { id: 'shirt', selected: [{ name: 'color', label: 'red' }] })
      ).body
      expect([idsOf(product.variants), product.selected]).toEqual([
        ['red-S', 'red-L'],
        [{ name: 'color', label: 'red' }],
      ])
    })

    test('drops the last of the preferences when no variant has all selected options', async () => {
      const selected = [
        { name: 'color', label: 'blue' },
        { name: 'size', label: 'L' },
      ]
      const brandId = await open()
      const kept = async (preferences: string[]) =>
        (await ask(brandId, 'product', { id: 'shirt', selected, preferences })).body.product.selected
      expect(await kept(['color', 'size'])).toEqual([selected[0]])
      expect(await kept(['size', 'color'])).toEqual([selected[1]])
    })

    test('says of each option whether a variant exists and is available with the selection', async () => {
      const { product } = (
        await ask(await open(), 'product', { id: 'shirt', selected: [{ name: 'size', label: 'L' }] })
      ).body
      expect(product.options).toEqual([
        {
          name: 'color',
          values: [
            { label: 'blue', available: false, exists: false },
            { label: 'red', available: false, exists: true },
          ],
        },
        {
          name: 'size',
          values: [
            { label: 'S', available: true, exists: true },
            { label: 'L', available: false, exists: true },
          ],
        },
      ])
    })

    test('rejects an option that is selected twice', async () => {
      const selected = [
        { name: 'color', label: 'red' },
        { name: 'Color', label: 'blue' },
      ]
      expect((await ask(await open(), 'product', { id: 'shirt', selected })).status).toBe(400)
    })
  })

  rule('Product and Variant', () => {
    test('lists only options that a buyer chooses', async () => {
      const { product } = (await ask(await open(), 'product', { id: 'shirt' })).body
      expect(product.options.map(({ name }: { name: string }) => name)).toEqual(['color', 'size'])
      const single = (await ask(await open(), 'product', { id: 'lamp' })).body.product
      expect([single.options, single.selected]).toEqual([undefined, []])
    })

    test('has the title that its variants share', async () => {
      expect((await ask(await open(), 'product', { id: 'blue-S' })).body.product.title).toBe('Ridge shirt')
    })

    test('has the price range of all of its variants', async () => {
      const { price_range: range } = (await ask(await open(), 'product', { id: 'blue-S' })).body.product
      expect(range).toEqual({ min: { amount: 2000, currency: 'USD' }, max: { amount: 2500, currency: 'USD' } })
    })

    test('leaves out what is unknown instead of null', async () => {
      const { text } = await ask(await open(), 'search', { query: 'lamp' })
      expect(text).not.toMatch(/:null\b/)
      expect(text).not.toContain('"list_price"')
    })
  })

  rule('Transport errors', () => {
    test.each([
      ['search', { query: 5 }],
      ['lookup', {}],
      ['product', { selected: [] }],
    ])('returns 400 with code and content for an invalid body of %s', async (path, body) => {
      const answer = await ask(await open(), path, body)
      expect([answer.status, answer.body]).toEqual([
        400,
        expect.objectContaining({ code: 'invalid_request', content: answer.body.error }),
      ])
    })
  })
}

describe('a request with the version of another release', () => {
  test('has the same products in each version', async () => {
    const { brandId } = await shops.open(catalog)
    const bodies = await Promise.all(
      versions.map(
        async ({ version }) =>
          (await shops.ask(brandId, '/catalog/lookup', { ids: ['shirt'] }, agent(profileOf(version)))).body.products,
      ),
    )
    expect(bodies[1]).toEqual(bodies[0])
  })
})
