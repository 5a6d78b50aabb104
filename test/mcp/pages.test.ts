import { describe, expect, test } from 'vitest'
import { useConnector } from '../support/connector.ts'
import { issueKey } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

const { api, call, database, sql, tenant } = useConnector()

type Row = { id?: string; creative_id?: string; status?: string }
const range = { date_from: '2026-09-01', date_to: '2026-11-19' }
const lists = [
  ['list_creatives', '/v1/creatives', { ...range, sort_by: 'roas' }, { ...range, sort: 'roas' }],
  ['list_creatives', '/v1/creatives', { ...range, platform: 'meta' }, { ...range, platform: 'meta' }],
  ['list_creatives', '/v1/creatives', { ...range, metrics: 'spend, roas' }, { ...range, metrics: 'spend,roas' }],
  ['list_anomalies', '/v1/anomalies', { days: 365 }, { days: 365 }],
  ['list_anomalies', '/v1/anomalies', { days: 365, metric: 'spend' }, { days: 365, metric: 'spend' }],
  ['list_budget_recommendations', '/v1/budget-recommendations', {}, {}],
  ['list_budget_recommendations', '/v1/budget-recommendations', { status: 'open' }, { status: 'open' }],
] as const

/** Returns the rows of all pages. */
async function walk(key: string, tool: string, given: object): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const { result } = await call(key, tool, { ...given, ...(cursor ? { cursor } : {}) })
    rows.push(...result.data)
    expect(result.truncated).toBe(result.next_cursor !== null)
    cursor = result.next_cursor as string | null
  }
  return rows
}

describe('lists', () => {
  test.each(lists)('%s by cursor and %s by page return every row once (%j)', async (tool, path, given, query) => {
    const { simulated, accountId } = await tenant()
    const { key } = await issueKey(sql(), accountId, { prefix: 'svc_sk_test_' })
    const whole = (await call(simulated, tool, { ...given, limit: 200 })).result
    expect(whole.data.length).toBeGreaterThan(2)
    expect(whole).toMatchObject({ total: whole.data.length, truncated: false, next_cursor: null })
    const count = whole.data.length as number
    for (const limit of [1, 2, count - 1, count]) {
      expect(await walk(simulated, tool, { ...given, limit })).toEqual(whole.data)
    }
    const ids = whole.data.map((row: Row) => row.id ?? row.creative_id)
    expect(new Set(ids).size).toBe(ids.length)

    const get = async (more: object) =>
      (
        await api()
          .http.get(path)
          .query({ ...query, ...more })
          .set('Authorization', `Bearer ${key}`)
      ).body
    const [first, second, beyond] = [
      await get({ limit: 2 }),
      await get({ limit: 2, page: 2 }),
      await get({ page: 1e6 }),
    ]
    const listed = [...first.data, ...second.data].map((row: Row) => row.id ?? row.creative_id)
    expect(listed).toEqual(ids.slice(0, 4))
    expect([first.meta.truncated, first.meta.total_rows]).toEqual([true, count])
    expect([beyond.data, beyond.meta.truncated, beyond.meta.total_rows]).toEqual([[], false, count])
    expect((await get({ page: 0 })).error.message).toContain('`page` ')
  })

  test.each(lists)('%s rejects an invalid cursor', async (tool, _, given) => {
    const { simulated } = await tenant()
    for (const cursor of ['', 'p0', 'p', 'p1; drop', 'p99999999999', '2', 7]) {
      const { error } = (await call(simulated, tool, { ...given, cursor })).result
      expect(error).toMatchObject({ code: 'invalid_request' })
      expect(error.message).toContain('`cursor` ')
    }
    const { next_cursor: next } = (await call(simulated, tool, { ...given, limit: 1 })).result
    for (const [other, cursor] of [
      [{ ...given, limit: 2 }, next],
      [{ ...given, limit: 1 }, next.replace(/.$/, (digit: string) => (digit === '0' ? '1' : '0'))],
    ] as const) {
      const { error } = (await call(simulated, tool, { ...other, cursor })).result
      expect(error.message).toContain('another list')
    }
    const beyond = next.replace('p2', 'p9999')
    expect((await call(simulated, tool, { ...given, limit: 1, cursor: beyond })).result.data).toEqual([])
  })
})

