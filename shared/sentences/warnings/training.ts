import type { Audience } from '../audience.ts'

/** What `analytics.warning_in_units` adds to a stored warning when it is read. */
interface InUnits {
  currency?: string
  units?: Record<'value' | 'numerator' | 'denominator', string | null>
}

interface LimitedOutliers extends InUnits {
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

interface LessAccurate extends InUnits {
  error: number
  naive_error: number
}

interface Holiday extends InUnits {
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

/** Returns a value of the metric, or of a part of it, in its unit. */
function amount(
  value: number,
  { currency, units }: InUnits,
  { money, number, percent }: Audience,
  part: LimitedOutliers['part'] = 'value',
): string {
  const unit = units?.[part]
  if (unit === 'money' && currency) return money(rounded(value), currency)
  return unit === 'fraction' ? percent(rounded(value * 100)) : number(rounded(value))
}

interface Promotion {
  promotion: string
  date_from: string
  date_to: string
}

/** The days that a forecast was trained on. Values are in the unit of the metric. */
export const trainingWarnings = {
  outliers_were_limited: ({ part, days, earlier_days, ...form }: LimitedOutliers, audience: Audience) => {
    const { day, number } = audience
    const texts = days.map(({ value, limit, ...outlier }) => {
      const [reported, used] = [value, limit].map((each) => amount(each, form, audience, part))
      return `${day(outlier.day)} (${reported}, limited to ${used})`
    })
    const rest =
      earlier_days > 0 ? ` and of ${number(earlier_days)} earlier ${earlier_days === 1 ? 'day' : 'days'}` : ''
    return `Outliers were limited before the fit; accuracy uses the reported values. Affected: the ${part} of ${texts.join(', ')}${rest}. Correct the report if it is wrong.`
  },
  training_days_are_missing: ({ missing_days, days, first_on, last_on }: MissingDays, audience: Audience) =>
    `Nothing was reported on ${audience.number(missing_days)} of ${audience.number(days)} training days (${audience.days(first_on, last_on)}). ` +
    'Each was filled with the value of the same weekday before and is excluded from accuracy and intervals.',
  recent_days_are_corrected: (
    { days, first_on, last_on }: { days: number; first_on: string; last_on: string },
    { number, percent, days: range }: Audience,
  ) =>
    `The platforms are expected to change the numbers of ${number(days)} days (${range(first_on, last_on)}) by more than ${percent(2)}. ` +
    'The forecast uses the expected final values.',
  denominator_is_near_zero: ({ empty_days, days, is_pooled }: EmptyDenominator, { number }: Audience) =>
    `The denominator was near zero on ${number(empty_days)} of the last ${number(days)} days. ` +
    (is_pooled ? 'The ratio of whole weeks was forecast instead.' : 'Those days were excluded.'),
  forecast_has_no_interval: (given: { percent: number | null }, { percent }: Audience) =>
    `No ${given.percent === null ? '' : `${percent(given.percent)} `}interval is given, because the history has too few days or too little variation.`,
  forecast_is_less_accurate_than_last_week: ({ error, naive_error, ...form }: LessAccurate, audience: Audience) =>
    'Earlier forecasts were less accurate than repeating the value of the same weekday of the last known week: ' +
    `their mean error was ${amount(error, form, audience)}, against ${amount(naive_error, form, audience)}.`,
  holiday_is_not_forecast: (
    { holiday, date_from, date_to, day, value, median, weeks, ...form }: Holiday,
    audience: Audience,
  ) =>
    `The forecast does not account for ${holidayNames[holiday] ?? holiday}, ${audience.days(date_from, date_to)}. ` +
    `On ${audience.day(day)} the value was ${amount(value, form, audience)}; ` +
    `the same weekday in the ${audience.number(weeks)} weeks before that holiday had a median of ${amount(median, form, audience)}.`,
  promotion_is_not_forecast: ({ promotion, date_from, date_to }: Promotion, { days }: Audience) =>
    `The forecast has no effect of the promotion "${promotion}", ${days(date_from, date_to)}, because no past promotion with ordinary days before and ` +
    'after it is known. Add past promotions to learn their effect.',
  promotion_is_within_a_holiday: ({ promotion, date_from, date_to }: Promotion, { days }: Audience) =>
    `On ${days(date_from, date_to)}, the forecast has the effect of another event, such as Black Friday or Christmas in earlier years, and not that of the ` +
    `promotion "${promotion}".`,
}
