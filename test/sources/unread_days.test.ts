import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { syncSource } from '../../functions/worker/sources/sync_source.ts'
import type { Database } from '../../shared/db/pool.ts'
import { SourceError } from '../../shared/sources/source_error.ts'
import { ConsoleScene } from '../support/console.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { connectAccount, scriptedOptions, ScriptedPlatform, sync, workerPool } from '../support/sources.ts'

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

const dates = Array.from({ length: 120 }, (_, age) => new Date(Date.UTC(2026, 10, 19 - age)).toISOString().slice(0, 10))

/** A brand whose account spends 10 each day. Windows that end before `readFrom` are not read. */
async function connected(readFrom: string) {
  const tenant = await createTenant(scene.database.sql)
  const scripted = new ScriptedPlatform()
  scripted.rows = dates.map((day) => ({ ad: 'a', day, spend: '10' }))
  scripted.onRead = ({ to }) => {
    if (to < readFrom) throw new SourceError('quota_is_used_up', 'pause', { retryAfterSeconds: 3600 })
  }
  const source = await connectAccount(sql, tenant.brandId, { account: '7' })
  const options = scriptedOptions(scripted)
  return {
    ...tenant,
    source,
    read: () => syncSource(sql, source, options),
    finish: async () => {
      scripted.onRead = () => undefined
      await scene.database.sql`update sources.sources set waits_until = null where source_id = ${source.source_id}`
      await sync(sql, source, options)
    },
  }
}

const days = { date_from: '2026-10-23', date_to: '2026-11-19' }

async function get(path: string, key: string, query: Record<string, string> = {}) {
  return await scene.api.http
    .get(path)
    .query({ ...days, ...query })
    .set('Authorization', `Bearer ${key}`)
}

/** Calls a tool of the connector with a live key of the account. */
async function tool(name: string, accountId: string, input: Record<string, string> = {}) {
  const { key } = await issueKey(scene.database.sql, accountId, { prefix: 'sk_live_' })
  const { body } = await scene.api.http.post(`/api/mcp/${name}`).set('Authorization', `Bearer ${key}`).send(input)
  return body
}

async function statusWarnings(accountId: string): Promise<string[]> {
  const { meta } = await tool('get_data_status', accountId)
  return meta.warnings.filter((warning: string) => warning.includes('read'))
}

const isReading = expect.stringMatching(/^Account 7 on meta is still being read \(\d+% is done\)\. Days of /)

describe('days that the first read has not reached', () => {
  test('are not compared: not the previous period, and not the same weekdays of last year', async () => {
    const { key, accountId, brandId, read, finish } = await connected('2026-10-22')
    await read()
    const compare = { compare_to: 'previous_period', metrics: 'spend' }
    const { body } = await get('/v1/breakdown', key, compare)
    expect(body).toMatchObject({ compared: null, deltas: null, not_compared: 'not_read_yet', totals: { spend: 280 } })
    expect(body.totals.partial).toBeUndefined()
    expect(body.data.every((row: object) => !('deltas' in row))).toBe(true)
    expect(body.meta.warnings).toContain(
      'Nothing is compared: days of 2026-09-25 to 2026-10-21 are not read yet from Account 7 on meta.',
    )
    // The connector compares by the same rule.
    const asked = await tool('get_ad_performance', accountId, { ...days, compare_to: 'previous_period' })
    expect(asked).toMatchObject({ compared: null, deltas: null })
    expect(asked.meta.warnings.join(' ')).toContain('Nothing is compared: days of 2026-09-25 to 2026-10-21')
    // In SQL, a missing report is no zero either.
    const explained = scene.database.sql`
      select from analytics.explain_change(${brandId}, 'spend', '2026-10-23', '2026-11-19', '2026-09-25', '2026-10-22')`.catch(
      (error: { code: string; message: string }) => [error.code, error.message],
    )
    expect(await explained).toEqual(['NTRDY', expect.stringContaining('2026-09-25')])
    await finish()
    const read_whole = await get('/v1/breakdown', key, compare)
    expect(read_whole.body).toMatchObject({ not_compared: null, deltas: { spend: 0 } })
    // Last year was never reported: that is another reason, with a warning of its own.
    const weekdays = await get('/v1/breakdown', key, { ...compare, compare_to: 'previous_year_weekdays' })
    expect(weekdays.body.not_compared).toBeNull()
    expect(weekdays.body.deltas.spend).toBeNull()
  })

  test('are named by GET /v1/metrics, which marks totals and rows of these days as partial', async () => {
    const { key, read, finish } = await connected('2026-10-22')
    await read()
    const wide = { date_from: '2026-10-01', metrics: 'spend', granularity: 'month' }
    const { body } = await get('/v1/metrics', key, wide)
    expect(body.meta.warnings).toContainEqual(isReading)
    expect(body.meta.warnings.join(' ')).toContain('Days of 2026-10-01 to 2026-10-21 are not read yet')
    expect(body.meta.warnings.join(' ')).not.toContain('Data begins on')
    expect(body.data.map((row: { partial?: boolean }) => row.partial ?? false)).toEqual([true, true])
    await finish()
    const whole = await get('/v1/metrics', key, { ...wide, date_to: '2026-10-31' })
    expect(whole.body.meta.warnings).not.toContainEqual(isReading)
    expect(whole.body.data).toEqual([{ date: '2026-10-01', spend: 310 }])
  })

  test('are named by get_data_status before the first read, and not for another brand', async () => {
    const [own, other] = [await connected('2027-01-01'), await createTenant(scene.database.sql)]
    expect((await get('/v1/metrics', own.key)).status).toBe(409)
    expect(await statusWarnings(own.accountId)).toEqual([expect.stringContaining('(0% is done)')])
    expect(await statusWarnings(other.accountId)).toEqual([])
    await own.read()
    expect(await statusWarnings(own.accountId)).toEqual([isReading])
    await own.finish()
    expect(await statusWarnings(own.accountId)).toEqual([])
  })

  test('do not stop the comparison of another platform, and do while the account is paused', async () => {
    const { key, brandId, read, source } = await connected('2026-10-22')
    await read()
    await ingest(
      scene.database,
      brandId,
      dates.map((date) => ({
        date,
        platform: 'google',
        account_id: 'g',
        campaign_id: 'c',
        campaign_name: 'C',
        spend: 1,
      })),
    )
    await scene.database.sql`update sources.sources set status = 'paused' where source_id = ${source.source_id}`
    const compare = { compare_to: 'previous_period', metrics: 'spend' }
    const google = await get('/v1/breakdown', key, { ...compare, platform: 'google' })
    expect(google.body).toMatchObject({ not_compared: null, deltas: { spend: 0 } })
    expect(google.body.meta.warnings).not.toContainEqual(expect.stringContaining('read'))
    const campaign = await get('/v1/breakdown', key, { ...compare, campaign_ids: 'c' })
    expect(campaign.body.not_compared).toBeNull()
    expect((await get('/v1/breakdown', key, compare)).body.not_compared).toBe('not_read_yet')
    const { body } = await get('/v1/metrics', key, { date_from: '2026-10-01' })
    expect(body.meta.warnings.join(' ')).toMatch(/Account 7 on meta is paused, and \d+% of its past is read\./)
    expect((await get('/v1/breakdown', key, { ...compare, platform: 'meta,google' })).body.deltas).toBeNull()
  })
})

