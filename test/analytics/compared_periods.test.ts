import { beforeAll, describe, expect, test } from 'vitest'
import { useConnector } from '../support/connector.ts'
import { issueKey } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { askQuestion } from '../support/question.ts'

// Today is Friday, 2026-11-20. Google has reported through the 19th and some hours of today, TikTok through the 17th.
const { api, call, database, sql, tenant } = useConnector()
let connectorKey: string
let analyticsKey: string

beforeAll(async () => {
  const { accountId, brandId, live } = await tenant()
  connectorKey = live
  analyticsKey = (await issueKey(sql(), accountId, { prefix: 'svc_sk_live_' })).key
  const first = Date.parse('2024-12-01')
  const dayCount = (Date.parse('2026-11-20') - first) / 86_400_000 + 1
  const days = Array.from({ length: dayCount }, (_, index) => ({
    date: new Date(first + index * 86_400_000).toISOString().slice(0, 10),
    // No two ranges have the same revenue.
    revenue: 100 + ((index * index) % 97),
  }))
  await ingest(
    database(),
    brandId,
    days.flatMap(({ date, revenue }) =>
      ['google', 'tiktok']
        .filter((platform) => platform === 'google' || date <= '2026-11-17')
        .map((platform) => ({
          date,
          platform,
          account_id: platform,
          campaign_id: platform,
          campaign_name: platform === 'google' ? 'Brand search' : 'Creators',
          spend: 10,
          revenue,
        })),
    ),
  )
})

const ask = (question: string) => askQuestion(api(), analyticsKey, question)

describe('comparison of an unfinished period', () => {
  test.each([
    ['revenue this week vs last week', { date_from: '2026-11-16', date_to: '2026-11-20' }, '2026-11-17', '2026-11-10'],
    [
      'revenue this month vs last month',
      { date_from: '2026-11-01', date_to: '2026-11-20' },
      '2026-11-17',
      '2026-10-17',
    ],
    [
      'quarter to date revenue vs last quarter',
      { date_from: '2026-10-01', date_to: '2026-11-20' },
      '2026-11-17',
      '2026-08-17',
    ],
    ['revenue this year vs last year', { date_from: '2026-01-01', date_to: '2026-11-20' }, '2026-11-17', '2025-11-17'],
    [
      'revenue this month vs the same days last year',
      { date_from: '2026-11-01', date_to: '2026-11-20', compare_to: 'previous_year' },
      '2026-11-17',
      '2025-11-17',
    ],
    [
      'google revenue this week vs last week',
      { date_from: '2026-11-16', date_to: '2026-11-20', platform: 'google' },
      '2026-11-19',
      '2026-11-12',
    ],
    [
      'Brand search campaign revenue this week vs last week',
      { date_from: '2026-11-16', date_to: '2026-11-20', campaign_ids: ['google'] },
      '2026-11-19',
      '2026-11-12',
    ],
    // It has ended, but an account reports late.
    [
      'revenue last 7 days vs the previous 7 days',
      { date_from: '2026-11-13', date_to: '2026-11-19' },
      '2026-11-17',
      '2026-11-10',
    ],
  ])('%s: /v1/query compares the same days as get_ad_performance', async (question, asked, lastOn, baseLastOn) => {
    const { data, interpretation, meta } = await ask(question)
    const given = { compare_to: 'previous_period', metrics: ['revenue'], response_format: 'detailed', ...asked }
    const { compared, deltas } = (await call(connectorKey, 'get_ad_performance', given)).result
    expect(interpretation).toMatchObject({ intent: 'comparison', unmatched: [] })
    expect([compared.of.date_to, compared.date_to]).toEqual([lastOn, baseLastOn])
    expect(data).toEqual([
      expect.objectContaining({
        period: 'current',
        date_from: compared.of.date_from,
        date_to: lastOn,
        revenue: compared.of.totals.revenue,
        revenue_change_rate: deltas.revenue,
      }),
      { period: 'previous', date_from: compared.date_from, date_to: baseLastOn, revenue: compared.totals.revenue },
    ])
    expect(meta.warnings).toContain(
      `${compared.of.date_from} to ${lastOn} is compared with ${compared.date_from} to ${baseLastOn}. Days that are incomplete or not reported by every account are excluded.`,
    )
  })

  test('returns a null change when none of its days is complete', async () => {
    const { data, meta } = await ask('google revenue today vs yesterday')
    expect(data).toMatchObject([
      { revenue: expect.any(Number), revenue_change_rate: null },
      { revenue: expect.any(Number) },
    ])
    expect(meta.warnings[0]).toBe(
      'No day of 2026-11-20 to 2026-11-20 is complete and reported by every account, so nothing can be compared.',
    )
  })

  test('explains a change with complete days only', async () => {
    const { data } = await ask('why did google revenue change this week')
    const { data: compared } = await ask('google revenue this week vs last week')
    expect(data).toMatchObject([{ current: compared[0].revenue, previous: compared[1].revenue }])
  })

  test.each([
    ['week', 'revenue 2026-11-02 to 2026-11-08 vs the previous period', '2026-10-26', '2026-11-01'],
    ['month', 'revenue in october vs the previous period', '2026-09-01', '2026-09-30'],
    ['quarter', 'revenue in q3 2026 vs the previous period', '2026-04-01', '2026-06-30'],
    ['10 days', 'revenue 2026-10-01 to 2026-10-10 vs the previous period', '2026-09-21', '2026-09-30'],
  ])(
    'compares a complete %s with the one before, in questions and in GET /v1/breakdown',
    async (_, question, from, to) => {
      const { interpretation } = await ask(question)
      const { date_from, date_to, compare_from, compare_to } = interpretation.time
      const { body } = await api()
        .http.get('/v1/breakdown')
        .query({ metrics: 'revenue', date_from, date_to, compare_to: 'previous_period' })
        .set('Authorization', `Bearer ${analyticsKey}`)
      expect([compare_from, compare_to]).toEqual([from, to])
      expect(body.compared).toMatchObject({ date_from: from, date_to: to })
    },
  )

  test('returns the whole range of a finished period without a warning', async () => {
    const { data, meta } = await ask('revenue in october vs september')
    expect(data[0]).toMatchObject({ date_from: '2026-10-01', date_to: '2026-10-31' })
    expect(meta.warnings.join()).not.toContain('is compared with')
  })
})

