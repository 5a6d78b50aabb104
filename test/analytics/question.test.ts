import { describe, expect, test } from 'vitest'
import { interpret } from '../../shared/question/interpret.ts'
import { platformAliases } from '../support/platform_aliases.ts'

const context = {
  today: '2026-11-21',
  timezone: 'Europe/Berlin',
  currency: 'USD',
  names: ['Aurora | Tents', 'Aurora | Brand', 'Aurora | Prospecting', 'Google | Non-Brand'].map((name) => ({
    name,
    level: 'campaign' as const,
  })),
  platforms: ['google', 'meta', 'tiktok'],
  platform_aliases: platformAliases,
}
const read = (question: string) => interpret(question, context)

describe('exclusions', () => {
  test.each([
    ['revenue not from google last month', { platform_not: ['google'] }],
    ['spend for all platforms but google last month', { platform_not: ['google'] }],
    ['everything but tiktok: spend last month', { platform_not: ['tiktok'] }],
    ['spend excluding facebook last 7 days', { platform_not: ['meta'] }],
    ['spend without tiktok last month', { platform_not: ['tiktok'] }],
    ['spend except on meta', { platform_not: ['meta'] }],
    ['non-meta spend last month', { platform_not: ['meta'] }],
    ['spend aside from google, meta and tiktok', { platform_not: ['google', 'meta', 'tiktok'] }],
    ['spend other than bing last month', { platform_not: ['microsoft'] }],
    ['google excluded: spend last month', { platform_not: ['google'] }],
    ['spend not on google but on meta last month', { platform: ['meta'], platform_not: ['google'] }],
    ['first click revenue not from google last month', { channel_not: ['google'] }],
    ['top 3 campaigns by revenue except the brand one in Q3', { campaign_name_not: 'brand' }],
    ['spend excluding tents last month', { campaign_name_not: 'tents' }],
    ['spend excluding prospecting and branded campaigns', { campaign_name_not: ['prospect', 'brand'] }],
    [
      'spend except Aurora | Tents and google last month',
      { platform_not: ['google'], campaign_name_not: 'Aurora | Tents' },
    ],
    ['spend except "Aurora | Tents" last month', { campaign_name_not: 'Aurora | Tents' }],
    ['spend on nothing but google last month', { platform: ['google'] }],
  ])('reads the exclusion of "%s"', (question, filters) => {
    const { intent, filters: given } = read(question)
    expect(intent).not.toBeNull()
    expect(given).toEqual(filters)
  })

  test.each([
    'spend excluding weekends last month',
    'spend last month except last week',
    'everything except spend last week',
    'campaigns not in the top 5 by spend',
    'non-branded campaigns spend last month',
  ])('refuses "%s" as unclear_exclusion', (question) => {
    expect(read(question)).toMatchObject({ intent: null, time: null, reason: 'unclear_exclusion', confidence: 0 })
    expect(read(question).suggestions.length).toBeGreaterThan(0)
    expect(read(question).unmatched).toHaveLength(1)
  })

  test('reports a negation without an object as unmatched and lowers the confidence', () => {
    expect(read('why is roas not higher this month')).toMatchObject({ intent: 'explain_change', unmatched: ['not'] })
    expect(read('why is roas not higher this month').confidence).toBeLessThan(0.5)
  })

  test('warns when no campaign has the excluded name', () => {
    expect(read('spend excluding outlet campaigns last month').warnings).toEqual([
      'No campaign has "outlet" in its name, so nothing is excluded.',
    ])
  })
})

