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

  test('tells an owner how the brand is deleted, and no other role', async () => {
    const { brandId } = await createTenant(scene.database.sql)
    const path = `/console/brands/${brandId}/settings/brand`
    const [owner, admin] = [await scene.member(brandId, 'owner'), await scene.member(brandId, 'admin')]
    const [shown, hidden] = [await owner.browser.open(path), await admin.browser.open(path)]
    expect(shown.html).toContain('Danger zone')
    expect(shown.html).toContain('After 7 days all data of the brand is deleted')
    expect(actionsOf(shown)).toContain(`${path}/deletion`)
    expect(hidden.status).toBe(200)
    expect(hidden.html).not.toContain('Danger zone')
    expect(actionsOf(hidden)).not.toContain(`${path}/deletion`)
  })

  test('returns 404 for a brand of others', async () => {
    const [own, foreign] = [await createTenant(scene.database.sql), await createTenant(scene.database.sql)]
    const { browser } = await scene.member(own.brandId, 'owner')
    expect((await browser.open(`/console/brands/${foreign.brandId}/settings/brand`)).status).toBe(404)
  })
})
