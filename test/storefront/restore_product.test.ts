import { describe, expect, test } from 'vitest'
import { review, stock } from '../support/catalog_rows.ts'
import { useCommerce } from '../support/commerce.ts'
import { configure } from '../support/configure_shop.ts'
import { issueKey } from '../support/factories.ts'

const commerce = useCommerce()
const written = {
  id: 'sofa',
  item_group_id: 'sofas',
  title: 'Sofa, red',
  description: 'A sofa.',
  link: 'https://shop.example/sofa',
  image_links: ['https://shop.example/sofa.jpg'],
  price: 80,
  list_price: 100.5,
  currency: 'USD',
  availability: 'low_stock',
  quantity: 3,
  brand: 'Lux',
  category: 'Home > Sofas',
  gtin: '4006381333931',
  mpn: 'M1',
  sku: 'S1',
  condition: 'refurbished',
  attributes: { color: 'red', size: ['L'] },
  rating: { score: 4.5, count: 3 },
}
const restore = (id: string) => ['DELETE', `/hidden-products/${id}`] as const
const hide = (product_id: string) => ['POST', '/hidden-products', { product_id }] as const
const all = async (brandId: string) =>
  await commerce.sql()`select to_jsonb(held) as row from storefront.catalog_products as held where brand_id = ${brandId} order by product_id`
const index = async (brandId: string) =>
  await commerce.sql()`
    select term, product_id, round(weight::numeric, 4)::text as weight from storefront.postings
    where brand_id = ${brandId} order by term, product_id`
const events = async (brandId: string) =>
  (await commerce.events(brandId, 'product.%')).filter((type) => type !== 'product.created')

