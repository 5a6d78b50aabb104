import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stock } from '../support/catalog_rows.ts'
import { ConsoleScene, hostileName } from '../support/console.ts'

let scene: ConsoleScene
let brand: Awaited<ReturnType<ConsoleScene['brand']>>

beforeAll(async () => {
  scene = await ConsoleScene.start()
  brand = await scene.brand()
})
afterAll(() => scene.stop())

async function importOf(brandId: string) {
  const [row] = await scene.database.sql`
    select import_id from analytics.imports where brand_id = ${brandId} and rows_rejected > 0 order by imported_at desc limit 1`
  return row?.import_id as string
}

describe('GET /console/brands/{brand_id}/imports/{import_id}', () => {
  test('lists rejected rows with line and reason, 100 a page', async () => {
    const bad = Array.from({ length: 120 }, (_, index) => ({ id: `bad${index}`, title: hostileName, price: -1 }))
    await stock(scene.database, brand.brandId, [{ id: 'good', title: 'Tent' }, ...bad])
    const { browser } = await scene.member(brand.brandId, 'viewer')
    const address = `${brand.root}/imports/${await importOf(brand.brandId)}`
    const pages = await Promise.all(['', '?page=2'].map((query) => browser.open(address + query)))
    const lines = pages.map(({ html }) =>
      [...html.matchAll(/<th scope="row" class="number">(\d+)<\/th>/g)].map(([, line]) => Number(line)),
    )
    expect(lines.map((list) => list.length)).toEqual([100, 20])
    expect(lines.flat()).toEqual(Array.from({ length: 120 }, (_, index) => index + 2))
    const rows = await scene.database
      .sql`select distinct reason from analytics.import_rejections where brand_id = ${brand.brandId}`
    expect(rows.length).toBeGreaterThan(0)
    for (const { reason } of rows) expect(pages[0]?.html).toContain((reason as string).split(/[<>&'"]/)[0])
    expect(pages[0]?.html).not.toContain('<script')
  })

  test('returns 404 for an import of another brand', async () => {
    const other = await scene.brand()
    const { browser } = await scene.member(other.brandId, 'owner')
    expect((await browser.open(`${other.root}/imports/${await importOf(brand.brandId)}`)).status).toBe(404)
  })
})
