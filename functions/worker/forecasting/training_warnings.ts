import type { Forecast } from './forecast.ts'
import type { Quotient } from './quotient.ts'

export interface Day {
  day: string
  numerator: number | null
  denominator: number | null
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

/** Returns warnings about the training days: limited outliers, missing days, missing denominators, missing intervals. */
export function trainingWarnings({ days, parts, isMissing, ratio, made }: Training): string[] {
  const dayAt = (index: number) => days[index]?.day ?? ''
  const missing = isMissing.flatMap((missed, index) => (missed ? [dayAt(index)] : []))
  return [
    ...parts.flatMap(({ caps }, index) => {
      const name = parts.length === 1 ? 'value' : index === 0 ? 'numerator' : 'denominator'
      const latest = caps.slice(-namedMax)
      const texts = latest.map((cap) => `${dayAt(cap.index)} (${rounded(cap.value)}, limited to ${rounded(cap.limit)})`)
      const rest = caps.length - latest.length
      return caps.length === 0
        ? []
        : [
            `Outliers were limited before the fit; accuracy uses the reported values. Affected: the ${name} of ${texts.join(', ')}` +
              `${rest > 0 ? ` and of ${rest} earlier ${rest === 1 ? 'day' : 'days'}` : ''}. Correct the report if it is wrong.`,
          ]
    }),
    ...(missing.length > 0
      ? [
          `Nothing was reported on ${missing.length} of ${days.length} training days (${missing[0]} to ${missing.at(-1)}). ` +
            'Each was filled with the value of the same weekday before and is excluded from accuracy and intervals.',
        ]
      : []),
    ...(ratio && ratio.emptyDays > 0
      ? [
          `The denominator was near zero on ${ratio.emptyDays} of the last ${Math.min(56, days.length)} days. ` +
            (ratio.isPooled ? 'The ratio of whole weeks was forecast instead.' : 'Those days were excluded.'),
        ]
      : []),
    ...(made.widths80[0] === null || made.widths95[0] === null
      ? [
          `No ${made.widths80[0] === null ? '' : '95 % '}interval is given, because the history has too few days or too little variation.`,
        ]
      : []),
  ]
}

function rounded(value: number): string {
  return String(Math.round(value * 100) / 100)
}
