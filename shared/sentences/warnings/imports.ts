import type { Audience } from '../audience.ts'

interface MissingRate {
  from_currency: string
  to_currency: string
  days: number
  date_from: string
  date_to: string
  rows: number
}

/** Imported files of ad reports. */
export const importWarnings = {
  exchange_rate_is_missing: (given: MissingRate, { day }: Audience) =>
    `No rate from ${given.from_currency} to ${given.to_currency} is known for ${given.days} of the days from ${day(given.date_from)} to ${day(given.date_to)}. ` +
    `The money of ${given.rows} rows is null. Import the rates (vitrine import rates), then import the file again.`,
  platform_has_another_time_zone: (given: { platform: string; timezone: string; brand_timezone: string }) =>
    `${given.platform} reports days in the time zone ${given.timezone}. Its figures keep these days. The days of the brand are those of ${given.brand_timezone}.`,
  dates_are_seven_days_apart: () =>
    'The dates are seven days apart. Each row counts for its own date, and the days between have no data.',
}
