import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stock } from '../support/catalog_rows.ts'
import { ConsoleScene } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'

let scene: ConsoleScene
let brand: Awaited<ReturnType<ConsoleScene['brand']>>

beforeAll(async () => {
  scene = await ConsoleScene.start()
  brand = await scene.brand()
  await stock(scene.database, brand.brandId, [{ id: 'p1', title: 'Tent' }])
})
afterAll(() => scene.stop())

async function open(path: string, root = brand.root) {
  const { browser } = await scene.member(root.split('/').at(-1) as string, 'viewer')
  return await browser.open(root + path)
}

describe('import history', () => {
  test('lists imports of ads and products with accepted rows', async () => {
    const { html } = await open('/imports')
    expect([...html.matchAll(/<bdi>([\w.]+)<\/bdi><\/a/g)].map(([, name]) => name).toSorted()).toEqual([
      'ads.csv',
      'rows.jsonl',
    ])
    expect(html).toContain('<td class="number">120</td>')
  })

  test.each(['/imports', '/anomalies', '/proposals', '/catalog'])(
    '%s does not deny its data on a page beyond the end',
    async (path) => {
      const { html } = await open(`${path}?page=99`)
      expect(html).toMatch(/There is no page 99\. <a href="[^"]*">First page<\/a>/)
      expect(html).not.toMatch(/No files have been imported\.|There are no proposals|No anomaly was/)
    },
  )

  test('lists product imports on the catalog page', async () => {
    const { html } = await open('/catalog')
    expect(html).toContain('rows.jsonl')
    expect(html).not.toContain('ads.csv')
  })

  test('lists 25 imports a page, newest first', async () => {
    const many = await createTenant(scene.database.sql)
    const root = `/console/brands/${many.brandId}`
    await scene.database.sql`
      insert into analytics.imports (brand_id, kind, dialect, file_name, rows_read, rows_accepted, rows_rejected, imported_at)
      select ${many.brandId}, 'ads', 'generic', 'file_' || n || '.csv', 1, 1, 0, timestamptz '2026-01-01' + n * interval '1 hour'
      from generate_series(1, 30) as n`
    const [first, second, beyond] = await Promise.all(
      ['', '?page=2', '?page=3'].map((query) => open(`/imports${query}`, root)),
    )
    const files = (html = '') => [...html.matchAll(/file_(\d+)\.csv/g)].map(([, number]) => Number(number))
    expect(files(first?.html)).toEqual(Array.from({ length: 25 }, (_, index) => 30 - index))
    expect(files(second?.html)).toEqual([5, 4, 3, 2, 1])
    expect([first?.html, second?.html]).toEqual([
      expect.stringContaining('rel="next"'),
      expect.stringContaining('rel="prev"'),
    ])
    expect(files(beyond?.html)).toEqual([])
  })

  test('states that no files have been imported', async () => {
    const empty = await createTenant(scene.database.sql)
    expect((await open('/imports', `/console/brands/${empty.brandId}`)).html).toContain('No files have been imported')
  })
})
