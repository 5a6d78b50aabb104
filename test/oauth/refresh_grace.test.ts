import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPair, sealPair } from '../../functions/oauth/tokens/token_pair.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { Client, createPerson } from '../support/oauth.ts'
import type { Answer, Person } from '../support/oauth.ts'

const graceSeconds = 30
let database: TestDatabase
let api: Api
let person: Person

const start = (now: string, publicBaseUrl?: string) =>
  startApi(database, {
    now,
    trustedProxyHops: 1,
    connectionsMax: 8,
    oauth: { refreshGraceSeconds: graceSeconds },
    ...(publicBaseUrl ? { publicBaseUrl } : { isReachable: true }),
  })

beforeAll(async () => {
  database = await createDatabase()
  api = await start('2026-11-20T12:00:00Z')
  const { brandId } = await createTenant(database.sql)
  person = await createPerson(database.sql, [brandId])
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

async function connected() {
  const client = new Client(api.url)
  const { body } = await client.connect(person)
  return { client, used: body.refresh_token as string }
}

/** Runs requests of the client so many seconds later. */
async function later(seconds: number, client: Client, run: (same: Client) => Promise<Answer>): Promise<Answer> {
  const other = await start(new Date(Date.parse('2026-11-20T12:00:00Z') + seconds * 1000).toISOString(), api.url)
  const same = new Client(other.url)
  same.clientId = client.clientId
  return await run(same).finally(() => other.stop())
}

async function whyRevoked({ clientId }: Client): Promise<string | null> {
  const [grant] = await database.sql`select revoked_for from oauth.grants where client_id = ${clientId}`
  return grant?.revoked_for ?? null
}
const refusal = ({ status, body }: Answer) => [status, body.error]

describe('a repeated refresh within the grace period', () => {
  test('returns the identical pair every time, and the pair works', async () => {
    const { client, used } = await connected()
    const first = await client.refresh(used)
    const again = await client.refresh(used)
    expect(again.body).toEqual(first.body)
    const last = await later(graceSeconds - 1, client, (same) => same.refresh(used))
    expect(last.body).toEqual({ ...first.body, expires_in: 3600 - graceSeconds + 1 })
    expect((await client.refresh(first.body.refresh_token as string)).status).toBe(200)
    const events = await database.sql`
      select event from oauth.audit_events where client_id = ${client.clientId} and event like 'refresh%' order by event_id`
    expect(events.map(({ event }) => event)).toEqual(['refreshed', 'refresh_repeated', 'refresh_repeated', 'refreshed'])
  })

  test('returns one pair to 50 concurrent requests', async () => {
    const { client, used } = await connected()
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.refresh(used)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
    expect(await whyRevoked(client)).toBeNull()
  })

  test('revokes the grant when another client repeats it', async () => {
    const { client, used } = await connected()
    const { client: thief } = await connected()
    await client.refresh(used)
    expect(refusal(await thief.refresh(used))).toEqual([400, 'invalid_grant'])
    expect(await whyRevoked(client)).toBe('refresh_replay')
  })

  test('revokes the grant for another scope or after the pair was used', async () => {
    const one = await connected()
    await one.client.refresh(one.used, { scope: 'read:marketing' })
    expect((await one.client.refresh(one.used, { scope: 'read:marketing' })).body.scope).toBe('read:marketing')
    expect(refusal(await one.client.refresh(one.used))).toEqual([400, 'invalid_grant'])
    expect(await whyRevoked(one.client)).toBe('refresh_replay')

    const two = await connected()
    const { body } = await two.client.refresh(two.used)
    await two.client.refresh(body.refresh_token as string)
    expect(refusal(await two.client.refresh(two.used))).toEqual([400, 'invalid_grant'])
    expect(await whyRevoked(two.client)).toBe('refresh_replay')
  })

  test('returns invalid_grant for a revoked grant', async () => {
    const { client, used } = await connected()
    await client.refresh(used)
    await database.sql`update oauth.grants set revoked_at = '2026-11-20', revoked_for = 'person' where client_id = ${client.clientId}`
    expect(refusal(await client.refresh(used))).toEqual([400, 'invalid_grant'])
  })
})

describe('a repeated refresh after the grace period', () => {
  test('revokes the grant', async () => {
    const { client, used } = await connected()
    await client.refresh(used)
    expect(refusal(await later(graceSeconds, client, (same) => same.refresh(used)))).toEqual([400, 'invalid_grant'])
    expect(await whyRevoked(client)).toBe('refresh_replay')
  })

  test('finds no stored pair after oauth.prune()', async () => {
    const { client, used } = await connected()
    await client.refresh(used)
    const kept = () => database.sql`
      select sealed_pair from oauth.refresh_tokens join oauth.grants using (grant_id)
      where client_id = ${client.clientId} and sealed_pair is not null`
    expect(await kept()).toHaveLength(1)
    await database.sql.begin(async (sql) => {
      await sql`select set_config('vitrine.clock', '2026-11-20T12:02:00Z', true)`
      await sql`select oauth.prune()`
    })
    expect(await kept()).toHaveLength(0)
  })
})

describe('the stored pair', () => {
  const pair = { access_token: 'a', refresh_token: 'b' }

  test('decrypts with its own token only', async () => {
    const sealed = await sealPair(pair, 'used')
    expect(await openPair(sealed, 'used')).toEqual(pair)
    await expect(openPair(sealed, 'other')).rejects.toThrow()
    const [letter = ''] = sealed.slice(30)
    const changed = sealed.slice(0, 30) + (letter === 'A' ? 'B' : 'A') + sealed.slice(31)
    await expect(openPair(changed, 'used')).rejects.toThrow()
    expect(await sealPair(pair, 'used')).not.toBe(sealed)
  })

  test('contains no plain token', async () => {
    const { client, used } = await connected()
    const { body } = await client.refresh(used)
    const [row] = await database.sql`
      select jsonb_agg(refresh_tokens)::text as text from oauth.refresh_tokens join oauth.grants using (grant_id) where client_id = ${client.clientId}`
    for (const token of [used, body.refresh_token, body.access_token]) expect(row?.text).not.toContain(token?.slice(7))
  })
})
