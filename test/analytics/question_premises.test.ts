import { describe, expect, test } from 'vitest'
import { interpret } from '../../shared/question/interpret.ts'
import { platformAliases } from '../support/platform_aliases.ts'

const context = {
  today: '2026-11-26',
  timezone: 'America/New_York',
  currency: 'USD',
  names: ['Prospecting US', 'Brand Search'].map((name) => ({ name, level: 'campaign' as const })),
  platforms: ['google', 'meta', 'tiktok'],
  platform_aliases: platformAliases,
}
const read = (question: string) => interpret(question, context)

describe('premises', () => {
  test.each([
    ['reasons for the lower revenue this week', 'down'],
    ['why did impressions tank yesterday on google', 'down'],
    ['why did conversions plunge on Tuesday', 'down'],
    ['why did sales crash last week', 'down'],
    ['why did revenue slump last week', 'down'],
    ['why did revenue plummet last month', 'down'],
    ['why did spend soar last week', 'up'],
    ['what drove the growth in revenue last week', 'up'],
    ['why did cpa surge this week', 'up'],
    ['why did clicks jump yesterday', 'up'],
    ['why is CPA higher on TikTok', 'up'],
    ['why did we spend more last week', 'up'],
    ['why did cpa get better last week', 'down'],
    ['why did cpa get worse last week', 'up'],
    ['why did roas get worse in October', 'down'],
    ['why did roas improve in October', 'up'],
    ['why did spend get worse last week', null],
    ['why is our cpa so high', null],
  ])('%s: %s', (question, direction) => {
    expect(read(question)).toMatchObject({ intent: 'explain_change', direction, unmatched: [] })
  })
})

describe('explanations', () => {
  test.each([
    ['why did our conversion rate fall between October and November', '2026-11-01', '2026-10-01', '2026-10-26'],
    ['why did revenue decline between September and October', '2026-10-01', '2026-09-01', '2026-09-30'],
    ['why did revenue increase between Q2 and Q3', '2026-07-01', '2026-04-01', '2026-06-30'],
    ['why did cpa get worse from September to October', '2026-10-01', '2026-09-01', '2026-09-30'],
  ])('%s: compares from %s with %s to %s', (question, date_from, compare_from, compare_to) => {
    expect(read(question)).toMatchObject({ time: { date_from, compare_from, compare_to }, unmatched: [] })
  })

  test.each([
    [
      'why is CPA higher on TikTok than on Meta',
      ['compare cpa of tiktok and meta', 'why did cpa of tiktok change', 'why did cpa of meta change'],
    ],
    [
      'why does Brand Search have a higher roas than Prospecting US',
      [
        'compare roas of Brand Search and Prospecting US',
        'why did roas of Brand Search change',
        'why did roas of Prospecting US change',
      ],
    ],
    [
      'explain the difference between Google and Meta cpa last month',
      [
        'compare cpa of google and meta last month',
        'why did cpa of google change last month',
        'why did cpa of meta change last month',
      ],
    ],
    ['why are weekends worse than weekdays', ['why did roas change']],
    ['why is spend higher than revenue', ['spend and revenue', 'why did spend change']],
  ])('refuses to explain a difference: %s', (question, suggestions) => {
    expect(read(question)).toMatchObject({ intent: null, reason: 'unsupported_explanation', suggestions })
    for (const suggestion of suggestions) expect([suggestion, read(suggestion).unmatched]).toEqual([suggestion, []])
  })

  test.each([
    'why is CPA higher than last week',
    'why was revenue lower on Monday than on Sunday',
    'why is revenue lower than a year ago',
    'why did revenue rise in October compared to September',
    'explain revenue last week vs the week before',
  ])('explains a change over time: %s', (question) => {
    expect(read(question)).toMatchObject({ intent: 'explain_change', unmatched: [] })
  })
})

