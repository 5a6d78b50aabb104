import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examineSources } from '../../cli/doctor/sources.ts'
import { syncSource } from '../../functions/worker/sources/sync_source.ts'
import type { SyncOptions } from '../../functions/worker/sources/sync_source.ts'
import type { Database } from '../../shared/db/pool.ts'
import type { Report, ShopOrder } from '../../shared/sources/platform.ts'
import { SourceError } from '../../shared/sources/source_error.ts'
import { ConsoleScene } from '../support/console.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { connectAccount, scriptedOptions, ScriptedPlatform, sync, tokenKey, workerPool } from '../support/sources.ts'

let scene: ConsoleScene
let sql: Database

beforeAll(async () => {
  scene = await ConsoleScene.start()
  sql = workerPool(scene.database)
})
afterAll(async () => {
  await sql.end()
  await scene.stop()
})

async function listed(key: string): Promise<Record<string, unknown>> {
  const { body } = await scene.api.http.get('/v1/sources').set('Authorization', `Bearer ${key}`)
  return body.data[0]
}

async function metaStatus(accountId: string): Promise<Record<string, unknown>> {
  const { key } = await issueKey(scene.database.sql, accountId, { prefix: 'sk_live_' })
  const { body } = await scene.api.http.post('/api/mcp/get_data_status').set('Authorization', `Bearer ${key}`).send({})
  return body.platforms.find(({ platform }: { platform: string }) => platform === 'meta')
}

const doctor = async () => (await examineSources(scene.database.sql, tokenKey)).map(({ finding }) => finding).join('\n')

/** The time of retries passes. */
const letRetry = async (sourceId: string) => {
  await scene.database.sql`update sources.windows set due_at = platform.clock() where source_id = ${sourceId}`
  await scene.database
    .sql`update sources.sources set retry_at = platform.clock() where source_id = ${sourceId} and retry_at is not null`
}

