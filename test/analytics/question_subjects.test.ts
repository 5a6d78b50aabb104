import { describe, expect, test } from 'vitest'
import { interpret } from '../../shared/question/interpret.ts'
import type { QuestionContext } from '../../shared/question/question_context.ts'
import { platformAliases } from '../support/platform_aliases.ts'

const read = (question: string, more: Partial<QuestionContext> = {}) =>
  interpret(question, {
    today: '2026-11-30',
    timezone: 'America/New_York',
    currency: 'USD',
    names: [
      { name: 'Aurora | Brand search', level: 'campaign' },
      { name: 'Aurora | Tents', level: 'campaign' },
    ],
    platforms: ['google', 'meta'],
    platform_aliases: platformAliases,
    has_targets: true,
    ...more,
  })

describe('the sign of profit', () => {
  test.each([
    ['which campaigns have negative profit in the last 30 days', '<'],
    ['campaigns whose profit is negative', '<'],
    ['campaigns with positive profit', '>'],
    ['campaigns without positive profit', '<='],
    ['campaigns whose profit is not negative', '>='],
    ['which campaigns are profitable', '>'],
    ['which platforms are profitable', '>'],
    ['days with negative profit', '<'],
    ['was profit negative last month', '<'],
  ])('"%s" is a bound: profit %s 0', (question, operator) => {
    const { metrics, thresholds, unmatched } = read(question)
    expect([metrics, thresholds, unmatched]).toEqual([['profit'], [{ metric: 'profit', operator, value: 0 }], []])
  })

  test.each(['most profitable campaigns', 'how profitable are our campaigns', 'profit by campaign last month'])(
    '"%s" has no bound',
    (question) => {
      expect(read(question)).toMatchObject({ metrics: ['profit'], thresholds: [], unmatched: [] })
    },
  )

  test.each([
    'campaigns with negative ROI',
    'which campaigns have negative growth',
    'which campaigns have negative profit or no spend',
    'did our profit turn negative last week',
  ])('"%s" is refused, because all values would be no answer', (question) => {
    const { intent, reason, unmatched, suggestions } = read(question)
    expect([intent, reason, unmatched]).toEqual([null, 'unsupported_calculation', ['negative']])
    for (const suggestion of suggestions) expect(read(suggestion)).toMatchObject({ reason: null, unmatched: [] })
  })

  test('is a word of a name where a campaign has it', () => {
    const names = [{ name: 'Positive reviews', level: 'campaign' as const }]
    expect(read('roas of Positive reviews', { names }).filters).toEqual({ campaign_name: 'Positive reviews' })
  })
})

describe('what agents do in the shop', () => {
  test.each([
    'how many searches found nothing',
    'what do agents search for',
    'what are people searching for',
    'revenue from AI agents last month',
  ])('"%s" is refused with the page that has it', (question) => {
    const { intent, reason, warnings } = read(question)
    expect([intent, reason]).toEqual([null, 'unsupported_entity'])
    expect(warnings.join()).toContain(
      'is on the page Agents of the console, and in the operation List queries of agents',
    )
  })

  test.each(['search campaigns last week', 'what do we spend on search', 'how did search do last month'])(
    '"%s" is about ads',
    (question) => {
      expect(read(question)).toMatchObject({ reason: null, filters: { campaign_name: 'Aurora | Brand search' } })
    },
  )
})

describe('anomalies', () => {
  test.each([
    ['how many anomalies are open', ['active']],
    ['active anomalies', ['active']],
    ['are there any unresolved alerts', ['active', 'confirmed']],
    ['resolved anomalies last month', ['resolved']],
  ])('"%s" have the status %s', (question, status) => {
    expect(read(question)).toMatchObject({ intent: 'anomalies', filters: { status }, unmatched: [] })
  })

  test('of active campaigns have no such filter, and the answer says so', () => {
    expect(read('anomalies in active campaigns')).toMatchObject({ filters: {}, unmatched: ['active campaigns'] })
  })

  test('have a cost, which is no spend', () => {
    const { metrics, unmatched, warnings } = read('How much did the Tents anomaly cost us?')
    expect([metrics, unmatched]).toEqual([null, []])
    expect(warnings.join()).toContain('estimated for all its unusual days (`total_impact`)')
    expect(read('any anomalies in cost last week').metrics).toEqual(['spend'])
  })
})

describe('the budget and the targets of a month', () => {
  test.each([
    ['what is my budget for December', '2026-12-01'],
    ['december budget', '2026-12-01'],
    ['budget next month', '2026-12-01'],
    ['budget for December 2026', '2026-12-01'],
    ['targets for December 2026', '2026-12-01'],
    ['what is our budget for October', '2026-10-01'],
    ['budget last month', '2026-10-01'],
    ['what is our budget for December 2025', '2025-12-01'],
    ['did we hit our target in December', '2025-12-01'],
    ['what was our target for December', '2025-12-01'],
  ])('"%s" is that of %s', (question, date_from) => {
    expect(read(question)).toMatchObject({ intent: 'targets', time: { date_from }, unmatched: [] })
  })

  test.each(['budget of Tents', 'budget by campaign', 'budget of campaigns next month', 'budget for next week'])(
    '"%s" is refused',
    (question) => {
      expect(read(question)).toMatchObject({ intent: null, reason: 'unsupported_target' })
    },
  )

  test('do not replace other questions with these words', () => {
    expect(read('budget recommendations').intent).toBe('budget_recommendations')
    expect(read('spend in December').time).toMatchObject({ date_from: '2025-12-01' })
    expect(read('revenue forecast next month').intent).toBe('forecast')
  })
})

describe('a period that begins today', () => {
  test('has no change to explain, and the one before is suggested', () => {
    const { suggestions, warnings } = read('Why did revenue go up this week?')
    expect(suggestions).toEqual(['why did revenue go up last week'])
    expect(warnings).toContain('"this week" has only today so far, which is not complete.')
    expect(read('why did roas drop today').suggestions).toEqual(['why did roas drop yesterday'])
  })

  test('is no other period', () => {
    expect(read('why did revenue go up this month').suggestions).toEqual([])
    expect(read('why did revenue go up this week', { today: '2026-12-01' }).suggestions).toEqual([])
    expect(read('spend this week').suggestions).toEqual([])
  })
})

describe('the average order value', () => {
  const known = { has_orders: true, unreported: ['orders', 'store_revenue', 'mer'] }

  test.each(['average order value of store orders in October', 'aov last month', 'store aov last month'])(
    '"%s" is that of the imported orders',
    (question) => {
      expect(read(question, known)).toMatchObject({ intent: 'orders', metrics: ['aov'], unmatched: [], confidence: 1 })
    },
  )

  test.each([
    'aov by campaign last month',
    'aov by platform last month',
    'aov of Meta last month',
    'was aov above 100',
  ])('"%s" is that which platforms claim', (question) => {
    expect(read(question, known).intent).not.toBe('orders')
  })

  test('is not that of orders which are not imported', () => {
    expect(read('aov last month').intent).toBe('metric_value')
    expect(read('average order value of store orders last month').confidence).toBeLessThan(0.5)
  })
})
