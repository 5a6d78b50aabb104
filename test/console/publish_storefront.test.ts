import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stock } from '../support/catalog_rows.ts'
import { ConsoleScene, ownForm } from '../support/console.ts'
import type { Member } from '../support/console.ts'
import { createTenant, issueKey } from '../support/factories.ts'

let scene: ConsoleScene
beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

async function shop() {
  const tenant = await createTenant(scene.database.sql)
  await stock(scene.database, tenant.brandId, [{ id: 'lamp', title: 'Lamp', price: 100 }])
  const path = `/console/brands/${tenant.brandId}/settings/storefront`
  const admin = await scene.member(tenant.brandId, 'admin')
  const publish = async (fields: Record<string, string>, { browser }: Member = admin, at = path) => {
    const page = await browser.open(path)
    return await browser.post(`${at}/publication`, [...ownForm(page), ...Object.entries(fields)])
  }
  const read = async (end: string, key?: string) =>
    (
      await fetch(`${scene.api.url}/api/storefront/${tenant.brandId}${end}`, {
        headers: {
          ...(key ? { Authorization: `Bearer ${key}` } : {}),
          // Each request has an address of its own, so that the limit of anonymous callers does not apply.
          'X-Forwarded-For': `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`,
        },
      })
    ).status
  return { ...tenant, path, admin, publish, read }
}
const off = { version: '1', is_published: 'false' }
const ends = ['/products', '/docs', '/.well-known/osp.json', '/platforms/google/feed', '/trust']

describe('POST /console/brands/{brand_id}/settings/storefront/publication', () => {
  test('hides the storefront from all but its own keys, and publishes it again', async () => {
    const { publish, read, accountId, brandId, admin, path } = await shop()
    const { key } = await issueKey(scene.database.sql, accountId, { prefix: 'sk_live_' })
    const other = await createTenant(scene.database.sql)
    const foreign = (await issueKey(scene.database.sql, other.accountId, { prefix: 'sk_live_' })).key
    expect((await publish(off)).url.search).toBe('?done=unpublished')
    for (const end of ends) expect([end, await read(end), await read(end, foreign)]).toEqual([end, 404, 404])
    expect([await read('/products', key), (await admin.browser.open(path)).status]).toEqual([200, 200])
    expect((await admin.browser.open(`/console/brands/${brandId}/catalog`)).status).toBe(200)
    expect((await publish({ version: '2', is_published: 'true' })).url.search).toBe('?done=published')
    for (const end of ends) expect([end, await read(end)]).toEqual([end, 200])
    const events = await scene.database.sql`
      select type from events.outbox where brand_id = ${brandId} and type like 'deployment.%' order by occurred_at, type`
    expect(events.map(({ type }) => type as string).toSorted()).toEqual(['deployment.created', 'deployment.updated'])
  })

  test('answers as for a brand that does not exist', async () => {
    const { publish, brandId } = await shop()
    await publish(off)
    const bodies = await Promise.all(
      [brandId, 'brd_nothing'].map(async (id) => {
        const { request_id: _, ...body } = await (await fetch(`${scene.api.url}/api/storefront/${id}/products`)).json()
        return body
      }),
    )
    expect(bodies[0]).toEqual(bodies[1])
  })

  test.each(['viewer', 'analyst'] as const)('returns 403 for a %s', async (role) => {
    const { publish, read, brandId } = await shop()
    expect((await publish(off, await scene.member(brandId, role))).status).toBe(403)
    expect(await read('/products')).toBe(200)
  })

  test('returns 404 for a brand of others', async () => {
    const [own, foreign] = [await shop(), await shop()]
    expect((await own.publish(off, own.admin, foreign.path)).status).toBe(404)
    expect(await foreign.read('/products')).toBe(200)
  })

  test('warns before it publishes a shop without products', async () => {
    const { brandId } = await createTenant(scene.database.sql)
    const path = `/console/brands/${brandId}/settings/storefront`
    const admin = await scene.member(brandId, 'admin')
    const opened = await admin.browser.open(path)
    const version = /name="version" value="(\d+)"/.exec(opened.html)?.[1] ?? '1'
    if (opened.html.includes('End the publication'))
      await admin.browser.submit(opened, `${path}/publication`, [['version', version]])
    const { html } = await admin.browser.open(path)
    expect(html).toContain('The storefront has 0 products, so agents find an empty shop.')
    expect(html).toContain('Publish without products')
    const stocked = await shop()
    await stocked.publish(off)
    expect((await stocked.admin.browser.open(stocked.path)).html).not.toContain('0 products, so agents')
  })

  test('returns 409 for an outdated form, and 400 for junk', async () => {
    const { publish, read, path } = await shop()
    const outdated = await publish({ ...off, version: '7' })
    expect(outdated.status).toBe(409)
    expect(outdated.html).toMatch(/<details class="ask" open>[^]*role="alert"[^]*name="version" value="1"/)
    expect(outdated.html).toContain(`action="${path}"`)
    expect((await publish({ version: '1', is_published: 'perhaps' })).status).toBe(400)
    expect(await read('/products')).toBe(200)
  })
})
