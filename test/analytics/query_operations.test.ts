import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { askQuestion } from '../support/question.ts'

// Today is Friday, 2026-11-20. Every day of 2025-10-01 to 2026-11-19 has these rows; spend of a day is its day of the month.
let database: TestDatabase
let api: Api
let key: string
let brandId: string

const days = (from: string, to: string) =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1 }, (_, index) =>
    new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10),
  )

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  const tenant = await createTenant(database.sql)
  key = tenant.key
  brandId = tenant.brandId
  await ingest(
    database,
    tenant.brandId,
    days('2025-10-01', '2026-11-19').flatMap((date) => {
      const day = Number(date.slice(8))
      return [
        {
          date,
          platform: 'google',
          account_id: 'g',
          campaign_id: '1',
          campaign_name: 'Brand search',
          spend: day,
          revenue: 100,
          clicks: 10,
          conversions: 2,
        },
        {
          date,
          platform: 'google',
          account_id: 'g',
          campaign_id: '2',
          campaign_name: 'Prospecting US',
          spend: 10,
          revenue: 30,
          clicks: 5,
          conversions: 1,
        },
        {
          date,
          platform: 'meta',
          account_id: 'm',
          campaign_id: '3',
          campaign_name: 'Retargeting',
          spend: 20,
          revenue: 70,
          clicks: 5,
          conversions: 1,
        },
      ]
    }),
  )
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const ask = (question: string) => askQuestion(api, key, question)

describe('shares', () => {
  test.each([
    ['what share of spend went to meta yesterday', [{ spend: 20, spend_total: 49, spend_share: 0.408163 }]],
    [
      'what percentage of google spend is Prospecting US yesterday',
      [{ spend: 10, spend_total: 29, spend_share: 0.344828 }],
    ],
    [
      'share of clicks by platform yesterday',
      [
        { platform: 'google', clicks: 15, clicks_share: 0.75 },
        { platform: 'meta', clicks: 5, clicks_share: 0.25 },
      ],
    ],
    ['share of revenue not from google yesterday', [{ revenue: 70, revenue_total: 200, revenue_share: 0.35 }]],
  ])('returns the share for "%s"', async (question, expected) => {
    const { data, interpretation } = await ask(question)
    expect(interpretation).toMatchObject({ operation: 'share', unmatched: [] })
    expect(data).toMatchObject(expected)
  })
})

describe('averages', () => {
  test('returns the average of the days that have ended', async () => {
    const { data, interpretation } = await ask('average daily clicks this month')
    expect(interpretation).toMatchObject({ operation: 'average_per_day', time: { date_to: '2026-11-19' } })
    expect(data).toEqual([{ clicks: 380, days: 19, clicks_per_day: 20 }])
  })

  test('returns the average of whole months and says which', async () => {
    const { data, meta } = await ask('average monthly clicks this year')
    expect(data).toEqual([{ clicks: 20 * 304, months: 10, clicks_per_month: 608 }])
    expect(meta.warnings.join()).toContain('2026-01-01 to 2026-10-31')
  })

  test('counts only days with data', async () => {
    const { data, meta } = await ask('average daily clicks in 2025')
    expect(data).toEqual([{ clicks: 92 * 20, days: 92, clicks_per_day: 20 }])
    expect(meta.warnings.join()).toContain('2025-10-01 to 2025-12-31')
  })
})

