import { describe, expect, test } from 'vitest'
import { interpret } from '../../shared/question/interpret.ts'
import { platformAliases } from '../support/platform_aliases.ts'

const context = {
  today: '2026-11-20',
  timezone: 'America/New_York',
  currency: 'USD',
  names: ['Prospecting US', 'Brand Search', 'Summer Sale'].map((name) => ({ name, level: 'campaign' as const })),
  platforms: ['google', 'meta', 'tiktok'],
  platform_aliases: platformAliases,
}
const read = (question: string) => interpret(question, context)

describe('unmatched', () => {
  test.each([
    ['median order value', 'median'],
    ['cumulative spend this month', 'cumulative'],
    ['monthly growth of revenue this year', 'growth'],
    ['share of roas on meta', 'share'],
    ['impression share last week', 'share'],
    ['average spend last month', 'average'],
    ['mondays vs sundays revenue', 'mondays'],
    ['roas october vs september vs august', 'august'],
    ['meta this week vs google last week spend', 'vs'],
    ['revenue from the US last month', 'usa'],
    ['spend on X last week', 'x'],
    ['instagram spend last week', 'instagram'],
    ['campaigns with increasing cpa', 'campaigns with'],
    ['highest and lowest roas campaign', 'highest and lowest'],
    ['top 10% of campaigns by spend', '10%'],
    ['how much has spend grown since last year', 'since last year'],
    ['spend on shoes last week', 'shoes'],
    ['which campaign gained the most clicks last month', 'gained'],
    ['how much revenue did we lose last week', 'lose'],
    ['busiest day last month', 'busiest'],
    ['most expensive campaign by roas', 'expensive'],
    ['cheapest campaigns last week', 'cheapest'],
    ['spend in the same week last year', 'the same week last year'],
    ['which creatives are not fatigued', 'fatigued'],
    ['most fatigued creatives', 'fatigued'],
    ['roas of ads that are burned out', 'burned out'],
    ['best and cheapest campaign', 'cheapest'],
    ['spend this time yesterday', 'this time'],
    ['top 3 campaigns by spend increase last week vs the week before', 'top'],
    ['Brand Search cpa compared to the average campaign last month', 'compared'],
    ['google spend vs average last month', 'vs average'],
    ['spend excluding outlet campaigns last month', 'outlet'],
    ['which campaigns are wasting money last month', 'last month'],
    ['list campaigns in october', 'in october'],
    ['revenue last 7 days vs the 14 days before', '14'],
  ])('%s: lists "%s" with a confidence below .5', (question, word) => {
    const { unmatched, confidence } = read(question)
    expect(unmatched).toContain(word)
    expect(confidence).toBeLessThan(0.5)
  })

  test.each([
    ['spend on Snapchat last week', 'unknown_platform'],
    ['spend on the "Winter Blast" campaign', 'unknown_name'],
    ['spend in yen last month', 'unsupported_currency'],
    ['did we hit our target ROAS?', 'unsupported_target'],
    ['are we on budget?', 'unsupported_target'],
    ['are we over our monthly budget?', 'unsupported_target'],
    ['how much budget is left?', 'unsupported_target'],
    ['campaigns with cpa under €20', 'unsupported_currency'],
    ['total spend excluding refunds', 'unclear_exclusion'],
    ['revenue excluding the top campaign last month', 'unclear_exclusion'],
    ['revenue of all campaigns but the best one', 'unclear_exclusion'],
    ['spend excluding paused campaigns', 'unclear_exclusion'],
    ['spend from 2026-11-20 to 2026-11-10', 'impossible_date'],
    ['spend from October 10 to October 1 2026', 'impossible_date'],
    ['spend from November 2026 to March 2026', 'impossible_date'],
    ['spend -5 days ago', 'impossible_date'],
    ['best performing device last month', 'unsupported_entity'],
    ['worst product', 'unsupported_entity'],
    ['what is our churn', 'unknown_metric'],
    ['is the weather nice tomorrow', 'off_topic'],
    ['when is the match', 'off_topic'],
    ['what metrics can I ask for', 'off_topic'],
  ])('%s: refuses with the reason %s', (question, reason) => {
    expect(read(question)).toMatchObject({ intent: null, metrics: null, time: null, reason, confidence: 0 })
  })
})

