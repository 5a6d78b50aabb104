import { warning } from '../../../shared/sentences/warnings/stored_warning.ts'
import type { Reason } from '../../../shared/sentences/warnings/warning.ts'
import type { Forecast } from './forecast.ts'
import type { Quotient } from './quotient.ts'

export interface Day {
  day: string
  numerator: number | null
  denominator: number | null
  /** The value is the expected final one, because platforms still change it. */
  is_corrected?: boolean
}

export interface Training {
  days: readonly Day[]
  /** The forecast of the value, or of the numerator and the denominator of a ratio. */
  parts: readonly Forecast[]
  /** Whether nothing was reported on a day, so that its value was filled in. */
  isMissing: readonly boolean[]
  ratio: Quotient | null
  made: Forecast
}

const namedMax = 3
/** A larger error by less than this share of the values does not matter to a reader: an exact series has such errors. */
const worseMin = 0.01

/** A measured coverage within these bounds can be a chance of the few separate periods of the backtests. */
const coverageBand: Readonly<Record<number, { low: number; high: number }>> = {
  80: { low: 0.7, high: 0.95 },
  95: { low: 0.88, high: 1 },
}

/** Returns warnings about the training days and the backtests: errors above those of the last week, missing intervals, missing days, limited outliers, missing denominators. */
export function trainingWarnings({ days, parts, isMissing, ratio, made }: Training): Reason[] {
  const dayAt = (index: number) => days[index]?.day ?? ''
  const missing = isMissing.flatMap((missed, index) => (missed ? [dayAt(index)] : []))
  const [first_on, last_on] = [missing[0], missing.at(-1)]
  const corrected = days.filter((day) => day.is_corrected).map(({ day }) => day)
  const names = parts.length === 1 ? (['value'] as const) : (['denominator', 'numerator'] as const)
  return [
    ...lessAccurate(made),
    ...inaccurate(made),
    ...withoutInterval(made),
    ...(first_on !== undefined && last_on !== undefined
      ? [
          warning('training_days_are_missing', {
            missing_days: missing.length,
            days: days.length,
            first_on,
            last_on,
          }),
        ]
      : []),
    ...(corrected[0] !== undefined
      ? [
          warning('recent_days_are_corrected', {
            days: corrected.length,
            first_on: corrected[0],
            last_on: corrected.at(-1) as string,
          }),
        ]
      : []),
    ...names.flatMap((part) => {
      const { caps } = parts[part === 'denominator' ? 1 : 0] as Forecast
      const latest = caps.slice(-namedMax).map(({ index, value, limit }) => ({ day: dayAt(index), value, limit }))
      const earlier_days = caps.length - latest.length
      return caps.length === 0 ? [] : [warning('outliers_were_limited', { part, days: latest, earlier_days })]
    }),
    ...(ratio && ratio.emptyDays > 0
      ? [
          warning('denominator_is_near_zero', {
            empty_days: ratio.emptyDays,
            days: Math.min(56, days.length),
            is_pooled: ratio.isPooled,
          }),
        ]
      : []),
  ]
}

function lessAccurate({ comparison }: Forecast): Reason[] {
  if (comparison === null || comparison.error - comparison.naive_error <= worseMin * comparison.usual) return []
  const { error, naive_error } = comparison
  return [warning('forecast_is_less_accurate_than_last_week', { error, naive_error })]
}

/** Returns warnings about a mean error above that of the scale, and about intervals that held too few or too many values. */
function inaccurate({ accuracy, comparison }: Forecast): Reason[] {
  const { mase, coverage_80, coverage_95, horizon_evaluated: days } = accuracy
  const relative_error = comparison && comparison.naive_error > 0 ? comparison.error / comparison.naive_error : null
  const outside = ([percent, measured]: readonly [number, number | null]) => {
    const { low, high } = coverageBand[percent] as { low: number; high: number }
    if (measured === null || (measured >= low && measured <= high)) return []
    return [warning('coverage_differs', { percent, measured, low, high })]
  }
  return [
    ...(mase !== null && mase > 1 ? [warning('mase_is_above_one', { mase, days, relative_error })] : []),
    ...(
      [
        [80, coverage_80],
        [95, coverage_95],
      ] as const
    ).flatMap(outside),
  ]
}

/** Returns a warning if days or totals have no interval. Days without one have no totals with one. */
function withoutInterval({ widths80, widths95, totalOf }: Forecast): Reason[] {
  if (widths80[0] === null || widths95[0] === null) {
    return [warning('forecast_has_no_interval', { percent: widths80[0] === null ? null : 95 })]
  }
  const total = totalOf(0, widths80.length)
  if (total.width80 !== null && total.width95 !== null) return []
  return [warning('total_has_no_interval', { percent: total.width80 === null ? null : 95 })]
}
