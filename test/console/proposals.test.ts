import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actionsOf, ConsoleScene, hostileName } from '../support/console.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { Client } from '../support/oauth.ts'

let scene: ConsoleScene
let brand: Awaited<ReturnType<ConsoleScene['brand']>>

beforeAll(async () => {
  scene = await ConsoleScene.start({ isReachable: true })
  brand = await scene.brand()
})
afterAll(() => scene.stop())

const usual = {
  change: { kind: 'budget', from: 100, to: 120.5 },
  rationale: hostileName,
  created_by: 'key_x',
  status: 'pending_approval',
  created_at: '2026-11-20T10:00:00Z',
  expires_at: '2026-12-04T10:00:00Z',
}

/** Inserts a proposal as propose_change does. */
async function propose(fields: Partial<typeof usual> = {}) {
  const sql = scene.database.sql
  const row = { ...usual, ...fields }
  const [made] = await sql`
    insert into connector.proposals (brand_id, target, change, rationale, evidence, idempotency_key, request_hash, created_by, status, created_at, expires_at)
    values (${brand.brandId}, ${sql.json({ level: 'campaign', platform: 'google', id: '2' })}, ${sql.json(row.change)},
      ${row.rationale}, ${[hostileName]}, gen_random_uuid()::text, '\\x00', ${row.created_by}, ${row.status}, ${row.created_at}, ${row.expires_at})
    returning proposal_id`
  return made?.proposal_id as string
}

