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

const missingRate = {
  from_currency: 'USD',
  to_currency: 'EUR',
  days: 2,
  date_from: '2026-11-01',
  date_to: '2026-11-02',
  rows: 3,
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
      .sql`select distinct reasons ->> 0 as reason from analytics.import_rejections where brand_id = ${brand.brandId}`
    expect(rows.length).toBeGreaterThan(0)
    for (const { reason } of rows) expect(pages[0]?.html).toContain((reason as string).split(/[<>&'"]/)[0])
    expect(pages[0]?.html).not.toContain('<script')
  })

  test('shows the advice for a reader of a page, without commands', async () => {
    const importId = await importOf(brand.brandId)
    await scene.database.sql`
      update analytics.imports
      set warnings = jsonb_build_array(platform.warning('exchange_rate_is_missing', ${scene.database.sql.json(missingRate)}))
      where import_id = ${importId}`
    await scene.database.sql`
      update analytics.import_rejections
      set reasons = jsonb_build_array(platform.warning('row_lacks_exchange_rate', ${scene.database.sql.json(missingRate)}))
      where import_id = ${importId} and line = 2`
    const { browser } = await scene.member(brand.brandId, 'viewer')
    const { html } = await browser.open(`${brand.root}/imports/${importId}`)
    expect(html).toContain('No rate from USD to EUR is known for 2 of the days')
    expect(html).toContain('no rate from USD to EUR is known for that day.')
    expect(html.match(/Ask the owner of the installation to import the rates/g)).toHaveLength(2)
    expect(html).not.toContain('vitrine import rates')
  })

  test('returns 404 for an import of another brand', async () => {
    const other = await scene.brand()
    const { browser } = await scene.member(other.brandId, 'owner')
    expect((await browser.open(`${other.root}/imports/${await importOf(brand.brandId)}`)).status).toBe(404)
  })
})
