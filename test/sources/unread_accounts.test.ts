import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { syncSource } from '../../functions/worker/sources/sync_source.ts'
import type { Database } from '../../shared/db/pool.ts'
import type { ReportName } from '../../shared/sources/platform.ts'
import { SourceError } from '../../shared/sources/source_error.ts'
import { ConsoleScene } from '../support/console.ts'
import type { BrandOptions } from '../support/factories.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { ingestJourneys } from '../support/journeys.ts'
import { askQuestion } from '../support/question.ts'
import { asPerson, connectAccount, scriptedOptions, ScriptedPlatform, sync, workerPool } from '../support/sources.ts'

// Today is Friday, 2026-11-20, 12:00 UTC.
let scene: ConsoleScene
let sql: Database
const pools: Database[] = []

beforeAll(async () => {
  scene = await ConsoleScene.start()
  sql = workerPool(scene.database)
})
afterAll(async () => {
  await Promise.all([sql, ...pools].map((pool) => pool.end()))
  await scene.stop()
})

const dates = Array.from({ length: 120 }, (_, age) => new Date(Date.UTC(2026, 10, 20 - age)).toISOString().slice(0, 10))
const daily = dates.slice(1).map((day) => ({ ad: 'a', day, spend: '10' }))
const hoursOf = (day: string, count: number) =>
  Array.from({ length: count }, (_, hour) => ({ ad: 'a', day, hour: String(hour), spend: '1' }))

interface Account {
  account: string
  rows?: ScriptedPlatform['rows']
  reports?: ReportName[]
  daysMax?: number
  timezone?: string
  keptFrom?: string
  /** Whether the platform answers for a window that ends on this day. */
  reads?: (to: string, report: ReportName) => boolean
  now?: string
  onRead?: ScriptedPlatform['onRead']
}

/** Connects an account of Meta and reads it until the platform does not answer. */
async function connect(brandId: string, given: Account) {
  const { account, rows = daily, reports = ['ads_daily'], daysMax = 7, timezone = 'UTC', keptFrom = '' } = given
  const scripted = new ScriptedPlatform(reports, { daysMax })
  Object.assign(scripted, { rows, keptFrom })
  scripted.onRead = ({ to }, report) => {
    if (!(given.reads?.(to, report) ?? true))
      throw new SourceError('quota_is_used_up', 'pause', { retryAfterSeconds: 3600 })
  }
  const source = await connectAccount(sql, brandId, { account, timezone })
  if (given.onRead) scripted.onRead = given.onRead
  const read = async (now?: string) => {
    const pool = now === undefined ? sql : workerPool(scene.database, now)
    if (now !== undefined) pools.push(pool)
    await scene.database.sql`update sources.sources set waits_until = null where source_id = ${source.source_id}`
    const options = scriptedOptions(scripted, now === undefined ? {} : { now: () => new Date(now) })
    await (given.reads || given.onRead ? syncSource(pool, source, options) : sync(pool, source, options))
  }
  await read(given.now)
  return {
    source,
    scripted,
    read,
    finish: async () => {
      delete given.reads
      await read()
    },
  }
}

/** A brand with account 1, which was read whole, and account 2. */
async function twoAccounts(
  second: Omit<Account, 'account'>,
  { brand, first }: { brand?: BrandOptions; first?: Partial<Account> } = {},
) {
  const tenant = await createTenant(scene.database.sql, brand)
  await connect(tenant.brandId, { ...second, keptFrom: '', reads: undefined, ...first, account: '1' } as Account)
  const { key: agentKey } = await issueKey(scene.database.sql, tenant.accountId, { prefix: 'sk_live_' })
  return { ...tenant, agentKey, second: await connect(tenant.brandId, { ...second, account: '2' }) }
}

const lastDays = { date_from: '2026-11-15', date_to: '2026-11-19' }

async function get(path: string, key: string, query: Record<string, string> = {}) {
  const { body } = await scene.api.http.get(path).query(query).set('Authorization', `Bearer ${key}`)
  return body
}

async function compare(key: string, query: Record<string, string> = {}) {
  return await get('/v1/breakdown', key, { ...lastDays, compare_to: 'previous_period', metrics: 'spend', ...query })
}

