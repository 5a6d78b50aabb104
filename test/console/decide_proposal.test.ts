import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene, ownForm } from '../support/console.ts'

let scene: ConsoleScene
let brand: Awaited<ReturnType<ConsoleScene['brand']>>

beforeAll(async () => {
  scene = await ConsoleScene.start()
  brand = await scene.brand()
})
afterAll(() => scene.stop())

async function propose(expiresAt = '2026-12-04T10:00:00Z', campaign = '2'): Promise<string> {
  const { sql } = scene.database
  const [made] = await sql`
    insert into connector.proposals (brand_id, target, change, rationale, idempotency_key, request_hash, created_by, created_at, expires_at)
    values (${brand.brandId}, ${sql.json({ level: 'campaign', platform: 'google', id: campaign })}, ${sql.json({ kind: 'budget', from: 100, to: 120 })},
      'It pays', gen_random_uuid()::text, '\\x00', 'key_x', ${new Date(Date.parse(expiresAt) - 14 * 86_400_000).toISOString()}, ${expiresAt})
    returning proposal_id`
  return made?.proposal_id as string
}

async function decide(id: string, role: 'viewer' | 'analyst' | 'admin' | 'owner', fields: [string, string][]) {
  const { browser, person } = await scene.member(brand.brandId, role)
  const page = await browser.open(`${brand.root}/proposals`)
  const answered = await browser.post(`${brand.root}/proposals/${id}`, [...ownForm(page), ...fields])
  return { answered, personId: person.id }
}

const kept = async (id: string) => {
  const [row] = await scene.database.sql`
    select status, decided_by, note from connector.proposals where proposal_id = ${id}`
  return row
}

describe('POST /console/brands/{brand_id}/proposals/{proposal_id}', () => {
  test.each([
    ['approve', 'approved', 'admin'],
    ['reject', 'rejected', 'owner'],
  ] as const)('stores a decision to %s with person and note, and emits no event', async (decision, status, role) => {
    const id = await propose()
    const { answered, personId } = await decide(id, role, [
      ['decision', decision],
      ['note', 'After the holidays'],
    ])
    expect(answered.html).toContain('After the holidays')
    expect(await kept(id)).toEqual({ status, decided_by: personId, note: 'After the holidays' })
    const events = await scene.database.sql`
      select type from events.outbox where brand_id = ${brand.brandId} and data ->> 'proposal_id' = ${id}`
    expect(events).toEqual([])
    const audit = await scene.database.sql`select from oauth.audit_events where person_id = ${personId}`
    expect(audit.length).toBeGreaterThan(0)
  })

  test('refuses to approve a change of a campaign that is gone, and accepts its rejection', async () => {
    const id = await propose(undefined, 'gone')
    const { browser } = await scene.member(brand.brandId, 'admin')
    const card = (await browser.open(`${brand.root}/proposals`)).html.split(`id="${id}"`)[1]?.split('</li>')[0] ?? ''
    expect(card).toContain('This campaign is not in the reports any more.')
    expect([card.includes('value="approve"'), card.includes('value="reject"')]).toEqual([false, true])
    const { answered } = await decide(id, 'admin', [['decision', 'approve']])
    expect([answered.status, await kept(id)]).toEqual([
      409,
      { status: 'pending_approval', decided_by: null, note: null },
    ])
    expect(answered.html).toContain('This campaign is not in the reports of the brand any more')
    await decide(id, 'admin', [['decision', 'reject']])
    expect((await kept(id))?.status).toBe('rejected')
  })

  test('accepts one of two concurrent decisions and returns 409 for the other', async () => {
    const id = await propose()
    const answers = await Promise.all([
      decide(id, 'admin', [['decision', 'approve']]),
      decide(id, 'admin', [['decision', 'reject']]),
    ])
    expect(answers.map(({ answered }) => answered.status).toSorted()).toEqual([200, 409])
  })

  test('returns 409 for an expired proposal and 404 for one of another brand', async () => {
    const late = await propose('2026-11-15T10:00:00Z')
    expect((await decide(late, 'owner', [['decision', 'approve']])).answered.status).toBe(409)
    expect((await kept(late))?.status).toBe('pending_approval')
    const elsewhere = await scene.brand()
    const id = await propose()
    await scene.database.sql`update connector.proposals set brand_id = ${elsewhere.brandId} where proposal_id = ${id}`
    expect((await decide(id, 'owner', [['decision', 'approve']])).answered.status).toBe(404)
  })

  test.each([
    [[['decision', 'maybe']]],
    [[]],
    [
      [
        ['decision', 'approve'],
        ['note', 'x'.repeat(1001)],
      ],
    ],
    [
      [
        ['decision', 'approve'],
        ['note', '\u202e'],
      ],
    ],
  ] as [[string, string][]][])('rejects %j with 400', async (fields) => {
    const id = await propose()
    expect((await decide(id, 'owner', fields)).answered.status).toBe(400)
    expect((await kept(id))?.status).toBe('pending_approval')
  })

  test('shows the links of the list beside a refused note that is too long to be kept', async () => {
    const note = Array.from({ length: 2000 }, (_, index) => ((index * 7919) % 10007).toString(36)).join(' ')
    const id = await propose()
    const { answered } = await decide(id, 'owner', [
      ['decision', 'approve'],
      ['note', note],
    ])
    const filters = [...answered.html.matchAll(/href="([^"]*)\?status=/g)].map(([, path]) => path)
    expect(answered.html).toContain(note)
    expect(new Set(filters)).toEqual(new Set([`${brand.root}/proposals`]))
  })
})
