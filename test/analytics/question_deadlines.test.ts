import { describe, expect, test } from 'vitest'
import { interpret } from '../../shared/question/interpret.ts'
import { platformAliases } from '../support/platform_aliases.ts'

// Today is a Thursday, and Thanksgiving.
const context = {
  today: '2026-11-26',
  timezone: 'America/New_York',
  currency: 'USD',
  names: [],
  platforms: ['google', 'meta', 'tiktok'],
  platform_aliases: platformAliases,
}
const read = (question: string) => interpret(question, context)

describe('deadlines', () => {
  test.each([
    ['spend from now until new year', '2026-11-26', '2027-01-01'],
    ['conversions until Christmas', '2026-11-26', '2026-12-25'],
    ['revenue until Black Friday', '2026-11-26', '2026-11-27'],
    ["clicks until New Year's Eve", '2026-11-26', '2026-12-31'],
    ['revenue before Christmas', '2026-11-26', '2026-12-24'],
    ['expected conversions until Christmas', '2026-11-26', '2026-12-25'],
    ['spend until the end of the month', '2026-11-26', '2026-11-30'],
    ['revenue until month end', '2026-11-26', '2026-11-30'],
    ['expected conversions through December 24', '2026-11-26', '2026-12-24'],
    ['expected revenue by Christmas', '2026-11-26', '2026-12-25'],
    ['what will our conversions be by December 15', '2026-11-26', '2026-12-15'],
    ['predicted conversions by Friday', '2026-11-26', '2026-11-27'],
    ['predicted revenue before new year', '2026-11-26', '2026-12-31'],
    ['expected revenue through January', '2026-11-26', '2027-01-31'],
    ['expected clicks from tomorrow until Sunday', '2026-11-27', '2026-11-29'],
    ['forecast spend from today to December 24', '2026-11-26', '2026-12-24'],
    ['revenue between now and Christmas', '2026-11-26', '2026-12-25'],
    ['spend until December 24 2026', '2026-11-26', '2026-12-24'],
    ['revenue next Christmas', '2026-12-25', '2026-12-25'],
  ])('forecasts "%s" from %s to %s', (question, date_from, date_to) => {
    expect(read(question)).toMatchObject({ intent: 'forecast', time: { date_from, date_to }, unmatched: [] })
  })

  test('warns that the values of a question without a word of the future are a forecast', () => {
    expect(read('conversions until Christmas').warnings.join()).toContain('is in the future: the values are a forecast')
  })

  test.each([
    [
      'revenue until Black Friday 2025',
      ['revenue from 2025-01-01 to 2025-11-28', 'revenue from 2025-11-01 to 2025-11-28'],
    ],
    ['spend before nov 10', ['spend from 2026-01-01 to 2026-11-09', 'spend from 2026-11-01 to 2026-11-09']],
    [
      'how much did we spend until Christmas',
      ['how much did we spend from 2025-01-01 to 2025-12-25', 'how much did we spend from 2025-12-01 to 2025-12-25'],
    ],
    [
      'expected revenue until January',
      ['expected revenue from 2026-11-26 to 2026-12-31', 'expected revenue from 2026-11-26 to 2027-01-31'],
    ],
    [
      'revenue from November 1 until Christmas',
      ['revenue from 2026-11-01 to 2026-11-26', 'forecast revenue from 2026-11-26 to 2026-12-25'],
    ],
    [
      'revenue since June until Christmas',
      ['revenue from 2026-06-01 to 2026-11-26', 'forecast revenue from 2026-11-26 to 2026-12-25'],
    ],
  ])('refuses "%s" with one suggestion per reading', (question, suggestions) => {
    expect(read(question)).toMatchObject({ intent: null, reason: 'ambiguous_date', suggestions })
    for (const suggestion of suggestions) expect([suggestion, read(suggestion).unmatched]).toEqual([suggestion, []])
  })

  test('reads "since ... until" in the past, and refuses an end before the begin', () => {
    const time = { date_from: '2025-10-01', date_to: '2025-11-28' }
    expect(read('revenue since October 1 2025 until Black Friday 2025')).toMatchObject({ time, unmatched: [] })
    expect(read('revenue since October 1 until Black Friday 2025')).toMatchObject({
      intent: null,
      reason: 'impossible_date',
    })
  })

  test('refuses a forecast without an end', () => {
    expect(read('expected spend after Christmas')).toMatchObject({
      intent: null,
      reason: 'ambiguous_date',
      suggestions: ['expected spend from 2026-11-26 to 2026-12-26'],
    })
  })

  test.each([
    'how much revenue did we get in the week before Christmas',
    'spend in the month before Black Friday',
    'revenue on the day before December 1',
  ])('does not read the time before a named one as a comparison: %s', (question) => {
    expect(read(question)).toMatchObject({ intent: null, reason: 'impossible_date' })
  })

  test('paces the month by its end', () => {
    const time = { date_from: '2026-11-01', date_to: '2026-11-26' }
    expect(read('will we be on track by month end')).toMatchObject({ intent: 'pacing', time, unmatched: [] })
  })

  test.each(['conversions by Friday', 'how many days until Christmas', 'compare spend until Christmas with last year'])(
    'is not confident about "%s"',
    (question) => {
      expect(read(question).confidence).toBeLessThan(0.5)
    },
  )
})

describe('forecasts of named times', () => {
  test.each([
    ['forecast spend for the week of December 21', '2026-12-21', '2026-12-27'],
    ['expected revenue in the week of January 4', '2027-01-04', '2027-01-10'],
    ['forecast revenue for the first week of December', '2026-12-01', '2026-12-07'],
    ['forecast spend for the last week of December', '2026-12-25', '2026-12-31'],
    ['forecast revenue for week 51', '2026-12-14', '2026-12-20'],
    ['forecast revenue from December 1 to December 15', '2026-12-01', '2026-12-15'],
    ['forecast spend this weekend', '2026-11-28', '2026-11-29'],
    ['forecast spend for last week', '2026-11-16', '2026-11-22'],
  ])('reads "%s" as %s to %s', (question, date_from, date_to) => {
    expect(read(question)).toMatchObject({ intent: 'forecast', time: { date_from, date_to }, unmatched: [] })
  })

  test('reads the level of an interval', () => {
    expect(read('predicted roas next week with 95% confidence')).toMatchObject({ intent: 'forecast', unmatched: [] })
  })
})
