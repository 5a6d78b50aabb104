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
  /** The days of which nothing was reported, and whose value was filled in. */
  isMissing: readonly boolean[]
  ratio: Quotient | null
  made: Forecast
}

const namedMax = 3

/** What a reader of a forecast must know about the days that it was trained on. */
export function trainingWarnings({ days, parts, isMissing, ratio, made }: Training): string[] {
  const dayAt = (index: number) => days[index]?.day ?? ''
  const missing = isMissing.flatMap((missed, index) => (missed ? [dayAt(index)] : []))
  return [
    ...parts.flatMap(({ caps }, index) => {
      const name = parts.length === 1 ? 'value' : index === 0 ? 'numerator' : 'denominator'
      const latest = caps.slice(-namedMax)
      const texts = latest.map((cap) => `${dayAt(cap.index)} (${said(cap.value)}, taken as ${said(cap.limit)})`)
      const rest = caps.length - latest.length
      return caps.length === 0
        ? []
        : [
            `Outliers were limited before the forecast was fitted, and accuracy counts them as reported: the ${name} of ${texts.join(', ')}` +
              `${rest > 0 ? ` and of ${rest} earlier ${rest === 1 ? 'day' : 'days'}` : ''}. Correct the report if it is wrong.`,
          ]
    }),
    ...(missing.length > 0
      ? [
          `Nothing was reported on ${missing.length} of ${days.length} days of training (${missing[0]} to ${missing.at(-1)}): ` +
            'each was taken to be like the same weekday before. They do not count in accuracy and intervals.',
        ]
      : []),
    ...(ratio && ratio.emptyDays > 0
      ? [
          `The denominator was zero, or nearly, on ${ratio.emptyDays} of the last ${Math.min(56, days.length)} days: ` +
            (ratio.isPooled ? 'the forecast is of the ratio of whole weeks.' : 'those days were left out.'),
        ]
      : []),
    ...(made.widths80[0] === null || made.widths95[0] === null
      ? [
          `No ${made.widths80[0] === null ? '' : '95 % '}interval is given: the history has too few days, or too little variation, to tell one.`,
        ]
      : []),
  ]
}

function said(value: number): string {
  return String(Math.round(value * 100) / 100)
}