describe('proposals page', () => {
  test('shows the proposed change in the brand’s currency and escapes text', async () => {
    const id = await propose()
    const { browser } = await scene.member(brand.brandId, 'viewer')
    const { html } = await browser.open(`${brand.root}/proposals`)
    expect(html).toContain(`<li id="${id}">`)
    expect(html).toContain('$100.00 per day')
    expect(html).toContain('$120.50 per day')
    expect(html).toContain('&lt;script&gt;')
    expect(html).not.toMatch(/<script|<img/)
  })

  test('shows amounts with all digits, and bids without a period', async () => {
    const page = async (change: typeof usual.change) => {
      const id = await propose({ change })
      const { browser } = await scene.member(brand.brandId, 'viewer')
      const { html } = await browser.open(`${brand.root}/proposals`)
      return html.split(`id="${id}"`)[1]?.split('</li>')[0] ?? ''
    }
    expect(await page({ kind: 'budget', from: 0.0049, to: 0.005 })).toMatch(/\$0\.0049 per day[^]*\$0\.005 per day/)
    const bid = await page({ kind: 'bid', from: 1.255, to: 1.3 })
    expect(bid).toMatch(/\$1\.255<[^]*\$1\.30</)
    expect(bid).not.toContain('per day')
  })

  test('names another proposal for the campaign that waits, and one that was approved after it was made, with their amounts', async () => {
    const own = await scene.brand()
    const { sql } = scene.database
    const add = async (id: string, status: string, to: number, decided_at: string | null, created_at: string) => {
      const [made] = await sql`
        insert into connector.proposals (brand_id, target, change, rationale, idempotency_key, request_hash, created_by, status, created_at, expires_at, decided_at)
        values (${own.brandId}, ${sql.json({ level: 'campaign', platform: id === 'alias' ? 'Google Ads' : 'google', id: id === 'other' ? '1' : '2' })},
          ${sql.json({ kind: 'budget', from: 70, to })}, 'Because', gen_random_uuid()::text, '\\x00', 'key_x', ${status}, ${created_at}, ${created_at}::timestamptz + interval '14 days', ${decided_at})
        returning proposal_id`
      return made?.proposal_id as string
    }
    const shown = await add('own', 'pending_approval', 100, null, '2026-11-19T10:00:00Z')
    await add('other', 'pending_approval', 11, null, '2026-11-19T10:00:00Z')
    await add('own', 'approved', 12, '2026-11-18T10:00:00Z', '2026-11-17T10:00:00Z')
    const waiting = await add('alias', 'pending_approval', 65, null, '2026-11-19T11:00:00Z')
    const approved = await add('own', 'approved', 62, '2026-11-19T12:00:00Z', '2026-11-19T09:00:00Z')
    const { browser } = await scene.member(own.brandId, 'viewer')
    const { html } = await browser.open(`${own.root}/proposals`)
    const card = (id: string) => html.split(`<li id="${id}">`)[1]?.split('Proposed by')[0] ?? ''
    expect(card(shown).match(/\/console\/proposals\/\w+/g)).toEqual([
      `/console/proposals/${approved}`,
      `/console/proposals/${waiting}`,
    ])
    expect(card(shown)).toMatch(/approved after this one was made[^]*\$70\.00 per day[^]*\$62\.00 per day/)
    expect(card(approved)).not.toContain('/console/proposals/')
  })

  test('shows no characters that reorder text', async () => {
    await propose({ rationale: 'Costs \u202e001$ and \u2066no more\u2069' })
    const { browser } = await scene.member(brand.brandId, 'viewer')
    const { html } = await browser.open(`${brand.root}/proposals`)
    expect(html).toContain('Costs 001$ and no more')
    expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
  })

  test('shows the key that proposed and the person who decided', async () => {
    const { browser, person } = await scene.member(brand.brandId, 'admin')
    const { keyId } = await issueKey(scene.database.sql, brand.accountId, {
      brandId: brand.brandId,
      prefix: 'sk_live_',
    })
    await propose({ created_by: keyId })
    const waiting = await browser.open(`${brand.root}/proposals`)
    expect(waiting.html).toMatch(
      /Proposed by[^]*<bdi>[^<]+<\/bdi> <code>sk_live_\.\.\.\w{4}<\/code>, 20 Nov 2026, 10:00 UTC/,
    )
    const [decision = ''] = actionsOf(waiting).filter((action) => action.includes('/proposals/'))
    const decided = await browser.submit(waiting, decision, [['decision', 'reject']])
    expect(decided.html.replace(/\s+/g, ' ')).toContain(`Decided by <bdi>${person.email}</bdi>, 20 Nov 2026, 12:00 UTC`)
  })

  test('shows the app that proposed and the person who connected it', async () => {
    const person = await scene.person({ [brand.brandId]: 'admin' })
    const client = new Client(scene.api.url)
    await client.register({ client_name: 'Planner' })
    await client.connect(person)
    const [row] = await scene.database.sql`
      select 'app_' || md5(client_id || '/' || person_id) as id from oauth.grants where person_id = ${person.id}`
    const id = await propose({ created_by: row?.id as string })
    await scene.database.sql`update connector.proposals set person_id = ${person.id} where proposal_id = ${id}`
    const { browser } = await scene.member(brand.brandId, 'viewer')
    const { html } = await browser.open(`${brand.root}/proposals`)
    expect(html.replace(/\s+/g, ' ')).toContain(`<bdi>Planner</bdi>, connected by <bdi>${person.email}</bdi>`)
  })

  test('lists an undecided proposal as expired after its deadline', async () => {
    const id = await propose({ created_at: '2026-11-01T10:00:00Z', expires_at: '2026-11-15T10:00:00Z' })
    const { browser } = await scene.member(brand.brandId, 'viewer')
    const lists = await Promise.all(
      ['pending_approval', 'expired'].map((status) => browser.open(`${brand.root}/proposals?status=${status}`)),
    )
    expect(lists.map(({ html }) => html.includes(id))).toEqual([false, true])
  })

  test('states that there are no proposals', async () => {
    const { brandId } = await createTenant(scene.database.sql)
    const { browser } = await scene.member(brandId, 'viewer')
    expect((await browser.open(`/console/brands/${brandId}/proposals`)).html).toContain('There are no proposals.')
  })
})
