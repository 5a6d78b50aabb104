import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.stop())

const count = async () => Number((await database.sql`select count(*) from oauth.audit_events`)[0]?.count)

describe('the audit log', () => {
  test('keeps at most 60 events a minute of callers without a person or grant', async () => {
    await database.sql`
      select oauth.record('sign_in_failed', client_ip => '2001:db8::' || to_hex(address)) from generate_series(1, 500) as address`
    const anonymous = await count()
    expect(anonymous).toBeGreaterThan(0)
    // The minute may end during the statement.
    expect(anonymous).toBeLessThanOrEqual(120)
    const person = crypto.randomUUID()
    await database.sql`select oauth.record('changed', person_id => ${person}::uuid) from generate_series(1, 200)`
    expect(await count()).toBe(anonymous + 200)
  })

  test('deletes anonymous events after 30 days and all others after 400 days', async () => {
    await database.sql`truncate oauth.audit_events`
    const person = crypto.randomUUID()
    await database.sql`
      insert into oauth.audit_events (occurred_at, event, person_id)
      select platform.clock() - make_interval(days => age), person || '/' || age, case person when 'known' then ${person}::uuid end
      from unnest(array['known', 'anonymous']) as person, unnest(array[0, 29, 31, 399, 401]) as age`
    await database.sql`select oauth.prune()`
    const rows = await database.sql`select event from oauth.audit_events order by event`
    expect(rows.map(({ event }) => event as string)).toEqual([
      'anonymous/0',
      'anonymous/29',
      'known/0',
      'known/29',
      'known/31',
      'known/399',
    ])
  })
})
