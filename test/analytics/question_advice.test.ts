import { describe, expect, test } from 'vitest'
import { interpret } from '../../shared/question/interpret.ts'
import { platformAliases } from '../support/platform_aliases.ts'

const context = {
  today: '2026-11-20',
  timezone: 'America/New_York',
  currency: 'USD',
  names: [{ name: 'Prospecting US', level: 'campaign' as const }],
  platforms: ['google', 'meta', 'tiktok'],
  platform_aliases: platformAliases,
}
const read = (question: string, target: { roas: number | null; cpa: number | null } | null = null) =>
  interpret(question, { ...context, target })
const withSpend = [{ metric: 'spend', operator: '>', value: 0 }]
const belowOne = [{ metric: 'roas', operator: '<', value: 1 }]

describe('what to stop', () => {
  test.each([
    ['which ads should I pause?', 'ad'],
    ['which ads should be turned off', 'ad'],
    ['which ads should I cut', 'ad'],
    ['which ads are not working', 'ad'],
    ['which ad sets should we stop', 'adset'],
    ['which campaigns should I stop', 'campaign'],
    ['what should I pause', 'campaign'],
  ])('%s ranks each active %s with less revenue than spend by the worst ROAS, and states it', (question, level) => {
    const answer = read(question)
    expect(answer).toMatchObject({ intent: 'ranking', group_by: level, sort: 'asc', unmatched: [] })
    expect(answer.metrics?.[0]).toBe('roas')
    expect(answer.thresholds).toEqual(belowOne)
    expect(answer.filters).toEqual({ is_active: true })
    expect(answer.warnings.join(' ')).toMatch(
      /is read as: active [\w ]+ with a ROAS below 1, which is less revenue than spend, worst first\. The brand has no ROAS target/,
    )
    expect(answer.warnings.join(' ')).toContain('that are paused, removed or ended')
  })

  test.each(['which campaign wasted the most money last month', 'what wasted our budget in october'])(
    '%s ranks by the money lost, defines it, and compares no target of this month',
    (question) => {
      const { group_by, metrics, thresholds, operation, break_even, sort, limit, warnings } = read(question, {
        roas: 3,
        cpa: 20,
      })
      expect([group_by, metrics, thresholds]).toEqual(['campaign', ['spend', 'revenue', 'roas'], withSpend])
      expect([operation, break_even, sort, limit]).toEqual(['loss', 1, 'desc', 10])
      expect(warnings[0]).toContain('by the money lost, largest first. The loss is spend minus revenue')
      expect(warnings[0]).toContain('Targets of earlier months are not compared.')
    },
  )

  test('measures the loss from the ROAS target of the brand', () => {
    const { break_even, warnings } = read('which ads are wasting money', { roas: 3, cpa: null })
    expect(break_even).toBe(3)
    expect(warnings[0]).toContain('spend minus revenue divided by 3, the ROAS target of the brand this month')
  })

  test('ranks no campaigns for a question about accounts', () => {
    const { confidence, warnings } = read('which ad accounts should I pause?')
    expect(confidence).toBeLessThan(0.5)
    expect(warnings.join(' ')).not.toContain('is read as')
  })

  test('compares no target if the question names a metric without one', () => {
    const { metrics, warnings } = read('which campaigns should I pause by spend', { roas: 3, cpa: 20 })
    expect(metrics?.[0]).toBe('spend')
    expect(warnings[0]).toBe(
      '"pause" is read as: active campaigns, in the order of spend. No target is compared. ' +
        'The order does not take tests, margins or stock into account.',
    )
  })

  test.each([
    ['which campaigns are going to stop', 'stop'],
    ['which campaigns are scheduled to end this month', 'scheduled'],
  ])('%s asks for a plan: "%s" is not understood', (question, word) => {
    const { unmatched, confidence, warnings } = read(question)
    expect(unmatched).toContain(word)
    expect(confidence).toBeLessThan(0.5)
    expect(warnings.join(' ')).not.toContain('is read as')
  })

  test('compares with the ROAS target of the brand', () => {
    const { thresholds, warnings } = read('which ads should I pause?', { roas: 3, cpa: 20 })
    expect(thresholds).toEqual([{ metric: 'roas', operator: '<', value: 3 }])
    expect(warnings.join(' ')).toContain('ads with a ROAS below 3, the target of the brand this month, worst first')
  })

  test('uses CPA where only CPA has a target, with ads that spent more than it without a conversion', () => {
    const { metrics, sort, thresholds, warnings } = read('which ads should I pause?', { roas: null, cpa: 20 })
    expect([metrics?.[0], sort, thresholds]).toEqual([
      'cpa',
      'desc',
      [{ metric: 'cpa', operator: '>', value: 20, or_without_conversions: true }],
    ])
    expect(warnings.join(' ')).toContain(
      'Ads without conversions have no CPA. Those that spent more than USD 20 come first, the largest spend first. The others are not included.',
    )
  })

  test('lists no ads without conversions among those to scale', () => {
    const { thresholds, warnings } = read('which ads should I scale?', { roas: null, cpa: 20 })
    expect(thresholds).toEqual([{ metric: 'cpa', operator: '<=', value: 20 }])
    expect(warnings.join(' ')).toContain('Ads without conversions have no CPA and are not included.')
  })

  test('ranks the ads of a platform and a campaign', () => {
    expect(read('which ads should I pause in Prospecting US').filters).toEqual({
      campaign_name: 'Prospecting US',
      is_active: true,
    })
    expect(read('which facebook ads should I pause')).toMatchObject({ level: 'ad', filters: { platform: ['meta'] } })
  })

  test.each([
    ['which campaigns lose money', 'campaign'],
    ['where am I losing money', 'campaign'],
    ['which ads are unprofitable', 'ad'],
  ])('%s: a ROAS below 1', (question, level) => {
    const answer = read(question)
    expect(answer).toMatchObject({ intent: 'ranking', level, sort: 'asc', unmatched: [] })
    expect(answer.thresholds).toEqual([{ metric: 'roas', operator: '<', value: 1 }])
    expect(answer.warnings.join(' ')).toContain('a ROAS below 1: less revenue than spend')
  })
})