describe('bounds', () => {
  const bound = (metric: string, operator: string, value: number) => ({ metric, operator, value })
  test.each([
    ['campaigns with roas not above 2 last 30 days', [bound('roas', '<=', 2)]],
    ['campaigns with roas no less than 2', [bound('roas', '>=', 2)]],
    ['campaigns with cpa at most 30', [bound('cpa', '<=', 30)]],
    ['campaigns where spend > 100 and roas < 2', [bound('spend', '>', 100), bound('roas', '<', 2)]],
    ['campaigns with roas >= 2', [bound('roas', '>=', 2)]],
    ['campaigns with roas of 2 or more', [bound('roas', '>=', 2)]],
    ['campaigns with roas between 2 and 4 last week', [bound('roas', '>=', 2), bound('roas', '<=', 4)]],
    ['campaigns with roas over 2 and under 4', [bound('roas', '>', 2), bound('roas', '<', 4)]],
    ['campaigns with cpa better than 20', [bound('cpa', '<', 20)]],
    ['campaigns with ctr over 2%', [bound('ctr', '>', 0.02)]],
    ['campaigns with spend over 2000 last week', [bound('spend', '>', 2000)]],
    ['campaigns that do not have roas above 2', [bound('roas', '<=', 2)]],
    ['campaigns without roas above 2', [bound('roas', '<=', 2)]],
    ['campaigns with no more than 5 conversions', [bound('conversions', '<=', 5)]],
    ['which campaigns did not spend last week', [bound('spend', '<=', 0)]],
    ['campaigns with cpa less than 10 dollars', [bound('cpa', '<', 10)]],
    ['campaigns without conversions last month', [bound('conversions', '<=', 0)]],
    [
      'campaigns with more than 100 conversions and cpa under 30 last month',
      [bound('conversions', '>', 100), bound('cpa', '<', 30)],
    ],
    ['spend for campaigns over $500 last week', [bound('spend', '>', 500)]],
    ['roas of campaigns with spend at least 500 last week', [bound('spend', '>=', 500)]],
  ])('reads the bounds of "%s"', (question, thresholds) => {
    const given = read(question)
    expect(given).toMatchObject({ intent: 'ranking', level: 'campaign', group_by: 'campaign', unmatched: [] })
    expect(given.thresholds).toEqual(thresholds)
    expect(given.threshold).toEqual(thresholds[0])
  })

  test('lists the requested metric before metrics that only bound it', () => {
    expect(read('roas of campaigns with spend at least 500 last week').metrics).toEqual(['roas', 'spend'])
  })

  test.each([
    ['platforms with roas over 2', 'platform', null],
    ['days with spend over 100 last month', null, 'day'],
  ])('groups "%s" so that its bound applies to rows', (question, group_by, granularity) => {
    const given = read(question)
    expect([given.group_by, given.time?.granularity, given.thresholds.length]).toEqual([group_by, granularity, 1])
  })

  test.each([
    ['spend when roas was more than 2 yesterday', 'roas more than 2'],
    ['campaigns with roas over 2 or cpa under 10', 'roas over 2'],
    ['campaigns with spend over 2x revenue', 'over 2x'],
    ['campaigns spending over 100 a day', 'over 100 a day'],
    ['forecast revenue over 500 next week', 'revenue over 500'],
  ])('reports the bound of "%s" as unmatched', (question, words) => {
    const { thresholds, threshold, unmatched, warnings, confidence } = read(question)
    expect([thresholds, threshold]).toEqual([[], null])
    expect(unmatched).toContain(words)
    expect(warnings.join()).toContain(words)
    expect(confidence).toBeLessThan(0.5)
  })

  test('reads a number of days or a year as a time', () => {
    expect(read('roas over 30 days')).toMatchObject({ thresholds: [], time: { date_from: '2026-10-22' } })
    expect(read('spend over 2025')).toMatchObject({ thresholds: [], time: { date_to: '2025-12-31' } })
  })
})

describe('filters', () => {
  test.each([
    ['forecast spend and revenue next month', 'revenue'],
    ['first click revenue for Aurora | Tents this month', 'Aurora | Tents'],
    ['best creatives of Aurora | Tents', 'Aurora | Tents'],
  ])('reports what cannot be applied in "%s"', (question, words) => {
    const { filters, unmatched, warnings, confidence } = read(question)
    expect([filters, unmatched]).toEqual([{}, [words]])
    expect(warnings.join()).toContain(`Not applied: ${words}.`)
    expect(confidence).toBeLessThan(0.5)
  })

  test.each(['roas last 7 days vs previous 7 days by campaign', 'Compare roas in Q3 2026 and Q2 2026 by campaign'])(
    'keeps the breakdown of "%s"',
    (question) => {
      expect(read(question)).toMatchObject({ intent: 'comparison', level: 'campaign', group_by: 'campaign' })
    },
  )
})

