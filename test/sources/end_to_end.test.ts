import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createBrand, createTenant } from '../support/factories.ts'
import { nothing } from '../support/platforms/ad_ledger.ts'
import { decide } from '../support/platforms/consent.ts'
import { startMeta } from '../support/platforms/meta/meta.ts'
import type { Meta } from '../support/platforms/meta/meta.ts'
import { tokenKey } from '../support/sources.ts'
import { ledgerCells } from '../support/source_call.ts'

const script = join(import.meta.dirname, '..', '..', 'cli', 'vitrine.ts')
const from = '2026-08-20'
const first = '2026-11-20T12:00:00Z'
const account = { currency: 'USD', timezone: 'America/New_York' }
let database: TestDatabase
let meta: Meta
let port: number

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  // Leases of killed processes expire by the real clock.
  await database.sql.unsafe(`alter database ${new URL(database.adminUrl).pathname.slice(1)} reset "vitrine.clock"`)
  port = await freePort()
  meta = await startMeta({ redirectUri: `http://127.0.0.1:${port}/callback` })
})
afterAll(async () => {
  await meta.stop()
  await database.stop()
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address() as AddressInfo
  server.close()
  return free
}

function start(args: string[], now = first): ChildProcess {
  return spawn(process.execPath, [script, 'sources', ...args, '--json'], {
    cwd: tmpdir(),
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.adminUrl,
      VITRINE_NOW: now,
      SOURCE_TOKEN_KEY: tokenKey,
      SOURCE_WAIT_SCALE: '0.002',
      META_CLIENT_ID: meta.app.id,
      META_CLIENT_SECRET: meta.app.secret,
      LOG_LEVEL: 'error',
      ...meta.environment,
    },
  })
}

async function ended(child: ChildProcess) {
  let [stdout, stderr] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}

/** Connects accounts as a person does in a browser. `before` sends other requests to the address first. */
async function connect(
  brandId: string,
  accountId: string,
  before: (callback: URL) => Promise<void> = async () => undefined,
  approve = true,
) {
  const child = start(['connect', 'meta', '--brand', brandId, '--account', accountId, '--port', String(port)])
  const end = ended(child)
  const lines = createInterface(child.stdout as never)
  const failed = end.then(({ stderr }) => Promise.reject(new Error(stderr)))
  failed.catch(() => undefined)
  const [line] = (await Promise.race([once(lines, 'line'), failed])) as [string]
  const { authorization_url } = JSON.parse(line) as { authorization_url: string }
  const callback = await decide(authorization_url, { approve })
  await before(callback)
  const page = await fetch(callback)
  const { code, stdout, stderr } = await end
  const result = stdout.trim().split('\n')[1]
  return { page, code, stderr, result: result === undefined ? null : (JSON.parse(result) as Record<string, never>) }
}

async function sync(now = first) {
  const { code, stdout, stderr } = await ended(start(['sync', '--all', '--wait'], now))
  return { code, stderr, result: JSON.parse(stdout) as { complete: boolean; sources: Record<string, unknown>[] } }
}

/** The stored cells, as `ledgerCells` gives those of the platform. */
async function stored(brandId: string, accountId: string, grain: 'day' | 'hour') {
  const key =
    grain === 'day'
      ? database.sql`facts.day::text`
      : database.sql`to_char(facts.hour at time zone accounts.timezone, 'YYYY-MM-DD FMHH24')`
  const rows = await database.sql`
    select ${key} || ' ' || entities.external_id as key, spend_micros, impressions, clicks, conversions_micros, revenue_micros
    from ${grain === 'day' ? database.sql`analytics.facts_daily` : database.sql`analytics.facts_hourly`} as facts
    join analytics.entities using (brand_id, entity_id)
    join analytics.entities as accounts on accounts.brand_id = entities.brand_id and accounts.entity_id = entities.account_entity_id
    where facts.brand_id = ${brandId} and accounts.external_id = ${accountId}
      and (coalesce(spend_micros, 0), coalesce(impressions, 0), coalesce(clicks, 0), coalesce(conversions_micros, 0), coalesce(revenue_micros, 0)) <> (0, 0, 0, 0, 0)`
  return new Map(rows.map(({ key: name, ...cell }) => [name as string, cell]))
}

async function expectLedger(brandId: string, accountId: string, to: string) {
  const days = ledgerCells(meta.ledger, accountId, { from, to }, 'day')
  const held = await stored(brandId, accountId, 'day')
  expect([...held.keys()].toSorted()).toEqual([...days.keys()].toSorted())
  for (const [key, { spend, impressions, clicks, conversions, revenue }] of days) {
    expect([key, held.get(key)]).toEqual([
      key,
      {
        spend_micros: String(spend),
        impressions: String(impressions),
        clicks: String(clicks),
        conversions_micros: String(conversions),
        revenue_micros: String(revenue),
      },
    ])
  }
  return days.size
}

