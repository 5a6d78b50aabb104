import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConsoleScene } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'

let scene: ConsoleScene

beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

test('lists the campaigns of the month and of future months, and none of an earlier one without reports', async () => {
  const brand = await scene.brand()
  const { browser } = await scene.member(brand.brandId, 'viewer')
  const rowsOf = async (query: string) => {
    const { html } = await browser.open(`${brand.root}/settings/targets?${query}`)
    return html.match(/<bdi id="campaign\d+"/g)?.length ?? 0
  }
  expect(await rowsOf('month=2026-11')).toBe(2)
  expect(await rowsOf('month=2027-03')).toBe(2)
  expect(await rowsOf('month=2026-03')).toBe(0)
  expect(await rowsOf('month=2026-11&search=OWNED')).toBe(1)
  expect(await rowsOf('month=2026-11&search=tiktok')).toBe(0)
})

test('names the month before the selected one in the table and on the button to copy', async () => {
  const brand = await scene.brand()
  const { browser } = await scene.member(brand.brandId, 'admin')
  const { html } = await browser.open(`${brand.root}/settings/targets?month=2027-01`)
  expect(html.match(/<th scope="col" class="number">December 2026<\/th>/g)).toHaveLength(3)
  expect(html).toContain('>Copy December 2026</a>')
  expect(html).not.toContain('Last month')
})

test('says that a brand without reports has no campaign', async () => {
  const empty = await createTenant(scene.database.sql)
  const { browser } = await scene.member(empty.brandId, 'admin')
  const { html } = await browser.open(`/console/brands/${empty.brandId}/settings/targets?month=2026-11`)
  expect(html).toContain('No campaign has spend or a target in November 2026 or the month before.')
})
