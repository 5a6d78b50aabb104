import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importUpload } from '../../functions/worker/imports/import_upload.ts'
import type { Database } from '../../shared/db/pool.ts'
import type { Visit } from '../support/browser.ts'
import { ConsoleScene, ownForm } from '../support/console.ts'
import { workerPool } from '../support/sources.ts'
import { alertOf, importThrough, openImports, runImports, sendFile } from '../support/uploads.ts'
import type { Uploader } from '../support/uploads.ts'

let scene: ConsoleScene
let worker: Database

beforeAll(async () => {
  scene = await ConsoleScene.start()
  worker = workerPool(scene.database)
})
afterAll(async () => {
  await worker.end()
  await scene.stop()
})

const generic = 'date,platform,campaign_name,spend,clicks\n2026-11-01,reddit,One,12.5,3\n2026-11-02,reddit,One,8,4\n'
const german = 'Tag;Kampagne;Kosten;Umsatz;Klicks\n2026-11-01;Eins;1.234,50;2.000,00;3\n2026-11-02;Eins;8,00;9,50;4\n'

const importsOf = async (brandId: string) =>
  await scene.database.sql`select * from analytics.imports where brand_id = ${brandId} order by imported_at`
const spendOf = async (brandId: string) =>
  (
    await scene.database
      .sql`select sum(spend_micros)::text as spend, sum(revenue_micros)::text as revenue from analytics.facts_daily where brand_id = ${brandId}`
  )[0]

/** The error beside a field of a form. */
const errorAt = ({ html }: Visit, id: string) => new RegExp(`id="${id}-error"[^>]*>\\s*([^<]+?)\\s*<`).exec(html)?.[1]

/** Submits a mapping of the German file. */
async function map(visit: Uploader, path: string, columns: Record<string, string>, more: [string, string][] = []) {
  const page = await visit.browser.open(`${path}?kind=ads`)
  const fields = Object.entries(columns).map(([field, column]): [string, string] => [`column_${field}`, column])
  return await visit.browser.post(path, [
    ...ownForm(page),
    ['kind', 'ads'],
    ['is_mapped', 'yes'],
    ['platform', 'linkedin'],
    ...fields,
    ...more,
  ])
}

