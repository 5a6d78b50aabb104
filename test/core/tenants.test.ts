import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createKey } from '../../shared/credentials/keys.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createAccount, createBrand, issueKey } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { ingestJourneys } from '../support/journeys.ts'
import { connectAccount } from '../support/sources.ts'

/** The brands that each credential reaches, or null for none. Written independently of the code. */
const reach: Record<string, string[] | null> = {
  none: null,
  malformed: null,
  bad_checksum: null,
  unknown: null,
  expired: null,
  revoked: null,
  publishable: null,
  secret: null,
  stream: null,
  live: ['own', 'sibling'],
  test: ['own', 'sibling'],
  narrowed: ['own'],
  narrowed_test: ['own'],
  stranger: ['foreign'],
}
const brandNames = ['own', 'sibling', 'foreign', 'unknown', 'malformed', 'omitted'] as const

interface Row {
  query: string
  hasBrand: boolean
  /** False: its response has no text of the brand. */
  hasCanary?: boolean
  /** Whether it needs a scope that no key here has. */
  writes?: true
  /** The statuses of an allowed request with a live and with a test key, if not 200. */
  live?: number
  simulated?: number
}

/** Every operation must be listed here. */
const operations: Record<string, Row> = {
  'GET /v1/brands': { query: '', hasBrand: false },
  'GET /v1/metrics/definitions': { query: '', hasBrand: false },
  'GET /v1/metrics': {
    query: 'date_from=2026-10-01&date_to=2026-11-10&level=ad&granularity=day&limit=500',
    hasBrand: true,
  },
  'GET /v1/breakdown': {
    query: 'date_from=2026-10-01&date_to=2026-11-10&level=ad&trend=spend&limit=500',
    hasBrand: true,
  },
  'GET /v1/explanations': { query: 'metric=spend&date_from=2026-10-01&date_to=2026-11-10', hasBrand: true },
  'GET /v1/digest': { query: 'week=2026-11-02', hasBrand: true },
  'GET /v1/forecasts': { query: 'type=revenue&horizon_days=30', hasBrand: true },
  'GET /v1/anomalies': { query: 'days=365&limit=200', hasBrand: true },
  'POST /v1/query': { query: 'question=spend by campaign on November 2', hasBrand: true },
  'GET /v1/creatives': { query: 'date_from=2026-10-01&date_to=2026-11-10', hasBrand: true },
  'GET /v1/budget-recommendations': { query: 'level=campaign', hasBrand: true },
  'POST /v1/scenarios': { query: 'horizon_days=14', hasBrand: true },
  'GET /v1/targets': { query: 'month=2026-11', hasBrand: true },
  'GET /v1/attribution-settings': { query: '', hasBrand: true, hasCanary: false },
  'GET /v1/attribution-preview': { query: 'model=last_touch&click_days=7', hasBrand: true },
  'GET /v1/attribution': { query: 'date_from=2026-10-01&date_to=2026-11-10', hasBrand: true },
  'GET /v1/attribution/comparison': {
    query: 'date_from=2026-10-01&date_to=2026-11-10&level=campaign&click_days=7',
    hasBrand: true,
  },
  'GET /v1/attribution/paths': { query: 'date_from=2026-10-01&date_to=2026-11-10', hasBrand: true },
  'GET /v1/sources': { query: '', hasBrand: true },
  'GET /v1/experiment-preview': { query: 'pairs=6&block_days=2', hasBrand: true, hasCanary: false, live: 409 },
  'GET /v1/experiments': { query: '', hasBrand: true },
  'GET /v1/experiments/{experiment_id}': { query: '', hasBrand: true, simulated: 404 },
  // These keys have the default scopes, which only read.
  'POST /v1/experiments': {
    query: 'name=n&platform=google&starts_on=2026-12-01&pairs=6&block_days=2',
    hasBrand: true,
    hasCanary: false,
    writes: true,
  },
  'GET /v1/promotions': { query: '', hasBrand: true },
  'POST /v1/promotions': {
    query: 'name=n&starts_on=2026-12-01&ends_on=2026-12-05',
    hasBrand: true,
    hasCanary: false,
    writes: true,
  },
  'DELETE /v1/promotions/{promotion_id}': { query: '', hasBrand: true, hasCanary: false, writes: true },
  'GET /v1/anomalies/{anomaly_id}': { query: '', hasBrand: true, simulated: 404 },
  'PATCH /v1/anomalies/{anomaly_id}': { query: 'status=confirmed', hasBrand: true, hasCanary: false, writes: true },
  'POST /v1/proposals': { query: 'rationale=r', hasBrand: true, hasCanary: false, writes: true },
  'GET /v1/alert-rules': { query: '', hasBrand: true },
  'POST /v1/alert-rules/preview': {
    query: 'metric=roas&comparison=below&threshold=2',
    hasBrand: true,
    hasCanary: false,
  },
  'POST /v1/alert-rules': {
    query: 'metric=roas&comparison=below&threshold=2',
    hasBrand: true,
    hasCanary: false,
    writes: true,
  },
  'PUT /v1/alert-rules/{rule_id}': {
    query: 'metric=roas&comparison=below&threshold=2&version=1&is_on=true',
    hasBrand: true,
    hasCanary: false,
    writes: true,
  },
  'DELETE /v1/alert-rules/{rule_id}': { query: '', hasBrand: true, hasCanary: false, writes: true },
  'POST /v1/experiments/{experiment_id}/start': { query: '', hasBrand: true, hasCanary: false, writes: true },
  'POST /v1/experiments/{experiment_id}/end': { query: '', hasBrand: true, hasCanary: false, writes: true },
  'POST /v1/experiments/{experiment_id}/cancel': { query: '', hasBrand: true, hasCanary: false, writes: true },
}

