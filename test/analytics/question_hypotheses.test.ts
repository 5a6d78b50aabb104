import { describe, expect, test } from 'vitest'
import { interpret } from '../../shared/question/interpret.ts'
import { correct } from '../../shared/question/corrections/correct.ts'
import { platformAliases } from '../support/platform_aliases.ts'

const context = {
  today: '2026-11-26',
  timezone: 'America/New_York',
  currency: 'USD',
  names: ['Prospecting US', 'Brand Search'].map((name) => ({ name, level: 'campaign' as const })),
  platforms: ['google', 'meta'],
  platform_aliases: platformAliases,
}
const read = (question: string) => interpret(question, context)

describe('a planned spend', () => {
  test.each([
    ['what if we spend 2000 a day', 2000, '2026-12-26'],
    ['what revenue do we get if we spend $2,000 per day', 2000, '2026-12-26'],
    ['what would revenue be if we spent 2k daily next month', 2000, '2026-12-31'],
    ['forecast revenue with a spend of 1500.50 a day', 1500.5, '2026-12-26'],
    ['what revenue do we get in the next 30 days if we spend 0 a day', 0, '2026-12-26'],
    ['how much revenue will we make next month with a daily budget of 3000', 3000, '2026-12-31'],
  ])('%s: forecasts revenue with %s a day', (question, planned_spend, date_to) => {
    expect(read(question)).toMatchObject({
      intent: 'forecast',
      metrics: ['revenue'],
      planned_spend,
      time: { date_to },
      unmatched: [],
    })
  })

  test.each([
    ['if I spend 2000 a day on meta, what revenue do I get', 'meta', 'unsupported_calculation'],
    ['expected roas if we spend 3000 a day', 'roas', 'unsupported_calculation'],
    ['what if we spend 60000 a month', 'what if we spend 60000 a month', 'unsupported_scenario'],
    ['if we spent 2000 a day last month, what revenue would we get', 'last month', 'unsupported_calculation'],
    ['if we cut meta spend by half, what happens to revenue', 'if we cut meta spend by half', 'unsupported_scenario'],
    ['what if we spend 20 % more on bananas', 'what if we spend 20 % more on bananas', 'unsupported_scenario'],
    ['what if we move $1000 from meta to google', 'what if we move $1000 from meta to google', 'unsupported_scenario'],
    [
      'what if we spend $500 a day more on weekends',
      'what if we spend $500 a day more on weekends',
      'unsupported_scenario',
    ],
  ])('%s: is refused for "%s", and suggests questions that are answered', (question, words, why) => {
    const { intent, reason, unmatched, suggestions, warnings } = read(question)
    expect([intent, reason, unmatched]).toEqual([null, why, [words]])
    expect(warnings.join()).toMatch(/planned spend/)
    expect(suggestions.length).toBeGreaterThan(0)
    for (const suggestion of suggestions) expect(read(suggestion)).toMatchObject({ reason: null, unmatched: [] })
  })

  test('of one campaign is a scenario', () => {
    expect(read('what if we spend 2000 a day on Brand Search')).toMatchObject({
      intent: 'scenario',
      spend_changes: [{ campaign_name: 'Brand Search', daily_spend: 2000 }],
    })
  })

  test.each(['check if we spent more than last month', 'tell me if we spent 2000 a day last week'])(
    'is not read in "%s", which asks for the past',
    (question) => expect(read(question)).toMatchObject({ intent: expect.stringMatching(/comparison|metric_value/) }),
  )

  test('an amount a day is no year', () => {
    expect(read('campaigns with spend of 2000 a day')).toMatchObject({ time: { defaulted: true }, unmatched: ['2000'] })
    expect(read('spend in 2025 a month')).toMatchObject({ time: { date_from: '2025-01-01', date_to: '2025-12-31' } })
  })

  test('is lost with another metric', () => {
    const given = read('what if we spend 2000 a day')
    expect(correct(given, { metrics: ['conversions'] }, context)).toMatchObject({ unmatched: ['spend of 2000 a day'] })
    expect(correct(given, { metrics: ['conversions'] }, context)).not.toHaveProperty('planned_spend')
    expect(correct(given, { metrics: ['revenue'] }, context)).toMatchObject({ planned_spend: 2000, unmatched: [] })
  })
})

describe('a forecast of a part of the brand', () => {
  test.each([
    ['forecast revenue for meta', 'meta'],
    ['forecast spend on google for next month', 'google'],
    ['forecast spend for Brand Search next 7 days', 'Brand Search'],
    ['forecast revenue excluding meta', 'meta'],
  ])('"%s" is refused for "%s"', (question, words) => {
    const { intent, reason, unmatched, suggestions } = read(question)
    expect([intent, reason, unmatched]).toEqual([null, 'unsupported_calculation', [words]])
    for (const suggestion of suggestions) expect(read(suggestion)).toMatchObject({ reason: null, unmatched: [] })
  })
})

describe('listed times', () => {
  test.each([
    ['revenue in september, october and november', '2026-09-01', '2026-11-26'],
    ['roas in august and september', '2026-08-01', '2026-09-30'],
    ['spend by campaign for Q2 and Q3', '2026-04-01', '2026-09-30'],
  ])('%s: is answered from %s to %s, and says so', (question, date_from, date_to) => {
    const { time, unmatched, warnings } = read(question)
    expect([time, unmatched]).toMatchObject([{ date_from, date_to }, []])
    expect(warnings.join()).toContain(`is read as one time, from ${date_from} to ${date_to}.`)
  })

  test('that do not follow each other, or are compared, are not joined', () => {
    expect(read('revenue in august and october')).toMatchObject({
      reason: 'ambiguous_date',
      unmatched: ['in august and october'],
    })
    expect(read('compare september and october revenue')).toMatchObject({
      time: { date_from: '2026-10-01', compare_from: '2026-09-01' },
      warnings: [],
    })
  })
})

describe('the top of two times', () => {
  test.each([
    ['top 3 campaigns by revenue compared to previous period', 3, 'desc'],
    ['worst 2 campaigns by roas last month vs the month before', 2, 'asc'],
    ['top 5 platforms by spend vs previous month', 5, 'desc'],
  ])('%s: has %i rows', (question, limit, sort) => {
    const { intent, unmatched, warnings, ...given } = read(question)
    expect([intent, unmatched]).toEqual(['comparison', []])
    expect(given).toMatchObject({ limit, sort, time: { compare_from: expect.any(String) } })
    expect(warnings.join()).toContain('of the later of the two times')
  })

  test('by increase is not the order by the amount', () => {
    expect(read('top campaigns by spend increase vs last month').unmatched).toContain('increase')
  })
})