describe('an account that fails with an internal error', () => {
  const days = ['2026-11-19', '2026-09-30']

  async function failing(isWrong: (to: string) => boolean) {
    const tenant = await createTenant(scene.database.sql)
    const scripted = new ScriptedPlatform()
    scripted.rows = days.map((day) => ({ ad: 'a', day, spend: '10' }))
    scripted.onRead = ({ to }) => {
      if (isWrong(to)) throw new TypeError('secret detail')
    }
    return { ...tenant, scripted, source: await connectAccount(sql, tenant.brandId, { account: '7' }) }
  }

  test('needs attention after three, goes on with other windows, and is well again afterwards', async () => {
    const { key, accountId, brandId, scripted, source } = await failing((to) => to === '2026-10-21')
    const log: Record<string, unknown>[] = []
    await sync(sql, source, scriptedOptions(scripted, { log: (line) => void log.push(line) }))
    expect(scripted.reads.filter(({ to }) => to === '2026-10-21')).toHaveLength(3)
    expect(log.filter(({ cause }) => String(cause).includes('secret detail'))).toHaveLength(3)
    const stated = await listed(key)
    // The failed window is a hole.
    expect(stated).toMatchObject({ status: 'needs_attention', needs: 'sync', data_through: '2026-09-21' })
    expect(stated.attention).toContain('Reading this account failed 3 times with an internal error (TypeError).')
    expect(stated.attention_since).not.toBeNull()
    expect(JSON.stringify(stated)).not.toContain('secret detail')
    expect(await metaStatus(accountId)).toMatchObject({ stale: true, attention: stated.attention })
    expect(await doctor()).toContain(`Account 7 (meta, ${source.source_id}), since `)
    expect(await doctor()).toContain('failed 3 times with an internal error (TypeError)')
    const { browser } = await scene.member(brandId, 'admin')
    const { html } = await browser.open(`/console/brands/${brandId}/sources`)
    expect(html).toContain('failed 3 times with an internal error (TypeError)')
    expect([...html.matchAll(/class="primary slim" aria-label="([^:]+)/g)].map(([, text]) => text)).toEqual([
      'Try again',
    ])
    // Other windows were read, older ones too.
    expect(scripted.reads.map(({ from }) => from)).toContain('2026-07-23')

    scripted.onRead = () => undefined
    await letRetry(source.source_id)
    await sync(sql, source, scriptedOptions(scripted))
    expect(await listed(key)).toMatchObject({ status: 'connected', attention: null, attention_since: null })
    expect(await metaStatus(accountId)).toMatchObject({ stale: false, attention: null })
  })

  test('says nothing after two errors', async () => {
    let failures = 0
    const { key, scripted, source } = await failing(() => ++failures <= 2)
    await sync(sql, source, scriptedOptions(scripted))
    expect(await listed(key)).toMatchObject({ status: 'connected', attention: null })
  })

  test('counts internal errors apart from outages of the platform', async () => {
    const { key, scripted, source } = await failing(() => false)
    scripted.rows = []
    const errors = [
      ...Array.from({ length: 5 }, () => 'outage'),
      'internal',
      'outage',
      'internal',
      'outage',
      'internal',
    ]
    const stated: unknown[] = []
    scripted.onRead = async ({ to }) => {
      if (to !== '2026-11-20') return
      stated.push((await listed(key)).attention)
      const error = errors.shift()
      if (error === 'internal') throw new TypeError('secret detail')
      if (error === 'outage') throw new SourceError('platform_is_unavailable', 'retry')
    }
    await sync(sql, source, scriptedOptions(scripted))
    expect([errors, stated.filter((each) => each !== null)]).toEqual([[], []])
    expect((await listed(key)).attention).toContain('failed 3 times with an internal error (TypeError)')
  })

  test('needs attention too if no window can be planned, and is not tried in a storm', async () => {
    const { key, scripted, source } = await failing(() => false)
    const broken: Partial<SyncOptions> = {
      restatementDays: () => {
        throw new RangeError('secret detail')
      },
    }
    const run = (more: Partial<SyncOptions>) => syncSource(sql, source, scriptedOptions(scripted, more))
    for (const status of ['syncing', 'syncing', 'needs_attention']) {
      await expect(run(broken)).rejects.toThrow('secret detail')
      expect((await listed(key)).status).toBe(status)
    }
    expect((await listed(key)).attention).toContain('failed 3 times with an internal error (RangeError)')
    expect(await run(broken)).toMatchObject({ steps: 0, is_busy: true })
    await letRetry(source.source_id)
    await sync(sql, source, scriptedOptions(scripted))
    expect(await listed(key)).toMatchObject({ status: 'connected', attention: null })
    const [held] = await scene.database
      .sql`select count(*)::integer as failures from core.job_failures where subject = ${source.source_id}`
    expect(held?.failures).toBe(0)
  })
})

describe('the doctor', () => {
  async function stopped() {
    const tenant = await createTenant(scene.database.sql)
    const source = await connectAccount(sql, tenant.brandId)
    await scene.database.sql`
      update sources.sources
      set status = 'needs_attention', attention = '{"reason": "grant_is_dead", "values": {}}', attention_since = platform.now(),
        version_notice = '{"reason": "version_ends", "values": {"platform": "Meta Ads", "version": "v1", "ends_on": null, "setting": "META_API_VERSION"}}'
      where source_id = ${source.source_id}`
    return { ...tenant, ...source }
  }
  const alerts = async (sourceId: string) =>
    (await scene.database.sql`select from sources.sources where source_id = ${sourceId} and stale_since is not null`)
      .length

  test('and the alert leave out sources of an archived brand', async () => {
    const [archived, other] = [await stopped(), await stopped()]
    await scene.database.sql`update core.brands set status = 'archived' where brand_id = ${archived.brandId}`
    const findings = await doctor()
    expect(findings).toContain(`${other.source_id}), since`)
    expect(findings).not.toContain(archived.source_id)
    await sql`select sources.raise_stale()`
    expect([await alerts(archived.source_id), await alerts(other.source_id)]).toEqual([0, 1])
  })

  test('names sources that need attention also if a key is missing', async () => {
    const { source_id } = await stopped()
    const findings = (await examineSources(scene.database.sql, undefined)).map(({ finding }) => finding)
    expect(findings[0]).toContain('SOURCE_TOKEN_KEY')
    expect(findings.join('\n')).toContain(`${source_id}), since`)
  })
})

describe('a run that fails outside of its windows', () => {
  const broken: Partial<SyncOptions> = {
    restatementDays: () => {
      throw new RangeError('secret detail')
    },
  }
  const failures = async (sourceId: string) =>
    (await scene.database.sql`select error_class from core.job_failures where subject = ${sourceId}`).length

  test('throws the original error if it cannot be recorded', async () => {
    const { brandId } = await createTenant(scene.database.sql)
    const source = await connectAccount(sql, brandId)
    const note = 'execute on function sources.note_failed_run(text, text, text, text, integer)'
    await scene.database.sql.unsafe(`revoke ${note} from vitrine_worker`)
    try {
      const run = syncSource(sql, source, scriptedOptions(new ScriptedPlatform(), broken))
      await expect(run).rejects.toThrow('secret detail')
    } finally {
      await scene.database.sql.unsafe(`grant ${note} to vitrine_worker`)
    }
    expect(await failures(source.source_id)).toBe(0)
  })

  test.each([
    ['before its windows are planned', {}],
    ['before it fails', broken],
  ])('records nothing if another process took the source %s', async (_, options) => {
    const { brandId } = await createTenant(scene.database.sql)
    const source = await connectAccount(sql, brandId)
    await scene.database.sql.unsafe(`
      create function public.take_lease() returns trigger language plpgsql
        as $$ begin new.lease := 'another process'; return new; end $$;
      create trigger take_lease before update on sources.sources for each row
        when (new.source_id = '${source.source_id}') execute function public.take_lease()`)
    try {
      const run = syncSource(sql, source, scriptedOptions(new ScriptedPlatform(), options))
      if (options === broken) await expect(run).rejects.toThrow('secret detail')
      else expect(await run).toEqual({ source_id: source.source_id, steps: 0, is_busy: true })
    } finally {
      await scene.database.sql.unsafe('drop function public.take_lease() cascade')
    }
    expect(await failures(source.source_id)).toBe(0)
  })
})

describe('an account that lacks exchange rates', () => {
  const addRates = (from: string, to: string, currency = 'CHF') => scene.database.sql`
    insert into core.exchange_rates (on_day, from_currency, to_currency, rate, source)
    select day::date, ${currency}, 'USD', 1.1, 'test' from generate_series(${from}::date, ${to}::date, '1 day') as day
    on conflict do nothing`

  test('names the pair and all days of its reports that lack a rate, and then that they were added', async () => {
    const tenant = await createTenant(scene.database.sql)
    const scripted = new ScriptedPlatform()
    scripted.rows = [
      '2026-08-01',
      '2026-08-02',
      '2026-09-01',
      '2026-09-30',
      '2026-10-29',
      '2026-11-16',
      '2026-11-18',
    ].map((day) => ({ ad: 'a', day, spend: '10' }))
    const source = await connectAccount(sql, tenant.brandId, { currency: 'CHF' })
    await sync(sql, source, scriptedOptions(scripted))
    const days = '2026-08-01 to 2026-08-02, 2026-09-01, 2026-09-30, 2026-10-29, 2026-11-16 and 1 more period'
    const ask = 'Ask the operator of the installation to import these rates.'
    expect(await listed(tenant.key)).toMatchObject({
      status: 'needs_attention',
      needs: 'import_rates',
      data_through: null,
      attention: `There is no exchange rate from CHF to USD for ${days}. ${ask}`,
    })
    expect(await doctor()).toContain(
      `There is no exchange rate from CHF to USD for ${days}. Import the rates: vitrine import rates.`,
    )
    const { browser } = await scene.member(tenant.brandId, 'admin')
    const page = await browser.open(`/console/brands/${tenant.brandId}/sources`)
    expect(page.html).toContain('from CHF to USD for 1 to 2 Aug 2026, 1 Sep 2026, 30 Sep 2026, 29 Oct')
    expect(page.html).toContain(
      'and 1 more period. Exchange rates apply to the whole installation. Ask its operator to import these rates.',
    )
    expect(page.html).toMatch(
      /href="\/docs\/guides\/import_data#exchange-rates"\s*>Guide for the operator: exchange rates</,
    )
    expect(page.html).not.toContain('Try again')

    // Only the days of a part are added: the rest is named.
    await addRates('2026-08-02', '2026-09-15')
    await addRates('2026-10-01', '2026-11-17')
    expect((await listed(tenant.key)).attention).toBe(
      `There is no exchange rate from CHF to USD for 2026-08-01, 2026-09-30, 2026-11-18. ${ask}`,
    )
    await addRates('2026-08-01', '2026-11-20')
    expect(await listed(tenant.key)).toMatchObject({
      needs: 'sync',
      attention: 'The exchange rates that were missing are available now. The reports are read again within an hour.',
    })
    await letRetry(source.source_id)
    await sync(sql, source, scriptedOptions(scripted))
    expect(await listed(tenant.key)).toMatchObject({ status: 'connected', attention: null, needs: null })
  })

  /** A shop whose orders are in this currency, read once. Its brand has the days of Los Angeles. */
  async function shopOf(currency: string, order: Pick<ShopOrder, 'ordered_at' | 'updated_at'>) {
    const tenant = await createTenant(scene.database.sql, { timezone: 'America/Los_Angeles' })
    const report: Report = {
      name: 'orders',
      daysMax: 30,
      daysBackMax: 120,
      read: async (_call, _account, { from, to }) => {
        const day = order.updated_at.slice(0, 10)
        const orders = { ...order, order_id: '1', revenue: '10', refunded: '0', currency, visits: [] }
        return {
          kind: 'orders',
          orders: from <= day && day <= to ? [orders] : [],
          unreadyJourneys: [],
          unknownFields: [],
        }
      },
    }
    const scripted = new ScriptedPlatform([])
    const options = scriptedOptions(scripted, { platforms: [{ ...scripted.platform, reports: [report] }] })
    const source = await connectAccount(sql, tenant.brandId, { currency })
    await sync(sql, source, options)
    const retry = async () => {
      await letRetry(source.source_id)
      await sync(sql, source, options)
      return await listed(tenant.key)
    }
    return { ...tenant, retry }
  }

  test.each([
    ['has its day in the zone of the brand', 'NOK', '2026-11-18T02:00:00Z', '2026-11-17', '2026-11-18'],
    ['was made long before its change', 'DKK', '2026-07-01T20:00:00Z', '2026-07-01', '2026-11-19'],
  ])('names the day of an order that %s', async (_, currency, ordered_at, day, other) => {
    const { key, retry } = await shopOf(currency, { ordered_at, updated_at: '2026-11-20T03:00:00Z' })
    const attention = `There is no exchange rate from ${currency} to USD for ${day}. Ask the operator`
    expect((await listed(key)).attention).toContain(attention)
    await addRates(other, other, currency)
    expect((await retry()).attention).toContain(attention)
    await addRates(day, day, currency)
    expect((await listed(key)).attention).toContain('are available now')
    expect(await retry()).toMatchObject({ status: 'connected', attention: null })
  })

  test('names the days of a window that was replaced by a larger one, which is not read yet', async () => {
    const tenant = await createTenant(scene.database.sql)
    const scripted = new ScriptedPlatform()
    const source = await connectAccount(sql, tenant.brandId, { currency: 'PLN' })
    const syncAt = async (now: string) => {
      const pool = workerPool(scene.database, now)
      await letRetry(source.source_id)
      await syncSource(pool, source, scriptedOptions(scripted, { now: () => new Date(now), waitScale: 1 }))
      await pool.end()
      return await listed(tenant.key)
    }
    await syncAt('2026-11-20T12:00:00Z')
    scripted.rows = [{ ad: 'a', day: '2026-11-18', spend: '10' }]
    const attention = 'There is no exchange rate from PLN to USD for 2026-11-18.'
    expect((await syncAt('2026-11-21T04:00:00Z')).attention).toContain(attention)
    scripted.onRead = () => {
      throw new SourceError('platform_is_unavailable', 'retry')
    }
    expect((await syncAt('2026-11-23T05:00:00Z')).attention).toContain(attention)
    const windows = await scene.database.sql`
      select first_on::text, failure from sources.windows where source_id = ${source.source_id} and state <> 'read' order by 1`
    expect(windows.map(({ first_on, failure }) => [first_on, failure])).toEqual([
      ['2026-10-14', null],
      ['2026-10-25', null],
    ])
  })

  test('has no day of data if none could be stored', async () => {
    const tenant = await createTenant(scene.database.sql)
    const scripted = new ScriptedPlatform()
    const source = await connectAccount(sql, tenant.brandId, { currency: 'SEK' })
    scripted.rows = ['2026-07-23', '2026-08-01', '2026-09-01', '2026-10-01', '2026-11-01'].map((day) => ({
      ad: 'a',
      day,
      spend: '1',
    }))
    await sync(sql, source, scriptedOptions(scripted))
    expect(await listed(tenant.key)).toMatchObject({ data_from: null, data_through: null, last_read_at: null })
    const { browser } = await scene.member(tenant.brandId, 'viewer')
    const { html } = await browser.open(`/console/brands/${tenant.brandId}/sources`)
    expect(html).toMatch(/Data through<\/dt>\s*<dd>no data yet/)
  })
})