describe('DELETE /hidden-products/{product_id}', () => {
  test('brings every value, rating, review, bundle and search term back', async () => {
    const { brandId, merchant, agent } = await commerce.shop()
    await stock(commerce.database(), brandId, [written])
    await review(commerce.database(), brandId, [
      { id: 'r1', product_id: 'S1', rating: 2, title: 'Hard', created_at: '2026-11-01T00:00:00Z' },
    ])
    await configure(commerce.database(), brandId, {
      website: 'https://shop.example',
      bundles: [{ id: 'set', name: 'Set', price: 200, products: ['sofa', 'desk'] }],
    })
    await commerce.sql()`update storefront.catalog_products set created_at = '2026-10-01', updated_at = '2026-10-02' where brand_id = ${brandId}`
    const [rows, terms] = [await all(brandId), await index(brandId)]
    const reads = ['/products/sofa', '/reviews/sofa', '/bundles', '/platforms/google/feed']
    const shown = async () => await Promise.all(reads.map(async (path) => (await agent('GET', path)).body))
    const plain = (bodies: unknown[]) =>
      JSON.stringify(bodies).replaceAll(/"(request_id|response_time_ms|generated_at)":[^,}]*/g, '')
    const before = plain(await shown())
    await merchant(...hide('sofa'))
    await review(commerce.database(), brandId, [
      { id: 'r2', product_id: 'S1', rating: 4, created_at: '2026-11-02T00:00:00Z' },
    ])
    await commerce.sql()`delete from storefront.reviews where brand_id = ${brandId} and review_id = 'r2'`
    const { status, body } = await merchant(...restore('sofa'))
    expect([status, body]).toMatchObject([200, { product_id: 'sofa', is_shown: true }])
    expect(await all(brandId)).toEqual(rows)
    expect(await index(brandId)).toEqual(terms)
    expect(plain(await shown())).toBe(before)
  })

  test('counts the reviews that were imported while it was hidden', async () => {
    const { brandId, merchant, agent } = await commerce.shop()
    await merchant(...hide('lamp'))
    const report = await review(commerce.database(), brandId, [
      { id: 'r', product_id: 'lamp', rating: 4, created_at: '2026-11-02T00:00:00Z' },
    ])
    expect(report.rows_accepted).toBe(1)
    await merchant(...restore('lamp'))
    expect((await agent('GET', '/products/lamp')).body.rating).toEqual({ score: 4, count: 1 })
  })

  test('does not make the next import of the same file a change', async () => {
    const { brandId, merchant } = await commerce.shop(null)
    await stock(commerce.database(), brandId, [written])
    await merchant(...hide('sofa'))
    await merchant(...restore('sofa'))
    await stock(commerce.database(), brandId, [written])
    expect(await events(brandId)).toEqual(['product.deleted'])
  })

  test('ends the hiding of a product that no file has, and the next file shows it', async () => {
    const { brandId, merchant, agent } = await commerce.shop()
    await merchant(...hide('lamp'))
    await stock(commerce.database(), brandId, [{ id: 'desk', title: 'Desk', price: 250 }], { replaces: true })
    expect((await merchant('GET', '/hidden-products')).body.products).toMatchObject([{ is_restorable: false }])
    expect((await merchant(...restore('lamp'))).body).toMatchObject({ product_id: 'lamp', is_shown: false })
    expect((await agent('GET', '/products/lamp')).status).toBe(404)
    expect((await merchant(...restore('lamp'))).status).toBe(404)
    await stock(commerce.database(), brandId, [{ id: 'lamp', title: 'Lamp', price: 70 }])
    expect((await agent('GET', '/products/lamp')).body.price.amount).toBe(70)
  })

  test('makes one change for ten concurrent requests, and changes nothing of a shown product', async () => {
    const { brandId, merchant } = await commerce.shop()
    await merchant(...hide('lamp'))
    const answers = await Promise.all(Array.from({ length: 10 }, () => merchant(...restore('lamp'))))
    expect(answers.map(({ status, body }) => [status, body.is_shown])).toEqual(
      Array.from({ length: 10 }, () => [200, true]),
    )
    const types = await commerce.events(brandId, 'product.%')
    expect(types.slice(3)).toEqual(['product.deleted', 'product.created'])
    expect((await merchant(...restore('desk'))).body.is_shown).toBe(true)
    expect(await commerce.events(brandId, 'product.%')).toEqual(types)
  })

  test('shows or hides it as the last of many concurrent requests and imports decides', async () => {
    const { brandId, merchant, agent } = await commerce.shop()
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 3 === 0
          ? merchant(...hide('lamp'))
          : n % 3 === 1
            ? merchant(...restore('lamp'))
            : stock(commerce.database(), brandId, [{ id: 'lamp', title: 'Lamp', price: n }]),
      ),
    )
    const { body } = await merchant('GET', '/hidden-products?product_id=lamp')
    const isShown = (await agent('GET', '/products/lamp')).status === 200
    expect(body.total).toBe(isShown ? 0 : 1)
    const kept = (await commerce.events(brandId, 'product.%')).filter((type) => /created|deleted/.test(type))
    const balance = kept.reduce((sum, type) => sum + (type === 'product.created' ? 1 : -1), 0)
    expect(balance).toBe(isShown ? 3 : 2)
  })

  test('returns 403 for agents and other shops, and 404 for an unknown product', async () => {
    const { brandId, merchant, agent, caller } = await commerce.shop()
    const foreign = await commerce.shop()
    await merchant(...hide('lamp'))
    expect((await agent(...restore('lamp'))).status).toBe(403)
    const { key } = await issueKey(commerce.sql(), foreign.accountId, {
      prefix: 'sk_live_',
      scopes: ['read:commerce', 'write:storefront'],
    })
    expect((await caller(brandId, key)(...restore('lamp'))).status).toBe(403)
    expect((await caller(brandId, 'sk_live_junk')(...restore('lamp'))).status).toBe(401)
    expect((await merchant(...restore('nothing'))).status).toBe(404)
    expect((await agent('GET', '/products/lamp')).status).toBe(404)
  })
})
