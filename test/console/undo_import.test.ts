import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anomalies as anomaliesQueue } from '../../functions/worker/queues/anomalies.ts'
import type { Database } from '../../shared/db/pool.ts'
import { ConsoleScene, ownForm } from '../support/console.ts'
import { expectCoverage } from '../support/coverage.ts'
import { connectAccount, workerPool } from '../support/sources.ts'
import { alertOf, importThrough, openImports, runImports } from '../support/uploads.ts'
import type { Uploader } from '../support/uploads.ts'

let scene: ConsoleScene
/** Workers whose clocks of the data differ, because the clock of a test does not go on. */
let workers: Database[]

beforeAll(async () => {
  scene = await ConsoleScene.start()
  workers = ['12:00', '12:10', '12:20', '12:30'].map((time) => workerPool(scene.database, `2026-11-20T${time}:00Z`))
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.end()))
  await scene.stop()
})

const file = (rows: string[], columns = 'date,platform,campaign_name,spend,clicks') =>
  `${columns}\n${rows.join('\n')}\n`
const first = file(['2026-11-01,reddit,One,10,1', '2026-11-02,reddit,One,20,2'])
const second = file(['2026-11-02,reddit,One,25,2', '2026-11-03,reddit,Two,5,'])

/** Everything that the pages and the API read of a brand's ads, without the times of the imports. */
async function stateOf(brandId: string) {
  const { sql } = scene.database
  return {
    facts: await sql`
      select day::text, external_id, spend_micros, clicks, summed_measures from analytics.facts_daily
      join analytics.entities using (brand_id, entity_id) where brand_id = ${brandId} order by 1, 2`,
    hours: await sql`
      select hour::text, external_id, spend_micros from analytics.facts_hourly
      join analytics.entities using (brand_id, entity_id) where brand_id = ${brandId} order by 1, 2`,
    rollups: await sql`
      select rollups_daily.level, day::text, external_id, spend_micros, clicks from analytics.rollups_daily
      join analytics.entities using (brand_id, entity_id) where brand_id = ${brandId} order by 1, 2, 3`,
    days: await sql`select kind, first_on::text, last_on::text from analytics.data_status where brand_id = ${brandId} order by 1`,
    platforms: await sql`
      select platform, kind, first_on::text, last_on::text from analytics.platform_status where brand_id = ${brandId} order by 1, 2`,
    coverage: await expectCoverage(sql, brandId),
    mixed: await sql`select day::text, measure from analytics.mixed_reports where brand_id = ${brandId} order by 1, 2`,
    unfinished: await sql`select day::text from analytics.unfinished_days where brand_id = ${brandId} order by 1`,
  }
}

const upload = async (visit: Uploader, worker: number, name: string, content: string) =>
  (await importThrough(workers[worker] as Database, visit, name, content)).url.pathname

async function undo(visit: Uploader, path: string, worker = 3) {
  const page = await visit.browser.open(path)
  const asked = await visit.browser.post(`${path}/undo`, ownForm(page))
  await runImports(workers[worker] as Database, visit.brandId)
  return { asked, page: await visit.browser.open(path) }
}