const ask = (key: string, question: string) => askQuestion(scene.api, key, question)

const changes = (data: Record<string, unknown>[]) =>
  data.flatMap((row) =>
    Object.entries(row).filter(([name, value]) => /change|contribution/.test(name) && value !== null),
  )

describe('questions about changes', () => {
  const unread = 'Nothing is compared: days of 2026-11-10 to 2026-11-13 are not read yet from Account 2 on meta.'

  test('have no changes while days of a period are not read, and say so', async () => {
    const { key, second } = await twoAccounts({ reads: (to) => to > '2026-11-13' })
    const questions = [
      'spend in the last 5 days compared to the 5 days before',
      'why did spend change in the last 5 days',
      'how much did spend grow in the last 5 days',
      'which campaigns grew the most in the last 5 days by spend',
    ]
    for (const question of questions) {
      const { data, meta, interpretation } = await ask(key, question)
      expect([question, interpretation?.time?.compare_from]).toEqual([question, '2026-11-10'])
      expect([question, changes(data)]).toEqual([question, []])
      expect(meta.warnings).toContain(unread)
    }
    await second.finish()
    for (const question of questions) {
      const { data, meta } = await ask(key, question)
      expect([question, changes(data).length > 0]).toEqual([question, true])
      expect(meta.warnings).not.toContain(unread)
    }
  })
})

describe('hours of today', () => {
  const reports: ReportName[] = ['ads_daily', 'ads_hourly']
  const hours = [...hoursOf('2026-11-19', 24), ...hoursOf('2026-11-20', 12)]
  const today = { date_from: '2026-11-20', date_to: '2026-11-20' }
  const hourlyFrom = (day: string) => (to: string, report: ReportName) => report === 'ads_daily' || to >= day
  const both = { reports, daysMax: 1, rows: [...daily, ...hours] }
  const first = { reads: hourlyFrom('2026-11-19') }

  test('are not compared while the hours of the other day are not read', async () => {
    const { key, second } = await twoAccounts({ ...both, reads: hourlyFrom('2026-11-20') }, { first })
    const body = await compare(key, today)
    expect(body).toMatchObject({ not_compared: 'not_read_yet', compared: null, deltas: null })
    expect(body.meta.warnings).toContain(
      'Nothing is compared: days of 2026-11-19 to 2026-11-19 are not read yet from Account 2 on meta.',
    )
    await second.finish()
    expect(await compare(key, today)).toMatchObject({ not_compared: null, deltas: { spend: 0 } })
  })

  test('are not compared while a day of the account that is a part of the other day is not read', async () => {
    const timezone = 'America/Los_Angeles'
    // The day of the brand, 19 November, begins at 16:00 of 18 November in Los Angeles.
    const { key, second } = await twoAccounts(
      { ...both, timezone, reads: hourlyFrom('2026-11-19') },
      { first: { timezone: 'UTC', ...first } },
    )
    expect((await compare(key, today)).not_compared).toBe('not_read_yet')
    const hourly = async (day: string) =>
      (await get('/v1/metrics', key, { date_from: day, date_to: day, granularity: 'hour', metrics: 'spend' })).meta
        .warnings
    const unread = expect.stringContaining('Days of 2026-11-19 to 2026-11-19 are not read yet')
    expect(await hourly('2026-11-19')).toContainEqual(unread)
    expect((await hourly('2026-11-20')).join(' ')).not.toContain('not read yet')
    await second.finish()
    expect((await compare(key, today)).not_compared).toBeNull()
    expect(await hourly('2026-11-19')).not.toContainEqual(unread)
  })

  test('are compared without an account that reported no hours of the other day', async () => {
    const { key } = await twoAccounts(
      { ...both, daysMax: 30, rows: [...daily, ...hoursOf('2026-11-20', 12)] },
      { first: { rows: both.rows } },
    )
    const body = await compare(key, today)
    expect(body).toMatchObject({ not_compared: null, deltas: { spend: 0 } })
    expect(body.meta.warnings).toContain(
      'Account 2 on meta has not reported any hour of 2026-11-19. deltas do not include this account.',
    )
  })
})

