import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examineSources } from '../../cli/doctor/sources.ts'
import { syncSource } from '../../functions/worker/sources/sync_source.ts'
import type { SyncOptions } from '../../functions/worker/sources/sync_source.ts'
import type { Database } from '../../shared/db/pool.ts'
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
    expect(stated).toMatchObject({ status: 'needs_attention', needs: 'sync', data_through: '2026-11-20' })
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

describe('an account that lacks exchange rates', () => {
  const addRates = (from: string, to: string) => scene.database.sql`
    insert into core.exchange_rates (on_day, from_currency, to_currency, rate, source)
    select day::date, 'CHF', 'USD', 1.1, 'test' from generate_series(${from}::date, ${to}::date, '1 day') as day
    on conflict do nothing`

  test('names the pair and all days of its reports that lack a rate, and then that they were added', async () => {
    const tenant = await createTenant(scene.database.sql)
    const scripted = new ScriptedPlatform()
    scripted.rows = ['2026-08-01', '2026-09-01', '2026-09-30', '2026-10-29', '2026-11-20'].map((day) => ({
      ad: 'a',
      day,
      spend: '10',
    }))
    const source = await connectAccount(sql, tenant.brandId, { currency: 'CHF' })
    await sync(sql, source, scriptedOptions(scripted))
    const ask = 'Ask the operator of the installation to import these rates.'
    expect(await listed(tenant.key)).toMatchObject({
      status: 'needs_attention',
      needs: 'import_rates',
      data_through: null,
      attention: `No rate CHF to USD for 2026-08-01 to 2026-11-20. ${ask}`,
    })
    expect(await doctor()).toContain(
      'No rate CHF to USD for 2026-08-01 to 2026-11-20. Import the rates: vitrine import rates.',
    )
    const { browser } = await scene.member(tenant.brandId, 'admin')
    const page = await browser.open(`/console/brands/${tenant.brandId}/sources`)
    expect(page.html).toContain('No rate CHF to USD for 1 Aug to 20 Nov 2026. Rates are of the whole installation')
    expect(page.html).toMatch(/href="\/docs\/guides\/import_data#exchange-rates"\s*>How to add exchange rates</)
    expect(page.html).not.toContain('Try again')

    // Only the days of a part are added: the rest is named.
    await addRates('2026-08-01', '2026-09-15')
    await addRates('2026-09-18', '2026-11-19')
    expect((await listed(tenant.key)).attention).toBe(
      `No rate CHF to USD for 2026-09-16 to 2026-09-17, 2026-11-20. ${ask}`,
    )
    await addRates('2026-08-01', '2026-11-20')
    expect(await listed(tenant.key)).toMatchObject({
      needs: 'sync',
      attention: 'The exchange rates that were missing are there now. The reports are read again within an hour.',
    })
    await letRetry(source.source_id)
    await sync(sql, source, scriptedOptions(scripted))
    expect(await listed(tenant.key)).toMatchObject({ status: 'connected', attention: null, needs: null })
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
