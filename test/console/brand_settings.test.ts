import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actionsOf, ConsoleScene } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'

let scene: ConsoleScene
beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

describe('GET /console/brands/{brand_id}/settings/brand', () => {
  test.each(['viewer', 'analyst'] as const)('shows a %s the values and no form', async (role) => {
    const tenant = await createTenant(scene.database.sql, { name: 'North <b>' })
    const { browser } = await scene.member(tenant.brandId, role)
    const page = await browser.open(`/console/brands/${tenant.brandId}/settings/brand`)
    expect([page.status, actionsOf(page)]).toEqual([200, ['/oauth/sign-out']])
    expect(page.html).toContain('North &lt;b&gt;')
    expect(page.html).toContain('An admin or owner of this brand can change its settings.')
  })

  test('says why currency and time zone cannot change while data is stored', async () => {
    const brand = await scene.brand()
    const { browser } = await scene.member(brand.brandId, 'owner')
    const page = await browser.open(`${brand.root}/settings/brand`)
    expect(page.html.replaceAll(/\s+/g, ' ')).toContain('They cannot change, because the brand has ad reports.')
    expect(page.html).not.toContain('<select name="currency"')
  })

  test('returns 404 for a brand of others', async () => {
    const [own, foreign] = [await createTenant(scene.database.sql), await createTenant(scene.database.sql)]
    const { browser } = await scene.member(own.brandId, 'owner')
    expect((await browser.open(`/console/brands/${foreign.brandId}/settings/brand`)).status).toBe(404)
  })
})
