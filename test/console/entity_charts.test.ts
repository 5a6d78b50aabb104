import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene, tableOf } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let scene: ConsoleScene
let key: string
let root: string

/** The clock of tests is 2026-11-20, so that the last seven days are the second half. */
const days = Array.from({ length: 14 }, (_, index) => `2026-11-${String(index + 6).padStart(2, '0')}`)

beforeAll(async () => {
  scene = await ConsoleScene.start()
  const tenant = await createTenant(scene.database.sql)
  key = tenant.key
  root = `/console/brands/${tenant.brandId}/performance`
  const account = { platform: 'google', account_id: 'g', account_name: 'Aurora Google' }
  const ads = [
    { ...account, campaign_id: 'c1', adset_id: 's1', ad_id: 'a1', spend: 30, clicks: 3 },
    { ...account, campaign_id: 'c1', adset_id: 's1', ad_id: 'a2', spend: 20, clicks: 2 },
    { ...account, campaign_id: 'c1', adset_id: 's2', ad_id: 'a3', spend: 10, clicks: 1 },
    { platform: 'snapchat', account_id: 'snap-7', campaign_id: 'c2', adset_id: 's3', ad_id: 'a4', spend: 5, clicks: 1 },
  ]
  const rows = days.flatMap((date, index) =>
    ads.map((ad) => ({
      ...ad,
      date,
      campaign_name: `Campaign of ${ad.campaign_id}`,
      adset_name: `Set ${ad.adset_id}`,
      ad_name: `Ad ${ad.ad_id}`,
      spend: ad.spend + index,
      revenue: 60,
    })),
  )
  await ingest(scene.database, tenant.brandId, rows)
})
afterAll(() => scene.stop())

async function open(query: string) {
  const { browser } = await scene.member(root.split('/')[3] as string, 'viewer')
  const page = await browser.open(`${root}?period=last_7_days&${query}`)
  expect(page.status).toBe(200)
  return page
}

async function reported(query: Record<string, string>) {
  const { body, status } = await scene.api.http
    .get('/v1/metrics')
    .query({ date_from: '2026-11-13', date_to: '2026-11-19', metrics: 'spend,roas,clicks', ...query })
    .set('Authorization', `Bearer ${key}`)
  expect(status).toBe(200)
  return body.data as Record<string, number>[]
}

const linksOf = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => (link as string).replaceAll('&amp;', '&'))

