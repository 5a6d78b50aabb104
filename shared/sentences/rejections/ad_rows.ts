import type { Audience } from '../audience.ts'

interface Cell {
  column: string
  text: string
}

const measureAdvice = 'Correct it, or leave the cell empty.'

/** Why a row of an ad report is not imported. The column precedes the predicate. */
export const adRowRejections = {
  row_has_other_cells: ({ cells, header_cells }: Width, { number }: Audience) =>
    `the row has ${number(cells)} cells and the header ${number(header_cells)}. Repair or remove the line.`,
  row_has_more_cells: ({ cells, header_cells }: Width, { number }: Audience) =>
    `the row has ${number(cells)} cells and the header ${number(header_cells)}. Quote values that contain the delimiter.`,
  insight_is_no_object: () => 'not a JSON object.',

  measure_is_not_a_number: ({ column, text }: Cell) => `${column}: "${text}" is not a number. ${measureAdvice}`,
  measure_is_negative: ({ column, text }: Cell) => `${column}: ${text} is negative. ${measureAdvice}`,
  measure_is_too_large: ({ column, text }: Cell) => `${column}: ${text} is too large. ${measureAdvice}`,

  day_is_unreadable: ({ text }: { text: string }) =>
    `date: "${text}" is not a day from 2000 to 2099. Write days as YYYY-MM-DD.`,
  day_does_not_exist: ({ text }: { text: string }) => `date: ${text} does not exist. Correct the date.`,
  row_covers_several_days: ({ first, last }: { first: string; last: string }) =>
    `date: the row covers ${first} to ${last}. Break the report down by day.`,
  day_has_a_time: ({ text }: { text: string }) => `date: "${text}" names a time. Put the hour into a column "hour".`,
  hour_is_unreadable: ({ text }: { text: string }) => `hour: "${text}" is not an hour from 0 to 23.`,

  platform_is_missing: () => 'platform: is required in every row.',
  campaign_is_missing: () => 'campaign_name: is required, because the row has an ad or ad set.',
  adset_is_missing: () => 'adset_name: is required, because the row has an ad.',
  name_is_too_long: ({ column, characters_max }: { column: string; characters_max: number }, { number }: Audience) =>
    `${column}: must have at most ${number(characters_max)} characters.`,
  name_is_invisible: ({ column }: { column: string }) => `${column}: must have a visible character.`,
  name_has_a_nul: ({ column }: { column: string }) => `${column}: contains a NUL character. Remove it.`,
  account_currency_is_unknown: ({ column, text }: Cell) =>
    `${column}: "${text}" is not an ISO 4217 code of a currency in use, such as USD.`,
  row_has_another_currency: ({ currency, header_currency }: { currency: string; header_currency: string }) =>
    `currency: is ${currency}, and the header names amounts in ${header_currency}. Correct one of them.`,
  account_timezone_is_unknown: ({ column, text }: Cell) =>
    `${column}: "${text}" is not an IANA zone such as America/New_York.`,
  id_is_rounded: ({ column, text }: Cell) =>
    `${column}: "${text}" is an id that a spreadsheet has rounded. Export the report again and do not open it there.`,
}

interface Width {
  cells: number
  header_cells: number
}