describe('words that are not answered', () => {
  test.each([
    ['how much revenue did the anomalies cost us', 'how much'],
    ['how much did spend spike yesterday', 'how much'],
    ['what is the chance that revenue drops next week', 'chance'],
  ])('%s: "%s"', (question, word) => {
    const { unmatched, confidence } = read(question)
    expect(unmatched).toContain(word)
    expect(confidence).toBeLessThan(0.5)
  })

  test('shows an unmatched word as it was typed', () => {
    expect(read('medain revenue last week').unmatched).toEqual(['medain'])
  })

  test('says that nothing remains without all platforms', () => {
    const named = read('revenue without google, meta and tiktok last week')
    const all = read('revenue without all three platforms')
    for (const { warnings } of [named, all])
      expect(warnings.join()).toContain('excludes every connected platform, so nothing remains')
    expect(all).toMatchObject({ intent: null, reason: 'unclear_exclusion' })
  })
})

describe('recommendations', () => {
  test.each([
    ['Which campaign should I cut?', { change: ['cut'] }],
    ['where should I cut spend', { change: ['cut'] }],
    ['which campaigns should I scale', { change: ['raise'] }],
    ['which campaigns should get more budget', { change: ['raise'] }],
    ['should I cut or scale Brand Search', { campaign_name: 'Brand Search' }],
    ['where should I shift budget', {}],
  ])('%s: %o', (question, filters) => {
    expect(read(question)).toMatchObject({ intent: 'budget_recommendations', unmatched: [] })
    expect(read(question).filters).toEqual(filters)
  })
})

describe('explanations without a metric', () => {
  test.each([
    ['explain the change between September and October', 'revenue', 'revenue'],
    ['what changed between Q2 and Q3', 'revenue', 'revenue'],
    ['why is google more expensive than last week', 'cpa', 'CPA'],
  ])('%s: explains the change of %s and says so', (question, metric, label) => {
    const { intent, metrics, unmatched, warnings } = read(question)
    expect([intent, metrics, unmatched]).toEqual(['explain_change', [metric], []])
    expect(warnings).toContain(`The question names no metric: the change of ${label} is explained.`)
  })

  test('compares the two periods that the question names', () => {
    expect(read('explain the change in roas between September and October')).toMatchObject({
      metrics: ['roas'],
      time: { date_from: '2026-10-01', compare_from: '2026-09-01', compare_to: '2026-09-30' },
      warnings: [],
    })
  })
})

describe('prices', () => {
  test.each([
    ['how come google is more expensive than meta', ['google', 'meta'], 'up'],
    ['why is meta cheaper than google last month', ['meta', 'google'], 'down'],
    ['is google less expensive than tiktok', ['google', 'tiktok'], 'down'],
  ])('%s: compares what results, clicks and impressions cost', (question, platform, direction) => {
    expect(read(question)).toMatchObject({
      intent: 'comparison',
      metrics: ['cpa', 'cpc', 'cpm'],
      group_by: 'platform',
      filters: { platform },
      direction,
      unmatched: [],
    })
  })

  test('of campaigns are compared in the order of the question', () => {
    expect(read('why is Brand Search more expensive than Prospecting US')).toMatchObject({
      filters: { campaign_name: ['Brand Search', 'Prospecting US'] },
      direction: 'up',
    })
  })
})

describe('losses', () => {
  test.each([
    'why are we losing money on meta',
    'why is meta losing money',
    'how come meta is not profitable',
    'are we losing money on meta',
    'is meta below break even',
  ])('%s: tests a ROAS below 1 and says what is missing', (question) => {
    const { intent, metrics, filters, thresholds, unmatched, warnings } = read(question)
    expect([intent, metrics, filters]).toEqual([
      'metric_value',
      ['roas', 'spend', 'revenue', 'profit'],
      { platform: ['meta'] },
    ])
    expect([thresholds, unmatched]).toEqual([[{ metric: 'roas', operator: '<', value: 1 }], []])
    expect(warnings[0]).toContain('depends on the cost of goods')
    expect(warnings.some((text) => text.includes('The reason of a level is not computed'))).toBe(
      /why|how come/.test(question),
    )
  })

  test('that are compared are not read as one', () => {
    expect(read('are we losing more money on meta than on google').confidence).toBeLessThan(0.5)
  })
})