describe('POST /console/brands/{brand_id}/imports/{import_id}/undo', () => {
  test('restores what the import changed, and removes what it created', async () => {
    const visit = await openImports(scene)
    await upload(visit, 0, 'first.csv', first)
    const before = await stateOf(visit.brandId)
    const path = await upload(visit, 1, 'second.csv', second)
    expect(await stateOf(visit.brandId)).not.toEqual(before)
    const { asked, page } = await undo(visit, path)
    expect(asked.html).toContain('being undone')
    expect(page.html).toContain('This import was undone on')
    expect(await stateOf(visit.brandId)).toEqual(before)
    expect((await visit.browser.open(`${visit.root}/imports`)).html).toMatch(/second\.csv[^]*, undone/)
  })

  test('removes the data of a brand whose only import is undone', async () => {
    const visit = await openImports(scene)
    const before = await stateOf(visit.brandId)
    const path = await upload(visit, 0, 'first.csv', first)
    await undo(visit, path)
    expect(await stateOf(visit.brandId)).toEqual(before)
    // It can be imported again.
    await upload(visit, 3, 'first.csv', first)
    expect((await stateOf(visit.brandId)).facts).toHaveLength(2)
  })

  test('removes the currency of an account that only the undone file named', async () => {
    const visit = await openImports(scene)
    const report = (day: number, more: string) => `date,platform,campaign,spend${more}\n2026-11-0${day},reddit,One,10`
    const path = await upload(visit, 0, 'foreign.csv', `${report(1, ',currency')},SEK\n`)
    await undo(visit, path)
    await upload(visit, 1, 'own.csv', `${report(2, '')}\n`)
    const [sum] = await scene.database.sql`
      select sum(spend_micros)::text as spend from analytics.facts_daily where brand_id = ${visit.brandId}`
    expect(sum).toEqual({ spend: '10000000' })
  })

  test('makes detection due with the next tick, which resolves the anomalies of the import', async () => {
    const visit = await openImports(scene)
    const { sql } = scene.database
    const day = (index: number) => new Date(Date.parse('2026-10-01') + index * 86_400_000).toISOString().slice(0, 10)
    const usual = Array.from({ length: 50 }, (_, index) => `${day(index)},reddit,One,${100 + ((index * 7) % 5)},10`)
    await upload(visit, 0, 'usual.csv', file(usual))
    const path = await upload(visit, 1, 'surge.csv', file(['2026-11-18,reddit,One,900,10', '2026-11-18,tv,Two,5,1']))
    const worker = workers[2] as Database
    await anomaliesQueue.run(worker, { brand_id: visit.brandId })
    const found = async () =>
      await sql`select level, status from analytics.anomalies where brand_id = ${visit.brandId} and status = 'active'`
    expect((await found()).length).toBeGreaterThan(0)
    const tick = workers[3] as Database
    await tick`select * from core.take_due('{anomalies}')`
    await undo(visit, path)
    const due = await tick`select brand_ids from core.take_due('{anomalies}')`
    expect(due[0]?.brand_ids).toContain(visit.brandId)
    await anomaliesQueue.run(workers[3] as Database, { brand_id: visit.brandId })
    expect(await found()).toEqual([])
  })

  test('keeps the anomaly of days that another report has', async () => {
    const visit = await openImports(scene)
    const { sql } = scene.database
    const day = (index: number) => new Date(Date.parse('2026-10-01') + index * 86_400_000).toISOString().slice(0, 10)
    const usual = Array.from({ length: 46 }, (_, index) => `${day(index)},reddit,One,${100 + ((index * 7) % 5)},10`)
    await upload(visit, 0, 'usual.csv', file([...usual, `${day(46)},reddit,One,700,10`]))
    const path = await upload(visit, 1, 'surge.csv', file([`${day(48)},reddit,One,5000,10`]))
    await anomaliesQueue.run(workers[2] as Database, { brand_id: visit.brandId })
    const found = async () =>
      await sql`
        select first_on::text, last_on::text, day::text, value, status from analytics.anomalies
        where brand_id = ${visit.brandId} and level = 'campaign' and detector = 'spend_surge'`
    expect(await found()).toEqual([
      { first_on: day(46), last_on: day(48), day: day(48), value: 5000, status: 'active' },
    ])
    await undo(visit, path)
    await anomaliesQueue.run(workers[3] as Database, { brand_id: visit.brandId })
    expect(await found()).toEqual([{ first_on: day(46), last_on: day(46), day: day(46), value: 700, status: 'active' }])
  })

  test('resolves the anomalies of days that no report has anymore, and forgets their checks', async () => {
    const visit = await openImports(scene)
    const { sql } = scene.database
    const path = await upload(visit, 0, 'first.csv', first)
    await sql`
      insert into analytics.anomalies
        (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, spend_share, status)
      select brand_id, level || named.status, 'spend_surge', entity_id, level, named.day, named.day, named.day, 400, 100, 20, 15, 300, 0.5, named.status
      from analytics.entities, (values ('active', date '2026-11-01'), ('confirmed', date '2026-11-02')) as named (status, day)
      where brand_id = ${visit.brandId} and level = 'campaign'`
    await sql`
      insert into analytics.detected_days (brand_id, day, tested, flagged)
      values (${visit.brandId}, '2026-11-01', 1, 1), (${visit.brandId}, '2026-11-02', 1, 1)`
    await undo(visit, path)
    // A status that a person set stays.
    expect(
      await sql`select status from analytics.anomalies where brand_id = ${visit.brandId} order by first_on`,
    ).toEqual([{ status: 'resolved' }, { status: 'confirmed' }])
    expect(await sql`select from analytics.detected_days where brand_id = ${visit.brandId}`).toHaveLength(0)
  })

  test('restores hours and the days that they are summed to', async () => {
    const visit = await openImports(scene)
    const columns = 'date,hour,platform,campaign_name,spend,clicks'
    await upload(visit, 0, 'hours.csv', file(['2026-11-01,8,reddit,One,10,1', '2026-11-01,9,reddit,One,20,2'], columns))
    const before = await stateOf(visit.brandId)
    const path = await upload(
      visit,
      1,
      'more.csv',
      file(['2026-11-01,9,reddit,One,21,2', '2026-11-01,10,reddit,One,1,1'], columns),
    )
    await undo(visit, path)
    expect(await stateOf(visit.brandId)).toEqual(before)
  })

  test('returns 409 and keeps everything while a later file has the same days, also with the same values', async () => {
    const visit = await openImports(scene)
    const path = await upload(visit, 0, 'first.csv', first)
    const later = await upload(visit, 1, 'again.csv', first)
    const held = await stateOf(visit.brandId)
    const { asked } = await undo(visit, path)
    expect([asked.status, asked.html]).toEqual([
      409,
      expect.stringContaining('A later file has the same days: again.csv.'),
    ])
    expect(asked.html).toContain(`<a href="${later}">Open the later import</a>`)
    expect(asked.html).not.toContain('Quote the request id')
    expect(await stateOf(visit.brandId)).toEqual(held)
    await undo(visit, later)
    expect((await undo(visit, path)).page.html).toContain('This import was undone on')
    expect((await stateOf(visit.brandId)).facts).toEqual([])
  })

  test('ignores later files of other platforms and days', async () => {
    const visit = await openImports(scene)
    const path = await upload(visit, 0, 'first.csv', first)
    await upload(visit, 1, 'tv.csv', file(['2026-11-01,tv,One,3,']))
    await upload(visit, 2, 'later.csv', file(['2026-11-10,reddit,One,4,1']))
    await undo(visit, path)
    expect((await stateOf(visit.brandId)).facts).toMatchObject([
      { day: '2026-11-01', spend_micros: '3000000' },
      { day: '2026-11-10' },
    ])
  })

  test('is refused when a connected account of the platform was read for these days', async () => {
    const visit = await openImports(scene)
    const path = await upload(visit, 0, 'meta.csv', file(['2026-11-01,meta,One,3,1']))
    const { source_id: sourceId } = await connectAccount(workers[1] as Database, visit.brandId, { account: '77' })
    await scene.database.sql`
      insert into sources.windows (brand_id, source_id, report, purpose, first_on, last_on, state, read_at)
      values (${visit.brandId}, ${sourceId}, 'ads_daily', 'recent', '2026-11-01', '2026-11-02', 'read', '2026-11-20T12:10:00Z')`
    const { asked } = await undo(visit, path)
    expect([asked.status, asked.html]).toEqual([409, expect.stringContaining('was read later for the same days')])
  })

  test('is refused by the worker when a later report changed a row', async () => {
    const visit = await openImports(scene)
    const path = await upload(visit, 0, 'first.csv', first)
    const page = await visit.browser.open(path)
    await visit.browser.post(`${path}/undo`, ownForm(page))
    await (workers[1] as Database).begin(async (transaction) => {
      await transaction`select core.enter_brand(${visit.brandId})`
      await transaction`update analytics.facts_daily set spend_micros = 1 where brand_id = ${visit.brandId} and day = '2026-11-01'`
    })
    const held = await stateOf(visit.brandId)
    await runImports(workers[3] as Database, visit.brandId)
    expect(alertOf(await visit.browser.open(path))).toContain('Later reports changed some of these numbers')
    expect(await stateOf(visit.brandId)).toEqual(held)
  })

  test('is refused for kinds without history and for imports of the same time', async () => {
    const visit = await openImports(scene)
    const orders = await upload(visit, 0, 'orders.csv', 'order_id,customer_id,ordered_at,revenue\n1,c,2026-11-01,5\n')
    const { asked } = await undo(visit, orders)
    expect([asked.status, asked.html]).toEqual([409, expect.stringContaining('Imports of orders cannot be undone')])
    const tv = await upload(visit, 1, 'tv.csv', file(['2026-11-01,tv,One,3,1']))
    const radio = await upload(visit, 1, 'radio.csv', file(['2026-11-01,radio,One,3,1']))
    expect((await undo(visit, radio)).asked.html).toContain('another report was stored at the same time')
    expect((await visit.browser.open(radio)).html).not.toContain('Undo this import')
    expect((await visit.browser.open(tv)).html).toContain('Undo this import')
  })

  test('requires the role admin and returns 404 for an import of another brand', async () => {
    const [visit, other] = [await openImports(scene), await openImports(scene)]
    const path = await upload(visit, 0, 'first.csv', first)
    const foreign = path.replace(visit.brandId, other.brandId)
    expect((await other.browser.post(`${foreign}/undo`, ownForm(other.page))).status).toBe(404)
    const { browser } = await scene.member(visit.brandId, 'viewer')
    const page = await browser.open(path)
    expect(page.html).not.toContain('Undo this import')
    expect((await browser.post(`${path}/undo`, ownForm(page))).status).toBe(403)
  })
})
