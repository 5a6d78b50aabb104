import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instantFormatter } from '../../shared/pages/day.ts'
import { stock } from '../support/catalog_rows.ts'
import { signal } from '../support/configure_shop.ts'
import { ConsoleScene, hostileName, textOf } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'

let scene: ConsoleScene
let root: string

beforeAll(async () => {
  scene = await ConsoleScene.start()
  const brand = await scene.brand()
  root = brand.root
  await stock(scene.database, brand.brandId, [
    { id: 'hostile', title: hostileName, description: hostileName },
    ...Array.from({ length: 14 }, (_, index) => ({
      id: `tent${index}`,
      title: `Ridge tent ${index}`,
      price: 100 + index,
    })),
  ])
})
afterAll(() => scene.stop())

async function open(query = '', at = root) {
  const { browser } = await scene.member(at.split('/').at(-1) as string, 'viewer')
  return await browser.open(`${at}/catalog${query}`)
}

describe('catalog page', () => {
  test('lists the products of GET /products in pages and escapes titles', async () => {
    const { body } = await scene.api.http.get(`/api/storefront/${root.split('/').at(-1)}/products`)
    const pages = await Promise.all(['', '?page=2'].map((query) => open(query)))
    const ids = pages.flatMap(({ html }) =>
      [...html.matchAll(/<span class="quiet">(tent\d+|hostile)<\/span>/g)].map(([, id]) => id),
    )
    expect(ids).toEqual(body.products.map(({ id }: { id: string }) => id))
    expect(pages[0]?.html).toContain('15 products, as agents see them')
    for (const { html } of pages) expect(html).not.toMatch(/<script|<img/)
  })

  test('says on the list and on a product that agents get 404, while the storefront is not published', async () => {
    const { brandId, root } = await scene.brand()
    await stock(scene.database, brandId, [{ id: 'tent', title: 'Tent', price: 100 }])
    const { browser } = await scene.member(brandId, 'viewer')
    const text = 'The storefront is not published: agents without a key of the brand get 404.'
    for (const isPublished of [true, false]) {
      await scene.database
        .sql`update core.brands set is_storefront_published = ${isPublished} where brand_id = ${brandId}`
      for (const path of ['catalog', 'catalog/tent']) {
        const shown = await browser.open(`${root}/${path}`)
        expect([path, shown.status, textOf(shown).includes(text)]).toEqual([path, 200, !isPublished])
      }
    }
    expect((await scene.api.http.get(`/api/storefront/${brandId}/products`)).status).toBe(404)
  })

  test('offers an upload beside the imports to those who may upload', async () => {
    const { browser } = await scene.member(root.split('/').at(-1) as string, 'admin')
    const link = `href="${root}/imports">Upload a file`
    expect([(await browser.open(`${root}/catalog`)).html.includes(link), (await open()).html.includes(link)]).toEqual([
      true,
      false,
    ])
  })

  test('links to what platforms refuse, with counts for each platform and a list for one', async () => {
    expect((await open()).html).toContain('/catalog?feed=all#feeds')
    const all = (await open('?feed=all')).html
    for (const name of ['Google Merchant Center', 'Meta', 'OpenAI', 'Shopify']) expect(all).toContain(name)
    expect(all).not.toContain('image_url is missing.')
    const { html } = await open('?feed=openai')
    expect(html).toContain('image_url is missing.')
    expect(html).toContain('tent0')
    expect(html).not.toMatch(/<script|<img/)
  })

  test('does not state that a platform accepts what no checked rule refuses, and links to unchecked rules', async () => {
    const other = await scene.brand()
    await stock(scene.database, other.brandId, [{ id: 'mug', title: 'Mug', price: 12 }])
    const { html } = await open('?feed=acp', other.root)
    expect(html).toContain('No checked rule refuses a product or warns about one.')
    expect(html).toContain('href="/docs/methods/feeds#not-checked"')
    expect(html).not.toMatch(/accepts all/)
  })

  test('searches with the storefront search', async () => {
    const { html } = await open('?q=ridge+tents+under+103')
    expect(html).toContain('value="ridge tents under 103"')
    expect([...html.matchAll(/<span class="quiet">(tent\d+)<\/span>/g)].map(([, id]) => id).toSorted()).toEqual([
      'tent0',
      'tent1',
      'tent2',
      'tent3',
    ])
    expect((await open('?q=xylophone')).html).toContain('No products match')
  })

  test('shows pictures of this installation only, the price as on other pages, and links to the product', async () => {
    const own = await createTenant(scene.database.sql)
    await stock(scene.database, own.brandId, [
      { id: 'own', title: 'Own', price: 35.96 },
      { id: 'far', title: 'Far', price: 5 },
    ])
    const { sql } = scene.database
    await sql`update storefront.catalog_products set images = '{http://vitrine.test/docs/images/own.svg}' where brand_id = ${own.brandId} and product_id = 'own'`
    await sql`
      update storefront.catalog_products set images = '{https://shop.example/far.jpg}', link = 'https://shop.example/far'
      where brand_id = ${own.brandId} and product_id = 'far'`
    const { html } = await open('', `/console/brands/${own.brandId}`)
    expect(html).toMatch(
      /<img class="thumb" src="\/docs\/images\/own.svg" alt="Own" loading="lazy" width="48" height="48"/,
    )
    expect(html.match(/<img/g)).toHaveLength(1)
    expect(html).toMatch(/class="thumb none"\s+href="https:\/\/shop.example\/far.jpg"\s+rel="noreferrer noopener"/)
    expect(html).toContain(`<a href="/console/brands/${own.brandId}/catalog/far"><bdi>Far</bdi></a>`)
    expect(html).toContain('<td class="number">$35.96</td>')
  })

  test('names a page beyond the last, and links to the first', async () => {
    const { html } = await open('?page=999')
    expect(html).toContain('There is no page 999.')
    expect(html).toMatch(/<a href="\/console\/brands\/[\w-]+\/catalog">First page<\/a>/)
    expect(html).not.toContain('No products match')
  })

  test('shows trust components, without a score for too few signals', async () => {
    const { html } = await open()
    expect(html).toMatch(/<data value="">–<\/data>/)
    expect(html.match(/too few signals/g)?.length).toBeGreaterThan(4)
  })

  test('names the components that would raise the trust score most, with their points, and when it was calculated', async () => {
    const { brandId } = await createTenant(scene.database.sql, { timezone: 'Asia/Tokyo' })
    await stock(scene.database, brandId, [{ id: 'mug', title: 'Mug', price: 12 }])
    const observed = (component: string, count: number, good: number) =>
      Array.from({ length: count }, (_, index) => ({
        signal_id: `${component}${index}`,
        component,
        value: index < good ? 1 : 0,
        occurred_at: '2026-11-19T12:00:00Z',
      }))
    await signal(scene.database, brandId, [...observed('fulfillment', 20, 10), ...observed('disputes', 40, 40)])
    const shown = await open('', `/console/brands/${brandId}`)
    const { body } = await scene.api.http.get(`/api/storefront/${brandId}/trust`)
    const lacks = body.components
      .filter(({ weight }: { weight: number | null }) => weight !== null)
      .map(({ weight, score }: { weight: number; score: number }) => weight * (100 - score))
    expect(textOf(shown)).toContain(`What would raise it most`)
    expect(textOf(shown)).toContain(`Calculated ${instantFormatter('Asia/Tokyo')(new Date(body.calculated_at))}`)
    expect(textOf(shown)).toContain(`up to ${Math.max(...lacks).toFixed(1)} points`)
    expect(shown.html).toMatch(/Fulfillment, up to [^]*?href="[^"]*\/orders"/)
    expect(shown.html).not.toContain('Reviews, up to')
    expect(textOf(shown)).toContain('Reviews, not in the score yet, for too few signals: Better reviews of buyers.')
  })

  test('states that no products have been imported', async () => {
    const empty = await createTenant(scene.database.sql)
    expect((await open('', `/console/brands/${empty.brandId}`)).html).toContain('No products have been imported')
  })
})
