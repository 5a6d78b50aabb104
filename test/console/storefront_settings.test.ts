import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setStorefront } from '../../shared/operations/console/set_storefront.ts'
import { stock } from '../support/catalog_rows.ts'
import { actionsOf, ConsoleScene } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'

let scene: ConsoleScene
beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

describe('GET /console/brands/{brand_id}/settings/storefront', () => {
  test('shows a viewer the addresses, the catalog and the profile, and no form', async () => {
    const { brandId } = await createTenant(scene.database.sql)
    await stock(scene.database, brandId, [{ id: 'lamp', title: 'Lamp', price: 100 }])
    const { browser } = await scene.member(brandId, 'viewer')
    const page = await browser.open(`/console/brands/${brandId}/settings/storefront`)
    expect([page.status, actionsOf(page)]).toEqual([200, ['/oauth/sign-out']])
    const root = `/api/storefront/${brandId}`
    for (const end of ['/docs', '/.well-known/osp.json', '/.well-known/ucp', '/platforms/google/feed.xml']) {
      expect(page.html).toContain(root + end)
      expect((await fetch(scene.api.url + root + end)).status).toBe(200)
    }
    expect(page.html).toMatch(/<dt>Products<\/dt>\s*<dd>1<\/dd>/)
  })

  test('limits each text as the operation does', async () => {
    const { brandId } = await createTenant(scene.database.sql)
    const { browser } = await scene.member(brandId, 'owner')
    const { html } = await browser.open(`/console/brands/${brandId}/settings/storefront`)
    // A browser asks before entered texts are lost.
    expect(html).toContain('src="/console/unsaved.js?')
    expect(html).toContain('data-unsaved="no"')
    const longest = (name: string) => Number(new RegExp(`name="${name}"[^>]*maxlength="(\\d+)"`).exec(html)?.[1])
    const { shape } = setStorefront.input
    for (const name of ['description', 'category', 'support_contact', 'shipping_statement'] as const) {
      const [fits, exceeds] = [0, 1].map((more) => shape[name].safeParse('a'.repeat(longest(name) + more)).success)
      expect([name, fits, exceeds]).toEqual([name, true, false])
    }
    const address = `https://a.example/${'a'.repeat(longest('website') - 18)}`
    expect([address, `${address}a`].map((link) => shape.website.safeParse(link).success)).toEqual([true, false])
  })

  test('returns 404 for a brand of others', async () => {
    const [own, foreign] = [await createTenant(scene.database.sql), await createTenant(scene.database.sql)]
    const { browser } = await scene.member(own.brandId, 'owner')
    expect((await browser.open(`/console/brands/${foreign.brandId}/settings/storefront`)).status).toBe(404)
  })
})
