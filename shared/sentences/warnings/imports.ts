import { rateAdvice } from '../advice.ts'
import type { Audience } from '../audience.ts'
import { feedPlatformName, sentenceOfFeedRule } from '../statements/feed_rules.ts'
import type { FeedRule } from '../statements/feed_rules.ts'

interface MissingRate {
  from_currency: string
  to_currency: string
  days: number
  date_from: string
  date_to: string
  rows: number
}

/** What a platform refuses in its feed, or warns about: the rules with the number of products and the first of them. */
interface JudgedFeed {
  platform: string
  products: number
  of: number
  rules: (FeedRule & { products: number; product_id: string })[]
}

function sentenceOfFeed(verb: string, { platform, products, of, rules }: JudgedFeed, { number }: Audience): string {
  const reasons = rules.map(
    (rule) => `${sentenceOfFeedRule(rule)} (${number(rule.products)}, such as ${rule.product_id}).`,
  )
  return `${feedPlatformName(platform)} ${verb} ${number(products)} of ${number(of)} ${of === 1 ? 'product' : 'products'}. ${reasons.join(' ')}`
}

/** Products with prices in another currency than that of the brand, and the first of them. */
interface ForeignPrices {
  currency: string
  brand_currency: string
  products: number
  product_id: string
}

/** What was cut from a field of a product: its text, its name, the rest of its entries, or values that are not valid. */
export type Cut = { field: string } & (
  | { characters_max: number; name?: string }
  | { entries_max: number; entries: number; noun?: string }
  | { dropped: string; dropped_count: number }
)

function sentenceOfCut(cut: Cut): string {
  if ('dropped' in cut) {
    const others = cut.dropped_count === 1 ? '' : ` and ${cut.dropped_count - 1} more`
    if (cut.field === 'quantity') {
      return /^0+$/.test(cut.dropped)
        ? 'quantity: 0 is left out, because the availability says that the product can be ordered.'
        : `quantity: ${cut.dropped} is left out, because it is not a whole number of at least 0. The availability stays as the file states it.`
    }
    return cut.field === 'gtin'
      ? `gtin: ${cut.dropped} is left out, because its length or check digit is wrong.`
      : `${cut.field}: ${cut.dropped}${others} ${cut.dropped_count === 1 ? 'is' : 'are'} left out. Write whole http or https addresses.`
  }
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

/** Fields in which products had values and the rows of a file have none. */
export interface EmptiedValues {
  products: number
  fields: { field: string; products: number }[]
  more: number
}

/** Returns the fields, each with the number of its products. */
export function listEmptied({ fields, more }: EmptiedValues, audience: Pick<Audience, 'number'>): string {
  const listed = fields.map(({ field, products }) => `${field} (${audience.number(products)})`).join(', ')
  return more === 0 ? listed : `${listed} and ${audience.number(more)} more`
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
  prices_are_in_another_currency: (
    { currency, brand_currency, products, product_id }: ForeignPrices,
    audience: Audience,
  ) =>
    `${countOf(products, 'product', audience)}, such as ${product_id}, ${products === 1 ? 'has a price' : 'have prices'} in ${currency}. ` +
    `The currency of the brand is ${brand_currency}. Correct the file if the prices are meant in ${brand_currency}.`,
  values_are_emptied: (given: EmptiedValues, audience: Audience) =>
    `${countOf(given.products, 'product', audience)} had values that no row of this file has. The import emptied them: ${listEmptied(given, audience)}. ` +
    'To restore them, import a file that has these values too.',
  products_stay_hidden: ({ products }: { products: number }, audience: Audience) =>
    `${countOf(products, 'product', audience)} of the file ${products === 1 ? 'is' : 'are'} hidden in this shop and ${products === 1 ? 'stays' : 'stay'} hidden. ` +
    'A restore shows what the file states.',
  columns_are_not_used: ({ columns, more }: { columns: string[]; more: number }, { number }: Audience) =>
    `${columns.length + more === 1 ? 'This column of the file is' : 'These columns of the file are'} not used: ` +
    `${columns.join(', ')}${more === 0 ? '' : ` and ${number(more)} more`}.`,
  links_need_the_website: (_: object, { reader }: Audience) =>
    'The file has no links of the products. ' +
    (reader === 'shell'
      ? 'State the website of the shop with `--website`'
      : 'State the website of the shop in the settings of the storefront') +
    ' and import the file again: the link of a product is then the website, /products/ and its handle.',
  platform_refuses_products: (given: JudgedFeed, audience: Audience) => sentenceOfFeed('refuses', given, audience),
  platform_warns_about_products: (given: JudgedFeed, audience: Audience) =>
    sentenceOfFeed('warns about', given, audience),
  more_products_are_cut: ({ products }: { products: number }, { number }: Audience) =>
    `${number(products)} more products have fields that were cut to what fits.`,
}