describe('a response truncated at the size limit', () => {
  /** Creates 60 creatives with texts that exceed the size limit in one response. */
  async function longTexts() {
    const made = await tenant()
    const ids = Array.from({ length: 60 }, (_, index) => `creative-${String(index).padStart(2, '0')}`)
    const facts = (spend: number) =>
      ids.map((id, index) => ({
        date: '2026-11-10',
        platform: 'meta',
        campaign_id: 'c',
        adset_id: 's',
        ad_id: id,
        creative_id: id,
        spend: spend + index,
      }))
    await ingest(database(), made.brandId, facts(100))
    await sql()`update analytics.creatives set headline = repeat('x', 1000), body = repeat('x', 1000) where brand_id = ${made.brandId}`
    return { ...made, ids, facts }
  }
  const given = { date_from: '2026-11-01', date_to: '2026-11-19', response_format: 'detailed' }

  test('continues by cursor with any limit and returns every row once', async () => {
    const { live, ids } = await longTexts()
    const first = (await call(live, 'list_creatives', { ...given, limit: 200 })).result
    expect(first.data.length).toBeLessThan(60)
    expect(first).toMatchObject({ total: 60, truncated: true, hint: expect.stringContaining('Send next_cursor') })
    for (const limit of [7, 40, 200]) {
      const rows = await walk(live, 'list_creatives', { ...given, limit })
      expect(rows.map(({ creative_id }) => creative_id)).toEqual(ids.toReversed())
    }
  })

  test.each([
    ['detailed', 'concise'],
    ['concise', 'detailed'],
  ])('continues a %s response with a %s one', async (before, after) => {
    const { live, ids } = await longTexts()
    const list = async (more: object) => (await call(live, 'list_creatives', { ...given, limit: 200, ...more })).result
    const first = await list({ response_format: before })
    expect(first.truncated).toBe(true)
    const next = await list({ response_format: after, cursor: first.next_cursor })
    expect(next.data[0].creative_id).toBe(ids.toReversed()[first.data.length])
  })

  test('rejects its cursor for another list or after new reports', async () => {
    const { live, brandId, facts } = await longTexts()
    const { next_cursor: cursor } = (await call(live, 'list_creatives', { ...given, limit: 200 })).result
    const other = await call(live, 'list_creatives', { ...given, limit: 200, sort_by: 'roas', cursor })
    expect(other.result.error.message).toContain('another list')
    await ingest(database(), brandId, facts(900))
    const changed = await call(live, 'list_creatives', { ...given, limit: 200, cursor })
    expect(changed.result.error).toMatchObject({
      code: 'invalid_request',
      message: '`cursor` is outdated: reports were imported since. Start again without it.',
    })
  })
})

describe('list_budget_recommendations', () => {
  test('filters by status and keeps the totals of the whole plan', async () => {
    const { simulated } = await tenant()
    const ask = async (given: object) => (await call(simulated, 'list_budget_recommendations', given)).result
    const [both, open, met] = [await ask({}), await ask({ status: 'open' }), await ask({ status: 'met' })]
    expect(open.data.length).toBeGreaterThan(0)
    expect([...open.data, ...met.data].map(({ id }) => id).toSorted()).toEqual(
      both.data.map(({ id }: Row) => id).toSorted(),
    )
    for (const { status, current_daily_spend, recommended_daily_spend } of both.data) {
      const share = Math.abs(recommended_daily_spend / current_daily_spend - 1)
      if (status === 'met') expect(share).toBeLessThan(0.006)
      else expect([status, share > 0.004]).toEqual(['open', true])
    }
    expect([open.totals, met.totals]).toEqual([both.totals, both.totals])
    expect((await ask({ status: 'done' })).error.message).toContain('`status` must be one of open, met.')
  })
})

test('list_anomalies does not compute what else happened, which GET /v1/anomalies returns', async () => {
  const { live, accountId, brandId } = await tenant()
  await ingest(database(), brandId, [
    { date: '2026-11-18', platform: 'google', account_id: 'a', campaign_id: '1', spend: 10, revenue: 30 },
  ])
  await sql()`
    insert into analytics.anomalies
      (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, spend_share)
    select brand_id, platform.new_id('ano'), 'spend_surge', entity_id, level, '2026-11-18', '2026-11-18', '2026-11-18', 400, 100, 20, 15, 300, 0.5
    from analytics.entities where brand_id = ${brandId} and level = 'campaign'`
  const { key } = await issueKey(sql(), accountId, { prefix: 'svc_sk_live_' })
  const get = async () => await api().http.get('/v1/anomalies').set('Authorization', `Bearer ${key}`)
  const [shown] = (await get()).body.data
  expect(shown.neighbors).toEqual([])
  await sql()`revoke execute on function analytics.anomaly_neighbors from vitrine_key`
  try {
    expect((await get()).status).not.toBe(200)
    const { result } = await call(live, 'list_anomalies')
    expect(result.data).toMatchObject([{ id: shown.id }])
    expect(result.data[0]).not.toHaveProperty('neighbors')
  } finally {
    await sql()`grant execute on function analytics.anomaly_neighbors to vitrine_key`
  }
})
