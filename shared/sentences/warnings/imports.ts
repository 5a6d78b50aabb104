import { rateAdvice } from '../advice.ts'
import type { Audience } from '../audience.ts'

interface MissingRate {
  from_currency: string
  to_currency: string
  days: number
  date_from: string
  date_to: string
  rows: number
}

/** The number of products that lack a field of merchant feeds, and the first of them. */
interface Lacking {
  products: number
  product_id: string
}

/** What was cut from a field of a product: its text, its name, or the rest of its entries. */
export type Cut = { field: string } & (
  { characters_max: number; name?: string } | { entries_max: number; entries: number; noun?: string }
)

function sentenceOfCut(cut: Cut): string {
  if ('entries_max' in cut) {
    return `${cut.field}: only the first ${cut.entries_max} of ${cut.entries}${cut.noun ? ` ${cut.noun}` : ''} are kept.`
  }
  return cut.name === undefined
    ? `${cut.field}: cut to ${cut.characters_max} characters.`
    : `${cut.field}: the name ${cut.name}... was cut to ${cut.characters_max} characters.`
}

const countOf = (count: number, noun: string, { number }: Audience) =>
  `${number(count)} ${noun}${count === 1 ? '' : 's'}`

/** Numbers of one level that a report of another level replaced. The spend is null if the report has none. */
interface ReplacedLevel {
  level: 'account' | 'campaign' | 'adset' | 'ad'
  entities: number
  days: number
  spend: number | null
  currency: string
}

const nounsOfLevels = { account: 'ad account', campaign: 'campaign', adset: 'ad set', ad: 'ad' }

/** Imported files. */
export const importWarnings = {
  exchange_rate_is_missing: (given: MissingRate, { reader, day, number }: Audience) =>
    `No rate from ${given.from_currency} to ${given.to_currency} is known for ${number(given.days)} of the days from ${day(given.date_from)} to ${day(given.date_to)}. ` +
    `The amounts of ${number(given.rows)} ${given.rows === 1 ? 'row' : 'rows'} are not known. ${rateAdvice[reader]}`,
  platform_has_another_time_zone: (given: { platform: string; timezone: string; brand_timezone: string }) =>
    `${given.platform} reports days in the time zone ${given.timezone}. Its figures keep these days. The days of the brand are those of ${given.brand_timezone}.`,
  dates_are_seven_days_apart: () =>
    'The dates are seven days apart, as in a report by week. Each row counts for its own date and replaces the numbers of that day. ' +
    'The file has no numbers of the days between.',
  another_level_is_replaced: ({ level, entities, days, spend, currency }: ReplacedLevel, audience: Audience) =>
    `The file replaces ${spend === null ? 'numbers' : `a spend of ${audience.money(spend, currency)}`} of ${countOf(entities, nounsOfLevels[level], audience)} on ${countOf(days, 'day', audience)}, ` +
    'because it reports the same days at another level or under another id. The spend of a day counts once. ' +
    'To count the replaced numbers again, import their report again.',
  rows_without_campaign: ({ rows }: { rows: number }, audience: Audience) =>
    `${countOf(rows, 'row', audience)} without a campaign: skipped as the totals of the report.`,
  rows_without_measures: ({ rows }: { rows: number }, audience: Audience) =>
    `${countOf(rows, 'row', audience)} in which every measure is empty: skipped.`,
  counts_are_rounded: ({ values }: { values: number }, { number }: Audience) =>
    `${values === 1 ? '1 value of a whole count has' : `${number(values)} values of whole counts have`} a fraction, such as 10.5 impressions: rounded.`,

  product_is_cut: (
    { line, product_id, cuts }: { line: number; product_id: string | null; cuts: Cut[] },
    { number }: Audience,
  ) => `Line ${number(line)}, product ${product_id}: ${cuts.map(sentenceOfCut).join(' ')}`,
  products_lack_identifiers: ({ products, product_id }: Lacking, audience: Audience) =>
    `${countOf(products, 'product', audience)} ${products === 1 ? 'has' : 'have'} neither a GTIN nor a brand with an MPN, such as ${product_id}. ` +
    'Feeds say identifier_exists = no. Add the GTINs that manufacturers assigned.',
  preorders_lack_a_date: ({ products, product_id }: Lacking, audience: Audience) =>
    `${countOf(products, 'preorder', audience)} ${products === 1 ? 'has' : 'have'} no availability_date, such as ${product_id}. ` +
    'Google Merchant Center refuses preorders without one. Add the date to the feed.',
  products_lack_a_field: ({ products, product_id, field }: Lacking & { field: string }, audience: Audience) =>
    `${countOf(products, 'product', audience)} ${products === 1 ? 'has' : 'have'} no ${field}, such as ${product_id}. ` +
    'Google Merchant Center and Meta refuse products without one.',
  more_products_are_cut: ({ products }: { products: number }, { number }: Audience) =>
    `${number(products)} more products have fields that were cut to what fits.`,
}
