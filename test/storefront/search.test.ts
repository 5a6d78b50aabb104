import { describe, expect, test } from 'vitest'
import { stock } from '../support/catalog_rows.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const { look } = shops

const tents = [
  {
    id: 't1',
    title: 'Ridge tent for two',
    brand: 'Alpine',
    category: 'Outdoor > Tents',
    price: 199,
    description: 'Light and dry',
    attributes: { color: 'green' },
  },
  {
    id: 't2',
    title: 'Family tent',
    brand: 'Camp',
    category: 'Outdoor > Tents',
    price: 399,
    availability: 'out_of_stock',
    attributes: { color: 'green' },
  },
  { id: 't3', title: 'Tent pegs', brand: 'Alpine', category: 'Outdoor > Accessories', price: 9, mpn: 'PG-4410X' },
  {
    id: 'c1',
    title: 'Cafetière with a long handle',
    brand: 'Brew',
    category: 'Kitchen',
    price: 29,
    rating_score: 4.5,
    rating_count: 12,
  },
]

async function shop(products: Record<string, unknown>[] = tents) {
  const tenant = await createTenant(shops.sql())
  await stock(shops.database(), tenant.brandId, products)
  return tenant
}
const ids = (body: { products: { id: string }[] }) => body.products.map(({ id }) => id)