function expectedStatus(operation: Row, credential: string, brand: string): number {
  const reachable = reach[credential] ?? null
  if (reachable === null) return 401
  if (!operation.hasBrand) return 200
  if (operation.writes) return 403
  if (brand === 'malformed') return 400
  const allowed = (credential.endsWith('test') ? operation.simulated : operation.live) ?? 200
  if (brand === 'omitted') return reachable.length === 1 ? allowed : 400
  return reachable.includes(brand) ? allowed : 403
}

const plan = { level: 0.9, power: 0.8, days: 84, history_from: '2026-05-21', history_to: '2026-08-12', effects: [] }

let database: TestDatabase
let api: Api
const keys: Record<string, string> = {}
const brands: Record<string, string> = { unknown: 'brd_00000000000000000000000000000000', malformed: 'b%00' }

beforeAll(async () => {
  database = await createDatabase()
  const { sql } = database
  const [account, other] = [await createAccount(sql), await createAccount(sql)]
  const owners = { own: account, sibling: account, foreign: other }
  for (const [name, owner] of Object.entries(owners)) {
    brands[name] = await createBrand(sql, owner, { name: `CANARY_${name}` })
    const canary = { platform: `canary_${name}`, account_id: `CANARY_${name}`, campaign_name: `CANARY_${name}` }
    const ad = { ...canary, adset_name: `CANARY_${name}`, ad_name: `CANARY_${name}`, creative_id: `CANARY_${name}` }
    const october = Array.from({ length: 20 }, (_, day) => `2026-10-${10 + day}`)
    await ingest(database, brands[name], [
      { date: '2026-11-02', ...ad, spend: 1, revenue: 3, conversions: 2 },
      ...october.map((date) => ({ date, ...ad, spend: 1, revenue: 3, conversions: 2 })),
    ])
  }
  for (const [name, brandId] of Object.entries(brands).filter(([name]) => name in owners)) {
    await ingestJourneys(
      database,
      brandId,
      [{ customer_id: 'c', touched_at: '2026-11-01T00:00:00Z', channel: `CANARY_${name}` }],
      [{ order_id: 'o', customer_id: 'c', ordered_at: '2026-11-02T00:00:00Z', revenue: 1 }],
    )
    await sql`
      insert into analytics.forecasts values
        (${brandId}, 'revenue', '2026-10-01', '2026-11-10', 30, ${`CANARY_${name}`}, '{"mape":null,"smape":null,"mase":null,"coverage_80":null,"coverage_95":null,"origins":1,"horizon_evaluated":1}', '[]')`
    await sql`
      insert into analytics.anomalies
        (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, spend_share)
      select brand_id, 'ano_canary', 'spend_surge', entity_id, 'campaign', '2026-11-01', '2026-11-01', '2026-11-01', 9, 1, 1, 8, 8, 1
      from analytics.entities where brand_id = ${brandId} and level = 'campaign'`
    await sql`
      insert into analytics.targets (brand_id, month, campaign_entity_id, roas)
      select brand_id, '2026-11-01', entity_id, 2 from analytics.entities where brand_id = ${brandId} and level = 'campaign'`
    await sql`
      insert into analytics.experiments
        (brand_id, experiment_id, name, platform, metric, starts_on, pairs, block_days, washout_days, seed, power, created_by)
      values (${brandId}, 'exp_canary', ${`CANARY_${name}`}, 'google', 'orders', '2026-12-01', 6, 7, 1, 1, ${sql.json(plan)}, 'key')`
    await sql`
      insert into analytics.promotions (brand_id, promotion_id, name, starts_on, ends_on, created_by)
      values (${brandId}, 'prm_canary', ${`CANARY_${name}`}, '2026-12-01', '2026-12-05', 'key')`
    await sql`
      insert into analytics.alert_rules (brand_id, rule_id, name, metric, comparison, threshold, days, created_by, changed_by)
      values (${brandId}, 'rul_canary', ${`CANARY_${name}`}, 'roas', 'below', 2, 2, 'key', 'key')`
    await connectAccount(sql, brandId, { account: `CANARY_${name}` })
  }
  const issue = async (options: Parameters<typeof issueKey>[2], owner = account) =>
    (await issueKey(sql, owner, options)).key
  keys.live = await issue({})
  keys.test = await issue({ prefix: 'svc_sk_test_' })
  keys.narrowed = await issue({ brandId: brands.own ?? null })
  keys.narrowed_test = await issue({ prefix: 'svc_sk_test_', brandId: brands.own ?? null })
  keys.stranger = await issue({}, other)
  keys.publishable = await issue({ prefix: 'pk_live_', brandId: brands.own ?? null })
  keys.secret = await issue({ prefix: 'sk_live_' })
  keys.stream = await issue({ prefix: 'svc_ak_' })
  keys.expired = await issue({ expiresAt: '2026-01-01T00:00:00Z' })
  const revoked = await issueKey(sql, account)
  await sql`select core.revoke_key(${revoked.keyId})`
  keys.revoked = revoked.key
  keys.unknown = createKey('svc_sk_live_').key
  keys.bad_checksum = `${keys.live.slice(0, -1)}${keys.live.endsWith('a') ? 'b' : 'a'}`
  keys.malformed = 'svc_sk_live_'
  // One connection for all requests, so that state that one request leaves is visible to the next.
  api = await startApi(database, { connectionsMax: 1, trustedProxyHops: 1 })
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

let attemptNo = 0
const inFlightMax = 6

interface Attempt {
  operation: string
  credential: string
  brand: string
}

async function send({ operation, credential, brand }: Attempt): Promise<Response> {
  const [method = 'GET', template = ''] = operation.split(' ')
  const path = template
    .replace('{experiment_id}', 'exp_canary')
    .replace('{promotion_id}', 'prm_canary')
    .replace('{rule_id}', 'rul_canary')
    .replace('{anomaly_id}', 'ano_canary')
  const { query, hasBrand } = operations[operation] as Row
  const brandId = brand === 'omitted' || !hasBrand ? '' : `&brand_id=${brands[brand]}`
  // Each attempt has its own address, because invalid credentials are counted by address.
  const headers: Record<string, string> = { 'X-Forwarded-For': `2001:db8:0:${(attemptNo++).toString(16)}::1` }
  if (keys[credential]) headers.Authorization = `Bearer ${keys[credential]}`
  if (method === 'GET') return await fetch(`${api.url}${path}?${query}${brandId}`, { headers })
  const body = JSON.stringify(Object.fromEntries(new URLSearchParams(`${query}${brandId}`)))
  return await fetch(`${api.url}${path}`, { method, headers: { ...headers, 'Content-Type': 'application/json' }, body })
}

const attempts = Object.keys(operations).flatMap((operation) =>
  Object.keys(reach).flatMap((credential) => brandNames.map((brand) => ({ operation, credential, brand }))),
)

describe('every operation, for every credential and every brand', () => {
  test('is listed in this matrix', async () => {
    const { body } = await api.http.get('/openapi.json')
    // Storefronts have their own matrix: test/storefront/tenants.test.ts.
    const paths = Object.entries<Record<string, unknown>>(body.paths).filter(([path]) => path.startsWith('/v1/'))
    const served = paths.flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(Object.keys(operations).toSorted()).toEqual(served.toSorted())
  })

  test('returns the expected status, and no data of a brand out of reach', { timeout: 120_000 }, async () => {
    const shuffled = attempts
      .map((attempt, index) => ({ attempt, place: (index * 7919) % attempts.length }))
      .toSorted((one, two) => one.place - two.place)
      .map(({ attempt }) => attempt)
    const wrong: unknown[] = []
    const check = async (attempt: Attempt) => {
      let response = await send(attempt)
      // On a busy machine a slow query holds the only connection for longer than a request waits.
      for (let again = 0; response.status === 503 && again < 10; again++) response = await send(attempt)
      const text = await response.text()
      const reachable = reach[attempt.credential] ?? null
      const operation = operations[attempt.operation] as Row
      const expected = expectedStatus(operation, attempt.credential, attempt.brand)
      if (response.status !== expected) wrong.push({ ...attempt, expected, status: response.status, text })
      const isSimulated = attempt.credential.endsWith('test')
      for (const name of ['own', 'sibling', 'foreign']) {
        const mayAppear = operation.hasBrand
          ? !isSimulated && response.status === 200 && (attempt.brand === name || attempt.brand === 'omitted')
          : true
        if ((!mayAppear || !reachable?.includes(name)) && text.includes(`CANARY_${name}`))
          wrong.push({ ...attempt, leaks: name })
      }
      if (isSimulated && /canary_/.test(text)) wrong.push({ ...attempt, leaks: 'real facts' })
    }
    // A request waits at most four seconds for the only connection, so the matrix is sent in batches.
    for (let start = 0; start < shuffled.length; start += inFlightMax)
      await Promise.all(shuffled.slice(start, start + inFlightMax).map(check))
    expect(wrong).toEqual([])
  })

  test('returns the canary of a brand within reach', async () => {
    const named = Object.entries(operations).filter(([, { hasBrand, hasCanary = true }]) => hasBrand && hasCanary)
    for (const [operation] of named) {
      const text = await (await send({ operation, credential: 'narrowed', brand: 'own' })).text()
      expect([operation, text]).toEqual([operation, expect.stringContaining('CANARY_own')])
    }
  })
})

describe('the login of the functions', () => {
  test('cannot shadow built-in types with its own temporary types', async () => {
    const sql = postgres(database.functionsUrl, { max: 1, onnotice: () => undefined })
    // In a clone every role may create temporary objects; in a migrated database only the worker may.
    await sql`create function pg_temp.evil(text) returns boolean language plpgsql as $$
      begin raise exception 'evil ran as %', current_user; end $$`
    await sql`grant execute on function pg_temp.evil(text) to public`
    for (const type of ['timestamptz', 'text', 'integer', 'bigint', 'boolean', 'jsonb']) {
      await sql.unsafe(`create domain pg_temp.${type} as pg_catalog.text check (pg_temp.evil(value))`)
    }
    const { hash } = createKey('svc_sk_live_')
    const [row] =
      await sql`select status, message from core.call('analytics.brands', ${Buffer.from(hash)}, '192.0.2.9', '{}')`
    expect(row).toEqual({ status: 'NAUTH', message: null })
    await sql.end({ timeout: 1 })
  })

  test('cannot create temporary objects in a migrated database', async () => {
    const [row] = await database.sql`
      select has_database_privilege('vitrine_functions', ${inject('postgres').templates.schema}, 'temporary') as may`
    expect(row?.may).toBe(false)
  })

  test('sets the clock only as a member of vitrine_clock', async () => {
    const login = `probe_${brands.own}`
    await database.sql.unsafe(`create role ${login}; grant usage on schema platform to ${login}`)
    const year = async () =>
      await database.sql.begin(async (transaction) => {
        await transaction`set local vitrine.now = '2001-01-01T00:00:00Z'`
        await transaction.unsafe(`set local session authorization ${login}`)
        const [row] = await transaction`select extract(year from platform.now())::integer as year`
        return row?.year
      })
    expect(await year()).not.toBe(2001)
    await database.sql.unsafe(`grant vitrine_clock to ${login}`)
    expect(await year()).toBe(2001)
    await database.sql.unsafe(`drop owned by ${login}; drop role ${login}`)
  })
})

describe('row-level security', () => {
  test('shows only the brands in scope, whatever brand a query names', async () => {
    const rows = await database.sql.begin(async (transaction) => {
      await transaction`select set_config('vitrine.brand_ids', ${`{${brands.own}}`}, true)`
      await transaction`set local role vitrine_key`
      return await transaction`
        select brand_id from analytics.facts_daily
        union all select brand_id from analytics.rollups_daily
        union all select brand_id from analytics.entities
        union all select brand_id from analytics.daily_performance`
    })
    expect([...new Set(rows.map((row) => row.brand_id))]).toEqual([brands.own])
  })

  test.each(['vitrine_key', 'vitrine_person', 'vitrine_analyst', 'vitrine_worker', 'vitrine_owner'])(
    'shows %s no fact before a scope is set',
    async (role) => {
      const rows = await database.sql.begin(async (transaction) => {
        await transaction.unsafe(`set local role ${role}`)
        return await transaction`select from analytics.facts_daily limit 1`
      })
      expect(rows).toHaveLength(0)
    },
  )

  test('shows simulated facts only to the role of a test key', async () => {
    const rows = await database.sql.begin(async (transaction) => {
      await transaction`select set_config('vitrine.brand_ids', ${`{${brands.own}}`}, true)`
      await transaction`set local role vitrine_simulated`
      return await transaction`select distinct brand_id from analytics.facts_daily`
    })
    expect(rows.map((row) => row.brand_id)).toEqual(['brd_simulated'])
  })

  test("shows an analyst's login only the brands granted to it", async () => {
    const login = `analyst_${brands.own}`
    await database.sql.unsafe(`create role ${login} login password 'analyst' in role vitrine_analyst`)
    await database.sql`insert into core.analyst_grants (role_name, brand_id) values (${login}, ${brands.own as string})`
    const url = new URL(database.adminUrl)
    url.username = login
    url.password = 'analyst'
    const analyst = postgres(url.href, { max: 1 })
    const rows = await analyst`select distinct brand_id, campaign_name from analytics.daily_performance`
    expect(rows).toEqual([{ brand_id: brands.own, campaign_name: 'CANARY_own' }])
    const [answer] =
      await analyst`select analytics.metrics(${brands.own as string}, '2026-11-01', '2026-11-10') -> 'totals' ->> 'spend' as spend`
    expect(answer?.spend).toBe('1')
    await expect(analyst`select from core.api_keys`).rejects.toThrow('permission denied')
    await analyst.end()
    await database.sql`delete from core.analyst_grants where role_name = ${login}`
    await database.sql.unsafe(`drop role ${login}`)
  })

  test('denies the functions’ login every table and role', async () => {
    const login = postgres(database.functionsUrl, { max: 1 })
    await expect(login`select from analytics.facts_daily`).rejects.toThrow('permission denied')
    await expect(login`select from core.brands`).rejects.toThrow('permission denied')
    await expect(login`set role vitrine_key`).rejects.toThrow('permission denied')
    await expect(login`select core.run_as_key('select 1', '{}')`).rejects.toThrow('permission denied')
    await login.end()
  })
})