describe('POST /console/brands/{brand_id}/imports/uploads/{upload_id}', () => {
  test('imports a file once, although it is confirmed twice at the same time', async () => {
    const visit = await openImports(scene)
    const preview = await sendFile(visit, 'a.csv', generic)
    const path = preview.url.pathname
    const confirm = () => visit.browser.post(path, [...ownForm(preview), ['kind', 'ads']])
    const answers = await Promise.all([confirm(), confirm()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await Promise.all([runImports(worker, visit.brandId), runImports(worker, visit.brandId)])
    expect(await importsOf(visit.brandId)).toHaveLength(1)
    expect((await visit.browser.post(path, [...ownForm(preview), ['kind', 'ads']])).status).toBe(409)
  })

  test('imports a file whose worker was killed, after its lease has expired', async () => {
    const visit = await openImports(scene)
    const preview = await sendFile(visit, 'a.csv', generic)
    await visit.browser.submit(preview, preview.url.pathname)
    const uploadId = preview.url.pathname.split('/').at(-1) as string
    const claim = async (lease: string) =>
      await worker`select core.enter_brand(${visit.brandId}), analytics.claim_upload(${visit.brandId}, ${uploadId}, ${lease}, 20) as claimed`
    expect((await claim('killed'))[0]?.claimed).not.toBeNull()
    expect(await importUpload(worker, { brand_id: visit.brandId, upload_id: uploadId })).toMatchObject({
      is_busy: true,
    })
    expect(await runImports(worker, visit.brandId)).toEqual([])
    await scene.database
      .sql`update analytics.uploads set busy_until = platform.clock() - interval '1 s' where upload_id = ${uploadId}`
    await runImports(worker, visit.brandId)
    expect([await importsOf(visit.brandId), await spendOf(visit.brandId)]).toMatchObject([
      [{ rows_accepted: '2' }],
      { spend: '20500000' },
    ])
  })

  test('rolls an import back whose lease another process has taken', async () => {
    const visit = await openImports(scene)
    const preview = await sendFile(visit, 'a.csv', generic)
    await visit.browser.submit(preview, preview.url.pathname)
    const uploadId = preview.url.pathname.split('/').at(-1) as string
    // Another process takes the lease while the file is read.
    const watched = Object.assign(async (...given: Parameters<Database>) => {
      if (given[0].join('').includes('upload_chunk(')) {
        await scene.database.sql`update analytics.uploads set lease = 'another' where upload_id = ${uploadId}`
      }
      return await worker(...given)
    }, worker)
    const running = importUpload(watched as never, { brand_id: visit.brandId, upload_id: uploadId })
    await expect(running).rejects.toThrow('This upload is imported elsewhere.')
    expect([await importsOf(visit.brandId), await spendOf(visit.brandId)]).toMatchObject([[], { spend: null }])
  })

  test('fails a file after three interrupted imports, and says so', async () => {
    const visit = await openImports(scene)
    const preview = await sendFile(visit, 'a.csv', generic)
    await visit.browser.submit(preview, preview.url.pathname)
    await scene.database.sql`update analytics.uploads set attempts = 3 where brand_id = ${visit.brandId}`
    await runImports(worker, visit.brandId)
    expect(alertOf(await visit.browser.open(preview.url.pathname))).toContain('interrupted 3 times')
  })

  test('lists the rejected rows of a file of which no row is valid, and takes it again', async () => {
    const visit = await openImports(scene)
    const page = await importThrough(
      worker,
      visit,
      'bad.csv',
      'date,platform,spend\n2026-11-01,tv,none\n2026-13-01,tv,1\n',
    )
    expect(alertOf(page)).toBe('No row of the file can be imported.')
    expect(page.html).toMatch(/2<\/th>[^]*none[^]*3<\/th>[^]*2026-13-01/)
    expect(page.html).toContain('Import again')
    expect(await importsOf(visit.brandId)).toEqual([])
  })
})

describe('a mapping', () => {
  test('imports a file with other column names, decimal commas included', async () => {
    const visit = await openImports(scene)
    const preview = await sendFile(visit, 'linkedin.csv', german)
    expect(preview.html).toContain('The header matches no known format')
    const form = await visit.browser.open(`${preview.url.pathname}?kind=ads`)
    for (const column of ['Tag', 'Kosten', 'Umsatz', 'Klicks']) {
      expect(form.html).toMatch(new RegExp(`<option value="${column}" selected`))
    }
    const columns = { date: 'Tag', campaign_name: 'Kampagne', spend: 'Kosten', revenue: 'Umsatz', clicks: 'Klicks' }
    expect((await map(visit, preview.url.pathname, columns)).status).toBe(200)
    await runImports(worker, visit.brandId)
    expect(await spendOf(visit.brandId)).toEqual({ spend: '1242500000', revenue: '2009500000' })
    expect(await importsOf(visit.brandId)).toMatchObject([{ dialect: 'mapped', rows_rejected: '0' }])
  })

  test('that leaves out a column with money is refused until the person confirms it, and never stores 0', async () => {
    const visit = await openImports(scene)
    const preview = await sendFile(visit, 'linkedin.csv', german)
    const columns = { date: 'Tag', campaign_name: 'Kampagne', spend: 'Kosten', clicks: 'Klicks' }
    const refused = await map(visit, preview.url.pathname, columns)
    expect([refused.status, errorAt(refused, 'leaves-out')]).toEqual([
      400,
      expect.stringContaining('The column Umsatz may contain money'),
    ])
    expect(refused.html).toMatch(/<option value="Kosten" selected/)
    expect((await map(visit, preview.url.pathname, columns, [['leaves_out', 'yes']])).status).toBe(200)
    await runImports(worker, visit.brandId)
    expect(await spendOf(visit.brandId)).toEqual({ spend: '1242500000', revenue: null })
  })

  test.each([
    [{ spend: 'Kosten', revenue: 'Umsatz' }, 'form-column_date', 'Choose the column of date.'],
    [{ date: 'Tag', campaign_name: 'Kampagne' }, 'form-column_spend', 'at least one figure'],
    [
      { date: 'Tag', spend: 'Kosten', revenue: 'Kosten' },
      'form-column_revenue',
      'The field spend has this column already.',
    ],
  ])('without what an import needs is refused beside its field: %j', async (columns, id, message) => {
    const visit = await openImports(scene)
    const preview = await sendFile(visit, 'linkedin.csv', german)
    const refused = await map(visit, preview.url.pathname, columns as Record<string, string>)
    expect([refused.status, errorAt(refused, id)]).toEqual([400, expect.stringContaining(message)])
    expect(refused.html).toMatch(
      new RegExp(`name="${id.replace('form-', '')}"[^>]*aria-invalid="true"[^>]*${id}-error`),
    )
  })

  test('that names a column that the file lacks fails with a sentence', async () => {
    const visit = await openImports(scene)
    const preview = await sendFile(visit, 'linkedin.csv', german)
    const columns = { date: 'Tag', spend: 'Kosten', revenue: 'Umsatz', clicks: 'Nirgends' }
    await map(visit, preview.url.pathname, columns)
    await runImports(worker, visit.brandId)
    expect(alertOf(await visit.browser.open(preview.url.pathname))).toContain('nirgends')
  })

  test('of orders imports them', async () => {
    const visit = await openImports(scene)
    const orders = 'Order No;Date;Customer;Total\n1001;2026-11-01;c1;12,50\n1002;2026-11-02;c2;1.200,00\n'
    const preview = await sendFile(visit, 'orders.csv', orders)
    const path = preview.url.pathname
    const page = await visit.browser.open(`${path}?kind=orders`)
    await visit.browser.post(path, [
      ...ownForm(page),
      ['kind', 'orders'],
      ['is_mapped', 'yes'],
      ['column_order_id', 'Order No'],
      ['column_ordered_at', 'Date'],
      ['column_customer_id', 'Customer'],
      ['column_revenue', 'Total'],
    ])
    await runImports(worker, visit.brandId)
    const rows = await scene.database
      .sql`select order_id, revenue_micros::text from analytics.orders where brand_id = ${visit.brandId} order by 1`
    expect([...rows]).toEqual([
      { order_id: '1001', revenue_micros: '12500000' },
      { order_id: '1002', revenue_micros: '1200000000' },
    ])
  })
})

describe('dates with the day or the month first', () => {
  const reported = (...dates: string[]) =>
    `Tag;Kampagne;Kosten;Klicks\n${dates.map((date, index) => `${date};Eins;${index + 1},50;1`).join('\n')}\n`
  const columns = { date: 'Tag', campaign_name: 'Kampagne', spend: 'Kosten', clicks: 'Klicks' }
  const daysOf = async (brandId: string) =>
    (
      await scene.database.sql`select day::text from analytics.facts_daily where brand_id = ${brandId} order by day`
    ).map(({ day }) => day)

  test('are read in the only order in which all of them exist', async () => {
    const visit = await openImports(scene)
    const preview = await sendFile(visit, 'a.csv', reported('03.04.2026', '27.08.2026'))
    const form = await visit.browser.open(`${preview.url.pathname}?kind=ads`)
    expect(form.html).toMatch(/<option value="day_first" selected/)
    await map(visit, preview.url.pathname, columns)
    await runImports(worker, visit.brandId)
    expect(await daysOf(visit.brandId)).toEqual(['2026-04-03', '2026-08-27'])
  })

  test('of two meanings are imported only in the order that the person chooses', async () => {
    const visit = await openImports(scene)
    const preview = await sendFile(visit, 'a.csv', reported('03.04.2026', '05.06.2026'))
    const refused = await map(visit, preview.url.pathname, columns)
    expect([refused.status, errorAt(refused, 'form-dates')]).toEqual([
      400,
      '03.04.2026 has two meanings. Choose what its dates begin with.',
    ])
    await map(visit, preview.url.pathname, columns, [['dates', 'month_first']])
    await runImports(worker, visit.brandId)
    expect(await daysOf(visit.brandId)).toEqual(['2026-03-04', '2026-05-06'])
  })

  test.each([
    [['13.04.2026'], 'month_first', '13.04.2026 is no date with the month first.'],
    [['13.04.2026', '04.13.2026'], '', 'The dates have the day first in some rows'],
  ])('%j are refused before the import', async (dates, order, message) => {
    const visit = await openImports(scene)
    const preview = await sendFile(visit, 'a.csv', reported(...dates))
    const refused = await map(visit, preview.url.pathname, columns, [['dates', order]])
    expect([refused.status, errorAt(refused, 'form-dates')]).toEqual([400, expect.stringContaining(message)])
  })

  test('are read in a known format and in orders, with amounts such as 1.200', async () => {
    const visit = await openImports(scene)
    const ads = await importThrough(worker, visit, 'a.csv', 'date;platform;spend\n27.08.2026;tv;1,50\n')
    const text = 'order_id;customer_id;ordered_at;revenue\n1;c;27.08.2026 14:05;1.200\n2;c;28.08.2026;3,50\n'
    const orders = await importThrough(worker, visit, 'orders.csv', text)
    expect([alertOf(ads), alertOf(orders), await daysOf(visit.brandId)]).toEqual([undefined, undefined, ['2026-08-27']])
    const rows = await scene.database
      .sql`select ordered_at at time zone 'UTC' as at, revenue_micros::text from analytics.orders where brand_id = ${visit.brandId} order by order_id`
    expect(rows.map(({ revenue_micros }) => revenue_micros)).toEqual(['1200000000', '3500000'])
    expect((rows[0] as unknown as { at: Date }).at.toISOString()).toMatch(/^2026-08-27/)
  })

  test('keep their order and the mapping after an import that failed', async () => {
    const visit = await openImports(scene)
    const preview = await sendFile(visit, 'a.csv', 'Tag;Posten;Extra\n03.04.2026;keine;1\n')
    await map(visit, preview.url.pathname, { date: 'Tag', spend: 'Posten', clicks: 'Extra' }, [['dates', 'day_first']])
    await runImports(worker, visit.brandId)
    const failed = await visit.browser.open(preview.url.pathname)
    expect(alertOf(failed)).toBe('No row of the file can be imported.')
    const field = (name: string) =>
      new RegExp(`name="${name}"[^]*?<option value="([^"]*)" selected`).exec(failed.html)?.[1]
    expect([field('column_spend'), field('column_clicks'), field('dates')]).toEqual(['Posten', 'Extra', 'day_first'])
    expect(failed.html).toMatch(/name="platform"[^>]*value="linkedin"/)
  })
})

describe('a report whose columns several platforms have', () => {
  const shared = 'Day,Campaign,Cost\n2026-11-01,One,3\n'

  test.each([
    ['google', shared],
    ['tiktok', 'Date,Campaign name,Cost\n2026-11-01,One,3\n'],
  ])('is offered as a report of %s and as another format', async (platform, content) => {
    const visit = await openImports(scene)
    const { html, url } = await sendFile(visit, 'report.csv', content)
    expect(html).toContain('Reports of other platforms have these columns too.')
    expect(html).not.toContain('Import this file')
    expect(html).toMatch(new RegExp(`Import as ${platform}`, 'i'))
    expect(html).toContain(`${url.pathname}?kind=ads`)
  })

  test('is stored under the platform that the person enters', async () => {
    const visit = await openImports(scene)
    const preview = await sendFile(visit, 'report.csv', shared)
    await map(visit, preview.url.pathname, { date: 'Day', campaign_name: 'Campaign', spend: 'Cost' })
    await runImports(worker, visit.brandId)
    const rows = await scene.database
      .sql`select distinct platform from analytics.entities where brand_id = ${visit.brandId}`
    expect([...rows]).toEqual([{ platform: 'linkedin' }])
  })

  test('is certain with a column that only Google reports have', async () => {
    const { html } = await sendFile(await openImports(scene), 'a.csv', 'Day,Campaign,Cost,Impr.\n2026-11-01,One,3,4\n')
    expect([html.includes('Reports of other platforms'), html.includes('Import this file')]).toEqual([false, true])
  })
})

describe('a kind whose import cannot be undone', () => {
  test('says so before the import, and leads to its page afterwards', async () => {
    const visit = await openImports(scene)
    const orders = 'order_id,customer_id,ordered_at,revenue\n1,c,2026-11-01,5\n'
    const preview = await sendFile(visit, 'orders.csv', orders)
    expect(preview.html).toContain('This import cannot be undone.')
    await visit.browser.submit(preview, preview.url.pathname)
    await runImports(worker, visit.brandId)
    const { html } = await visit.browser.open(preview.url.pathname)
    expect(html).toContain(`<a href="${visit.root}/attribution">See the attribution of orders</a>`)
  })
})

describe('each kind of file', () => {
  test.each([
    ['orders.csv', 'order_id,customer_id,ordered_at,revenue\n1,c,2026-11-01,5\n', 'orders'],
    ['journeys.jsonl', '{"customer_id":"c","touched_at":"2026-11-01T10:00:00Z","channel":"meta"}\n', 'journeys'],
    ['creatives.csv', 'platform,creative_id,name\nmeta,1,One\n', 'creatives'],
    ['signals.csv', 'signal_id,component,value,occurred_at\n1,reviews,1,2026-11-01\n', 'signals'],
    [
      'products.csv',
      'id,title,price,availability,link\np1,Tent,12.50 EUR,in_stock,https://shop.example/p1\n',
      'products',
    ],
    [
      'insights.json',
      '[{"date_start":"2026-11-01","date_stop":"2026-11-01","campaign_name":"C","spend":"3","impressions":"9"}]',
      'ads',
    ],
    ['google.csv', 'Campaign report\nNov 2026\nDay,Campaign,Cost,Currency code\n2026-11-01,C,3,EUR\n', 'ads'],
  ])('%s is recognized and imported', async (name, content, kind) => {
    const visit = await openImports(scene)
    const page = await importThrough(worker, visit, name, content)
    expect([alertOf(page), page.url.pathname]).toEqual([undefined, expect.stringMatching(/\/imports\/imp_/)])
    expect(await importsOf(visit.brandId)).toMatchObject([{ kind, file_name: name, rows_accepted: '1' }])
  })
})
