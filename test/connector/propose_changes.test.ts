import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

interface Change {
  target: { level: string; platform: string; id: string }
  change: { kind: string; from?: number; to: unknown }
  evidence: string[]
}

function budget(id: string, to: unknown, platform = 'google'): Change {
  return { target: { level: 'campaign', platform, id }, change: { kind: 'budget', to }, evidence: [`Spend of ${id}`] }
}

/** A brand with 30 campaigns, each with a budget of 100. */
async function stocked() {
  const { brandId, accountId, key } = await createTenant(database.sql)
  const rows = Array.from({ length: 30 }, (_, index) => ({
    date: '2026-11-10',
    platform: 'google',
    account_id: 'g',
    campaign_id: String(index + 1),
    campaign_name: `Campaign ${index + 1}`,
    spend: 50,
    daily_budget: 100,
  }))
  await ingest(database, brandId, rows)
  const personId = randomUUID()
  await database.sql`insert into auth.users (id, email) values (${personId}, ${`${personId}@example.com`})`
  await database.sql`insert into core.memberships (brand_id, person_id, role) values (${brandId}, ${personId}, 'analyst')`
  const propose = async (changes: unknown, confirm = false) =>
    await database.sql.begin(async (sql) => {
      await sql`select core.enter_scope(
        (select jsonb_populate_record(null::core.credential, ${sql.json({
          is_simulated: false,
          accepted_by: ['console'],
          person_id: personId,
          brand_ids: [brandId],
          role: 'analyst',
        })})),
        (select operations from core.operations where operation = 'connector.propose_changes'),
        ${brandId}
      )`
      const [row] = await sql`select core.run_as_person(
        (select call from core.operations where operation = 'connector.propose_changes'),
        ${sql.json({ brand_id: brandId, changes, rationale: 'Because', confirm } as never)}
      ) as answer`
      return (row as { answer: { proposals: { target: { id: string } }[] } }).answer.proposals
    })
  const held = async () =>
    await database.sql`
    select target ->> 'id' as id, evidence, created_by, person_id::text from connector.proposals
    where brand_id = ${brandId} order by 1`
  return { brandId, accountId, reader: key, personId, propose, held }
}

describe('connector.propose_changes', () => {
  test.each([
    ['an unknown campaign', budget('99', 120), 'changes[1].target.id'],
    ['a campaign of another platform', budget('2', 120, 'meta'), 'changes[1].target.id'],
    ['an amount below 0', budget('2', -1), 'changes[1].change.to'],
    ['a text', budget('2', '120'), 'changes[1].change.to'],
    ['an amount above ten times the budget', budget('2', 1000.01), 'changes[1].change.to'],
    [
      'another present budget',
      { ...budget('2', 120), change: { kind: 'budget', from: 80, to: 120 } },
      'changes[1].change.from',
    ],
    ['the target of the first', budget('1', 130, 'GOOGLE'), 'changes[1]'],
    ['the target of the first under an alias of its platform', budget('1', 130, 'Google Ads'), 'changes[1]'],
  ])('proposes nothing if the second of three changes has %s', async (_, wrong, field) => {
    const { propose, held } = await stocked()
    await expect(propose([budget('1', 120), wrong, budget('3', 120)])).rejects.toMatchObject({ column_name: field })
    expect(await held()).toEqual([])
  })

  test.each([[0], [26]])('refuses %i changes', async (length) => {
    const { propose, held } = await stocked()
    await expect(propose(Array.from({ length }, (_, index) => budget(String(index + 1), 120)))).rejects.toMatchObject({
      constraint_name: 'must_have_some_changes',
    })
    expect(await held()).toEqual([])
  })

  test('proposes 25 changes in the name of the person, each with its own evidence', async () => {
    const { propose, held, personId } = await stocked()
    expect(await propose(Array.from({ length: 25 }, (_, index) => budget(String(index + 1), 120)))).toHaveLength(25)
    const rows = await held()
    expect(rows).toHaveLength(25)
    expect(rows[0]).toEqual({ id: '1', evidence: ['Spend of 1'], created_by: personId, person_id: personId })
  })

  test('names all changes that wait already, and proposes none of the others', async () => {
    const { propose, held } = await stocked()
    await propose([budget('2', 120), budget('3', 120)])
    const refused = propose([budget('1', 120), budget('3', 120), budget('2', 120)])
    await expect(refused).rejects.toMatchObject({ constraint_name: 'some_changes_are_proposed_already' })
    const values = await refused.catch((error: unknown) => (error as Record<string, string>)['data type_name'])
    expect((JSON.parse(values as string) as { waiting: { name: string }[] }).waiting.map(({ name }) => name)).toEqual([
      'Campaign 3',
      'Campaign 2',
    ])
    expect(await held()).toHaveLength(2)
  })

  test('proposes the same changes once, for eight concurrent requests in different orders', async () => {
    const { propose, held } = await stocked()
    const changes = [budget('1', 120), budget('2', 120), budget('3', 120)]
    const sent = Array.from({ length: 8 }, (_, index) => propose(index % 2 ? changes : changes.toReversed()))
    const results = await Promise.allSettled(sent)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const reasons = results.flatMap((each) =>
      each.status === 'rejected' ? [(each.reason as { constraint_name: string }).constraint_name] : [],
    )
    expect(reasons).toEqual(Array(7).fill('some_changes_are_proposed_already'))
    expect(await held()).toHaveLength(3)
  })
})

