import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import { review, stock } from '../support/catalog_rows.ts'
import { useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()
const sql = () => commerce.sql()
const rows = [
  { id: 'lamp', title: 'Lamp', price: 100, quantity: 2, category: 'Lights' },
  { id: 'desk', title: 'Desk', price: 250 },
]
const paths = ['/products', '/products?limit=1', '/products/lamp', '/compare?ids=lamp,desk', '/reviews/lamp']

/** Sends a request without a key, by default from an address of its own. */
async function look(brandId: string, path: string, tag?: string | null, { url = commerce.api().url, from = '' } = {}) {
  const response = await fetch(`${url}/api/storefront/${brandId}${path}`, {
    headers: {
      'X-Forwarded-For': from || `2001:db8:${randomBytes(2).toString('hex')}::1`,
      ...(tag ? { 'If-None-Match': tag } : {}),
    },
  })
  return {
    status: response.status,
    tag: response.headers.get('ETag'),
    headers: response.headers,
    text: await response.text(),
  }
}

async function open(products: object[] = rows) {
  const shop = await commerce.shop(null)
  await stock(commerce.database(), shop.brandId, products as never, { replaces: true })
  return shop
}

const tagsOf = async (brandId: string) => await Promise.all(paths.map(async (path) => (await look(brandId, path)).tag))
const statuses = async (brandId: string, tags: (string | null)[], url?: string) =>
  await Promise.all(
    paths.map(async (path, index) => (await look(brandId, path, tags[index], url ? { url } : {})).status),
  )
const all = (status: number) => paths.map(() => status)

describe('200', () => {
  test('is returned for the ETag of another shop, of another URL, and for one that was never sent', async () => {
    const [own, foreign] = [await open(), await open()]
    const { tag } = await look(own.brandId, '/products')
    const strange = `W/"${'0'.repeat(32)}-${/-(\w+)"$/.exec(tag ?? '')?.[1]}"`
    for (const [brandId, path, given] of [
      [foreign.brandId, '/products', tag],
      [own.brandId, '/products?limit=1', tag],
      [own.brandId, '/products?in_stock=false', tag],
      [own.brandId, '/products/lamp', tag],
      [own.brandId, '/products', strange],
      [own.brandId, '/products', 'junk'],
      [own.brandId, '/products', `${'W/"'.repeat(500)}`],
    ] as const) {
      expect([path, given, (await look(brandId, path, given)).status]).toEqual([path, given, 200])
    }
    expect((await look(own.brandId, '/products', tag)).status).toBe(304)
  })

  const changes: Record<string, (shop: Awaited<ReturnType<typeof open>>) => Promise<unknown>> = {
    'an import of another price': ({ brandId }) =>
      stock(commerce.database(), brandId, [{ ...rows[0], price: 99 }, rows[1] as object] as never),
    'an import without changes, which is a later freshness': async ({ brandId }) => {
      await sql()`update storefront.catalogs set updated_at = updated_at - interval '1 hour' where brand_id = ${brandId}`
    },
    'a withdrawn product': ({ brandId }) => stock(commerce.database(), brandId, [rows[0]] as never, { replaces: true }),
    'a hidden product': async ({ merchant }) =>
      expect((await merchant('POST', '/hidden-products', { product_id: 'desk' })).status).toBe(200),
    'a review': ({ brandId }) =>
      review(commerce.database(), brandId, [
        { id: 'r', product_id: 'lamp', rating: 4, created_at: '2026-11-01T00:00:00Z' },
      ]),
    'an order that takes stock': async ({ agent }) =>
      expect((await agent('POST', '/transactions', { items: [{ product_id: 'lamp', quantity: 2 }] })).status).toBe(201),
    'a trust score': ({ brandId }) =>
      sql()`
        insert into storefront.trust_scores (brand_id, score, tier, signals, components, platform_scores, calculated_at)
        values (${brandId}, 80, 'basic', 10, '[]', '[]', now())`,
    'a statement of an operator': ({ brandId }) =>
      sql()`update storefront.catalog_products set title = 'Lantern' where brand_id = ${brandId} and product_id = 'lamp'`,
    'a statement about a review': async ({ brandId }) => {
      await sql()`
        insert into storefront.reviews (brand_id, review_id, product_id, rating, created_at) values (${brandId}, 'x', 'lamp', 1, now())`
    },
    'another median': ({ brandId }) =>
      sql()`update storefront.names set middle_price_micros = 1 where brand_id = ${brandId} and kind = 'category'`,
  }
  test.each(Object.entries(changes))('is returned after %s', async (_what, change) => {
    const shop = await open()
    const tags = await tagsOf(shop.brandId)
    expect(await statuses(shop.brandId, tags)).toEqual(all(304))
    await change(shop)
    expect(await statuses(shop.brandId, tags)).not.toContain(304)
    const next = await tagsOf(shop.brandId)
    for (const [index, tag] of next.entries()) if (tag) expect(tag).not.toBe(tags[index])
  })

  test('is returned from the commit of a concurrent import on, not before', async () => {
    const { brandId } = await open()
    const tags = await tagsOf(brandId)
    await sql().begin(async (writer) => {
      await writer`update storefront.catalog_products set title = 'Lantern' where brand_id = ${brandId}`
      expect(await statuses(brandId, tags)).toEqual(all(304))
    })
    expect(await statuses(brandId, tags)).toEqual(all(200))
  })

  test('is returned when an order expires', async () => {
    const { brandId, agent } = await open()
    await agent('POST', '/transactions', { items: [{ product_id: 'lamp', quantity: 2 }] })
    const tags = await tagsOf(brandId)
    const later = await startApi(commerce.database(), { now: '2027-03-20T12:00:00Z', trustedProxyHops: 1 })
    expect(await statuses(brandId, tags, later.url)).toEqual(all(200))
    await later.stop()
  })

  test('is returned when a sale begins or ends, also by a server whose clock is behind', async () => {
    const sale = { sale_price: 80, sale_starts_at: '2026-11-24T12:00:00Z', sale_ends_at: '2026-11-25T12:00:00Z' }
    const { brandId } = await open([{ ...rows[0], ...sale }, rows[1] as object])
    const tags = await tagsOf(brandId)
    expect(await statuses(brandId, tags)).toEqual(all(304))
    const during = await startApi(commerce.database(), { now: '2026-11-24T12:00:00Z', trustedProxyHops: 1 })
    expect(await statuses(brandId, tags, during.url)).toEqual(all(200))
    await sql().begin(async (worker) => {
      await worker`select set_config('vitrine.now', '2026-11-24T12:00:00Z', true), core.enter_brand(${brandId})`
      await worker`select storefront.announce_prices(${brandId})`
    })
    const announced = await Promise.all(
      paths.map(async (path) => (await look(brandId, path, null, { url: during.url })).tag),
    )
    expect(await statuses(brandId, announced, during.url)).toEqual(all(304))
    const after = await startApi(commerce.database(), { now: '2026-11-25T12:00:00Z', trustedProxyHops: 1 })
    expect(await statuses(brandId, announced, after.url)).toEqual(all(200))
    // The server of before the sale shows the earlier price, and must not call it by the version of the sale.
    expect(await statuses(brandId, announced)).toEqual(all(200))
    await Promise.all([during.stop(), after.stop()])
  })
})

describe('304', () => {
  test('is returned without reading the products, with the headers of the response', async () => {
    const { brandId } = await open()
    const first = await look(brandId, '/products')
    await sql()`revoke execute on function storefront.products from vitrine_anonymous`
    const again = await look(brandId, '/products', `"other", ${first.tag}`)
    const other = await look(brandId, '/products')
    await sql()`grant execute on function storefront.products to vitrine_anonymous`
    expect([again.status, again.text, again.tag, other.status]).toEqual([304, '', first.tag, 500])
    for (const name of ['Cache-Control', 'X-OSP-Data-Status', 'X-OSP-Data-Age', 'X-OSP-Version', 'RateLimit-Policy'])
      expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)])
  })

  test('counts once against the rate limit, and so does a 200 to an earlier ETag', async () => {
    const { brandId } = await open()
    const from = '2001:db8:77:77::1'
    const { tag, headers } = await look(brandId, '/products', null, { from })
    expect(headers.get('X-RateLimit-Remaining')).toBe('9')
    const unchanged = await look(brandId, '/products', tag, { from })
    expect([unchanged.status, unchanged.headers.get('X-RateLimit-Remaining')]).toEqual([304, '8'])
    await stock(commerce.database(), brandId, [{ ...rows[0], price: 99 }] as never)
    const changed = await look(brandId, '/products', tag, { from })
    expect([changed.status, changed.headers.get('X-RateLimit-Remaining')]).toEqual([200, '7'])
    const rest = []
    for (let request = 0; request < 9; request++)
      rest.push((await look(brandId, '/products', changed.tag, { from })).status)
    expect(rest).toEqual([304, 304, 304, 304, 304, 304, 304, 429, 429])
  })

  test('is not returned for a storefront that is not published', async () => {
    const { brandId } = await open()
    const { tag } = await look(brandId, '/products')
    await sql()`update core.brands set is_storefront_published = false where brand_id = ${brandId}`
    expect((await look(brandId, '/products', tag)).status).toBe(404)
  })

  test('is not returned to a credential or a signature, whose responses have no ETag', async () => {
    const { brandId, agent } = await open()
    const { tag } = await look(brandId, '/products')
    const url = `${commerce.api().url}/api/storefront/${brandId}/products`
    const signed = await fetch(url, { headers: { 'If-None-Match': tag as string, Signature: 'sig1=:AA==:' } })
    expect([signed.status, signed.headers.get('ETag')]).toEqual([200, null])
    expect((await agent('GET', '/products')).status).toBe(200)
  })

  test.each(['', 'Bearer ', 'Bearer svc_sk_live_unknown'])(
    'is not returned to the invalid credential "%s"',
    async (Authorization) => {
      const { brandId } = await open()
      const { tag } = await look(brandId, '/products')
      const url = `${commerce.api().url}/api/storefront/${brandId}/products`
      const { status } = await fetch(url, { headers: { 'If-None-Match': tag as string, Authorization } })
      expect(status).toBe(401)
    },
  )

  test('is returned by a hash of the response where a shop has no version', async () => {
    const { brandId } = await commerce.shop(null)
    await sql()`delete from storefront.catalogs where brand_id = ${brandId}`
    const { tag } = await look(brandId, '/products')
    expect(tag).toMatch(/^W\/"[0-9a-f]{40}"$/)
    expect((await look(brandId, '/products', tag)).status).toBe(304)
  })
})
