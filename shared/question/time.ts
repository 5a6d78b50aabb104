import { add, addDays, daysBetween, period, startOf } from './calendar.ts'
import type { Range, Unit } from './calendar.ts'
import type { FoundRange } from './dates.ts'
import type { Cues, Intent } from './intents.ts'

export interface Time extends Range {
  granularity: string | null
  preset: string
  text: string | null
  timezone: string
  defaulted: boolean
  compare_from: string | null
  compare_to: string | null
  compare_text: string | null
}

const hourlyDaysMax = 31

export interface ChosenTime {
  time: Time
  /** The words of times that the answer is not of. */
  unused: string[]
  warnings: string[]
}

/** Which of the times that were named is meant, and which it is compared with. Without any: the last 30 complete days. */
export function chooseTime(
  intent: Intent,
  ranges: readonly FoundRange[],
  cues: Cues,
  { today, timezone }: { today: string; timezone: string },
  /** Platforms or campaigns stand beside each other, not times. */
  comparesThings: boolean,
): ChosenTime {
  const isComparison = intent === 'comparison' || intent === 'explain_change'
  const [first, second] = isComparison && ranges.length > 1 ? latestFirst(relative(ranges)) : ranges.slice(0, 1)
  const named =
    (first && intent === 'forecast' ? coming(first, today) : first) ??
    (isComparison ? overRange(cues.over, today) : undefined) ??
    defaultRange(intent, today)
  const compared = isComparison && !comparesThings ? (second ?? before(named, cues.over)) : null
  const days = daysBetween(named)
  const granularity = intent === 'timeseries' ? (cues.granularity ?? (days > 92 ? 'week' : 'day')) : null
  const isTooLong = granularity === 'hour' && days > hourlyDaysMax
  const time: Time = {
    date_from: named.date_from,
    date_to: named.date_to,
    granularity: isTooLong ? 'day' : granularity,
    preset: first?.preset ?? (named.preset || 'last_30_days'),
    text: first?.text ?? null,
    timezone,
    defaulted: first === undefined && cues.over === null,
    compare_from: compared?.date_from ?? null,
    compare_to: compared?.date_to ?? null,
    compare_text: second?.text ?? null,
  }
  const used = [first, compared && second].map((range) => range?.index)
  return {
    time,
    unused: ranges.filter(({ index }) => !used.includes(index)).map(({ text }) => text),
    warnings: isTooLong ? [`At most ${hourlyDaysMax} days can be answered by hour: these are days.`] : [],
  }
}

/** "Last 7 days vs previous 7 days": the second is counted back from the first. */
function relative(ranges: readonly FoundRange[]): FoundRange[] {
  const [first, second] = ranges as [FoundRange, FoundRange]
  if (!/\b(previous|prior|preceding)\b/.test(second.text) || second.preset !== 'last_n') return [first, second]
  const length = daysBetween(second)
  const date_to = addDays(first.date_from, -1)
  return [first, { ...second, date_from: addDays(date_to, 1 - length), date_to }]
}

function latestFirst(ranges: FoundRange[]): FoundRange[] {
  return ranges.toSorted((a, b) => (a.date_from < b.date_from ? 1 : -1))
}

function overRange(over: Cues['over'], today: string): (Range & { preset: string }) | undefined {
  if (over === null || over === 'period') return undefined
  return { date_from: startOf(over, today), date_to: today, preset: `this_${over}` }
}

function defaultRange(intent: Intent, today: string): Range & { preset: string } {
  if (intent === 'forecast')
    return { date_from: addDays(today, 1), date_to: addDays(today, 30), preset: 'next_30_days' }
  if (intent === 'pacing') return { date_from: startOf('month', today), date_to: today, preset: 'this_month' }
  return { date_from: addDays(today, -30), date_to: addDays(today, -1), preset: 'last_30_days' }
}

/** A month or quarter that is forecast is the one that has not ended. */
function coming<Named extends FoundRange>(named: Named, today: string): Named {
  const unit = (['week', 'month', 'quarter', 'year'] as Unit[]).find(
    (one) => named.preset === one || (named.preset === 'this' && named.text.includes(one)),
  )
  if (unit === undefined || named.date_to > today || /\d{4}/.test(named.text)) return named
  const whole = period(unit, named.date_from)
  return { ...named, ...(whole.date_to >= today ? whole : period(unit, add('year', named.date_from, 1))) }
}

/** The period before: of the same name where it is one (last month), else of the same length. */
function before(range: Range & { preset?: string }, over: Cues['over']): Range {
  if (over === 'year') return { date_from: add('year', range.date_from, -1), date_to: add('year', range.date_to, -1) }
  for (const unit of ['week', 'month', 'quarter', 'year'] as Unit[]) {
    const whole = period(unit, range.date_from)
    const isWhole =
      whole.date_from === range.date_from && (whole.date_to === range.date_to || range.preset === `this_${unit}`)
    if (isWhole) return period(unit, range.date_from, -1)
  }
  const length = daysBetween(range)
  return { date_from: addDays(range.date_from, -length), date_to: addDays(range.date_from, -1) }
}
