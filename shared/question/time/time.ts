import { add, addDays, daysBetween, period, startOf } from '../../calendar/days.ts'
import type { Range, Unit } from '../../calendar/days.ts'
import { holiday } from '../../calendar/holidays.ts'
import { begunUnit, isSameTime, preceding, samePart, shifted, wholeUnit } from './compared_times.ts'
import type { Base } from './compared_times.ts'
import type { Cues } from '../intent/cues.ts'
import { upcoming } from './dates.ts'
import type { FoundRange } from './dates.ts'
import type { QuestionContext } from '../question_context.ts'
import type { Intent } from '../intent/intent.ts'
import type { Comparison } from '../../schema/analytics/comparison.ts'
import type { Operation } from '../metrics/operations.ts'
import type { PeriodUnit } from './ranked_periods.ts'
import { allTime } from './time_words.ts'

export interface Time extends Range {
  granularity: string | null
  preset: string
  text: string | null
  timezone: string
  defaulted: boolean
  compare_from: string | null
  compare_to: string | null
  compare_text: string | null
  /** The name of the comparison. The database replaces it by its days, and names the days of a question. */
  comparison?: Comparison | null
}

/** Whether two times are compared. The database adds the days of a named comparison. */
export function isCompared(time: Time | null): boolean {
  return time !== null && (time.compare_from !== null || (time.comparison ?? null) !== null)
}

const hourlyDaysMax = 31

export interface ChosenTime {
  time: Time
  /** The words of times that the answer does not cover. */
  unused: string[]
  warnings: string[]
}

interface Wanted {
  cues: Cues
  base: Base | null
  operation: Operation | null
  /** The unit of the ranked periods. */
  ranked: PeriodUnit | null
  /** Whether platforms or campaigns are compared, not times. */
  comparesThings: boolean
  /** Whether platforms or campaigns are ordered by their change. */
  ranksGrowth: boolean
  /** The question, for the words before a time. */
  text: string
}

type TimeContext = Pick<QuestionContext, 'today' | 'timezone' | 'default_days'>

/**
 * Returns as many days of the same holiday a year earlier, whose dates can differ: "black friday vs last year". Null for other
 * times.
 */
function earlierHoliday(named: FoundRange | undefined, base: Base | null, current: Range): Range | null {
  if (named?.preset !== 'holiday' || base?.unit !== 'year') return null
  const { date_from } = holiday(named.text, Number(named.date_from.slice(0, 4)) - 1)
  return { date_from, date_to: addDays(date_from, daysBetween(current) - 1) }
}

/** Returns the time of the answer and the time that it is compared with. The default is `default_days`, or the last 30 complete days. */
export function chooseTime(
  intent: Intent,
  ranges: readonly FoundRange[],
  context: TimeContext,
  wanted: Wanted,
): ChosenTime {
  const { today, timezone } = context
  const { cues, base, operation, ranked } = wanted
  const isComparison = intent === 'comparison' || intent === 'explain_change'
  const [first, second] = isComparison && ranges.length > 1 ? latestFirst(relative(ranges)) : ranges.slice(0, 1)
  // "Record" without a time refers to the whole history.
  const isRecord = ranked !== null && first === undefined && /\brecord\b/.test(wanted.text)
  const named = isRecord ? { ...allTime(today), preset: 'all_time' } : nameOf(intent, first, base, context)
  const since = isComparison && ranges.length === 1 && base === null ? comparedTo(first, wanted.text, today) : null
  const isBase = base !== null && isComparison && second === undefined && isAtLeast(base, named, today)
  const current = withoutToday(since?.current ?? named, operation, today)
  // "Got worse since October" compares the days since then with as many days before.
  const isSince = wanted.ranksGrowth && first?.preset === 'since' && second === undefined && !isBase
  const isTimesCompared = isComparison && (isBase || second !== undefined || since !== null || !wanted.comparesThings)
  const whole = !isTimesCompared
    ? null
    : (since?.compared ??
      second ??
      earlierHoliday(first, isBase ? base : null, current) ??
      (isSince ? preceding(current) : shifted(current, isBase ? base.unit : 'period', named.preset, today)))
  const isUnfinished = whole !== null && current.date_to >= today && !isFuture(current, today)
  const compared = whole && isUnfinished && current.date_from > whole.date_from ? samePart(current, whole) : whole
  const days = daysBetween(current)
  const granularity =
    ranked ??
    (intent === 'timeseries' || operation === 'count' ? (cues.granularity ?? (days > 92 ? 'week' : 'day')) : null)
  const isTooLong = granularity === 'hour' && days > hourlyDaysMax
  const time: Time = {
    date_from: current.date_from,
    date_to: current.date_to,
    granularity: isTooLong ? 'day' : granularity,
    preset: first?.preset ?? (named.preset || 'last_30_days'),
    text: first?.text ?? null,
    timezone,
    defaulted:
      first === undefined &&
      !isRecord &&
      !(isComparison && base !== null && base.unit !== 'period' && !isSameTime(base)),
    compare_from: compared?.date_from ?? null,
    compare_to: compared?.date_to ?? null,
    compare_text: second?.text ?? (isBase ? base.text : null),
  }
  const used = [first, compared && second].map((range) => range?.index)
  const isSame =
    second !== undefined && compared?.date_from === current.date_from && compared.date_to === current.date_to
  return {
    time,
    unused: [
      ...ranges.filter(({ index }) => !used.includes(index)).map(({ text }) => text),
      ...(base !== null && !isBase ? [base.text] : []),
      ...(isSame ? [second.text] : []),
      // "How has spend changed since October" names no second period.
      // "After November 15" has the days before it beside it.
      ...(isComparison &&
      first &&
      ['since', 'until'].includes(first.preset) &&
      !first.text.startsWith('after') &&
      !isBase &&
      !isSince &&
      !second
        ? [first.text]
        : []),
    ],
    warnings: [
      ...(isTooLong ? [`Hourly values are limited to ${hourlyDaysMax} days. The answer is by day.`] : []),
      ...(isSince && compared
        ? [
            `"${first.text}" is read as the days from ${current.date_from} on, compared with as many days before, from ${compared.date_from} to ${compared.date_to}.`,
          ]
        : []),
    ],
  }
}

