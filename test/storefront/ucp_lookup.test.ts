import { describe, expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()

describe('200', () => {
  test('returns products in the order of the ids and names unknown ids', async () => {
    const { brandId } = await shops.open([
      { id: 'a', title: 'Lamp' },
      { id: 'b', title: 'Tent' },
    ])
    const { status, body } = await shops.ask(brandId, '/catalog/lookup', { ids: ['b', 'nope', 'a'] })
    expect([status, shops.faults('post', '/api/storefront/{brand_id}/catalog/lookup', body)]).toEqual([200, []])
    expect(body.products.map(({ id }: { id: string }) => id)).toEqual(['b', 'a'])
    expect(body.messages).toEqual([{ type: 'info', code: 'not_found', content: 'nope' }])
  })
})

describe('400', () => {
  test.each([[[]], [Array.from({ length: 51 }, String)], ['a']])('rejects %j as a list of 1 to 50 ids', async (ids) => {
    const { brandId } = await shops.open()
    expect((await shops.ask(brandId, '/catalog/lookup', { ids })).status).toBe(400)
  })

  test('states that at least one id is needed', async () => {
    const { brandId } = await shops.open()
    expect((await shops.ask(brandId, '/catalog/lookup', { ids: [] })).body.error).toBe(
      '`ids` must have at least one id.',
    )
  })
})