describe('changes', () => {
  test('returns the change and its rate for two periods', async () => {
    const { data } = await ask('how much did clicks grow in october')
    expect(data).toMatchObject([
      { period: 'current', date_from: '2026-10-01', clicks: 620, clicks_change: 20, clicks_change_rate: 0.033333 },
      { period: 'previous', date_from: '2026-09-01', clicks: 600 },
    ])
  })

  test('compares an unfinished month with the same days and says so', async () => {
    const { data, interpretation, meta } = await ask('spend this month vs last month')
    expect(interpretation.time).toMatchObject({
      date_to: '2026-11-20',
      compare_from: '2026-10-01',
      compare_to: '2026-10-20',
    })
    // Today has no report yet, so it is excluded from both periods.
    expect(data).toMatchObject([
      { period: 'current', date_to: '2026-11-19', spend: 760, spend_change: 0 },
      { period: 'previous', date_to: '2026-10-19', spend: 760 },
    ])
    expect(meta.warnings.join()).toContain('2026-11-01 to 2026-11-19 is compared with 2026-10-01 to 2026-10-19')
  })

  test('returns the change of each campaign', async () => {
    const { data } = await ask('spend on nov 18 vs nov 17 by campaign')
    expect(data).toMatchObject([
      { period: 'current', campaign_name: 'Retargeting', spend_change: 0 },
      { period: 'current', campaign_name: 'Brand search', spend_change: 1, spend_change_rate: 0.058824 },
      { period: 'current', campaign_name: 'Prospecting US', spend_change: 0 },
      { period: 'previous' },
      { period: 'previous' },
      { period: 'previous' },
    ])
  })

  test('returns a null change where the other period has no data', async () => {
    const { data } = await ask('spend in october 2025 vs september 2025')
    expect(data).toEqual([
      expect.objectContaining({ period: 'current', spend_change: null, spend_change_rate: null }),
      { period: 'previous', date_from: '2025-09-01', date_to: '2025-09-30' },
    ])
  })
})

describe('differences', () => {
  test.each(['google minus meta revenue yesterday', 'how much more revenue did google make than meta yesterday'])(
    '"%s" returns the first value minus the second',
    async (question) => {
      const { data, interpretation } = await ask(question)
      expect(interpretation).toMatchObject({ operation: 'difference', unmatched: [] })
      expect(data).toEqual([
        { platform: 'google', revenue: 130, revenue_difference: 60, revenue_difference_rate: 0.857143 },
        { platform: 'meta', revenue: 70 },
      ])
    },
  )

  test('returns the difference and the ratio of two metrics', async () => {
    expect((await ask('revenue minus spend yesterday')).data).toEqual([{ revenue: 200, spend: 49, difference: 151 }])
    expect((await ask('clicks per conversion yesterday')).data).toEqual([{ clicks: 20, conversions: 4, ratio: 5 }])
  })
})

describe('prices', () => {
  test('of two platforms are compared, and a warning names each metric that contradicts the premise', async () => {
    const { data, meta } = await ask('how come google is more expensive than meta in october')
    expect(data).toMatchObject([
      { platform: 'google', cpa: expect.closeTo(8.67, 1), cpa_difference: expect.closeTo(-11.33, 1) },
      { platform: 'meta', cpa: 20 },
    ])
    expect(meta.warnings.join(' ')).toContain('cpa of google is not higher than that of meta: 8.67 and 20.')
    const { meta: right } = await ask('why is google cheaper than meta in october')
    expect(right.warnings.join(' ')).not.toMatch(/is not (higher|lower) than/)
  })
})

describe('the top of two times', () => {
  test('has the requested rows of both, ordered by the later', async () => {
    const { data, meta } = await ask('top 2 campaigns by spend on nov 18 compared to the day before')
    expect(data).toMatchObject([
      { period: 'current', campaign_name: 'Retargeting', spend: 20, spend_change: 0 },
      { period: 'current', campaign_name: 'Brand search', spend: 18, spend_change: 1 },
      { period: 'previous', campaign_name: 'Retargeting' },
      { period: 'previous', campaign_name: 'Brand search' },
    ])
    expect(meta.truncated).toBe(true)
  })
})

