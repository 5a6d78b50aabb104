import { describe, expect, test } from 'vitest'
import { eventDays } from '../../functions/worker/forecasting/events/calendar.ts'
import { learnEvents } from '../../functions/worker/forecasting/events/effects.ts'
import { forecast } from '../../functions/worker/forecasting/forecast.ts'
import { promotionWarnings } from '../../functions/worker/forecasting/events/promotion_warnings.ts'
import { withPromotions } from '../../functions/worker/forecasting/events/promotions.ts'
import type { Promotion } from '../../functions/worker/forecasting/events/promotions.ts'
import { addDays } from '../../shared/calendar/days.ts'
import { uniform } from '../support/retail_brands.ts'

/** The values of `length` days with a multiple on each day, what is learned from them, and the warnings of the promotions. */
function learn(from: string, length: number, promotions: Promotion[], multipleOf: (day: string) => number) {
  const random = uniform(4)
  const horizon = 90
  const range = { date_from: from, date_to: addDays(from, length + horizon - 1) }
  const days = withPromotions(eventDays(range, []), promotions, range)
  const values = Array.from({ length }, (_, index) => 1000 * (0.9 + 0.2 * random()) * multipleOf(addDays(from, index)))
  const learned = learnEvents(values, days, 7)
  const effects = Array.from({ length: horizon }, (_, step) => learned.at(length + step))
  const parts = [learned.promotions]
  return {
    at: (day: string) => learned.at((Date.parse(day) - Date.parse(from)) / 86_400_000).multiple,
    warnings: promotionWarnings(promotions, addDays(from, length - 1), days, { effects, parts, length }).map(
      ({ warning }) => warning,
    ),
  }
}

const isOn = (day: string, { starts_on, ends_on }: Promotion) => starts_on <= day && day <= ends_on

describe('warnings about a promotion', () => {
  test('say that days of Black Friday have the effect of earlier years', () => {
    const promotion = { name: 'Cyber week', starts_on: '2026-11-24', ends_on: '2026-11-30' }
    const { warnings } = learn('2024-01-01', 1035, [promotion], (day) => (/-11-2[89]$/.test(day) ? 4 : 1))
    expect(warnings).toMatchObject([
      {
        reason: 'promotion_is_on_a_holiday',
        values: {
          holiday: 'black_friday',
          years: 2,
          holiday_days: expect.any(Number),
          promotion_days: 0,
          both_days: 0,
        },
      },
    ])
  })

  test('say that days of Christmas have the product, if the holiday lowers the value and the promotion raises it', () => {
    const sale = (starts_on: string, ends_on: string): Promotion => ({ name: 'Sale', starts_on, ends_on })
    const past = [sale('2026-03-03', '2026-03-08'), sale('2026-06-03', '2026-06-08')]
    const coming = sale('2026-12-25', '2026-12-26')
    const { at, warnings } = learn('2024-01-01', 1035, [...past, coming], (day) =>
      day.endsWith('-12-25') ? 0.3 : past.some((each) => isOn(day, each)) ? 1.8 : 1,
    )
    expect(at('2026-12-25')).toBeGreaterThan(0.4)
    expect(at('2026-12-25')).toBeLessThan(0.65)
    expect(warnings).toMatchObject([
      { reason: 'promotion_is_on_a_holiday', values: { holiday: 'christmas', both_days: 1, years: 2 } },
    ])
  })

  test('say which days a shorter promotion has, whose effect is learned from past ones on such days', () => {
    const season = { name: 'Season', starts_on: '2026-04-01', ends_on: '2026-04-30' }
    const flash = { name: 'Flash', starts_on: '2026-04-10', ends_on: '2026-04-12' }
    const coming = [
      { name: 'Season', starts_on: '2026-09-05', ends_on: '2026-09-30' },
      { name: 'Flash', starts_on: '2026-09-10', ends_on: '2026-09-12' },
      { name: 'Other', starts_on: '2026-09-12', ends_on: '2026-09-14' },
    ]
    const { at, warnings } = learn('2026-01-01', 240, [season, ...coming, flash], (day) =>
      isOn(day, flash) ? 3 : isOn(day, season) ? 1.3 : 1,
    )
    expect(at('2026-09-11')).toBeGreaterThan(2.4)
    expect(at('2026-09-08')).toBeLessThan(1.6)
    expect(warnings.filter(({ reason }) => reason === 'promotion_is_within_another')).toEqual([
      expect.objectContaining({
        values: { promotion: 'Season', other: 'Flash', date_from: '2026-09-10', date_to: '2026-09-12' },
      }),
      expect.objectContaining({
        values: { promotion: 'Season', other: 'Other', date_from: '2026-09-13', date_to: '2026-09-14' },
      }),
      expect.objectContaining({
        values: { promotion: 'Other', other: 'Flash', date_from: '2026-09-12', date_to: '2026-09-12' },
      }),
    ])
    expect(warnings.filter(({ reason }) => reason === 'promotion_is_forecast')).toMatchObject([
      { values: { promotion: 'Season', past: 2, measured: 2, same_name: 1 } },
      { values: { promotion: 'Flash', past: 2, measured: 2, same_name: 1 } },
      { values: { promotion: 'Other', past: 2, measured: 2, same_name: 0 } },
    ])
  })
})