describe('days that were never read', () => {
  const unread = expect.stringMatching(/^Account 2 on meta .*Days of 2026-11-15 to 2026-11-19 are not read yet/)

  test('remain so when a later plan has the same days', async () => {
    // The newest of the first windows, 29 days, is the window that is read every night.
    const { key, second } = await twoAccounts({ daysMax: 29, reads: () => false, now: '2026-11-20T01:00:00Z' })
    await second.read('2026-11-20T03:30:00Z')
    expect((await get('/v1/metrics', key, { ...lastDays, metrics: 'spend' })).meta.warnings).toContainEqual(unread)
    expect((await compare(key)).not_compared).toBe('not_read_yet')
    await second.finish()
    expect((await compare(key)).not_compared).toBeNull()
  })

  test('are those of the halves of a window that were not read', async () => {
    const tenant = await createTenant(scene.database.sql)
    const splits = ({ from, to }: { from: string; to: string }) => {
      if (Date.parse(to) - Date.parse(from) > 6 * 86_400_000) throw new SourceError('report_is_too_large', 'split')
      if (to < '2026-11-14') throw new SourceError('quota_is_used_up', 'pause', { retryAfterSeconds: 3600 })
    }
    await connect(tenant.brandId, { account: '1' })
    await connect(tenant.brandId, { account: '2', daysMax: 30, onRead: splits })
    const query = { date_from: '2026-10-01', date_to: '2026-11-19', metrics: 'spend' }
    expect((await get('/v1/metrics', tenant.key, query)).meta.warnings).toEqual([
      expect.stringMatching(/^Account 2 on meta .* Days of 2026-10-01 to 2026-11-13 are not read yet/),
    ])
  })

  test('remain so when the account is disconnected, until it is connected again and read', async () => {
    const { key, brandId, second } = await twoAccounts({ reads: (to) => to > '2026-11-13' })
    const person = await asPerson(scene, brandId, 'admin')
    await person.run('sources.move_source', {
      source_id: second.source.source_id,
      action: 'disconnect',
      delete_data: false,
    })
    await person.stop()
    expect((await compare(key)).not_compared).toBe('not_read_yet')
    const { meta } = await get('/v1/metrics', key, { date_from: '2026-11-01', date_to: '2026-11-19', metrics: 'spend' })
    expect(meta.warnings).toContainEqual(
      expect.stringMatching(
        /^Account 2 on meta is disconnected, and \d+% of its past is read\. Days of 2026-11-01 to 2026-11-13/,
      ),
    )
    await connect(brandId, { account: '2' })
    expect((await compare(key)).not_compared).toBeNull()
    const windows = await scene.database.sql`
      select distinct state from sources.windows where source_id = ${second.source.source_id}`
    expect(windows.map(({ state }) => state as string)).toEqual(['read'])
  })

  test('can no longer be read when the account is connected again after the platform has dropped them', async () => {
    const { key, brandId, second } = await twoAccounts({ reads: (to) => to > '2026-11-13' })
    const person = await asPerson(scene, brandId, 'admin')
    await person.run('sources.move_source', {
      source_id: second.source.source_id,
      action: 'disconnect',
      delete_data: false,
    })
    await person.stop()
    // The platform keeps 120 days.
    const { scripted } = await connect(brandId, { account: '2', now: '2027-03-20T12:00:00Z' })
    expect(scripted.reads.map(({ from }) => from).toSorted()[0]).toBe('2026-11-20')
    expect((await compare(key)).not_compared).toBe('no_longer_kept')
  })

  test('are not asked for of an account that was disconnected before its first read', async () => {
    const { key, brandId, second } = await twoAccounts({ reads: () => false })
    const person = await asPerson(scene, brandId, 'admin')
    await person.run('sources.move_source', {
      source_id: second.source.source_id,
      action: 'disconnect',
      delete_data: false,
    })
    await person.stop()
    expect(await compare(key)).toMatchObject({ not_compared: null, deltas: { spend: 0 } })
  })
})