describe('200', () => {
  test('returns compact cards of imported products', async () => {
    const { brandId } = await shop()
    const { status, body, headers } = await look(brandId, '/search?q=tent')
    expect(status).toBe(200)
    // “tent” matches the category Tents, which excludes the tent pegs.
    expect(ids(body).toSorted()).toEqual(['t1', 't2'])
    expect(body).toMatchObject({
      query: 'tent',
      applied_filters: { category: 'Outdoor > Tents' },
      meta: { total: 2, page: 1, authority_score: null },
    })
    expect(body.products[0]).toMatchObject({
      price: { currency: 'USD', formatted: expect.stringMatching(/^\d+\.\d\d USD$/) },
      rating: null,
      images: [],
      relevance: expect.any(Number),
    })
    expect(headers['x-osp-version']).toBe('2026-08-01')
    expect(headers['cache-control']).toBe('public, max-age=60')
  })

  test.each([
    ['tents under 300', ['t1']],
    ['tent in stock', ['t1']],
    ['tent pegs', ['t1', 't2', 't3']],
    ['alpine tent', ['t1']],
    ['something by alpine under 300', ['t1', 't3']],
    ['tent under 5 kg', ['t1', 't2']],
    ['cafetieres rated 4+ stars', ['c1']],
    ['cafeti', ['c1']],
    ['caf', []],
    ['tent between 300 and 500', ['t2']],
    ['tent over $300', ['t2']],
    ['cafetiere', ['c1']],
    ['CAFETIÈRES!!', ['c1']],
    ['handel cafetiere', ['c1']],
    ['PG-4410X', ['t3']],
    ['pg-441OX', ['t3']],
    ['nothing like it', []],
    ["'; drop table products; --", []],
    ['tent & | ! ( ) : * <->', ['t1', 't2']],
    ['💸', []],
  ])('q=%s returns the matching products', async (query, expected) => {
    const { brandId } = await shop()
    const { status, body } = await look(brandId, `/search?q=${encodeURIComponent(query)}`)
    expect([status, ids(body).toSorted()]).toEqual([200, expected])
  })

  test('applies parameters as filters and prefers them to the text', async () => {
    const { brandId } = await shop()
    expect(ids((await look(brandId, '/search?q=tent&category=accessories')).body)).toEqual(['t3'])
    expect(ids((await look(brandId, '/search?q=tents+under+300&price_max=250')).body)).toEqual(['t1'])
    expect(ids((await look(brandId, '/search?q=light+pegs&brand=alpine')).body).toSorted()).toEqual(['t1', 't3'])
    expect(ids((await look(brandId, '/search?q=cafetiere&rating_min=4')).body)).toEqual(['c1'])
    expect((await look(brandId, '/search?q=tent&limit=1')).body).toMatchObject({
      products: { length: 1 },
      meta: { total: 2 },
    })
    expect((await look(brandId, '/search?q=tent&limit=1&page=9')).body).toMatchObject({
      products: [],
      meta: { total: 2 },
    })
  })

  test('sorts by `sort` and returns facets on request', async () => {
    const { brandId } = await shop()
    const by = async (sort: string) => ids((await look(brandId, `/search?q=tent+pegs&sort=${sort}`)).body)
    expect(await by('price_asc')).toEqual(['t3', 't1', 't2'])
    expect(await by('price_desc')).toEqual(['t2', 't1', 't3'])
    const { body } = await look(brandId, '/search?q=tent+pegs&facets=true')
    expect(body.facets.values).toMatchObject({
      brand: [
        { value: 'Alpine', count: 2 },
        { value: 'Camp', count: 1 },
      ],
      'attributes.color': [{ value: 'green', count: 2 }],
    })
    expect(body.facets.price).toEqual([{ currency: 'USD', min: 9, max: 399 }])
    expect((await look(brandId, '/search?q=tent')).body.facets).toBeNull()
  })

  test('returns the age of the catalog and repaired words in headers', async () => {
    const { brandId } = await shop()
    const { headers } = await look(brandId, '/search?q=handel')
    expect(headers).toMatchObject({
      'x-osp-data-status': 'partial',
      'x-osp-data-age': '0',
      'x-osp-degraded': 'search;reason=words_repaired',
    })
    await shops.sql()`update storefront.catalogs set updated_at = '2026-09-01T12:00:00Z' where brand_id = ${brandId}`
    const later = await look(brandId, '/search?q=tent')
    expect(later.headers).toMatchObject({ 'x-osp-data-status': 'stale', 'x-osp-data-age': String(80 * 86_400) })
  })

  test('finds a changed product by its new text only, and no removed product', async () => {
    const { brandId } = await shop()
    await stock(shops.database(), brandId, [{ id: 't1', title: 'Hammock' }])
    expect(ids((await look(brandId, '/search?q=hammock')).body)).toEqual(['t1'])
    expect(ids((await look(brandId, '/search?q=ridge')).body)).toEqual([])
    await stock(shops.database(), brandId, [{ id: 't2', title: 'Family tent' }], { replaces: true })
    expect(ids((await look(brandId, '/products')).body)).toEqual(['t2'])
    expect(ids((await look(brandId, '/search?q=hammock')).body)).toEqual([])
    const [left] = await shops.sql()`
      select (select count(*)::integer from storefront.postings where brand_id = ${brandId} and term = 'hammock') as postings,
        (select count(*)::integer from storefront.terms where brand_id = ${brandId} and term = 'hammock') as terms`
    expect(left).toEqual({ postings: 0, terms: 0 })
  })

  test('indexes a product again only when its texts change', async () => {
    const { brandId } = await shop()
    const weights = async () => {
      const rows = await shops.sql()`
        select weight from storefront.postings where brand_id = ${brandId} and term = 'tent' and product_id = 't1'`
      return rows.map(({ weight }) => weight as number)
    }
    await shops.sql()`update storefront.postings set weight = 0.001 where brand_id = ${brandId}`
    const [first, ...others] = tents
    await stock(shops.database(), brandId, [{ ...first, price: 149 }, ...others])
    expect(await weights()).toEqual([0.001])
    expect((await look(brandId, '/products/t1')).body).toMatchObject({ price: { amount: 149 } })
    await stock(shops.database(), brandId, [{ ...first, price: 149, description: 'Heavy' }, ...others])
    expect((await weights())[0]).toBeGreaterThan(0.1)
    expect(ids((await look(brandId, '/search?q=heavy')).body)).toEqual(['t1'])
    expect(ids((await look(brandId, '/search?q=dry')).body)).toEqual([])
  })

  test('concurrent imports of a shop leave the index of the last one', async () => {
    const { brandId } = await createTenant(shops.sql())
    const feeds = ['ridge', 'dome', 'tunnel', 'geodesic'].map((word) => [
      { id: 't1', title: `${word} tent` },
      { id: word, title: `${word} pole` },
    ])
    await Promise.all(feeds.map((feed) => stock(shops.database(), brandId, feed)))
    const wrong = await shops.sql()`
      with held as (select term, count(*)::integer as products from storefront.postings where brand_id = ${brandId} group by term),
        listed as (
          select term, count(*)::integer as products from storefront.product_terms, unnest(terms) as term where brand_id = ${brandId} group by term
        )
      select term from held full join listed using (term, products)
      full join (select term, products from storefront.terms where brand_id = ${brandId}) as counted using (term, products)
      where held.products is null or listed.products is null or counted.products is null`
    expect(wrong).toEqual([])
    expect((await look(brandId, '/search?q=tent')).body).toMatchObject({ products: [{ id: 't1' }] })
    expect(ids((await look(brandId, '/search?q=pole')).body).toSorted()).toEqual([
      'dome',
      'geodesic',
      'ridge',
      'tunnel',
    ])
  })

  test('a repeated import does not change the word counts', async () => {
    const { brandId } = await shop()
    const state = () => shops.sql()`
      select md5(string_agg(term || products, ',' order by term)) as terms from storefront.terms where brand_id = ${brandId}`
    const before = await state()
    expect(await stock(shops.database(), brandId, tents)).toMatchObject({ rows_accepted: 4, rows_rejected: 0 })
    expect(await state()).toEqual(before)
  })

  test('an import indexes all products of a catalog that an earlier version indexed', async () => {
    const { brandId } = await shop()
    const weights = () => shops.sql()`
      select term, product_id, weight from storefront.postings where brand_id = ${brandId} order by term, product_id`
    const before = await weights()
    await shops.sql()`update storefront.postings set weight = 1 where brand_id = ${brandId}`
    await stock(shops.database(), brandId, tents)
    expect(new Set((await weights()).map(({ weight }) => weight as number))).toEqual(new Set([1]))
    await shops.sql()`update storefront.catalogs set index_version = 0 where brand_id = ${brandId}`
    expect(await stock(shops.database(), brandId, tents)).toMatchObject({ rows_accepted: 4 })
    expect(await weights()).toEqual(before)
    const [catalog] = await shops.sql()`
      select index_version = storefront.index_version() as is_current, products from storefront.catalogs where brand_id = ${brandId}`
    expect(catalog).toEqual({ is_current: true, products: 4 })
  })

  test('returns products of one shop only', async () => {
    const { brandId } = await shop()
    const other = await shop([{ id: 'x', title: 'Tent of another shop' }])
    expect(ids((await look(brandId, '/search?q=tent')).body)).not.toContain('x')
    expect(ids((await look(other.brandId, '/search?q=tent')).body)).toEqual(['x'])
  })

  test('returns 304 for a matching If-None-Match', async () => {
    const { brandId } = await shop()
    const first = await look(brandId, '/products/t1')
    const again = await look(brandId, '/products/t1', { 'If-None-Match': first.headers.etag as string })
    expect(again.status).toBe(304)
  })
})

