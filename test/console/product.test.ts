import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stock } from '../support/catalog_rows.ts'
import { ConsoleScene, foreignScript, hostileName, textOf } from '../support/console.ts'

let scene: ConsoleScene

beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

async function open(rows: Parameters<typeof stock>[2], id: string) {
  const { brandId, root } = await scene.brand()
  await stock(scene.database, brandId, rows)
  const { browser } = await scene.member(brandId, 'viewer')
  return { brandId, shown: await browser.open(`${root}/catalog/${encodeURIComponent(id)}`) }
}

/** The response that the page shows to compare with that of the API. */
function responseOf(html: string): unknown {
  const text = /<pre class="response"[^>]*>([^]*?)<\/pre>/.exec(html)?.[1] ?? ''
  const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
  return JSON.parse(text.replaceAll(/&\w+;|&#39;/g, (entity) => entities[entity] ?? entity))
}

describe('GET /console/brands/{brand_id}/catalog/{product_id}', () => {
  test('returns 404 for a product of another brand', async () => {
    const other = await scene.brand()
    await stock(scene.database, other.brandId, [{ id: 'theirs', title: 'Theirs' }])
    const { shown } = await open([{ id: 'own', title: 'Own' }], 'theirs')
    expect([shown.status, textOf(shown)]).toEqual([404, expect.not.stringContaining('Theirs')])
  })

  test('shows the response of the API beside the values, and escapes both', async () => {
    const row = { id: 'a/b "c"', title: hostileName, description: hostileName, price: 12.5 }
    const { brandId, shown } = await open([row], row.id)
    expect(shown.status).toBe(200)
    const { body } = await scene.api.http.get(`/api/storefront/${brandId}/products/${encodeURIComponent(row.id)}`)
    expect(responseOf(shown.html)).toEqual(body)
    expect(textOf(shown)).toContain('$12.50')
    expect(shown.html).not.toMatch(foreignScript)
    expect(shown.html).not.toMatch(/<img/)
  })

  test('lists only rules that this product breaks, by platform', async () => {
    const rows = [
      { id: 'bare', title: 'Bare' },
      { id: 'other', title: 'Other', link: 'https://shop.example/other', condition: 'new' },
    ]
    const { brandId, shown } = await open(rows, 'bare')
    const feeds = textOf(shown).split('Feeds').at(-1) ?? ''
    expect(feeds).toContain('OpenAI image_url is missing. refused')
    const [row] = await scene.database.sql<{ found: { products: number; problems: { product_id: string }[] } }[]>`
      select storefront.feed_problems(${brandId}, product_id => 'bare', "limit" => 1000) as found`
    expect(row?.found.products).toBe(1)
    expect(new Set(row?.found.problems.map(({ product_id: id }) => id))).toEqual(new Set(['bare']))
    expect(shown.html.match(/<td>(refused|warning)<\/td>/g)).toHaveLength(row?.found.problems.length ?? 0)
  })

  test('says that agents cannot link to a product without an https address', async () => {
    const { shown } = await open([{ id: 'far', title: 'Far', link: 'http://shop.example/far' }], 'far')
    expect(textOf(shown)).toContain('The catalog has no https link of this product')
    expect(shown.html).not.toContain('Open in the shop')
  })

  test('names a price in another currency than that of the brand', async () => {
    const note = /The price is in EUR\. The currency of the brand is USD\./
    const foreign = await open([{ id: 'mug', title: 'Mug', currency: 'EUR' }], 'mug')
    const own = await open([{ id: 'mug', title: 'Mug', currency: 'USD' }], 'mug')
    expect(textOf(foreign.shown)).toMatch(note)
    expect(textOf(own.shown)).not.toContain('The price is in')
  })
})