describe('charts of one entity in Performance', () => {
  test.each([
    ['level=campaign', 'account_ids', 'g', 'Aurora Google', 'Ad account, <bdi>Google</bdi>'],
    ['level=adset', 'campaign_ids', 'c1', 'Campaign of c1', 'Campaign, <bdi>Google, Aurora Google</bdi>'],
    ['level=ad', 'adset_ids', 's1', 'Set s1', 'Ad set, <bdi>Google, Aurora Google</bdi>'],
    ['level=ad', 'ad_ids', 'a2', 'Ad a2', 'Ad, <bdi>Google, Aurora Google</bdi>'],
  ])('show spend and return of GET /v1/metrics at %s with %s', async (level, parameter, id, name, place) => {
    const page = await open(`${level}&${parameter}=${id}&compare_to=none`)
    const data = await reported({ [parameter]: id })
    for (const metric of ['spend', 'roas'])
      expect(tableOf(page, metric)).toEqual(data.toReversed().map((row) => [row[metric]]))
    expect(page.html.match(/<svg\s+class="drawing/g)).toHaveLength(2)
    expect(page.html.replaceAll(/\s+/g, ' ')).toContain(`<h2><bdi>${name}</bdi></h2>`)
    expect(page.html).toContain(place)
    expect(page.html).not.toContain('class="earlier"')
  })

  test('show the compared period beside each day, and draw it', async () => {
    const page = await open('level=adset&campaign_ids=c1')
    const [now, then] = [
      await reported({ campaign_ids: 'c1' }),
      await reported({ campaign_ids: 'c1', date_from: '2026-11-06', date_to: '2026-11-12' }),
    ]
    expect(tableOf(page, 'spend')).toEqual(now.map((row, index) => [row.spend, then[index]?.spend]).toReversed())
    expect(page.html.match(/class="earlier"/g)).toHaveLength(2)
    expect(page.html).toContain('6 to 12 Nov 2026')
    const [row = ''] = /<tr>(?:(?!<\/tr>)[^])*datetime="2026-11-19"[^]*?<\/tr>/.exec(page.html) ?? []
    expect(row).toContain('12 Nov 2026')
  })

  test('show the metric that the table is sorted by', async () => {
    const page = await open('level=adset&campaign_ids=c1&sort=clicks&compare_to=none')
    expect(tableOf(page, 'clicks')).toEqual(
      (await reported({ campaign_ids: 'c1' })).toReversed().map(({ clicks }) => [clicks]),
    )
    expect(page.html).not.toContain('data-metric="roas"')
  })

  test('open from the name of a row at every level, with the days of the page', async () => {
    const view = 'period=last_7_days&compare_to=none'
    for (const [level, parameter] of [
      ['ad_account', 'account_ids=g'],
      ['campaign', 'campaign_ids=c1'],
      ['adset', 'adset_ids=s1'],
      ['ad', 'ad_ids=a1'],
    ]) {
      const { html } = await open(`compare_to=none&level=${level}`)
      expect(html).not.toContain('class="drawing"')
      const link = linksOf(html).find((each) => each.includes(parameter as string)) as string
      expect(link).toContain(view)
      expect((await open(link.slice(root.length + 1).replace('period=last_7_days&', ''))).html).toContain(
        'class="drawing"',
      )
    }
  })

  test('are not drawn for several entities', async () => {
    expect((await open('level=campaign&campaign_ids=c1,c2')).html).not.toContain('class="drawing"')
  })

  test('mark the anomalies of the entity only', async () => {
    const own = await scene.brand()
    await scene.anomaly(own.brandId)
    const { browser } = await scene.member(own.brandId, 'viewer')
    const marks = async (id: string) =>
      (await browser.open(`${own.root}/performance?level=adset&campaign_ids=${id}`)).html.match(/class="mark"/g)?.length
    expect(await marks('2')).toBe(1)
    expect(await marks('1')).toBeUndefined()
    await scene.database.sql.begin(async (sql) => {
      await sql`select core.enter_brand(${own.brandId})`
      await sql`update analytics.anomalies set status = 'false_positive' where brand_id = ${own.brandId}`
    })
    expect(await marks('2')).toBeUndefined()
  })

  test('mark the anomalies of the account on the chart of its campaign, labeled as those of the account', async () => {
    const own = await scene.brand()
    await scene.database.sql`
      insert into analytics.anomalies
        (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, spend_share)
      select brand_id, 'ano_of_account', 'spend_surge', account_entity_id, 'account', '2026-11-17', '2026-11-17', '2026-11-17', 400, 100, 20, 15, 300, 0.5
      from analytics.entities where brand_id = ${own.brandId} and level = 'campaign' and external_id = '2'`
    const { browser } = await scene.member(own.brandId, 'viewer')
    const { html } = await browser.open(`${own.root}/performance?level=adset&campaign_ids=2`)
    expect(html.match(/class="mark"/g)).toHaveLength(1)
    expect(html).toMatch(/class="entry">spend surge of the account [^<]+\(active\)</)
  })

  test('mark the anomalies of the days that the page shows, whatever others the brand has', async () => {
    const own = await scene.brand()
    const insert = (level: string, external: string, first: string, count: number) => scene.database.sql`
      insert into analytics.anomalies
        (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, spend_share)
      select brand_id, ${`${first}_`} || number, 'spend_surge', entity_id, ${level}, day, day, day, 400, 100, 20, 15, 300, 0.5
      from analytics.entities, generate_series(1, ${count}) as number, lateral (select ${first}::date - number as day) as days
      where brand_id = ${own.brandId} and level = ${level} and external_id = ${external}`
    await insert('campaign', '2', '2026-11-19', 1)
    await insert('campaign', '1', '2026-11-20', 205)
    const { browser } = await scene.member(own.brandId, 'viewer')
    const { html } = await browser.open(`${own.root}/performance?level=adset&campaign_ids=2`)
    expect(html.match(/class="mark"/g)).toHaveLength(1)
  })
})

describe('ids of GET /v1/metrics and GET /v1/breakdown', () => {
  test('return 400 for an id that no ad of the brand has', async () => {
    for (const path of ['/v1/metrics', '/v1/breakdown']) {
      const { status, body } = await scene.api.http
        .get(path)
        .query({ date_from: '2026-11-13', date_to: '2026-11-19', ad_ids: 'a1,unknown' })
        .set('Authorization', `Bearer ${key}`)
      expect([status, body.error.message]).toEqual([400, expect.stringMatching(/No ad of .* has the id unknown/)])
    }
  })

  test('select the rows of one ad', async () => {
    const { body } = await scene.api.http
      .get('/v1/breakdown')
      .query({ date_from: '2026-11-13', date_to: '2026-11-19', level: 'ad', ad_ids: 'a3' })
      .set('Authorization', `Bearer ${key}`)
    expect(body.data.map(({ ad_id }: { ad_id: string }) => ad_id)).toEqual(['a3'])
  })
})

describe('names of accounts in Performance', () => {
  test('are those of the platform, and platform and id without one', async () => {
    const { html } = await open('level=campaign')
    expect(html).toContain('Google, Aurora Google')
    expect(html).toContain('Snapchat account snap-7')
    const accounts = await open('level=ad_account')
    for (const name of ['Aurora Google', 'Snapchat account snap-7'])
      expect(accounts.html).toContain(`<bdi>${name}</bdi>`)
    // The links to the levels above name the account, too.
    expect((await open('level=campaign&account_ids=g')).html).toMatch(/All ad accounts[^]*<bdi>Aurora Google<\/bdi>/)
  })
})
