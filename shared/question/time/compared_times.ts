import { add, addDays, daysBetween, period, startOf } from '../../calendar/days.ts'
import type { Range, Unit } from '../../calendar/days.ts'
import { holidayNames } from '../../calendar/holidays.ts'
import type { Cues } from '../intent/cues.ts'
import type { Reading } from '../language/spans.ts'
import { dayName, monthName } from './time_words.ts'

/** A time that is relative to another: "the same days last year", "than the week before". */
export interface Base {
  /** The distance between the two times. `period` means the length of the compared time itself. */
  unit: Unit | 'period'
  text: string
  /** Whether it names a time, "this time last year", and not a comparison, "year over year". */
  isTime?: boolean
}

const unit = '(week|month|quarter|year)'
const units = '(day|week|month|quarter|year)'
const than = '(?:vs|versus|against|than|over|to|from|with|on|compared (?:to|with|against)|relative to)'
const span =
  '(?:period|time ?frame|time|days?|dates?|weeks?|months?|quarters?|span|part|stretch|point|range|window|weekdays?|one|ones|holiday)'
/** A time after "the week before": it means the week before this time, and no comparison. */
const namedTime = `(?:on )?(?:yesterday|last|this|the|today|${holidayNames}|${monthName}|${dayName.replace('(', '(?:')}|\\d)`
const shorthand: readonly [RegExp, Base['unit']][] = [
  [
    /\b(?:wow|w\/w|wk\/wk|week[ -](?:over|on|to|by)[ -]week(?= change| growth|.*(?:change|grow))|week[ -](?:over|on)[ -]week)\b/,
    'week',
  ],
  [/\b(?:mom|m\/m|month[ -](?:over|on)[ -]month)\b/, 'month'],
  [/\b(?:qoq|q\/q|quarter[ -](?:over|on)[ -]quarter)\b/, 'quarter'],
  [/\b(?:yoy|y\/y|y-o-y|year[ -](?:over|on|to|vs)[ -]year)\b/, 'year'],
  [/\b(?:dod|d\/d|day[ -](?:over|on)[ -]day)\b/, 'day'],
  [/\b(?:period[ -](?:over|on)[ -]period|pop)\b/, 'period'],
]
const relative: readonly RegExp[] = [
  new RegExp(
    `\\b(?:the )?(?:(?:exact )?same|equivalent|comparable|corresponding|matching|like|identical) (?:calendar )?${span}(?:(?: in| of| from| during| for| at| the| a)* (?:last|previous|prior|preceding|past)| (?:an?|1)| the)? ${unit}(?: (?:ago|before|earlier|prior|previously))?\\b`,
  ),
  new RegExp(`\\b(?:this|that) time (?:last|previous) ${unit}\\b`),
  new RegExp(`(?<=\\b${than} )(?:an?|1) ${units} (?:ago|earlier|before|prior|previously)\\b`),
  new RegExp(`(?<=\\b${than} )(?:the )?${units} (?:before|prior|earlier)(?: that| it)?\\b(?! ${namedTime})`),
  new RegExp(`\\b(?:the )${units} (?:before|prior|earlier)(?: that| it)?\\b(?! ${namedTime})`),
  new RegExp(`\\b(?:the )?(?:preceding|prior|previous) ${units}(?<=(?:preceding|prior|previous) (?:day))\\b`),
  new RegExp(
    `(?<=\\b${than} )(?:the )?(?:same )?(?:last|previous|prior|preceding) (year)\\b(?! (?:to date|so far|ytd|qtd|mtd|wtd))|\\b(?<=${than} )(?:ly|py)\\b`,
  ),
]
const precedingPeriod = new RegExp(
  // "Last 7 days vs the 7 days before": an equal number of days.
  `(?<=\\b(?:last|past|previous) (\\d+) days? .*\\b${than} (?:the )?)\\1 days? (?:before|prior|earlier|preceding)(?: that| it)?\\b|(?<=\\b${than} )(?:the )?(?:previous|prior|preceding|last|equivalent|immediately preceding) (?:equivalent )?(?:period|one|days?)\\b|(?<=\\b${than} )(?:the )?(?:period|days?|time) before(?: that| it)?\\b(?! ${namedTime})|\\bthe (?:previous|prior|preceding) period\\b|(?<=\\b${than} )(?:the )?(?:previous|prior|preceding) \\d+(?! ?(?:days?|weeks?|months?|quarters?|years?))\\b`,
)

