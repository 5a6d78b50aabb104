import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene, actionsOf, ownForm } from '../support/console.ts'
import type { Member } from '../support/console.ts'

let scene: ConsoleScene
let brand: Awaited<ReturnType<ConsoleScene['brand']>>
let analyst: Member

beforeAll(async () => {
  scene = await ConsoleScene.start()
  brand = await scene.brand()
  analyst = await scene.member(brand.brandId, 'analyst')
})
afterAll(() => scene.stop())

const open = (query = '') => analyst.browser.open(`${brand.root}/anomalies${query}`)

async function move(anomalyId: string, status: string) {
  return await analyst.browser.submit(await open(), `${brand.root}/anomalies/${anomalyId}`, [['status', status]])
}

async function statusOf(anomalyId: string): Promise<string> {
  const [row] = await scene.database.sql`select status from analytics.anomalies where anomaly_id = ${anomalyId}`
  return row?.status as string
}

describe('anomalies page', () => {
  test.each(['confirmed', 'false_positive', 'resolved'])('lets an analyst set the status %s', async (status) => {
    const anomalyId = await scene.anomaly(brand.brandId)
    const after = await move(anomalyId, status)
    expect([after.status, after.url.pathname, after.url.searchParams.get('done')]).toEqual([
      200,
      `${brand.root}/anomalies`,
      status,
    ])
    expect(after.html).toContain('role="status"')
    expect(await statusOf(anomalyId)).toBe(status)
  })

  test('returns to the filter and page of the list that the form was sent from', async () => {
    const own = await scene.brand()
    for (let made = 0; made < 27; made++) await scene.anomaly(own.brandId)
    const { browser } = await scene.member(own.brandId, 'analyst')
    const second = await browser.open(`${own.root}/anomalies?days=180&status=active&page=2`)
    const action = actionsOf(second).find((path) => path.includes('/anomalies/ano_')) as string
    const after = await browser.submit(second, action, [['status', 'confirmed']])
    expect([after.status, after.url.search, after.html.match(/class="card-head"/g)?.length]).toEqual([
      200,
      '?days=180&status=active&page=2&done=confirmed',
      1,
    ])
    const forged = await browser.post(action, [
      ...ownForm(second).filter(([name]) => name !== 'form_list'),
      ['form_list', 'status=active&done=resolved&to=https://elsewhere.example&page=1'],
      ['status', 'resolved'],
    ])
    expect(forged.url.pathname + forged.url.search).toBe(`${own.root}/anomalies?status=active&page=1&done=resolved`)
  })

  test('offers valid transitions only, and rejects a forged one with 400', async () => {
    const resolved = await scene.anomaly(brand.brandId, 'resolved')
    const active = await scene.anomaly(brand.brandId)
    expect(actionsOf(await open()).includes(`${brand.root}/anomalies/${resolved}`)).toBe(false)
    const page = await open()
    const forged = (anomalyId: string, status: string) =>
      analyst.browser.post(`${brand.root}/anomalies/${anomalyId}`, [...ownForm(page), ['status', status]])
    const refused = await forged(resolved, 'confirmed')
    expect([refused.status, refused.html]).toEqual([
      400,
      expect.stringContaining('cannot change from resolved to confirmed'),
    ])
    expect((await forged(active, 'active')).status).toBe(400)
    expect((await forged('ano_nowhere', 'resolved')).status).toBe(404)
    expect(await statusOf(active)).toBe('active')
  })

  test('returns 404 for an anomaly of another brand', async () => {
    const other = await scene.brand()
    const theirs = await scene.anomaly(other.brandId)
    const answered = await analyst.browser.post(`${brand.root}/anomalies/${theirs}`, [
      ...ownForm(await open()),
      ['status', 'resolved'],
      ['brand_id', other.brandId],
    ])
    expect(answered.status).toBe(404)
    expect(await statusOf(theirs)).toBe('active')
  })

  test('raises the threshold and emits alert.resolved for a false positive', async () => {
    const own = await scene.brand()
    const { browser } = await scene.member(own.brandId, 'analyst')
    const anomalyId = await scene.anomaly(own.brandId)
    await browser.submit(await browser.open(`${own.root}/anomalies`), `${own.root}/anomalies/${anomalyId}`, [
      ['status', 'false_positive'],
    ])
    const [threshold] = await scene.database
      .sql`select z_min from analytics.anomaly_thresholds where brand_id = ${own.brandId}`
    expect(threshold?.z_min).toBe(3.5)
    const [event] = await scene.database
      .sql`select type, data from events.outbox where brand_id = ${own.brandId} and type like 'alert.%' order by written desc limit 1`
    expect([event?.type, event?.data.anomaly_id, event?.data.status]).toEqual([
      'alert.resolved',
      anomalyId,
      'false_positive',
    ])
  })

  test('lists 25 anomalies a page and shows the total', async () => {
    const own = await scene.brand()
    for (let made = 0; made < 27; made++) await scene.anomaly(own.brandId)
    const { browser } = await scene.member(own.brandId, 'viewer')
    const first = await browser.open(`${own.root}/anomalies?status=active`)
    expect([first.html.match(/class="card-head"/g)?.length, first.html.includes('27 anomalies')]).toEqual([25, true])
    const [next = ''] = /(?<=<a href=")[^"]+(?=" rel="next")/.exec(first.html) ?? []
    const second = await browser.open(next.replaceAll('&amp;', '&'))
    expect([second.html.match(/class="card-head"/g)?.length, second.url.search]).toEqual([
      2,
      '?days=90&status=active&page=2',
    ])
  })

  test('filters by status and escapes names', async () => {
    const { html } = await open('?status=resolved')
    expect(html).toContain('class="state resolved"')
    expect(html).not.toContain('class="state active"')
    expect(html).not.toContain('<script')
  })
})
