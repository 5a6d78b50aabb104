import type { Audience } from '../audience.ts'

interface LimitedOutliers {
  part: 'value' | 'numerator' | 'denominator'
  /** The latest such days. */
  days: { day: string; value: number; limit: number }[]
  earlier_days: number
}

interface MissingDays {
  missing_days: number
  days: number
  first_on: string
  last_on: string
}

interface EmptyDenominator {
  empty_days: number
  days: number
  is_pooled: boolean
}

interface Holiday {
  holiday: string
  date_from: string
  date_to: string
  /** The day of an earlier year, its value, and the median of the same weekday in the weeks before that holiday. */
  day: string
  value: number
  median: number
  weeks: number
}

const holidayNames: Readonly<Record<string, string>> = {
  black_friday: 'Black Friday to Cyber Monday',
  christmas: 'Christmas',
}

const rounded = (value: number) => Math.round(value * 100) / 100

/** The days that a forecast was trained on. Values are in the unit of the metric. */
export const trainingWarnings = {
  outliers_were_limited: ({ part, days, earlier_days }: LimitedOutliers, { day, number }: Audience) => {
    const texts = days.map(
      (outlier) =>
        `${day(outlier.day)} (${number(rounded(outlier.value))}, limited to ${number(rounded(outlier.limit))})`,
    )
    const rest =
      earlier_days > 0 ? ` and of ${number(earlier_days)} earlier ${earlier_days === 1 ? 'day' : 'days'}` : ''
    return `Outliers were limited before the fit; accuracy uses the reported values. Affected: the ${part} of ${texts.join(', ')}${rest}. Correct the report if it is wrong.`
  },
  training_days_are_missing: ({ missing_days, days, first_on, last_on }: MissingDays, { day, number }: Audience) =>
    `Nothing was reported on ${number(missing_days)} of ${number(days)} training days (${day(first_on)} to ${day(last_on)}). ` +
    'Each was filled with the value of the same weekday before and is excluded from accuracy and intervals.',
  denominator_is_near_zero: ({ empty_days, days, is_pooled }: EmptyDenominator, { number }: Audience) =>
    `The denominator was near zero on ${number(empty_days)} of the last ${number(days)} days. ` +
    (is_pooled ? 'The ratio of whole weeks was forecast instead.' : 'Those days were excluded.'),
  forecast_has_no_interval: ({ percent }: { percent: number | null }) =>
    `No ${percent === null ? '' : `${percent} % `}interval is given, because the history has too few days or too little variation.`,
  holiday_is_not_forecast: (
    { holiday, date_from, date_to, value, median, weeks, ...past }: Holiday,
    { day, number }: Audience,
  ) =>
    `The forecast does not account for ${holidayNames[holiday] ?? holiday}, ${day(date_from)} to ${day(date_to)}. ` +
    `On ${day(past.day)} the value was ${number(rounded(value))}; ` +
    `the same weekday in the ${number(weeks)} weeks before that holiday had a median of ${number(rounded(median))}.`,
}