describe('days that were read and have no rows', () => {
  /** Reads an account that spends through this day, on 20 November. */
  async function spendsThrough(brandId: string, account: string, lastOn: string) {
    const scripted = new ScriptedPlatform()
    scripted.rows = dates.filter((day) => day <= lastOn).map((day) => ({ ad: 'a', day, spend: '10' }))
    await sync(sql, await connectAccount(sql, brandId, { account }), scriptedOptions(scripted))
  }

  test('are days without spend: they are reported, complete and compared', async () => {
    const { key, brandId, accountId } = await createTenant(scene.database.sql)
    await spendsThrough(brandId, '1', '2026-11-19')
    await spendsThrough(brandId, '2', '2026-11-17')
    await spendsThrough(brandId, '3', '2026-11-02')
    const { body } = await get('/v1/metrics', key, { metrics: 'spend', granularity: 'day' })
    expect(body.meta.warnings).toEqual([])
    expect(body.data.at(-1)).toEqual({ date: '2026-11-19', spend: 10 })
    expect(await tool('get_data_status', accountId)).toMatchObject({ reported_through: '2026-11-19' })
  })

  test('are reported too if the only account of the brand has no others', async () => {
    const { key, brandId, accountId } = await createTenant(scene.database.sql)
    await spendsThrough(brandId, '1', '2026-11-17')
    const { body } = await get('/v1/metrics', key, { metrics: 'spend', granularity: 'day' })
    expect(body.meta.warnings).toEqual([])
    expect(await tool('get_data_status', accountId)).toMatchObject({ reported_through: '2026-11-19' })
  })

  test('do not include a day that was not read after it ended', async () => {
    const { key, brandId, accountId } = await createTenant(scene.database.sql)
    await spendsThrough(brandId, '1', '2026-11-19')
    await spendsThrough(brandId, '2', '2026-11-17')
    await scene.database.sql`
      update sources.windows set read_at = '2026-11-18T20:00:00Z' where brand_id = ${brandId} and last_on = '2026-11-20'`
    const { body } = await get('/v1/metrics', key, { metrics: 'spend', granularity: 'day' })
    expect(body.meta.warnings).toEqual([
      expect.stringMatching(/^Account 2 on meta has reported through 2026-11-17 only\./),
    ])
    expect(await tool('get_data_status', accountId)).toMatchObject({ reported_through: '2026-11-17' })
    const alone = await get('/v1/metrics', key, { metrics: 'spend', platform: 'meta' })
    expect(alone.body.meta.warnings.join(' ')).not.toContain('Nothing was reported after')
  })
})

describe('the console while an account is being read', () => {
  test('says so, compares nothing, and does neither for days that are read', async () => {
    const { brandId, read, finish } = await connected('2026-10-22')
    const root = `/console/brands/${brandId}`
    const { browser } = await scene.member(brandId, 'viewer')
    const before = await browser.open(root)
    expect(before.html).toContain('Account 7</bdi></strong> (Meta) is still being read (0% is done).')
    expect(before.html).not.toContain('Ask an admin')
    expect(before.html).toContain('Its numbers appear here when the first days are read.')
    await read()
    for (const end of ['', '/performance']) {
      const shown = await browser.open(`${root}${end}?period=last_90_days`)
      expect(shown.html).toMatch(/is still being read \(\d\d% is done\)\.\s+Totals are incomplete\./)
      expect(shown.html).toContain(`<a href="${root}/sources">See the sources</a>`)
      const recent = await browser.open(`${root}${end}?period=last_28_days`)
      expect(recent.html).not.toContain('Totals are incomplete')
      expect(recent.html).toContain('The days to compare with are not read yet.')
      expect(recent.html).not.toContain('class="delta')
    }
    expect((await browser.open(`${root}?period=last_28_days`)).html.match(/change not read yet/g)).toHaveLength(5)
    await finish()
    const done = await browser.open(`${root}?period=last_28_days`)
    expect(done.html).not.toMatch(/not read yet|still being read/)
    expect(done.html).toContain('class="delta')
  })
})