test('has no change against a period whose first days have no report, in questions and in GET /v1/breakdown', async () => {
  const { data, meta } = await ask('revenue in 2025 vs 2024')
  expect(data[0]).not.toHaveProperty('revenue_change', expect.any(Number))
  expect(meta.warnings.join()).toContain('the days before 2024-12-01 have no report')
  const { body } = await api()
    .http.get('/v1/breakdown')
    .query({ metrics: 'revenue', date_from: '2025-01-01', date_to: '2025-12-31', compare_to: 'previous_year' })
    .set('Authorization', `Bearer ${analyticsKey}`)
  expect([body.not_compared, body.compared, body.deltas]).toEqual(['before_first_report', null, null])
})

test('warns when the metric moved against the direction that the question asks about', async () => {
  const directions = new Set<string>()
  for (const month of ['october', 'september', 'august', 'july']) {
    const [current] = (await ask(`how much did google revenue change in ${month}`)).data
    const way = current.revenue_change > 0 ? 'up' : 'down'
    directions.add(way)
    for (const [verb, said] of [
      ['drop', 'down'],
      ['rise', 'up'],
    ]) {
      const { meta } = await ask(`why did google revenue ${verb} in ${month}`)
      const contradiction = `revenue did not go ${said}: it was`
      expect([month, verb, meta.warnings.join().includes(contradiction)]).toEqual([month, verb, said !== way])
    }
  }
  expect(directions).toEqual(new Set(['up', 'down']))
})

describe('previous_days', () => {
  const breakdown = async (date_from: string, date_to: string, compare_to: string) => {
    const { body } = await api()
      .http.get('/v1/breakdown')
      .query({ metrics: 'revenue', date_from, date_to, compare_to })
      .set('Authorization', `Bearer ${analyticsKey}`)
    return body
  }

  test('of a range that begins a month are as many days directly before, as in a question', async () => {
    const days = await breakdown('2026-10-01', '2026-10-28', 'previous_days')
    expect(days.compared).toMatchObject({ date_from: '2026-09-03', date_to: '2026-09-30' })
    const { data } = await ask('revenue 1 to 28 October 2026 vs 3 to 30 September 2026')
    expect(data).toMatchObject([
      { period: 'current', revenue: days.totals.revenue },
      { period: 'previous', revenue: days.compared.totals.revenue },
    ])
  })

  test('of a month to date are not the dates of the month before', async () => {
    const read = async (compare_to: string) => (await breakdown('2026-11-01', '2026-11-17', compare_to)).compared
    expect(await read('previous_period')).toMatchObject({ date_from: '2026-10-01', date_to: '2026-10-17' })
    expect(await read('previous_days')).toMatchObject({ date_from: '2026-10-15', date_to: '2026-10-31' })
  })
})