describe('best periods', () => {
  test.each([
    ['which day had the highest spend last month', [{ date: '2026-10-31', spend: 61 }]],
    ['top 2 days by spend in october', [{ date: '2026-10-31' }, { date: '2026-10-30' }]],
    ['worst day for roas on google in october', [{ date: '2026-10-31', roas: 3.170732 }]],
    ['lowest spend day this month', [{ date: '2026-11-01', spend: 31 }]],
    // February is the shortest month; November has not ended and does not count.
    ['which month had the fewest clicks this year', [{ date: '2026-02-01', clicks: 560 }]],
    ['slowest week for clicks in october', [{ date: '2026-10-05', clicks: 140 }]],
  ])('returns the ranked periods for "%s"', async (question, expected) => {
    const { data, interpretation } = await ask(question)
    expect(interpretation).toMatchObject({ operation: 'best_period', unmatched: [] })
    expect(data).toMatchObject(expected)
    expect(data).toHaveLength(expected.length)
  })

  test('the spend shares of weekdays add up to one', async () => {
    const { data } = await ask('spend share by weekday in october')
    const shares = data.map(({ spend_share }: { spend_share: number }) => spend_share)
    expect(shares).toHaveLength(7)
    expect(shares.reduce((sum: number, share: number) => sum + share, 0)).toBeCloseTo(1, 4)
    const [metric] = await database.sql`
      select sum((row.value ->> 'spend_share')::float) as shares
      from core.brands
      cross join analytics.ask(brands, '{spend_share}', '2026-10-01', '2026-10-31', null, 'weekday') as answer
      cross join json_array_elements(answer -> 'data') as row (value)
      where brand_id = ${brandId}`
    expect(metric?.shares).toBeCloseTo(1, 4)
  })

  test('compares weekdays by the average of their days', async () => {
    const { data, meta } = await ask('which weekday had the most clicks in october')
    expect(data).toMatchObject([{ clicks: 20, days: expect.any(Number), weekday: expect.any(String) }])
    expect(meta.warnings.join()).toContain('averages of a day')
    expect(
      (await ask('conversion rate by weekday in october')).data.map(({ weekday }: { weekday: string }) => weekday),
    ).toEqual(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
  })

  test('warns when no whole period lies in the range', async () => {
    const { meta } = await ask('best month for roas last week')
    expect(meta.warnings.join()).toContain('has no complete month')
  })
})

describe('orders and counts', () => {
  test('returns only the requested rank', async () => {
    expect((await ask('second best campaign by spend yesterday')).data).toMatchObject([
      { campaign_name: 'Brand search', spend: 19 },
    ])
    expect((await ask('fifth best campaign by spend yesterday')).data).toEqual([])
  })

  test('returns the best campaign of each platform', async () => {
    expect((await ask('top campaign per platform by spend yesterday')).data).toMatchObject([
      { platform: 'meta', campaign_name: 'Retargeting' },
      { platform: 'google', campaign_name: 'Brand search' },
    ])
  })

  test('counts days and campaigns within a bound', async () => {
    expect((await ask('how many days did we spend more than 50 in october')).data).toEqual([
      { counted: 'day', count: 11, of: 31 },
    ])
    expect((await ask('how many campaigns had roas over 4 yesterday')).data).toEqual([
      { counted: 'campaign', count: 1, of: 3 },
    ])
  })
})

describe('questions that cannot be answered', () => {
  test.each([
    ['revenue in euros yesterday', 'unsupported_currency', 'euros'],
    ['spend on snapchat yesterday', 'unknown_platform', 'snapchat'],
    ['spend of "Zebra" yesterday', 'unknown_name', 'zebra'],
  ])('"%s" returns no data and the reason %s', async (question, reason, word) => {
    const { data, interpretation, meta } = await ask(question)
    expect([data, interpretation.intent, interpretation.reason, interpretation.unmatched]).toEqual([
      [],
      null,
      reason,
      [word],
    ])
    expect(meta.warnings).toHaveLength(1)
  })

  test.each([
    ['median spend yesterday', 'median'],
    ['spend on weekends last month', 'weekends'],
    ['revenue in Germany last month', 'germany'],
    ['spend on meta yesterday vs google last week', 'vs'],
    ['spend yesterday times 3', 'times'],
    ['top campaigns by spend yesterday except on rainy days', ''],
  ])('"%s" has unmatched words and a confidence below 0.5', async (question, word) => {
    const { interpretation } = await ask(question)
    expect(interpretation.confidence).toBeLessThan(0.5)
    expect(interpretation.unmatched.join()).toContain(word)
  })
})