describe('dates', () => {
  test.each([
    ['spend on 2026/11/05', '2026-11-05', '2026-11-05'],
    ['spend on 2026-11-5', '2026-11-05', '2026-11-05'],
    ['spend on 31.10.2026', '2026-10-31', '2026-10-31'],
    ['spend on 10/31/2026', '2026-10-31', '2026-10-31'],
    ['spend on 11/11/2026', '2026-11-11', '2026-11-11'],
    ['spend on 31/10', '2026-10-31', '2026-10-31'],
    ['spend from 31.10.2026 to 05.11.2026', '2026-10-31', '2026-11-05'],
    ['spend in 2026-10', '2026-10-01', '2026-10-31'],
    ['spend in 10/2026', '2026-10-01', '2026-10-31'],
    ['spend in week 40', '2026-09-28', '2026-10-04'],
    ['spend in week 40 2025', '2025-09-29', '2025-10-05'],
    ['spend in 2026-W01', '2025-12-29', '2026-01-04'],
    ['spend in week 53 of 2026', '2026-12-28', '2027-01-03'],
    ['spend in weeks 40 to 42', '2026-09-28', '2026-10-18'],
    ['spend in week 2 of october', '2026-10-08', '2026-10-14'],
    ['spend since 1850', '1850-01-01', '2026-11-21'],
    ['spend since 2024', '2024-01-01', '2026-11-21'],
    ['spend since Q3', '2026-07-01', '2026-11-21'],
    ['spend after nov 10', '2026-11-11', '2026-11-21'],
    ['spend this month until yesterday', '2026-11-01', '2026-11-20'],
    ['spend from last monday to yesterday', '2026-11-16', '2026-11-20'],
    ['spend from 2026-11-01..2026-11-05', '2026-11-01', '2026-11-05'],
    ['spend in the week of november 4', '2026-11-02', '2026-11-08'],
    ['spend in the first 10 days of november', '2026-11-01', '2026-11-10'],
    ['forecast revenue for december', '2026-12-01', '2026-12-31'],
    ['forecast revenue this month', '2026-11-01', '2026-11-30'],
    ['spend in 2035', '2035-01-01', '2035-12-31'],
    ['spend in december 2030', '2030-12-01', '2030-12-31'],
    ['spend on feb 29', '2024-02-29', '2024-02-29'],
    ['spend on the 5th', '2026-11-05', '2026-11-05'],
    ['top 5 november campaigns by spend', '2026-11-01', '2026-11-21'],
  ])('reads the time of "%s" as %s to %s', (question, date_from, date_to) => {
    expect(read(question).time).toMatchObject({ date_from, date_to, defaulted: false })
    expect(read(question).unmatched).toEqual([])
  })

  test.each([
    ['spend on 31/02/2026', '31/02/2026'],
    ['spend on 2026-02-30', '2026-02-30'],
    ['spend on 2026/13/01', '2026-13-01'],
    ['spend on nov 31', 'nov 31'],
    ['spend from nov 10 to nov 31', 'nov 31'],
    ['spend nov 10-31', 'nov 10-31'],
    ['spend last february 30', 'february 30'],
    ['spend on february 29 2026', 'february 29 2026'],
    ['spend last 0 days', 'last 0 days'],
    ['spend next 0 weeks', 'next 0 weeks'],
    ['spend last 99999 days', 'last 99999 days'],
    ['spend in week 54', 'week 54'],
    ['spend in week 53 2025', 'week 53 2025'],
    ['spend in q5 2026', 'q5'],
    ['spend two weeks before black friday', '2 weeks before black friday'],
    ['compare spend before and after nov 10', 'before and after nov 10'],
  ])('refuses "%s" with impossible_date for "%s"', (question, words) => {
    expect(read(question)).toMatchObject({ intent: null, time: null, reason: 'impossible_date' })
    expect(read(question).warnings[0]).toContain(words)
  })

  test.each([
    ['spend in 10/11/2026', ['spend in 2026-11-10', 'spend in 2026-10-11']],
    [
      'spend from 5.11.2026 to 7.11.2026',
      ['spend from 2026-11-05 to 2026-11-07', 'spend from 2026-05-11 to 2026-07-11'],
    ],
    ['spend on 31/10/26', ['spend on 2026-10-31']],
    ['spend on 10/11', ['spend on 2026-11-10', 'spend on 2026-10-11']],
  ])('refuses the ambiguous date of "%s" and suggests each reading', (question, suggestions) => {
    expect(read(question)).toMatchObject({ intent: null, reason: 'ambiguous_date', suggestions })
  })

  test.each([
    ['black friday vs last year', '2025-11-28', '2025-11-28', '2024-11-29', '2024-11-29'],
    ['thanksgiving vs the same day last year', '2025-11-27', '2025-11-27', '2024-11-28', '2024-11-28'],
    ['bfcm yoy', '2025-11-28', '2025-12-01', '2024-11-29', '2024-12-02'],
  ])('%s compares the same holiday of both years', (question, date_from, date_to, compare_from, compare_to) => {
    expect(read(question).time).toMatchObject({ date_from, date_to, compare_from, compare_to })
  })

  test('refuses a second time without a comparison', () => {
    const refused = { intent: null, reason: 'ambiguous_date' }
    expect(read('spend on nov 3 and on nov 5')).toMatchObject({ ...refused, unmatched: ['on nov 3 and on nov 5'] })
    expect(read('spend in weeks 40 and 41')).toMatchObject({ ...refused, unmatched: ['week 40 and week 41'] })
    expect(read('compare weeks 40 and 41')).toMatchObject({ time: { compare_from: '2026-09-28' }, unmatched: [] })
  })

  test('returns days with a warning instead of too many hours', () => {
    const { time, warnings } = read('spend by hour last quarter')
    expect([time?.granularity, warnings.length]).toEqual(['day', 1])
  })
})
