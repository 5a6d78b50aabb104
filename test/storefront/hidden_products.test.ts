import { describe, expect, test } from 'vitest'
import { issueKey } from '../support/factories.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const path = '/hidden-products'

async function owner(accountId: string, scopes = ['read:commerce', 'write:storefront']) {
  const { key, keyId } = await issueKey(shops.sql(), accountId, { prefix: 'sk_live_', scopes })
  return { keyId, headers: { Authorization: `Bearer ${key}` } }
}

async function shop() {
  const tenant = await shops.open(['a', 'b', 'c'].map((id) => ({ id, title: `Product ${id}` })))
  return { ...tenant, ...(await owner(tenant.accountId)) }
}

describe('200', () => {
  test('lists what the shop hides in pages, with the key that hid it', async () => {
    const { brandId, headers, keyId } = await shop()
    for (const product_id of ['a', 'b', 'c']) await shops.ask(brandId, path, { product_id }, headers)
    const { status, body } = await shops.look(brandId, `${path}?limit=2&page=2`, headers)
    expect([status, shops.faults('get', `/api/storefront/{brand_id}${path}`, body)]).toEqual([200, []])
    expect(body).toMatchObject({ total: 3, page: 2, products: [{ product_id: 'c', hidden_by: keyId }] })
    const { body: one } = await shops.look(brandId, `${path}?product_id=b`, headers)
    expect([one.total, one.products[0].title]).toEqual([1, 'Product b'])
  })

  test('is empty for a shop that hides nothing', async () => {
    const { brandId, headers } = await shop()
    expect((await shops.look(brandId, path, headers)).body).toMatchObject({ products: [], total: 0, page: 1 })
  })
})

describe('401, 403 and 404', () => {
  test('is the response to agents, anonymous callers and other shops', async () => {
    const { brandId, accountId, headers } = await shop()
    await shops.ask(brandId, path, { product_id: 'a' }, headers)
    const [foreign, reader] = [await shop(), await owner(accountId, ['read:commerce', 'write:negotiation'])]
    expect((await shops.look(brandId, path)).status).toBe(401)
    expect((await shops.look(brandId, path, foreign.headers)).status).toBe(403)
    expect((await shops.look(brandId, path, reader.headers)).status).toBe(403)
    expect((await shops.look('brd_nothing', path, headers)).status).toBe(404)
    expect((await shops.look(foreign.brandId, path, foreign.headers)).body.total).toBe(0)
  })
})
