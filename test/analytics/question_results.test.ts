import { describe, expect, test } from 'vitest'
import { interpret } from '../../shared/question/interpret.ts'
import { platformAliases } from '../support/platform_aliases.ts'

// Today is a Monday.
const context = {
  today: '2026-11-30',
  timezone: 'America/New_York',
  currency: 'USD',
  names: [{ name: 'Prospecting US', level: 'campaign' as const }],
  platforms: ['google', 'meta', 'tiktok'],
  platform_aliases: platformAliases,
}
const read = (question: string) => interpret(question, context)

describe('how a time was', () => {
  test.each([
    ['How was Black Friday?', '2026-11-27', '2026-11-27'],
    ['how was last week', '2026-11-23', '2026-11-29'],
    ['How was the weekend?', '2026-11-28', '2026-11-29'],
    ['how were things yesterday', '2026-11-29', '2026-11-29'],
  ])('%s asks for the results from %s to %s', (question, date_from, date_to) => {
    const { intent, metrics, time, unmatched, confidence } = read(question)
    expect([intent, unmatched, confidence]).toEqual(['metric_value', [], 1])
    expect(metrics).toEqual(['spend', 'revenue', 'roas', 'cpa', 'conversions'])
    expect(time).toMatchObject({ date_from, date_to })
  })

  test.each(['how was your day', 'how was the weather yesterday', 'how was it'])(
    '%s is no question about ads',
    (question) => {
      expect(read(question)).toMatchObject({ intent: null, reason: 'off_topic', confidence: 0 })
    },
  )
})

describe('words for anomalies', () => {
  test.each(['any alerts last week?', 'problems last week', 'was anything wrong last week'])(
    '%s returns the anomalies and states it',
    (question) => {
      const { intent, time, unmatched, warnings } = read(question)
      expect([intent, unmatched]).toEqual(['anomalies', []])
      expect(time).toMatchObject({ date_from: '2026-11-23', date_to: '2026-11-29' })
      expect(warnings).toEqual([
        expect.stringMatching(/^"(?:alerts|problems|wrong)" is read as: anomalies, .* use List alert rules\.$/),
      ])
    },
  )

  test('says nothing where the question names anomalies', () => {
    expect(read('any anomalies last week?').warnings).toEqual([])
  })

  test('says nothing about a word of a name', () => {
    const names = [{ name: 'Wrong Turn', level: 'campaign' as const }]
    const { intent, warnings } = interpret('any anomalies of "Wrong Turn" last week', { ...context, names })
    expect([intent, warnings]).toEqual(['anomalies', []])
  })

  test('keeps other words unmatched', () => {
    const { confidence, unmatched } = read('I have a problem with my login')
    expect(unmatched).toEqual(['login'])
    expect(confidence).toBeLessThan(0.5)
  })
})

test('to reach a target is no question for the reach of ads', () => {
  expect(read('will we reach our revenue target in December?').reason).toBe('unsupported_target')
  expect(read('will we reach our monthly goal').reason).toBe('unsupported_target')
  expect(read('reach of Meta last month').metrics).toEqual(['reach'])
})

test.each(['did the ads cause orders?', 'does Meta really cause sales', 'what is the iROAS of Meta'])(
  '%s asks for the results of experiments',
  (question) => {
    expect(read(question)).toMatchObject({ intent: 'experiments', unmatched: [], confidence: 1 })
  },
)

test('what caused a change is no question about experiments', () => {
  expect(read('what caused revenue to drop last week').intent).toBe('explain_change')
})
