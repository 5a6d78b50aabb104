import { describe, expect, test } from 'vitest'
import { interpret } from '../../shared/question/interpret.ts'
import type { QuestionContext } from '../../shared/question/question_context.ts'
import { platformAliases } from '../support/platform_aliases.ts'

const read = (question: string, more: Partial<QuestionContext> = {}) =>
  interpret(question, {
    today: '2026-11-29',
    timezone: 'America/New_York',
    currency: 'USD',
    names: [],
    platforms: ['google', 'meta'],
    platform_aliases: platformAliases,
    channels: ['google', 'meta', 'email'],
    ...more,
  })

describe('the true ROAS', () => {
  test.each(['true ROAS of Meta last month', 'what was the real Meta roas last month'])(
    '"%s" is that of the orders by attribution, if orders are imported',
    (question) => {
      const { intent, metrics, filters, unmatched, warnings } = read(question, {
        has_orders: true,
        has_experiments: true,
      })
      expect([intent, metrics, filters, unmatched]).toEqual(['attribution', ['roas'], { channel: ['meta'] }, []])
      expect(warnings.join()).toContain('which counts each order once')
    },
  )

  test('is that of experiments, if only they have results', () => {
    expect(read('true ROAS of Meta', { has_experiments: true })).toMatchObject({
      intent: 'experiments',
      filters: { platform: ['meta'] },
      unmatched: [],
    })
  })

  test('is not the ROAS that platforms claim, and the answer says so', () => {
    const { intent, unmatched, confidence, warnings } = read('real ROAS last month')
    expect([intent, unmatched]).toEqual(['metric_value', ['real roas']])
    expect(confidence).toBeLessThan(0.5)
    expect(warnings).toEqual([expect.stringContaining('claimed by the platforms')])
  })

  test('by campaign is not known by attribution', () => {
    expect(read('true roas by campaign last month', { has_orders: true }).unmatched).toEqual(['campaign'])
  })
})
