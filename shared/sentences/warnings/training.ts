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

/** The past promotions, those that tell an effect, and those of them with the same name. */
interface LearnedPromotion extends Promotion {
  past: number
  measured: number
  same_name: number
}

interface UnknownPromotion extends Promotion {
  part: LimitedOutliers['part']
  /** Whether the values are above zero on enough days. */
  is_usable: boolean
  past: number
  without_ordinary_days: number
  with_other_values: number
  without_own_days: number
  ordinary_days_min: number
  within_days: number
  multiple_max: number
}

interface HolidayOfPromotion extends Promotion {
  holiday: string
  /** The smallest number of years that the effect of the holiday was learned from. Null if no day has it. */
  years: number | null
  /** The days that have the effect of the holiday, of the promotion, of both and of none. */
  holiday_days: number
  promotion_days: number
  both_days: number
  other_days: number
  /** Why days have none. */
  without: 'unknown' | 'small' | 'values'
}

/** The level of the interval in percent, and shares of the values: measured, and the bounds without a warning. */
interface MaseAboveOne {
  mase: number
  days: number
  /** The error divided by that of repeating the last known week on the same days. Forecasts that were stored before have none. */
  relative_error?: number | null
}

interface CoverageOutside {
  percent: number
  measured: number
  low: number
  high: number
}

interface HolidayOfOneYear {
  holiday: string
  date_from: string
  date_to: string
  /** The largest effect of its days. */
  multiple: number
}

const fewValues = 'the values are zero or less on more than a tenth of the days'

function learnedFrom({ past, measured, same_name }: LearnedPromotion, { number }: Audience): string {
  const others = past === measured ? '' : ` of ${number(past)}`
  return `${number(measured)}${others} past ${past === 1 ? 'promotion' : 'promotions'}, ${same_name === 0 ? 'none' : number(same_name)} of this name`
}

