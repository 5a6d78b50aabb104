import { describe, expect, test } from 'vitest'
import { interpret } from '../../shared/question/interpret.ts'
import type { QuestionContext } from '../../shared/question/question_context.ts'
import { platformAliases } from '../support/platform_aliases.ts'

const context: QuestionContext = {
  today: '2026-11-29',
  timezone: 'America/New_York',
  currency: 'USD',
  names: [{ name: 'Winter collection', level: 'campaign' }],
  platforms: ['google', 'meta', 'tiktok'],
  platform_aliases: platformAliases,
}
const read = (question: string) => interpret(question, context)

describe('a change that orders platforms or campaigns', () => {
  test.each([
    ['which campaign got worse last week', ['roas', 'asc', '2026-11-16', '2026-11-09']],
    ['which campaigns improved last week', ['roas', 'desc', '2026-11-16', '2026-11-09']],
    ['what campaigns have deteriorated this month', ['roas', 'asc', '2026-11-01', '2026-10-01']],
    ['which campaign declined most last week', ['roas', 'asc', '2026-11-16', '2026-11-09']],
    ['which campaign had the biggest drop in revenue last month', ['revenue', 'asc', '2026-10-01', '2026-09-01']],
    ['which campaign increased its spend the most last month', ['spend', 'desc', '2026-10-01', '2026-09-01']],
    // A lower cost is the better one.
    ['which platform has become worse in cpa last month', ['cpa', 'desc', '2026-10-01', '2026-09-01']],
    ['which platform got better compared to last year', ['roas', 'desc', '2026-01-01', '2025-01-01']],
  ])('%s: is ordered by %j', (question, expected) => {
    const { intent, operation, metrics, sort, time, unmatched } = read(question)
    expect([intent, operation, unmatched]).toEqual(['comparison', 'growth', []])
    expect([metrics?.[0], sort, time?.date_from, time?.compare_from]).toEqual(expected)
  })

  test('in percent says so', () => {
    const { warnings } = read('which platform fell most in revenue')
    expect(warnings.join()).toContain('by the change in percent')
  })

  test('since a day is compared with as many days before, and says so', () => {
    const { sort, limit, time, unmatched, warnings } = read('which platform got better since October')
    expect([sort, limit, unmatched]).toEqual(['desc', 1, []])
    expect(time).toMatchObject({ date_from: '2026-10-01', compare_from: '2026-08-02', compare_to: '2026-09-30' })
    expect(warnings.join()).toContain('compared with as many days before, from 2026-08-02 to 2026-09-30')
  })
})

describe('a level', () => {
  test.each([
    ['which platform is better', 'desc'],
    ['which campaign was worse last week', 'asc'],
  ])('is ranked by "%s"', (question, sort) => {
    expect(read(question)).toMatchObject({ intent: 'ranking', operation: null, sort, unmatched: [] })
  })
})

describe('a change that no answer orders by', () => {
  test.each([
    ['which campaigns made roas get worse', 'made'],
    ['how many campaigns got worse last week', 'worse'],
  ])('%s: leaves "%s" unmatched', (question, word) => {
    expect(read(question).unmatched).toContain(word)
  })
})