describe('what to cut and scale', () => {
  test.each([
    ['what is wasting money', ['cut']],
    ['which campaigns are wasting budget', ['cut']],
    ['what should I cut', ['cut']],
    ['which campaigns should I scale', ['raise']],
  ])('%s has the budget recommendations of %o', (question, change) => {
    expect(read(question)).toMatchObject({ intent: 'budget_recommendations', filters: { change }, unmatched: [] })
  })

  test('ads have no budget recommendations, so the best are ranked', () => {
    expect(read('which ads should I scale')).toMatchObject({ intent: 'ranking', level: 'ad', sort: 'desc' })
  })

  test('creatives to replace are those with fatigue', () => {
    const answer = read('which creatives should I replace')
    expect(answer).toMatchObject({
      intent: 'creatives',
      filters: { fatigue: ['fatigued', 'fatiguing'] },
      unmatched: [],
    })
  })
})

describe('decisions', () => {
  test.each(['which ads should I keep', 'which ads need attention', 'should I pause Prospecting US?'])(
    '%s is refused, and every suggestion is answered',
    (question) => {
      const { intent, reason, suggestions } = read(question)
      expect([intent, reason]).toEqual([null, 'unsupported_advice'])
      for (const suggestion of suggestions) {
        const answer = read(suggestion)
        expect([suggestion, answer.intent === null, answer.unmatched]).toEqual([suggestion, false, []])
      }
    },
  )

  test('a command is still refused as a change', () => {
    expect(read('pause Prospecting US').reason).toBe('write_not_supported')
  })
})