/** Returns why no past promotion tells an effect. */
function withoutEffect(given: UnknownPromotion, { number }: Audience): string {
  if (!given.is_usable) return fewValues
  if (given.past === 0) return 'no past promotion is known. Add past promotions to learn their effect'
  const reasons = [
    [
      given.without_ordinary_days,
      `without ${given.ordinary_days_min} ordinary days in the ${given.within_days} days before and after`,
    ],
    [
      given.with_other_values,
      `with values of zero or less, or more than ${given.multiple_max} times away from those of ordinary days`,
    ],
    [given.without_own_days, 'outside the training days, or on days of Black Friday, Christmas or other promotions'],
  ] as const
  const stated = reasons.flatMap(([count, reason]) => (count === 0 ? [] : [`${number(count)} ${reason}`]))
  return `no past promotion tells it (${stated.join('; ')})`
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
    `Reports of ${audience.number(missing_days)} of ${audience.number(days)} training days are missing, of all accounts or of one (${audience.days(first_on, last_on)}). ` +
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
  total_has_no_interval: (given: { percent: number | null }, { percent }: Audience) =>
    `Totals of several days have no ${given.percent === null ? '' : `${percent(given.percent)} `}interval, because too few past days without holidays and promotions were forecast from earlier days.`,
  forecast_is_less_accurate_than_last_week: ({ error, naive_error, ...form }: LessAccurate, audience: Audience) =>
    'Earlier forecasts were less accurate than repeating the value of the same weekday of the last known week: ' +
    `their mean error was ${amount(error, form, audience)}, against ${amount(naive_error, form, audience)}.`,
  mase_is_above_one: ({ mase, days, relative_error }: MaseAboveOne, { number }: Audience) =>
    `The mean error of earlier forecasts, up to ${number(days)} days ahead, was ${number(rounded(mase))} times that of repeating the value of the week before, one week ahead (\`mase\` above 1).` +
    (typeof relative_error !== 'number'
      ? ''
      : ` On the same days, it was ${number(rounded(relative_error))} times that of repeating the last known week.`),
  coverage_differs: ({ percent: level, measured, low, high }: CoverageOutside, { percent }: Audience) => {
    const share = (value: number) => percent(Math.round(value * 1000) / 10)
    return (
      `The ${percent(level)} intervals of earlier forecasts held ${share(measured)} of the values, outside ${share(low)} to ${share(high)}. ` +
      `The ${percent(level)} intervals can be too ${measured < low ? 'narrow' : 'wide'}.`
    )
  },
  holiday_is_not_forecast: (
    { holiday, date_from, date_to, day, value, median, weeks, ...form }: Holiday,
    audience: Audience,
  ) =>
    `The forecast does not account for ${holidayNames[holiday] ?? holiday}, ${audience.days(date_from, date_to)}. ` +
    `On ${audience.day(day)} the value was ${amount(value, form, audience)}; ` +
    `the same weekday in the ${audience.number(weeks)} weeks before that holiday had a median of ${amount(median, form, audience)}.`,
  promotion_is_forecast: ({ multiple, ...given }: LearnedPromotion & { multiple: number }, audience: Audience) =>
    `The forecast has the effect of the promotion "${given.promotion}", ${audience.days(given.date_from, given.date_to)}: ` +
    `${audience.percent(Math.round(Math.abs(multiple - 1) * 100))} ${multiple < 1 ? 'less' : 'more'} than without it, learned from ${learnedFrom(given, audience)}.`,
  promotion_has_no_measured_effect: (given: LearnedPromotion, audience: Audience) =>
    `The forecast has no effect of the promotion "${given.promotion}", ${audience.days(given.date_from, given.date_to)}: ` +
    `the effect of ${learnedFrom(given, audience)} is too small to tell from the variation of ordinary days.`,
  promotion_is_not_forecast: (given: UnknownPromotion, audience: Audience) =>
    `The forecast ${given.part === 'value' ? '' : `of the ${given.part} `}has no effect of the promotion "${given.promotion}", ` +
    `${audience.days(given.date_from, given.date_to)}, because ${withoutEffect(given, audience)}.`,
  promotion_is_within_another: (
    { promotion, other, date_from, date_to }: Promotion & { other: string },
    { days }: Audience,
  ) =>
    `${days(date_from, date_to)} ${date_from === date_to ? 'counts as a day' : 'count as days'} of the promotion "${other}", not of "${promotion}": ` +
    'of several promotions, a day belongs to the shortest, and of equally long ones to that which starts first.',
  promotion_is_on_a_holiday: ({ promotion, holiday, years, ...given }: HolidayOfPromotion, audience: Audience) => {
    const name = holiday === 'christmas' ? 'Christmas' : 'Black Friday'
    const { date_from, date_to, holiday_days, promotion_days, both_days, other_days } = given
    const on = `${audience.days(date_from, date_to)} ${date_from === date_to ? 'belongs' : 'belong'} to the days around ${name}`
    const days = (count: number) => `${audience.number(count)} ${count === 1 ? 'day' : 'days'}`
    const reasons = {
      unknown: 'no earlier year and no past promotion tells one',
      small: 'it is too small to tell from the variation of ordinary days',
      values: fewValues,
    }
    const stated = [
      [holiday_days, `have the effect of ${name}`],
      [promotion_days, `have that of the promotion "${promotion}"`],
      [both_days, 'have the product of both'],
      [other_days, `have no effect, because ${reasons[given.without]}`],
    ] as const
    const counts = stated.flatMap(([count, text]) =>
      count === 0 ? [] : [`${days(count)} ${count === 1 ? text.replace('have', 'has') : text}`],
    )
    return (
      `${on}. Of the effects of ${name} and of the promotion "${promotion}", a day has the larger one, or their product if one raises and the other lowers the value: ` +
      `${counts.join(', ')}.${years === null ? '' : ` ${yearsOf(name, years, audience)}`}`
    )
  },
  holiday_is_learned_from_one_year: (
    { holiday, date_from, date_to, multiple }: HolidayOfOneYear,
    { days, percent }: Audience,
  ) =>
    `The effect of ${holiday}, ${days(date_from, date_to)}, is learned from one earlier year only, so that 16 % of its logarithm is left out. The forecast of its strongest day is ${percent(Math.round(Math.abs(multiple - 1) * 100))} ${multiple < 1 ? 'less' : 'more'} than without it.`,
}

/** Returns from how many years the effect of a holiday is known. */
function yearsOf(name: string, years: number, { number }: Audience): string {
  return `That of ${name} was learned from ${years === 1 ? 'one earlier year, so that it is reduced' : `${number(years)} earlier years`}.`
}
