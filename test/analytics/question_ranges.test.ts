import { describe, expect, test } from 'vitest'
import { interpret } from '../../shared/question/interpret.ts'
import { platformAliases } from '../support/platform_aliases.ts'

const read = (question: string) =>
  interpret(question, {
    today: '2026-12-15',
    timezone: 'America/New_York',
    currency: 'USD',
    names: [],
    platforms: ['google', 'meta'],
    platform_aliases: platformAliases,
  })

describe('the week of a holiday', () => {
  test.each([
    ['revenue in Black Friday week', '2026-11-23', '2026-11-29'],
    ['revenue in the week of Black Friday', '2026-11-23', '2026-11-29'],
    ['revenue of Thanksgiving week 2025', '2025-11-24', '2025-11-30'],
    ['revenue on Black Friday weekend', '2026-11-27', '2026-11-30'],
    ['revenue in cyber week', '2026-11-30', '2026-12-06'],
  ])('%s: is from %s to %s', (question, date_from, date_to) => {
    expect(read(question)).toMatchObject({ time: { date_from, date_to }, unmatched: [] })
  })

  test('is compared with the week of the holiday a year earlier', () => {
    expect(read('compare Black Friday week with last year').time).toMatchObject({
      date_from: '2026-11-23',
      compare_from: '2025-11-24',
      compare_to: '2025-11-30',
    })
  })
})

describe('a range whose later end comes first', () => {
  test.each([
    ['spend between 10 Nov and 5 Nov', 'between 10 nov and 5 nov'],
    ['spend from nov 10 to 5', 'from nov 10 to 5'],
    ['spend in weeks 42 to 40', 'weeks 42 to 40'],
    ['spend from November 2026 to March 2026', 'from november 2026 to march 2026'],
  ])('%s: the refusal says that the order is wrong', (question, text) => {
    expect(read(question)).toMatchObject({
      reason: 'impossible_date',
      unmatched: [text],
      warnings: [`"${text}" ends before it begins. Write the earlier date first.`],
    })
  })

  test('is not a date that does not exist', () => {
    expect(read('spend from October 10 to November 31').warnings.join()).toContain('is not a valid time')
  })
})

describe('coming days', () => {
  test.each(['revenue forecast for the next 30 days', 'revenue next four weeks'])(
    '"%s" says that today is not one of them',
    (question) => {
      const { time, warnings } = read(question)
      expect(time?.date_from).toBe('2026-12-16')
      expect(warnings.join()).toContain(`is from 2026-12-16 to ${time?.date_to}: today is not included.`)
    },
  )

  test('by name need no such sentence', () => {
    expect(read('revenue forecast for next week').warnings).toEqual([])
  })
})