describe('POST /v1/proposals', () => {
  async function proposer() {
    const brand = await stocked()
    const scopes = ['read:marketing', 'write:proposals']
    const { key, keyId } = await issueKey(database.sql, brand.accountId, { scopes, brandId: brand.brandId })
    const send = async (changes: unknown, { by = key, ...more }: { by?: string; brand_id?: string } = {}) =>
      await api.http
        .post('/v1/proposals')
        .set('Authorization', `Bearer ${by}`)
        .send({ changes, rationale: 'Because', ...more })
    return { ...brand, keyId, send }
  }

  test('returns 403 for a key without the scope, and for a brand out of reach', async () => {
    const [{ send, held, reader }, other] = [await proposer(), await proposer()]
    expect((await send([budget('1', 120)], { by: reader })).status).toBe(403)
    expect((await send([budget('1', 120)], { brand_id: other.brandId })).status).toBe(403)
    expect([await held(), await other.held()]).toEqual([[], []])
  })

  test('creates the proposals in the name of the key, in the order of the changes, for a person to decide', async () => {
    const { send, held, keyId } = await proposer()
    const { status, body } = await send([budget('3', 120), budget('1', 130), budget('2', 140)])
    expect(status).toBe(201)
    expect(body.proposals.map(({ target }: Change) => target.id)).toEqual(['3', '1', '2'])
    expect(body.proposals[0]).toMatchObject({
      status: 'pending_approval',
      change: { kind: 'budget', to: 120 },
      approval_url: expect.stringMatching(/^http.*\/console\/proposals\/prp_/),
    })
    expect(await held()).toMatchObject(
      ['1', '2', '3'].map((id) => ({ id, created_by: keyId, person_id: null, evidence: [`Spend of ${id}`] })),
    )
  })

  test('returns 400 with the proposals that wait for a repeated request, and creates none', async () => {
    const { send, held } = await proposer()
    const changes = [budget('1', 120), budget('2', 120)]
    const { body: first } = await send(changes)
    const { status, body } = await send([...changes, budget('3', 120)])
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(first.proposals[1].proposal_id)])
    expect(await held()).toHaveLength(2)
  })

  test.each([
    ['Google Ads', 'google'],
    ['google', 'AdWords'],
  ])('returns 400 for a change for %s that waits for %s, also at the same time', async (first, second) => {
    const { send, held } = await proposer()
    const answers = await Promise.all([first, second].map((platform) => send([budget('1', 120, platform)])))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
    const [{ proposal_id } = {}] = answers.flatMap(({ body }) => body.proposals ?? [])
    const { status, body } = await send([budget('1', 120, second)])
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(`Campaign 1 (${proposal_id})`)])
    expect(await held()).toHaveLength(1)
    expect((await send([budget('1', 130, second)])).status).toBe(201)
  })

  test('names the member of a change that is refused', async () => {
    const { send, held } = await proposer()
    const { status, body } = await send([budget('1', 120), budget('99', 120)])
    expect([status, body.error.message]).toEqual([404, 'This brand has no campaign with the id 99 on google.'])
    expect(await held()).toEqual([])
  })
})
