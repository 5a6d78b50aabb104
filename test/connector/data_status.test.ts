import { describe, expect, test } from 'vitest'
import { useConnector } from '../support/connector_api.ts'
import { ingest } from '../support/ingest.ts'
import { ingestJourneys } from '../support/journeys.ts'

const connector = useConnector()
const row = { platform: 'google', account_id: 'a', campaign_id: '1', spend: 1 }

describe('get_data_status', () => {
  test('returns null dates and ready false for a brand without data', async () => {
    const { key, brandId } = await connector.open()
    const { status, body } = await connector.use(key, 'get_data_status')
    expect(status).toBe(200)
    expect(body).toMatchObject({ brand_id: brandId, ready: false, reported_through: null })
    expect(body.platforms.map((entry: Record<string, unknown>) => entry.platform)).toEqual(['google', 'meta', 'tiktok'])
    expect(body.platforms[0]).toEqual({
      platform: 'google',
      connected: false,
      accounts: 0,
      ready: false,
      last_sync_at: null,
      stale: false,
      attention: null,
      by_day: { first_date: null, last_date: null },
      by_hour: { first_date: null, last_date: null },
      restatement: null,
    })
    expect(body.orders).toEqual({ ready: false, first_date: null, last_date: null, last_sync_at: null })
    expect(body.forecasts).toEqual({ ready: false, metrics: [], trained_through: null })
    expect(body.anomalies).toEqual({ ready: false, detected_through: null, detected_at: null, open: 0 })
    expect(body.meta).toMatchObject({ simulated: false, data_as_of: null, currency: 'USD', timezone: 'UTC' })
  })

  test('returns days of each platform by day and hour and adds platforms that report', async () => {
    const { key, brandId } = await connector.open()
    await ingest(connector.database(), brandId, [
      { ...row, date: '2026-11-01' },
      { ...row, date: '2026-11-10' },
      { ...row, platform: 'pinterest', account_id: 'p', date: '2026-10-05' },
    ])
    await ingest(connector.database(), brandId, [
      { ...row, platform: 'meta', account_id: 'm', date: '2026-11-12', hour: 3 },
      { ...row, platform: 'meta', account_id: 'm', date: '2026-11-13', hour: 4 },
    ])
    const { body } = await connector.use(key, 'get_data_status')
    expect(body.platforms).toMatchObject([
      {
        platform: 'google',
        connected: true,
        accounts: 1,
        ready: true,
        last_sync_at: '2026-11-20T12:00:00Z',
        by_day: { first_date: '2026-11-01', last_date: '2026-11-10' },
        by_hour: { first_date: null, last_date: null },
      },
      {
        platform: 'meta',
        connected: true,
        by_day: { first_date: '2026-11-12', last_date: '2026-11-13' },
        by_hour: { first_date: '2026-11-12', last_date: '2026-11-13' },
      },
      { platform: 'pinterest', ready: true, by_day: { first_date: '2026-10-05', last_date: '2026-10-05' } },
      { platform: 'tiktok', connected: false, ready: false, last_sync_at: null },
    ])
    expect(body.meta.data_as_of).toBe('2026-11-20T12:00:00Z')
  })

  test('reports orders and journeys separately', async () => {
    const { key, brandId } = await connector.open()
    const order = { order_id: 'o', customer_id: 'c', ordered_at: '2026-11-02T00:00:00Z', revenue: 1 }
    await ingestJourneys(connector.database(), brandId, [], [order])
    const { body } = await connector.use(key, 'get_data_status')
    expect(body).toMatchObject({
      ready: false,
      orders: { ready: true, first_date: '2026-11-02', last_date: '2026-11-02' },
      journeys: { ready: false },
    })
  })

  test('returns the same simulated status to test keys of every account', async () => {
    const [one, two] = [await connector.open(), await connector.open()]
    const strip = ({ body }: { body: Record<string, unknown> }) => ({
      ...body,
      brand_id: '',
      meta: { ...(body.meta as object), request_id: '' },
    })
    const first = await connector.use(one.testKey, 'get_data_status')
    expect(first.body).toMatchObject({
      ready: true,
      forecasts: { ready: true, trained_through: '2026-11-19' },
      anomalies: { ready: true, detected_through: '2026-11-19' },
      // The end of the last simulated day, not the time at which the data was generated.
      meta: { simulated: true, data_as_of: '2026-11-20T05:00:00Z' },
    })
    expect(strip(await connector.use(two.testKey, 'get_data_status'))).toEqual(strip(first))
  })
})

describe('errors of get_data_status', () => {
  test('are 403 for a brand of another account and for an unknown one', async () => {
    const [own, foreign] = [await connector.open(), await connector.open()]
    for (const brandId of [foreign.brandId, 'brd_nowhere', 'brd_simulated']) {
      for (const key of [own.key, own.testKey]) {
        expect((await connector.use(key, 'get_data_status', { brand_id: brandId })).status).toBe(403)
      }
    }
    expect((await connector.use(own.key, 'get_data_status', { brand_id: 'b'.repeat(101) })).status).toBe(400)
    expect((await connector.use('sk_live_junk', 'get_data_status')).status).toBe(401)
    expect((await connector.use(own.key, 'get_data_status', '[]')).status).toBe(400)
  })
})