describe('effect of a promotion', () => {
  const from = '2026-02-01'
  const range = { date_from: from, date_to: addDays('2026-11-19', 90) }
  const events = (promotions: Promotion[]) => withPromotions(eventDays(range, []), promotions, range)
  const multipleOf = (promotions: Promotion[], effectOf: (name: string) => number) => {
    const random = uniform(3)
    const values = Array.from({ length: 292 }, (_, index) => {
      const run = promotions.find(({ starts_on, ends_on }) => {
        const day = addDays(from, index)
        return starts_on <= day && day <= ends_on
      })
      return 1000 * (0.9 + 0.2 * random()) * (run ? effectOf(run.name) : 1)
    })
    const { at } = learnEvents(values, events(promotions), 7)
    return (day: string) => at((Date.parse(day) - Date.parse(from)) / 86_400_000)
  }
  const small = (name: string, starts_on: string): Promotion => ({ name, starts_on, ends_on: addDays(starts_on, 3) })

  test('is that of its own name, where several occurrences agree', () => {
    const at = multipleOf(
      [
        ...['2026-03-03', '2026-05-05', '2026-07-07'].map((day) => small('Big', day)),
        ...['2026-04-07', '2026-06-02', '2026-08-04'].map((day) => small('Small', day)),
        small('big', '2027-01-12'),
        small('Small', '2027-01-26'),
        small('New', '2027-02-09'),
      ],
      (name) => (name === 'Big' ? 3 : 1.3),
    )
    expect(at('2027-01-13').multiple).toBeGreaterThan(2.6)
    expect(at('2027-01-27').multiple).toBeLessThan(1.45)
    // A new name has the common effect, which is less certain.
    expect(at('2027-02-10').multiple).toBeGreaterThan(1.5)
    expect(at('2027-02-10').multiple).toBeLessThan(2.6)
    expect(at('2027-02-10').deviation).toBeGreaterThan(at('2027-01-13').deviation)
  })

  test.each([82, 92])('is learned from a promotion of %i days', (days) => {
    const long = { name: 'Season', starts_on: '2026-03-01', ends_on: addDays('2026-03-01', days - 1) }
    const next = { name: 'Season', starts_on: '2026-11-01', ends_on: '2026-11-18' }
    const { at, warnings } = learn('2026-01-01', 292, [long, next], (day) => (isOn(day, long) ? 1.5 : 1))
    expect(Math.abs(at('2026-11-03') - 1.5)).toBeLessThan(0.15)
    expect(warnings).toMatchObject([{ reason: 'promotion_is_forecast', values: { measured: 1, same_name: 1 } }])
  })

  test('is none where days of promotions are as other days', () => {
    const at = multipleOf(
      ['2026-03-03', '2026-05-05', '2026-07-07', '2027-01-12'].map((day) => small('Sale', day)),
      () => 1,
    )
    expect(Math.abs(at('2027-01-13').multiple - 1)).toBeLessThan(0.06)
    expect(at('2027-01-13').isUnknown).toBeUndefined()
  })
})

describe('outlier on a day of an event', () => {
  test('is stated as reported, with the limit of the event, and is not in the fitted values', () => {
    const random = uniform(8)
    const runs = [60, 150, 240, 330, 380]
    const events = runs.flatMap((from, run) =>
      Array.from({ length: 5 }, (_, day) => {
        return { index: from + day, event: 'promotion', phase: 'sale', offset: 0, occurrence: String(run) }
      }),
    )
    const isEvent = new Set(events.map(({ index }) => index))
    const values = Array.from(
      { length: 400 },
      (_, index) => 1000 * (0.9 + 0.2 * random()) * (isEvent.has(index) ? 2 : 1),
    )
    values[382] = 300_000
    const { caps, fitted } = forecast(values, 7, 30, [], events)
    expect(caps).toMatchObject([{ index: 382, value: 300_000 }])
    expect(caps[0]?.limit).toBeGreaterThan(1500)
    expect(caps[0]?.limit).toBeLessThan(6000)
    expect(fitted[382]).toBe(caps[0]?.limit)
    expect(fitted[381]).toBe(values[381])
  })
})