describe('400', () => {
  test.each([
    ['/search?q=', 'q'],
    [`/search?q=${'x'.repeat(501)}`, 'q'],
    ['/search?q=a&limit=31', 'limit'],
    ['/search?q=a&limit=0', 'limit'],
    ['/search?q=a&price_max=-1', 'price_max'],
    ['/search?q=a&rating_min=5.1', 'rating_min'],
    ['/search?q=a&in_stock=maybe', 'in_stock'],
  ])('%s names the invalid field', async (path, field) => {
    const { brandId } = await shop()
    const { status, body } = await look(brandId, path)
    expect([status, typeof body.error, body.code]).toEqual([400, 'string', 'invalid_request'])
    expect(body.fields.map((fault: { path: string }) => fault.path)).toContain(field)
    expect(body.request_id).toMatch(/^req_/)
  })
})

describe('authentication', () => {
  test('returns 429 above ten anonymous requests a minute; a key has its own limit', async () => {
    const { brandId, accountId } = await shop()
    const from = (headers: Record<string, string>) => look(brandId, '/search?q=tent', headers)
    const statuses = []
    for (let count = 0; count < 11; count++) statuses.push((await from({ 'X-Forwarded-For': '198.51.100.7' })).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    const { key } = await issueKey(shops.sql(), accountId, { prefix: 'pk_live_' })
    const keyed = await from({ 'X-Forwarded-For': '198.51.100.7', Authorization: `Bearer ${key}` })
    expect([keyed.status, keyed.headers['x-ratelimit-limit'], keyed.headers['cache-control']]).toEqual([
      200,
      '120',
      'private, no-store',
    ])
  })

  test('returns 404 for an unknown shop, 403 for another shop and 401 for other keys', async () => {
    const { brandId, key: analytics } = await shop()
    const stranger = await createTenant(shops.sql())
    const { key } = await issueKey(shops.sql(), stranger.accountId, { prefix: 'sk_live_' })
    expect((await look('brd_unknown', '/search?q=a')).body).toMatchObject({
      error: 'There is no such storefront.',
      code: 'not_found',
    })
    expect((await look(brandId, '/search?q=a', { Authorization: `Bearer ${key}` })).status).toBe(403)
    expect((await look(brandId, '/search?q=a', { Authorization: 'Bearer junk' })).status).toBe(401)
    expect((await look(brandId, '/search?q=a', { Authorization: `Bearer ${analytics}` })).status).toBe(401)
    const posted = await shops.api().http.post(`/api/storefront/${brandId}/search`)
    expect([posted.status, typeof posted.body.error]).toEqual([405, 'string'])
  })
})