function nameOf(
  intent: Intent,
  first: FoundRange | undefined,
  base: Base | null,
  context: TimeContext,
): Range & { preset: string } {
  const { today } = context
  // The pace is always of the whole month: "on track by month end".
  const isMonth = first?.preset === 'rest' && startOf('month', first.date_to) === startOf('month', today)
  if (intent === 'pacing' && isMonth) return defaultRange(intent, context)
  if (first) return intent === 'forecast' ? coming(first, today) : first
  const isComparison = intent === 'comparison' || intent === 'explain_change'
  if (isComparison && base !== null && isSameTime(base)) return defaultRange(intent, context)
  if (isComparison && base !== null && base.unit !== 'period') {
    if (base.unit === 'day') return { date_from: addDays(today, -1), date_to: addDays(today, -1), preset: 'yesterday' }
    return { date_from: startOf(base.unit, today), date_to: today, preset: `this_${base.unit}` }
  }
  return defaultRange(intent, context)
}

/**
 * Returns the current and the compared range of a single time that the current period is compared with: "spend vs last
 * week", "up from yesterday". Returns null for any other time.
 */
function comparedTo(
  range: FoundRange | undefined,
  text: string,
  today: string,
): { current: Range; compared: Range } | null {
  if (
    !range ||
    !/\b(?:vs|versus|against|than|over|from|on|compared (?:to|with)) (?:the )?$/.test(text.slice(0, range.index))
  )
    return null
  if (
    /\b(?:over|from|on) (?:the )?$/.test(text.slice(0, range.index)) &&
    !/\b(?:up|down) (?:from|on|over) (?:the )?$/.test(text.slice(0, range.index))
  )
    return null
  if (range.date_from === addDays(today, -1) && range.date_to === range.date_from)
    return { current: { date_from: today, date_to: today }, compared: range }
  const of = wholeUnit(range)
  return of === null ? null : { current: { date_from: startOf(of, today), date_to: today }, compared: range }
}

/**
 * Whether the distance is at least as long as the range: a month can be compared a year back, but a year not a month
 * back.
 */
function isAtLeast(base: Base, range: Range & { preset: string }, today: string): boolean {
  const order: (Unit | 'period')[] = ['day', 'week', 'month', 'quarter', 'year', 'period']
  const unit = wholeUnit(range) ?? (range.date_to >= today ? begunUnit(range, range.preset) : null) ?? 'day'
  return order.indexOf(base.unit) >= order.indexOf(unit)
}

function isFuture(range: Range, today: string): boolean {
  return range.date_from > today
}

/** Excludes today from the range of an average, because today is incomplete. */
function withoutToday(range: Range, operation: Operation | null, today: string): Range {
  const isAverage = operation?.startsWith('average') ?? false
  return isAverage && range.date_to === today && range.date_from < today
    ? { ...range, date_to: addDays(today, -1) }
    : range
}

/** Shifts the second range before the first: "last 7 days vs previous 7 days", "last week vs previous week". */
function relative(ranges: readonly FoundRange[]): FoundRange[] {
  const [first, second] = ranges as [FoundRange, FoundRange]
  if (!/\b(previous|prior|preceding)\b/.test(second.text)) return [first, second]
  if (second.preset === 'last') {
    const of = wholeUnit(first)
    const isSame = of !== null && second.date_from === first.date_from
    return [first, isSame ? { ...second, ...period(of, first.date_from, -1) } : second]
  }
  if (second.preset !== 'last_n') return [first, second]
  const length = daysBetween(second)
  const date_to = addDays(first.date_from, -1)
  return [first, { ...second, date_from: addDays(date_to, 1 - length), date_to }]
}

function latestFirst(ranges: FoundRange[]): FoundRange[] {
  return ranges.toSorted((a, b) => (a.date_from < b.date_from ? 1 : -1))
}

function defaultRange(intent: Intent, { today, default_days }: TimeContext): Range & { preset: string } {
  if (intent === 'forecast')
    return { date_from: addDays(today, 1), date_to: addDays(today, 30), preset: 'next_30_days' }
  if (intent === 'pacing') return { date_from: startOf('month', today), date_to: today, preset: 'this_month' }
  if (default_days) return { ...default_days, preset: 'default_days' }
  return { date_from: addDays(today, -30), date_to: addDays(today, -1), preset: 'last_30_days' }
}

/** Returns the future occurrence of a time for forecasts: the next Black Friday, the current month. */
function coming<Named extends FoundRange>(named: Named, today: string): Named {
  if (named.date_to < today) return { ...named, ...upcoming(named, today) }
  const unit = (['week', 'month', 'quarter', 'year'] as Unit[]).find(
    (one) => named.preset === one || (named.preset === 'this' && named.text.includes(one)),
  )
  if (unit === undefined || named.date_to > today || /\d{4}/.test(named.text)) return named
  const whole = period(unit, named.date_from)
  return { ...named, ...(whole.date_to >= today ? whole : period(unit, add('year', named.date_from, 1))) }
}
