import { describe, expect, test } from 'vitest'
import { interpret } from '../../shared/question/interpret.ts'
import type { QuestionContext } from '../../shared/question/question_context.ts'
import { platformAliases } from '../support/platform_aliases.ts'

const named = (level: 'campaign' | 'adset', ...names: string[]) => names.map((name) => ({ name, level }))
const context: QuestionContext = {
  today: '2026-11-20',
  timezone: 'America/New_York',
  currency: 'USD',
  brand_name: 'Aurora Outdoor',
  names: [
    ...named('campaign', 'Prospecting | Hikers', 'Retargeting | Visitors', 'Bing brand'),
    ...named('adset', 'Visitors 30 days'),
  ],
  platforms: ['google', 'meta'],
  platform_aliases: platformAliases,
  has_orders: true,
  unreported: ['orders', 'refunds', 'store_revenue', 'mer'],
}
const read = (question: string, more: Partial<QuestionContext> = {}) => interpret(question, { ...context, ...more })

describe('a forecast that does not exist', () => {
  test.each([
    ['when will we reach 500k revenue this year', 'when', 'revenue forecast this year'],
    ['how soon will spend hit 10k', 'how soon', 'spend forecast for the next 30 days'],
    ['forecast reach next week', 'reach', 'revenue forecast next week'],
  ])('"%s" is refused for "%s", and the forecast is suggested', (question, words, suggestion) => {
    const { intent, reason, unmatched, suggestions } = read(question)
    expect([intent, reason, unmatched]).toEqual([null, 'unsupported_calculation', [words]])
    expect(suggestions).toEqual([suggestion])
    expect(read(suggestion).intent).toBe('forecast')
  })

  test('"reach" before an amount is no metric', () => {
    expect(read('reach last week').metrics).toEqual(['reach'])
    expect(read('will we reach 100k revenue this month').metrics).toEqual(['revenue'])
  })
})

describe('a number that is not computed', () => {
  test.each([
    ['how much revenue from new customers last month', 'from new customers', 'new customers last month'],
    ['roas of returning customers last month', 'of returning customers', 'new customers last month'],
    ['cpa for new customers', 'for new customers', 'new customers last month'],
    [
      'total spend on Monday, Tuesday and Friday last week',
      'on monday, tuesday, friday',
      'spend by day of the week last week',
    ],
    ['revenue on weekends last month', 'weekends', 'revenue by day of the week last month'],
    ['spend on mondays last month', 'mondays', 'spend by day of the week last month'],
  ])('"%s" is refused for "%s", and "%s" is suggested', (question, words, suggestion) => {
    const { intent, reason, unmatched, suggestions } = read(question)
    expect([intent, reason, unmatched, suggestions[0]]).toEqual([null, 'unsupported_calculation', [words], suggestion])
    expect(read(suggestion)).toMatchObject({ unmatched: [], reason: null })
  })

  test.each(['spend monday vs tuesday', 'spend last weekend', 'number of new customers and revenue last month'])(
    '"%s" is answered',
    (question) => {
      expect(read(question)).toMatchObject({ unmatched: [], reason: null })
    },
  )

  test('a name before "brand" that is not this brand is another brand', () => {
    expect(read('spend in Lumen brand last month')).toMatchObject({ reason: 'unknown_brand', unmatched: ['lumen'] })
  })
})

describe('words', () => {
  test.each(['how many days are left', 'how many weeks are left'])('of time in "%s" are no name', (question) => {
    expect(read(question).filters).toEqual({})
  })

  test.each(['refunds last month', 'mer last month', 'did roas improve after november 15'])(
    'of "%s" are all used',
    (question) => {
      expect(read(question).unmatched).toEqual([])
    },
  )

  test('of orders make revenue that of the store', () => {
    expect(read('actual revenue last month from orders')).toMatchObject({
      intent: 'orders',
      metrics: ['store_revenue'],
      unmatched: [],
    })
  })

  test('"running" lists what is active', () => {
    expect(read('how many campaigns are running')).toMatchObject({ intent: 'list', filters: { is_active: true } })
  })
})

describe('an order by change', () => {
  test('"improved" without a metric is of ROAS, and says so', () => {
    const { metrics, operation, sort, warnings } = read('which campaign improved the most last week')
    expect([metrics, operation, sort]).toEqual([['roas'], 'growth', 'desc'])
    expect(warnings).toContain('The question names no metric: the order is by the change of ROAS.')
  })

  test('"lost the most" is the largest fall of the amount', () => {
    const { intent, operation, sort, limit, time } = read('which campaign lost the most revenue last month')
    expect([intent, operation, sort, limit, time?.compare_from]).toEqual([
      'comparison',
      'difference',
      'asc',
      1,
      '2026-09-01',
    ])
  })
})

describe('budgets', () => {
  test.each([
    'will we overspend this month',
    'are we going over budget',
    'how much budget is left for november',
    'spend target vs actual',
  ])('"%s" is answered by the targets of the month', (question) => {
    expect(read(question, { has_targets: true })).toMatchObject({ intent: 'targets', unmatched: [] })
  })

  test('without targets name the daily budgets of the platforms, if they report any', () => {
    const warningsOf = (has_daily_budgets: boolean) =>
      read('are we on budget', { has_daily_budgets }).warnings.join(' ')
    expect(warningsOf(true)).toContain('The platforms report daily budgets of campaigns.')
    expect(warningsOf(false)).not.toContain('daily budgets')
  })

  test('"how much did we waste" is the money lost', () => {
    expect(read('how much did we waste last month')).toMatchObject({ intent: 'ranking', operation: 'loss' })
  })
})
