import { describe, expect, test } from 'vitest'
import { useConnector } from '../support/connector_api.ts'
import { ingest } from '../support/ingest.ts'

const connector = useConnector()
const look = (key: string, input: object) => connector.use(key, 'get_campaign', input)

const wide = {
  platform: 'meta',
  account_id: 'm',
  account_name: 'Shop',
  campaign_id: '9',
  campaign_name: 'Summer',
  status: 'active',
  objective: 'sales',
  daily_budget: 40,
}
function adset(no: number, spend: number, revenue: number, date = '2026-11-10') {
  const name = `Set ${no}`
  return {
    ...wide,
    date,
    adset_id: `${no}`,
    adset_name: name,
    ad_id: `${no}1`,
    ad_name: 'Film',
    spend,
    revenue,
    conversions: 2,
    clicks: 10,
    impressions: 1000,
  }
}

async function stocked(rows = [1, 2, 3, 4, 5, 6, 7].map((no) => adset(no, 10, 10 * no))) {
  const tenant = await connector.open()
  await ingest(connector.database(), tenant.brandId, rows)
  return tenant
}

describe('get_campaign', () => {
  test('returns settings, totals of the last thirty finished days and best and worst ad sets', async () => {
    const { key } = await stocked([
      ...[1, 2, 3, 4, 5, 6, 7].map((no) => adset(no, 10, 10 * no)),
      // The thirtieth day counts; the one before it, and today, do not.
      adset(1, 5, 5, '2026-10-21'),
      adset(1, 500, 0, '2026-10-20'),
      adset(1, 500, 0, '2026-11-20'),
    ])
    const { status, body } = await look(key, { campaign_id: '9' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: '9',
      name: 'Summer',
      platform: 'meta',
      account: { id: 'm', name: 'Shop' },
      status: 'active',
      objective: 'sales',
      daily_budget: 40,
      adsets: 7,
      ads: 7,
      date_from: '2026-10-21',
      date_to: '2026-11-19',
      totals: { spend: 75, revenue: 285, conversions: 16, roas: 3.8, ctr: 0.01, cpc: 0.94 },
      open_anomalies: [],
    })
    const { top, bottom } = body.adsets_by_roas
    expect(top.map(({ id, roas }: { id: string; roas: number }) => [id, roas])).toEqual([
      ['7', 7],
      ['6', 6],
      ['5', 5],
    ])
    expect(bottom.map(({ id, roas }: { id: string; roas: number }) => [id, roas])).toEqual([
      ['1', 1],
      ['2', 2],
      ['3', 3],
    ])
    expect(body.meta).toMatchObject({ data_as_of: '2026-11-20T12:00:00Z', currency: 'USD' })
  })

  test('lists each of few ad sets once and none without spend', async () => {
    const { key } = await stocked([adset(1, 10, 10), adset(2, 10, 20), adset(3, 10, 30), adset(4, 0, 0)])
    const { body } = await look(key, { campaign_id: '9' })
    const names = (entries: { id: string }[]) => entries.map(({ id }) => id)
    expect([names(body.adsets_by_roas.top), names(body.adsets_by_roas.bottom)]).toEqual([['3', '2'], ['1']])
  })

  test('accepts a range and returns null totals for a range without data', async () => {
    const { key } = await stocked()
    const { body } = await look(key, { campaign_id: '9', date_from: '2026-09-01', date_to: '2026-09-02' })
    expect(body).toMatchObject({ date_from: '2026-09-01', totals: null, adsets_by_roas: { top: [], bottom: [] } })
    expect((await look(key, { campaign_id: '9', date_from: '2026-11-10' })).body).toMatchObject({
      date_from: '2026-11-10',
      date_to: '2026-11-19',
      totals: { spend: 70 },
    })
  })

  test('returns 400 for an ambiguous id unless platform or account selects one', async () => {
    const { key, brandId } = await stocked()
    const other = { date: '2026-11-10', campaign_id: '9', spend: 3 }
    await ingest(connector.database(), brandId, [
      { ...other, platform: 'tiktok', account_id: 't', campaign_name: 'Other' },
      { ...other, platform: 'meta', account_id: 'm2', campaign_name: 'Second' },
    ])
    const { status, body } = await look(key, { campaign_id: '9' })
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^More than one campaign/)])
    expect((await look(key, { campaign_id: '9', platform: 'TikTok' })).body).toMatchObject({
      name: 'Other',
      totals: { spend: 3 },
    })
    expect((await look(key, { campaign_id: '9', platform: 'meta', account_id: 'm2' })).body).toMatchObject({
      name: 'Second',
      totals: { spend: 3 },
      adsets: 0,
    })
  })

  test('returns the open anomalies of the campaign', async () => {
    const { key, brandId } = await stocked()
    const { sql } = connector.database()
    for (const [no, status] of ['active', 'confirmed', 'false_positive', 'resolved'].entries()) {
      await sql`
        insert into analytics.anomalies
          (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, spend_share, status)
        select brand_id, ${`ano_${no}`}, 'spend_surge', entity_id, 'campaign', ${`2026-11-0${no + 1}`}, ${`2026-11-0${no + 1}`},
          ${`2026-11-0${no + 1}`}, 9, 1, 1, 8, 8, 1, ${status}
        from analytics.entities where brand_id = ${brandId} and level = 'campaign'`
    }
    const { body } = await look(key, { campaign_id: '9' })
    expect(body.open_anomalies).toMatchObject([
      { id: 'ano_1', status: 'confirmed', metric: 'spend' },
      { id: 'ano_0', status: 'active' },
    ])
  })

  test.each([
    ['91', 404],
    ["9' or true --", 404],
    ['', 400],
    ['9'.repeat(501), 400],
    ['9\u0000', 400],
    [9, 400],
  ])('returns for campaign_id %j the status %i', async (id, expected) => {
    const { key } = await stocked()
    expect((await look(key, { campaign_id: id })).status).toBe(expected)
  })

  test.each([
    [{ date_from: '2026-02-30' }],
    [{ date_to: '20261101' }],
    [{ date_from: '2026-11-10', date_to: '2026-11-09' }],
    [{ date_from: '2020-01-01', date_to: '2026-11-09' }],
    [{ date_from: '1066-01-01' }],
  ])('returns 400 for %o', async (range) => {
    const { testKey } = await connector.open()
    const { status, body } = await look(testKey, { campaign_id: '70000008', ...range })
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
  })

  test('returns 404 for a campaign and 403 for a brand of another account', async () => {
    const [own, foreign] = [await stocked([{ ...adset(1, 1, 1), campaign_id: '5' }]), await stocked()]
    expect((await look(own.key, { campaign_id: '9' })).status).toBe(404)
    expect((await look(own.key, { campaign_id: '9', brand_id: foreign.brandId })).status).toBe(403)
    expect((await look(own.testKey, { campaign_id: '9' })).status).toBe(404)
    expect((await look((await connector.open()).key, { campaign_id: '9' })).status).toBe(409)
  })
})
