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