/** Returns the time to compare with, and removes it from the text. */
export function readBase(reading: Reading): Base | null {
  for (const [pattern, of] of shorthand) {
    const match = reading.take(pattern)
    if (match) return { unit: of, text: match[0].trim() }
  }
  const preceding = reading.take(precedingPeriod)
  if (preceding) return { unit: 'period', text: preceding[0].trim() }
  for (const pattern of relative) {
    const match = pattern.exec(reading.text)
    if (!match) continue
    reading.blank(match.index, match[0].length)
    return { unit: (match[1] as Unit | undefined) ?? 'year', text: match[0].trim(), isTime: true }
  }
  return null
}

/** Whether no word compares the past time with the present. */
export function isUncompared(base: Base, cues: Cues): boolean {
  return base.isTime === true && !cues.compared && !cues.changed && !cues.more && !cues.why
}

/** Whether the base has no length of its own: "this time last year" has the length of the time it is compared with. */
export function isSameTime({ text }: Base): boolean {
  return /\btime\b/.test(text)
}

const wholeUnits = ['week', 'month', 'quarter', 'year'] as const

/** Returns the unit of which the range is exactly one: a week from Monday, a month, a quarter, a year. */
export function wholeUnit(range: Range): Unit | null {
  return (
    wholeUnits.find((of) => {
      const whole = period(of, range.date_from)
      return whole.date_from === range.date_from && whole.date_to === range.date_to
    }) ?? null
  )
}

/** Returns the unit of which the range is the elapsed part. */
export function begunUnit(range: Range, preset: string): Unit | null {
  const named = wholeUnits.find((of) => preset.endsWith(`_${of}`))
  if (named) return startOf(named, range.date_from) === range.date_from ? named : null
  return (
    wholeUnits.find(
      (of) => startOf(of, range.date_from) === range.date_from && period(of, range.date_from).date_to > range.date_to,
    ) ?? null
  )
}

/** Returns the range shifted back. Weeks stay whole: a year before a week from Monday is 52 weeks before it. */
export function shifted(range: Range, by: Unit | 'period', preset: string, today: string): Range {
  const whole = wholeUnit(range)
  const isUnfinished = range.date_to >= today
  const begun = isUnfinished ? begunUnit(range, preset) : null
  if (by === 'period') {
    const of = whole ?? begun
    return of === null ? preceding(range) : shifted(range, of, preset, today)
  }
  if (by === 'day' || by === 'week') {
    const days = by === 'day' ? -1 : -7
    return { date_from: addDays(range.date_from, days), date_to: addDays(range.date_to, days) }
  }
  const isWeek = whole === 'week' || begun === 'week' || preset === 'this_week'
  if (isWeek && by === 'year')
    return { date_from: addDays(range.date_from, -364), date_to: addDays(range.date_to, -364) }
  const date_from = add(by, range.date_from, -1)
  if (whole !== null && whole !== 'week') return period(whole, date_from)
  return { date_from, date_to: add(by, range.date_to, -1) }
}

/** Returns as many days directly before the range. */
export function preceding(range: Range): Range {
  return { date_from: addDays(range.date_from, -daysBetween(range)), date_to: addDays(range.date_from, -1) }
}

/** Returns the first part of a whole week, month, quarter or year, as long as the elapsed part it is compared with. */
export function samePart(begun: Range, whole: Range): Range {
  const of = wholeUnit(whole)
  if (of === null || startOf(of, begun.date_from) !== begun.date_from) return whole
  const elapsed = addDays(whole.date_from, daysBetween(begun) - 1)
  const date_to = of === 'week' ? elapsed : sameDay(begun, whole)
  return { date_from: whole.date_from, date_to: date_to < whole.date_to ? date_to : whole.date_to }
}

function sameDay(begun: Range, whole: Range): string {
  const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return add('month', begun.date_to, months(whole.date_from) - months(begun.date_from))
}