describe('an account of Meta', { timeout: 240_000 }, () => {
  test('is connected, read for 90 days and 37 months, and follows the platform for days', async () => {
    const { id } = meta.seed({ seed: 3, from, to: '2026-11-22', account })
    const { brandId } = await createTenant(database.sql)
    const connected = await connect(brandId, id)
    expect(connected).toMatchObject({ code: 0, page: { status: 200 }, result: { sources: [{ account_id: id }] } })
    const whole = await sync()
    expect(whole).toMatchObject({
      code: 0,
      result: { complete: true, sources: [{ status: 'connected', missing: [] }] },
    })
    expect(await expectLedger(brandId, id, '2026-11-20')).toBeGreaterThan(100)
    expect((await stored(brandId, id, 'hour')).size).toBeGreaterThan(100)

    const cells = [...meta.ledger.cells(id, '2026-11-10', '2026-11-19')]
    const [one, two, three] = [cells[0]?.id, cells[1]?.id, cells.at(-1)?.id] as [string, string, string]
    meta.ledger.restate(id, '2026-11-15', (measures) => ({
      ...measures,
      conversions: 0n,
      revenue: 0n,
      spend: (measures.spend / 20_000n) * 10_000n,
    }))
    meta.ledger.deleteAd(one)
    meta.ledger.vanish(three, '2026-11-18')
    expect([one, two, three].filter(Boolean)).toHaveLength(3)
    expect(await sync('2026-11-21T12:00:00Z')).toMatchObject({ code: 0 })
    await expectLedger(brandId, id, '2026-11-21')
    expect(await sync('2026-11-22T12:00:00Z')).toMatchObject({ code: 0 })
    await expectLedger(brandId, id, '2026-11-22')
    expect(meta.recorder.violations).toEqual([])
    expect(meta.recorder.crashes).toEqual([])
  })

  test('is connected after foreign requests to the address, which connect nothing', async () => {
    const { id } = meta.seed({ seed: 7, from: '2026-11-18', to: '2026-11-20', account })
    const { brandId } = await createTenant(database.sql)
    const connected = await connect(brandId, id, async (callback) => {
      const foreign = new URL(callback)
      foreign.searchParams.set('state', 'foreign')
      const without = new URL(callback)
      without.searchParams.delete('code')
      const requests = meta.recorder.requests.length
      const answers = [foreign, without, new URL('/favicon.ico', callback), new URL('/?state=x&code=y', callback)]
      const statuses = await Promise.all(answers.map(async (address) => (await fetch(address)).status))
      expect([statuses, meta.recorder.requests.length]).toEqual([[400, 400, 404, 404], requests])
    })
    expect(connected).toMatchObject({ code: 0, page: { status: 200 }, result: { sources: [{ account_id: id }] } })
  })

  test('is not connected if the person denies', async () => {
    const { brandId } = await createTenant(database.sql)
    const denied = await connect(brandId, '1', undefined, false)
    expect(denied).toMatchObject({ code: 1, page: { status: 400 } })
    expect(denied.stderr).toContain('denied')
    expect(await database.sql`select from sources.sources where brand_id = ${brandId}`).toHaveLength(0)
  })

  test('is complete after each kill -9, by a restart alone', async () => {
    const { id } = meta.seed({ seed: 4, from, to: '2026-11-20', account })
    const { brandId } = await createTenant(database.sql)
    await connect(brandId, id)
    for (const milliseconds of [1500, 2500, 3500]) {
      const child = start(['sync', '--all', '--wait'])
      const end = ended(child)
      await sleep(milliseconds)
      child.kill('SIGKILL')
      await end
    }
    expect(await sync()).toMatchObject({ code: 0, result: { complete: true } })
    await expectLedger(brandId, id, '2026-11-20')
  })

  test('feeds two brands, each in its currency, once the rates are known', async () => {
    const { id } = meta.seed({ seed: 5, from: '2026-11-18', to: '2026-11-20', account })
    const { brandId, accountId } = await createTenant(database.sql)
    const euros = await createBrand(database.sql, accountId, { currency: 'EUR' })
    for (const brand of [brandId, euros]) await connect(brand, id)
    const lacking = await sync()
    expect(lacking).toMatchObject({ code: 1, result: { complete: false } })
    expect(JSON.stringify(lacking.result)).toContain('There is no exchange rate from USD to EUR for ')
    await expectLedger(brandId, id, '2026-11-20')
    expect((await stored(euros, id, 'day')).size).toBe(0)
    await database.sql`
      insert into core.exchange_rates (on_day, from_currency, to_currency, rate, source)
      select day::date, 'USD', 'EUR', 0.5, 'test' from generate_series(date '2026-11-01', date '2026-11-20', '1 day') as day`
    expect(await sync()).toMatchObject({ code: 0 })
    const held = await stored(euros, id, 'day')
    for (const [key, { spend }] of ledgerCells(meta.ledger, id, { from, to: '2026-11-20' }, 'day')) {
      expect(Number(held.get(key)?.spend_micros)).toBeCloseTo(Number(spend) / 2, -1)
    }
    expect(nothing.spend).toBe(0n)
  })

  test('needs a person within one run if the grant is dead, and others continue', async () => {
    const { id } = meta.seed({ seed: 6, from: '2026-11-18', to: '2026-11-20', account })
    const { brandId } = await createTenant(database.sql)
    await connect(brandId, id)
    meta.clock.advance(61 * 86_400_000)
    const asked = meta.recorder.requests.length
    const dead = await sync('2026-11-20T13:00:00Z')
    meta.clock.advance(-61 * 86_400_000)
    expect(dead.code).toBe(1)
    expect(dead.result.sources.every(({ status }) => status === 'needs_attention')).toBe(true)
    expect(meta.recorder.requests.length - asked).toBeLessThan(20)
    const alerts = await database.sql`
      select data ->> 'detector' as detector from events.outbox where brand_id = ${brandId} and type = 'alert.triggered'`
    expect(alerts.map(({ detector }) => detector as string)).toEqual(['data_stale'])
  })
})
