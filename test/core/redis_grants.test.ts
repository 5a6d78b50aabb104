import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createToken } from '../../shared/credentials/tokens.ts'
import { sha256 } from '../../shared/credentials/sha256.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { createPerson } from '../support/oauth.ts'
import { hasRedis, startRedis } from '../support/redis.ts'
import type { Redis } from '../support/redis.ts'
import { startUpstash } from '../support/upstash.ts'
import type { Upstash } from '../support/upstash.ts'

const now = '2026-11-20T12:00:00Z'
const minute = Math.floor(Date.parse(now) / 60_000)
let database: TestDatabase
let redis: Redis
let upstash: Upstash
let api: Api

beforeAll(async () => {
  if (!hasRedis) return
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
  database = await createDatabase()
  redis = await startRedis()
  upstash = await startUpstash(redis)
  const options = { url: upstash.url, token: upstash.token, timeoutMilliseconds: 10_000 }
  api = await startApi(database, { connectionsMax: 8, isReachable: true, trustedProxyHops: 1, redis: options })
  // A sequence counts executions, also those that are rolled back.
  await database.sql.unsafe(`
    create sequence core.executions;
    create or replace function core.run_as_key(statement text, input jsonb) returns json
    language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
    as $$ declare v_body json; begin
      perform nextval('core.executions');
      execute run_as_key.statement into v_body using run_as_key.input;
      return v_body;
    end $$;
    grant usage on sequence core.executions to public;`)
})
afterAll(async () => {
  if (!hasRedis) return
  await api.stop()
  await upstash.stop()
  await redis.stop()
  await database.stop()
  vi.useRealTimers()
})

/** Creates a grant with two access tokens, as after a refresh. */
async function connect() {
  const { sql } = database
  const { brandId } = await createTenant(sql)
  const { id: personId } = await createPerson(sql, [brandId])
  const scopes = ['read:marketing', 'read:commerce']
  const [row] = await sql`
    with client as (
      insert into oauth.clients (redirect_uris, grant_types) values ('{https://app.example/callback}', '{authorization_code}') returning client_id
    )
    insert into oauth.grants (person_id, client_id, resource, redirect_uri, scopes, brand_ids, created_at, expires_at)
    select ${personId}, client_id, ${`${api.url}/mcp`}, 'https://app.example/callback', ${scopes}, ${[brandId]}, '2026-11-20', '2027-11-20'
    from client
    returning grant_id`
  const grantId = row?.grant_id as string
  const tokens = [createToken('access'), createToken('access')] as const
  for (const token of tokens) {
    await sql`
      insert into oauth.access_tokens (token_hash, grant_id, scopes, expires_at)
      values (${sha256(token)}, ${grantId}, ${scopes}, '2026-11-20T13:00:00Z')`
  }
  return { grantId, tokens, bucket: `vitrine:grant:${grantId}:${minute}` }
}

async function use(token: string, address = '203.0.113.1') {
  const response = await fetch(`${api.url}/api/mcp/brands`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: '{}',
  })
  await response.arrayBuffer()
  return { status: response.status, left: response.headers.get('x-ratelimit-remaining') }
}

async function executions() {
  const [row] = await database.sql`select case when is_called then last_value else 0 end as count from core.executions`
  return Number(row?.count)
}

function tally(statuses: number[]) {
  return Object.fromEntries([...new Set(statuses)].map((one) => [one, statuses.filter((s) => s === one).length]))
}

describe.skipIf(!hasRedis)('the limit of a grant counted in Redis', () => {
  test('executes at most the limit when 60 requests with two tokens of the grant arrive at once', async () => {
    const { tokens, bucket } = await connect()
    await redis.command('SET', bucket, '590')
    const before = await executions()
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => use(tokens[index % 2] as string)))
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 10, 429: 50 })
    expect((await executions()) - before).toBe(10)
  })

  test('sends nothing to Redis or the database once the grant is exhausted, for each of its tokens', async () => {
    const { tokens, bucket } = await connect()
    await redis.command('SET', bucket, '598')
    expect([await use(tokens[0]), await use(tokens[1])]).toEqual([
      { status: 200, left: '1' },
      { status: 200, left: '0' },
    ])
    const { requests } = upstash
    const before = await executions()
    for (const token of tokens) expect(await use(token)).toEqual({ status: 429, left: '0' })
    expect(upstash.requests).toBe(requests)
    expect(await executions()).toBe(before)
  })

  test('refuses a revoked grant whose tokens were used before', async () => {
    const { grantId, tokens } = await connect()
    expect((await use(tokens[0])).status).toBe(200)
    await database.sql`update oauth.grants set revoked_at = ${now}, revoked_for = 'person' where grant_id = ${grantId}`
    expect((await use(tokens[0])).status).toBe(401)
  })

  test('counts unknown tokens by the client address', async () => {
    const answers = await Promise.all(Array.from({ length: 120 }, () => use(createToken('access'), '203.0.113.2')))
    expect(tally(answers.map(({ status }) => status))).toEqual({ 401: 100, 429: 20 })
  })
})