describe('days that the platform no longer keeps', () => {
  const reason = 'was not read for days of 2026-11-10 to 2026-11-13, because the platform no longer keeps them.'

  test('are not compared, and named apart from those that are read later', async () => {
    const { key, agentKey, brandId } = await twoAccounts({ keptFrom: '2026-11-14' })
    const body = await compare(key)
    expect(body).toMatchObject({ not_compared: 'no_longer_kept', compared: null, deltas: null })
    expect(body.meta.warnings).toContain(`Nothing is compared: Account 2 on meta ${reason}`)
    const { data, meta } = await ask(key, 'how much did spend grow in the last 5 days')
    expect(changes(data)).toEqual([])
    expect(meta.warnings).toContain(`Nothing is compared: Account 2 on meta ${reason}`)
    const base = await get('/v1/metrics', key, { date_from: '2026-11-10', date_to: '2026-11-14', metrics: 'spend' })
    expect(base.meta.warnings).toEqual([`Account 2 on meta ${reason} Totals do not include them.`])
    expect(base.data.map(({ partial }: { partial?: boolean }) => partial ?? false)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
    const { body: status } = await scene.api.http
      .post('/api/mcp/get_data_status')
      .set('Authorization', `Bearer ${agentKey}`)
      .send({})
    expect(status.meta.warnings.filter((text: string) => text.includes('read'))).toEqual([
      expect.stringContaining('to 2026-11-13, because the platform no longer keeps them.'),
    ])
    const { browser } = await scene.member(brandId, 'viewer')
    const { html } = await browser.open(`/console/brands/${brandId}?date_from=2026-11-15&date_to=2026-11-19`)
    expect(html).toContain('A platform no longer keeps some of the days to compare with.')
    expect(html.match(/change not known/g)).toHaveLength(5)
    expect(html).not.toMatch(/class="delta|still being read/)
  })

  test('stay read where an earlier reply had them', async () => {
    const { key, second } = await twoAccounts({})
    second.scripted.keptFrom = '2026-11-14'
    await scene.database.sql`
      update sources.windows set state = 'due', due_at = platform.clock() where source_id = ${second.source.source_id}`
    await second.read()
    expect(await compare(key)).toMatchObject({ not_compared: null, deltas: { spend: 0 } })
  })
})

describe('budgets and earlier states', () => {
  test('name the days that are not read from an account', async () => {
    const { key, agentKey, brandId } = await twoAccounts({ reads: (to) => to > '2026-11-13' })
    const unread = (from: string) =>
      expect.stringContaining(`Days of ${from} to 2026-11-13 are not read yet, so totals are incomplete.`)
    const tool = (name: string, input: object) =>
      scene.api.http.post(`/api/mcp/${name}`).set('Authorization', `Bearer ${agentKey}`).send(input)
    expect((await tool('get_budgets', {})).body.meta.warnings).toContainEqual(unread('2026-11-01'))
    const google = { platform: 'google', account_id: 'g', campaign_id: 'c', campaign_name: 'C', spend: 1 }
    await ingest(scene.database, brandId, [{ ...google, date: '2026-11-19' }])
    const other = await tool('get_budgets', { platform: 'google' })
    expect(other.body.data).toHaveLength(1)
    expect(other.body.meta.warnings).not.toContainEqual(unread('2026-11-01'))
    const advice = await get('/v1/budget-recommendations', key, { lookback_days: '28' })
    expect(advice.meta.warnings).toContainEqual(unread('2026-10-23'))
    const days = { date_from: '2026-11-10', date_to: '2026-11-14', metrics: 'spend', as_of: '2026-11-20' }
    const now = await get('/v1/metrics', key, days)
    expect(now.meta.warnings).toContainEqual(unread('2026-11-10'))
    expect(now.meta.warnings.join(' ')).not.toContain('Data begins')
    expect(now.data.map(({ partial }: { partial?: boolean }) => partial ?? false)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
  })

  test('use the state of the end of as_of', async () => {
    const { key, second } = await twoAccounts({ reads: (to) => to > '2026-11-13' })
    await second.finish()
    // The account was connected two days ago, and its past was read today.
    await scene.database.sql`
      update sources.sources set connected_at = '2026-11-18T12:00:00Z' where source_id = ${second.source.source_id}`
    await scene.database.sql`
      update sources.windows set read_at = '2026-11-18T13:00:00Z'
      where source_id = ${second.source.source_id} and last_on > '2026-11-13'`
    await scene.database.sql`
      update analytics.facts_daily set first_stored_at = '2026-11-18T13:00:00Z' where brand_id = ${second.source.brand_id}`
    const days = { date_from: '2026-11-10', date_to: '2026-11-14', metrics: 'spend' }
    const warned = async (as_of: string) =>
      (await get('/v1/metrics', key, { ...days, as_of })).meta.warnings.filter((text: string) =>
        text.includes('not read yet'),
      )
    expect(await warned('2026-11-19')).toEqual([expect.stringContaining('Days of 2026-11-10 to 2026-11-13')])
    expect(await warned('2026-11-20')).toEqual([])
  })
})

describe('a shop and a GA4 property', () => {
  test('that are not read yet are named by get_data_status and the attribution', async () => {
    const { brandId, key, agentKey } = await twoAccounts({})
    const shop = await connectAccount(sql, brandId, { account: 'acme.myshopify.com', platform: 'shopify' })
    const property = await connectAccount(sql, brandId, { account: '99', platform: 'ga4' })
    const touch = { customer_id: 'c', touched_at: '2026-11-09T12:00:00Z', channel: 'google' }
    const order = { order_id: 'o', customer_id: 'c', ordered_at: '2026-11-10T12:00:00Z', revenue: 100 }
    await ingestJourneys(
      scene.database,
      brandId,
      [touch],
      [order, { ...order, order_id: 'p', ordered_at: '2026-11-18T12:00:00Z' }],
    )
    const warned = async () => {
      const { body } = await scene.api.http
        .post('/api/mcp/get_data_status')
        .set('Authorization', `Bearer ${agentKey}`)
        .send({})
      return body.meta.warnings.filter((text: string) => /shopify|ga4/.test(text))
    }
    const attribution = async (from: string) =>
      (await get('/v1/attribution', key, { date_from: from, date_to: '2026-11-19' })).warnings.filter((text: string) =>
        /shopify|ga4/.test(text),
      )
    const unread = [
      expect.stringMatching(
        /^2 accounts are not read completely, .* acme\.myshopify\.com on shopify \(.*still being read \(0% is done\)\), 99 on ga4 \(.*still being read/,
      ),
    ]
    expect(await warned()).toEqual(unread)
    expect(await attribution('2026-11-10')).toEqual(unread)
    // The newest changes of the shop are read, and the property is read whole.
    await scene.database.sql`
      insert into sources.windows (brand_id, source_id, report, purpose, first_on, last_on, state, read_at)
      values
        (${brandId}, ${shop.source_id}, 'orders', 'recent', '2026-11-16', '2026-11-20', 'read', now()),
        (${brandId}, ${shop.source_id}, 'orders', 'recent', '2026-11-12', '2026-11-15', 'due', null),
        (${brandId}, ${property.source_id}, 'transactions', 'recent', '2026-11-01', '2026-11-20', 'read', now())`
    await scene.database.sql`
      update sources.sources set planned = '{"recent": "2026-11-20T12:00:00Z"}'
      where source_id in (${shop.source_id}, ${property.source_id})`
    // An order of an earlier day can have changed on a day that is not read.
    expect(await attribution('2026-11-10')).toEqual([expect.stringContaining('Days of 2026-11-10 to 2026-11-15')])
    expect(await attribution('2026-11-16')).toEqual([])
  })

  test('that need attention are named by get_data_status', async () => {
    const { brandId, agentKey } = await twoAccounts({})
    const { source_id } = await connectAccount(sql, brandId, { account: 'acme.myshopify.com', platform: 'shopify' })
    await scene.database.sql`
      update sources.sources set status = 'needs_attention', attention_since = now(), planned = '{"recent": "2026-11-20T12:00:00Z"}',
        attention = '{"reason": "app_is_uninstalled", "values": {}}'
      where source_id = ${source_id}`
    const { body } = await scene.api.http
      .post('/api/mcp/get_data_status')
      .set('Authorization', `Bearer ${agentKey}`)
      .send({})
    expect(body.meta.warnings).toContain(
      'Account acme.myshopify.com on shopify needs attention, so its newest data can be missing. The page Sources of the console says what to do.',
    )
  })
})
