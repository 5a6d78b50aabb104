import type { ISql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database, { connectionsMax: 8 })
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

async function brands(key: string) {
  return api.http.get('/v1/brands').set('Authorization', `Bearer ${key}`)
}

/** Waits until a session of the functions waits for a lock. */
async function waitsForLock(sql: ISql) {
  for (;;) {
    const waiting = await sql`
      select from pg_stat_activity where datname = current_database() and usename = 'vitrine_functions' and wait_event_type = 'Lock'`
    if (waiting.length > 0) return
  }
}

describe('rate limit of a plan', () => {
  test.each([
    ['TRIAL', 60],
    ['GROWTH', 120],
    ['AGENCY', 300],
    ['SCALE', 600],
    ['ENTERPRISE', 1200],
  ])('%s accepts exactly %i requests a minute', async (plan, limit) => {
    const { key } = await createTenant(database.sql, { plan })
    const requests = Math.max(1000, limit + 100)
    const statuses = new Map<number, number>()
    const send = async () => {
      const response = await fetch(`${api.url}/v1/brands`, { headers: { Authorization: `Bearer ${key}` } })
      await response.arrayBuffer()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    }
    let left = requests
    const caller = async () => {
      while (left-- > 0) await send()
    }
    await Promise.all(Array.from({ length: 100 }, caller))
    expect(Object.fromEntries(statuses)).toEqual({ 200: limit, 429: requests - limit })
  })

  test('headers count down the remaining requests and name the next minute as reset', async () => {
    const { key } = await createTenant(database.sql, { plan: 'TRIAL' })
    const first = await brands(key)
    const second = await brands(key)
    expect(first.headers).toMatchObject({
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '59',
      'x-ratelimit-reset': String(Date.parse('2026-11-20T12:01:00Z') / 1000),
      'ratelimit-policy': '"minute";q=60;w=60',
      ratelimit: '"minute";r=59;t=60',
    })
    expect(second.headers['x-ratelimit-remaining']).toBe('58')
  })
})

describe('429', () => {
  test('returns Retry-After in the header and in the body (429 rate_limited)', async () => {
    const { key, keyId } = await createTenant(database.sql, { plan: 'TRIAL' })
    await database.sql`insert into core.rate_limits values (${`key:${keyId}`}, '2026-11-20T12:00:00Z', 60)`
    const response = await brands(key)
    expect(response.status).toBe(429)
    expect(response.headers['retry-after']).toBe('60')
    expect(response.headers['x-ratelimit-remaining']).toBe('0')
    expect(response.body.error).toMatchObject({ code: 'rate_limited', retry_after: 60 })
  })

  test('is not returned in the next minute', async () => {
    const { key, keyId } = await createTenant(database.sql, { plan: 'TRIAL' })
    await database.sql`insert into core.rate_limits values (${`key:${keyId}`}, '2026-11-20T11:59:00Z', 60)`
    const response = await brands(key)
    expect(response.status).toBe(200)
    expect(response.headers['x-ratelimit-remaining']).toBe('59')
  })
})

describe('the rate limiter in Postgres', () => {
  test('counts a request of the previous minute in the newer minute', async () => {
    const { key, keyId } = await createTenant(database.sql, { plan: 'TRIAL' })
    await database.sql`insert into core.rate_limits values (${`key:${keyId}`}, '2026-11-20T12:01:00Z', 59)`
    expect((await brands(key)).status).toBe(200)
    expect((await brands(key)).status).toBe(429)
    const [held] = await database.sql`select window_start, used from core.rate_limits where bucket = ${`key:${keyId}`}`
    expect(held).toEqual({ window_start: new Date('2026-11-20T12:01:00Z'), used: 60 })
  })

  test('returns the full headers to a request that loses a race for the last slot', async () => {
    const { key, keyId } = await createTenant(database.sql, { plan: 'TRIAL' })
    const bucket = `key:${keyId}`
    await database.sql`insert into core.rate_limits values (${bucket}, '2026-11-20T12:00:00Z', 59)`
    const response = await database.sql.begin(async (transaction) => {
      await transaction`update core.rate_limits set used = 60 where bucket = ${bucket}`
      const late = brands(key).then((answer) => answer)
      await waitsForLock(transaction)
      return { late }
    })
    const { status, headers } = await response.late
    expect(status).toBe(429)
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0', 'retry-after': '60' })
  })

  test('prunes counters that are older than an hour and keeps the others', async () => {
    await database.sql`
      insert into core.rate_limits values ('gone', '2026-11-20T10:00:00Z', 1), ('here', '2026-11-20T11:59:00Z', 1)`
    await database.sql`select core.prune_rate_limits()`
    const left = await database.sql`select bucket from core.rate_limits where bucket in ('gone', 'here')`
    expect(left).toEqual([{ bucket: 'here' }])
  })
})

describe('503', () => {
  test('is returned when the rate limit cannot be counted (503 service_unavailable)', async () => {
    const broken = await createDatabase()
    const { key } = await createTenant(broken.sql)
    const own = await startApi(broken)
    await broken.sql`drop table core.rate_limits`
    const response = await own.http.get('/v1/brands').set('Authorization', `Bearer ${key}`)
    expect(response.status).toBe(503)
    expect(response.body.error).toMatchObject({ code: 'service_unavailable', retry_after: 5 })
    expect(JSON.stringify(response.body)).not.toContain('rate_limits')
    expect(own.log.at(-1)?.cause).toContain('rate_limits')
    await own.stop()
    await broken.stop()
  })
})