describe('compared times', () => {
  test.each([
    ['spend this month vs the same days last year', '2026-11-01', '2026-11-20', '2025-11-01', '2025-11-20'],
    ['revenue so far this quarter vs same time last quarter', '2026-10-01', '2026-11-20', '2026-07-01', '2026-08-20'],
    ['last week year over year roas', '2026-11-09', '2026-11-15', '2025-11-10', '2025-11-16'],
    ['qtd spend vs qtd last year', '2026-10-01', '2026-11-20', '2025-10-01', '2025-11-20'],
    ['yesterday vs the day before, revenue', '2026-11-19', '2026-11-19', '2026-11-18', '2026-11-18'],
    ['is ctr higher than last week', '2026-11-16', '2026-11-20', '2026-11-09', '2026-11-13'],
    ['how did spend change from September to October', '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
    ['October revenue compared to October last year', '2026-10-01', '2026-10-31', '2025-10-01', '2025-10-31'],
    ['is roas better than this time last year', '2026-10-21', '2026-11-19', '2025-10-21', '2025-11-19'],
    ['revenue month to date vs last month to date', '2026-11-01', '2026-11-20', '2026-10-01', '2026-10-20'],
    ['revenue last 7 days vs the 7 days before', '2026-11-13', '2026-11-19', '2026-11-06', '2026-11-12'],
    ['How did Black Friday 2025 compare to 2024?', '2025-11-28', '2025-11-28', '2024-11-29', '2024-11-29'],
    ['Black Friday vs 2024 revenue', '2025-11-28', '2025-11-28', '2024-11-29', '2024-11-29'],
    ['revenue in Q3 2026 compared with 2025', '2026-07-01', '2026-09-30', '2025-07-01', '2025-09-30'],
    ['was spend on November 3 higher than in 2025', '2026-11-03', '2026-11-03', '2025-11-03', '2025-11-03'],
    ['spend first week of October 2026 vs 2024', '2026-10-01', '2026-10-07', '2024-10-01', '2024-10-07'],
    ['spend 2024 vs 2025', '2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31'],
    ['spend this year vs 2025', '2026-01-01', '2026-11-20', '2025-01-01', '2025-11-20'],
    ['did ctr go up last week', '2026-11-09', '2026-11-15', '2026-11-02', '2026-11-08'],
  ])('reads both times of "%s"', (question, date_from, date_to, compare_from, compare_to) => {
    expect(read(question)).toMatchObject({
      intent: 'comparison',
      unmatched: [],
      time: { date_from, date_to, compare_from, compare_to },
    })
  })
})

describe('a year compared with a shorter time', () => {
  test.each([
    [
      'last month compared to 2024',
      'last month compared to from 2024-10-01 to 2024-10-31',
      'last month compared to from 2024-01-01 to 2024-12-31',
    ],
    ['is roas better yesterday than in 2025', 'from 2025-11-19 to 2025-11-19', 'from 2025-01-01 to 2025-12-31'],
  ])('refuses "%s" and suggests the same days and the whole year', (question, days, whole) => {
    const { intent, reason, suggestions } = read(question)
    expect({ intent, reason }).toEqual({ intent: null, reason: 'ambiguous_date' })
    expect(suggestions).toEqual([expect.stringContaining(days), expect.stringContaining(whole)])
    for (const suggestion of suggestions)
      expect(read(suggestion)).toMatchObject({ intent: 'comparison', unmatched: [] })
  })

  test('never compares a day with a whole year beside a third year', () => {
    const { time, confidence } = read('revenue Black Friday 2025 vs 2024 vs 2023')
    expect(time).toMatchObject({ compare_from: '2024-11-29', compare_to: '2024-11-29' })
    expect(confidence).toBeLessThan(0.5)
  })
})

describe('other languages', () => {
  test.each([
    'Wie viel haben wir letzte Woche ausgegeben?',
    'Umsatz letzte Woche',
    '¿Cuánto gasto la semana pasada?',
    'كم أنفقنا الأسبوع الماضي؟',
    '上周的广告花费',
    'por qué bajó el gasto ayer',
  ])('asks for English instead of "%s"', (question) => {
    expect(read(question)).toMatchObject({ intent: null, warnings: [expect.stringContaining('Ask in English')] })
  })

  test('reads an English question beside a name in another script', () => {
    expect(read('spend last week café').intent).toBe('metric_value')
    const names = [{ name: 'Angebot der Woche', level: 'campaign' as const }]
    expect(interpret('spend of Angebot der Woche', { ...context, names })).toMatchObject({ intent: 'metric_value' })
    const cyrillic = [{ name: 'Зимняя распродажа электроники', level: 'campaign' as const }]
    const question = 'spend of Зимняя распродажа электроники yesterday'
    expect(interpret(question, { ...context, names: cyrillic })).toMatchObject({ intent: 'metric_value' })
  })
})

describe('channels that are no ad platform', () => {
  const ofChannels = (question: string) =>
    interpret(question, { ...context, channels: ['Organic Search', 'email', 'direct', 'google', 'Last week', 'sales'] })

  test.each([
    ['organic search revenue last month', ['Organic Search'], ['revenue']],
    ['email revenue last month', ['email'], ['revenue']],
    ['how many orders came from e-mail last month', ['email'], ['purchases']],
    ['email vs google revenue last month', ['google', 'email'], ['revenue']],
    ['which brought more revenue last month, email or direct', ['email', 'direct'], ['revenue']],
  ])('answers "%s" by attribution', (question, channel, metrics) => {
    const { intent, filters, metrics: given, time } = ofChannels(question)
    expect({ intent, filters, given }).toEqual({ intent: 'attribution', filters: { channel }, given: metrics })
    expect(time).toMatchObject({ date_from: '2026-10-01', date_to: '2026-10-31' })
  })

  test.each([
    ['organic search clicks last month', 'clicks'],
    ['why did organic search revenue drop last week', 'organic search'],
    ['revenue forecast of email', 'email'],
    ['google organic revenue last month', 'google organic'],
  ])('refuses "%s" and names "%s"', (question, word) => {
    expect(ofChannels(question)).toMatchObject({
      intent: null,
      reason: 'unsupported_entity',
      unmatched: [word],
      warnings: [expect.any(String)],
    })
  })

  test('refuses a channel that no journey of the brand has', () => {
    expect(read('organic search revenue last month')).toMatchObject({
      intent: null,
      reason: 'unknown_platform',
      unmatched: ['organic search'],
    })
    expect(ofChannels('newsletter revenue')).toMatchObject({ intent: null, unmatched: ['newsletter'] })
  })

  test.each(['email me the revenue of last month', 'e-mail the report to bob'])(
    'refuses the command "%s"',
    (question) => {
      expect(ofChannels(question)).toMatchObject({ intent: null, reason: 'write_not_supported' })
    },
  )

  test('does not replace a metric or a time by a channel of the same name', () => {
    expect(ofChannels('sales last week')).toMatchObject({ intent: 'metric_value', metrics: ['revenue'], filters: {} })
  })

  test('lists the word of a comparison with another time', () => {
    const { unmatched, confidence } = ofChannels('direct revenue vs last month')
    expect(unmatched).toContain('vs')
    expect(confidence).toBeLessThan(0.5)
  })
})

describe('times', () => {
  test.each([
    ['spend from November 2 onwards', '2026-11-02', '2026-11-20'],
    ['revenue up to November 10 this month', '2026-11-01', '2026-11-10'],
    ['clicks since the 10th', '2026-11-10', '2026-11-20'],
    ['revenue for the last day of last month', '2026-10-31', '2026-10-31'],
    ['spend on the second Monday of October', '2026-10-12', '2026-10-12'],
    ['spend in the last two weeks of October', '2026-10-18', '2026-10-31'],
    ['spend on Black Friday last year', '2025-11-28', '2025-11-28'],
    ['revenue last 3 full months', '2026-08-01', '2026-10-31'],
    ['revenue until the 15th', '2026-11-01', '2026-11-15'],
    ['clicks the week before last', '2026-11-02', '2026-11-08'],
    ['revenue from October to March', '2025-10-01', '2026-03-31'],
    ['revenue from November 10 to November 15 2025', '2025-11-10', '2025-11-15'],
    ['record revenue day', '2023-11-20', '2026-11-20'],
    ['highest spend day on record', '2023-11-20', '2026-11-20'],
    ['expected revenue on Black Friday', '2026-11-27', '2026-11-27'],
    ['revenue forecast for Christmas', '2026-12-25', '2026-12-25'],
    ['revenue on Black Friday', '2025-11-28', '2025-11-28'],
  ])('reads the time of "%s" as %s to %s', (question, date_from, date_to) => {
    expect(read(question)).toMatchObject({ unmatched: [], time: { date_from, date_to } })
  })
})

describe('typos', () => {
  test('repairs words with a correct first letter', () => {
    expect(read('spned on facebok lst week')).toMatchObject({
      metrics: ['spend'],
      filters: { platform: ['meta'] },
      unmatched: [],
    })
  })

  test('leaves ordinary words unchanged', () => {
    expect(read('ad sets whose cpa exceeded 60 last week')).toMatchObject({
      thresholds: [{ operator: '>', value: 60 }],
    })
    expect(read('spend on lime last week').unmatched).toEqual(['lime'])
  })
})

describe('rankings and breakdowns', () => {
  test.each([
    ['most expensive campaign yesterday', ['spend'], 'desc', 1],
    ['five most expensive days last month', ['spend'], 'desc', 5],
    ['most expensive campaigns by conversions', ['cpa'], 'desc', null],
    ['cheapest campaigns by cpa last week', ['cpa'], 'asc', null],
    ['biggest campaigns last week', ['spend'], 'desc', null],
    ['top 3 campaigns last week', ['roas'], 'desc', 3],
  ])('%s: orders by %j', (question, metrics, sort, limit) => {
    expect(read(question)).toMatchObject({ intent: 'ranking', metrics, sort, limit, unmatched: [] })
  })

  test.each([
    ['ads on tiktok with their ctr, yesterday', 'ad'],
    ['tiktok ads with their ctr', 'ad'],
    ['campaigns with their roas last week', 'campaign'],
  ])('%s: returns a row for each %s', (question, level) => {
    expect(read(question)).toMatchObject({ intent: 'breakdown', level, group_by: level, unmatched: [] })
  })

  test.each([
    ['how many orders did ads bring in on Monday', ['orders']],
    ['which campaign made the most conversions', ['conversions']],
    ['how much did we make and how many orders', ['revenue', 'orders']],
    ['what did we make last week', ['revenue']],
  ])('%s: returns the metrics %j', (question, metrics) => {
    expect(read(question)).toMatchObject({ metrics, unmatched: [] })
  })

  test.each(['which creatives are wearing out', 'worn out creatives', 'fatigued creatives last week'])(
    '%s: keeps only fatigued creatives',
    (question) => {
      expect(read(question)).toMatchObject({
        intent: 'creatives',
        filters: { fatigue: ['fatigued', 'fatiguing'] },
        unmatched: [],
      })
    },
  )
})

describe('future and ambiguous times', () => {
  test.each(['what did we spend tomorrow', 'what was revenue next week', 'what did we spend on 2026-12-05'])(
    '%s: refuses a past question about the future',
    (question) => {
      expect(read(question)).toMatchObject({ intent: null, reason: 'impossible_date' })
    },
  )

  test.each([
    ['spend next week', 'next week'],
    ['revenue tomorrow', 'tomorrow'],
  ])('%s: returns a forecast and a warning', (question, time) => {
    const { intent, metrics, warnings } = read(question)
    expect({ intent, metrics }).toEqual({ intent: 'forecast', metrics: [question.split(' ')[0]] })
    expect(warnings).toEqual([`"${time}" is in the future: the values are a forecast.`])
  })

  test('refuses "this time last year" without a comparison and suggests its dates', () => {
    expect(read('spend this time last year')).toMatchObject({
      intent: null,
      reason: 'ambiguous_date',
      suggestions: ['spend on 2025-11-20', 'spend from 2025-11-01 to 2025-11-20'],
    })
    expect(read('spend this month vs this time last year').time).toMatchObject({ compare_to: '2025-11-20' })
  })

  test.each([
    ['spend a year ago', ['spend on 2025-11-20', 'spend from 2025-01-01 to 2025-12-31']],
    ['revenue one month ago', ['revenue on 2026-10-20', 'revenue from 2026-10-01 to 2026-10-31']],
    ['roas a week ago', ['roas on 2026-11-13', 'roas from 2026-11-09 to 2026-11-15']],
  ])('%s: is refused with its possible dates as suggestions', (question, suggestions) => {
    expect(read(question)).toMatchObject({ intent: null, reason: 'ambiguous_date', suggestions })
  })

  test('reads "a year ago" after a comparison word as the same period of that year', () => {
    expect(read('roas last month vs a year ago').time).toMatchObject({
      compare_from: '2025-10-01',
      compare_to: '2025-10-31',
    })
  })
})

describe('order and comparison of answers', () => {
  test.each([
    ['average order value by month in 2026', { intent: 'timeseries', metrics: ['aov'], sort: null }],
    ['average cpa by month', { intent: 'timeseries', metrics: ['cpa'] }],
    ['spend on the day with the highest revenue', { metrics: ['revenue', 'spend'], sort: 'desc', limit: 1 }],
    ['roas on the day with the lowest spend', { metrics: ['spend', 'roas'], sort: 'asc', limit: 1 }],
    ['roas of campaigns by spend', { metrics: ['roas', 'spend'] }],
    ['top 5 campaigns by revenue growth month over month', { operation: 'growth', sort: 'desc', limit: 5 }],
    ['fastest growing platform by spend this month', { operation: 'growth', group_by: 'platform', limit: 1 }],
    ['which campaign improved its cpa the most last month', { operation: 'growth', sort: 'asc', limit: 1 }],
    ['slowest growing platform this quarter', { operation: 'growth', sort: 'asc' }],
    ['meta roas vs overall roas last month', { operation: 'versus_total', filters: { platform: ['meta'] } }],
    ['google spend compared to total spend', { operation: 'versus_total', metrics: ['spend'] }],
    ['meta roas vs blended roas', { operation: 'versus_total', metrics: ['roas'] }],
    ['percentage difference in cpa between meta and google', { operation: 'difference', intent: 'comparison' }],
    ['how many days did roas fall below 3', { operation: 'count', intent: 'metric_value' }],
    ['campaigns that spent more than 2000 but roas under 3', { intent: 'ranking' }],
    ['how many ads do we have', { intent: 'list', time: null }],
  ])('reads "%s" as %j', (question, expected) => {
    expect(read(question)).toMatchObject({ ...expected, unmatched: [] })
  })
})
