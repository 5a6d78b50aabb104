import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene, hostileName } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'

let scene: ConsoleScene
let brand: Awaited<ReturnType<ConsoleScene['brand']>>

beforeAll(async () => {
  scene = await ConsoleScene.start()
  brand = await scene.brand()
})
afterAll(() => scene.stop())

/** A proposal as propose_change would have placed it. */
async function propose(fields: Record<string, unknown> = {}) {
  const sql = scene.database.sql
  const row = {
    status: 'pending_approval',
    created_at: '2026-11-20T10:00:00Z',
    expires_at: '2026-12-04T10:00:00Z',
    ...fields,
  }
  const [made] = await sql`
    insert into connector.proposals (brand_id, target, change, rationale, evidence, idempotency_key, request_hash, created_by, status, created_at, expires_at)
    values (${brand.brandId}, ${sql.json({ level: 'campaign', platform: 'google', id: '2' })}, ${sql.json({ kind: 'budget', from: 100, to: 120.5 })},
      ${hostileName}, ${[hostileName]}, gen_random_uuid()::text, '\\x00', 'key_x', ${row.status}, ${row.created_at}, ${row.expires_at})
    returning proposal_id`
  return made?.proposal_id as string
}

describe('the approvals queue', () => {
  test('shows what is suggested for what, in the brand’s money, hostile words as text', async () => {
    const id = await propose()
    const { browser } = await scene.member(brand.brandId, 'viewer')
    const { html } = await browser.open(`${brand.root}/proposals`)
    expect(html).toContain(`<li id="${id}">`)
    expect(html).toContain('$100.00 a day')
    expect(html).toContain('$120.50 a day')
    expect(html).toContain('&lt;script&gt;')
    expect(html).not.toMatch(/<script|<img/)
  })

  test('says of one that nobody answered in time that it is expired', async () => {
    const id = await propose({ created_at: '2026-11-01T10:00:00Z', expires_at: '2026-11-15T10:00:00Z' })
    const { browser } = await scene.member(brand.brandId, 'viewer')
    const lists = await Promise.all(
      ['pending_approval', 'expired'].map((status) => browser.open(`${brand.root}/proposals?status=${status}`)),
    )
    expect(lists.map(({ html }) => html.includes(id))).toEqual([false, true])
  })

  test('says where proposals come from when there is none', async () => {
    const { brandId } = await createTenant(scene.database.sql)
    const { browser } = await scene.member(brandId, 'viewer')
    expect((await browser.open(`/console/brands/${brandId}/proposals`)).html).toContain(
      'No agent has suggested anything yet',
    )
  })
})
