import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.stop())

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
  const { brandId } = await createTenant(database.sql)
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
      return (row as { answer: { proposals: number } }).answer.proposals
    })
  const held = async () =>
    await database.sql`
    select target ->> 'id' as id, evidence, created_by, person_id::text from connector.proposals
    where brand_id = ${brandId} order by 1`
  return { brandId, personId, propose, held }
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
    expect(await propose(Array.from({ length: 25 }, (_, index) => budget(String(index + 1), 120)))).toBe(25)
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
