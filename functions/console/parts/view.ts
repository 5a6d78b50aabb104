import { html } from 'hono/html'
import type { Context } from 'hono'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import {
  comparisons,
  defaultComparison,
  defaultPeriod,
  periods,
  viewParameters,
} from '../../../shared/schema/console/view.ts'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { address } from './choices.ts'
import { distinctNames } from '../charts/distinct_names.ts'
import type { Named } from '../charts/distinct_names.ts'
import { fieldLabel } from './forms.ts'
import { day, platformName } from './format.ts'
import { menu } from './menu.ts'
import { pageQuery } from './page_query.ts'

/** The parameters of the address of a page, as sent. */
export type Query = Record<string, string | undefined>

export const periodTexts: Record<(typeof periods)[number], string> = {
  last_7_days: 'Last 7 days',
  last_28_days: 'Last 28 days',
  last_90_days: 'Last 90 days',
  last_180_days: 'Last 180 days',
  last_365_days: 'Last 365 days',
  this_week: 'This week',
  last_week: 'Last week',
  this_month: 'This month',
  last_month: 'Last month',
  this_quarter: 'This quarter',
  last_quarter: 'Last quarter',
  this_year: 'This year',
  last_year: 'Last year',
}

export const comparisonTexts: Record<(typeof comparisons)[number], string> = {
  previous_period: 'Previous period',
  previous_days: 'Same number of days before',
  previous_year: 'Same dates last year',
  previous_year_weekdays: 'Same weekdays last year',
  none: 'No comparison',
}

/**
 * Returns the parameters of a page with a view, and its own (`names`, `lists` as in `pageQuery`). Throws invalid_request for an
 * address with both a named period and dates, because one of them would be ignored.
 */
export function viewQuery(
  context: Context<AppEnv>,
  names: readonly string[] = [],
  lists: readonly string[] = [],
): Query {
  const query: Query = pageQuery(context, [...viewParameters, ...names], [], lists)
  if (query.period !== undefined && (query.date_from !== undefined || query.date_to !== undefined)) {
    throw new ApiError('invalid_request', 'Send either `period`, or `date_from` and `date_to`.')
  }
  return query
}

/** The days, comparison and platform of an address, without the parameters of its page. */
export function viewOf(query: Query): Query {
  return Object.fromEntries(viewParameters.map((name) => [name, query[name]]))
}

/** Whether an address names the days of its page. */
export function hasDays({ period, date_from, date_to }: Query): boolean {
  return (period ?? date_from ?? date_to) !== undefined
}

/** The days of a view as inputs of an operation: dates, or a named period, which the database replaces by its dates. */
export function daysOf({ period, date_from, date_to }: Query): Query {
  return date_from === undefined && date_to === undefined ? { period: period ?? defaultPeriod } : { date_from, date_to }
}

/**
 * The comparison of a view. The previous period of the last 28 days is the 28 days before them, also if they begin on the first of a month; that of a
 * calendar period or of chosen dates is `previous_period` of the API.
 */
export function comparisonOf(query: Query): string {
  const { compare_to = defaultComparison } = query
  return isRolling(query) && compare_to === 'previous_period' ? 'previous_days' : compare_to
}

/** Whether the days are a number of days that ends yesterday. */
function isRolling(query: Query): boolean {
  return /^last_\d+_days$/.test(daysOf(query).period ?? '')
}

export interface ViewMenus {
  path: string
  /** The parameters of the current address. Links and forms keep them. */
  query: Query
  /** The days that the page shows. */
  shown: { date_from: string; date_to: string }
  platforms: readonly string[]
  /** The campaigns to choose from, if the page can be filtered by one. */
  campaigns?: readonly Named[]
  /** Whether the page compares its days with others. Default: true. */
  isCompared?: boolean
}

/** The menus of a page for its days, comparison and platform. Every choice is a link. */
export function viewMenus(menus: ViewMenus): Markup {
  const { path, query, platforms, isCompared = true } = menus
  // A page of the list belongs to the previous view.
  const to = (changes: Query) => address(path, { ...query, page: undefined, ...changes })
  const named = (query.compare_to ?? defaultComparison) as (typeof comparisons)[number]
  // Both names mean the same days then.
  const offered: readonly (typeof comparisons)[number][] = isRolling(query)
    ? comparisons.filter((name) => name !== 'previous_days')
    : comparisons
  const compared = offered.includes(named) ? named : defaultComparison
  return html`
    ${periodMenu(menus, query.date_from === undefined ? (query.period ?? defaultPeriod) : null)}
    ${
      isCompared
        ? menu({
            name: 'Compare with',
            current: comparisonTexts[compared],
            items: offered.map((name) => ({
              text: comparisonTexts[name],
              link: to({ compare_to: name }),
              isCurrent: name === compared,
            })),
          })
        : ''
    }
    ${
      platforms.length < 2
        ? ''
        : menu({
            name: 'Platform',
            current:
              query.platform === undefined ? 'All platforms' : query.platform.split(',').map(platformName).join(', '),
            items: [undefined, ...platforms].map((name) => ({
              text: name === undefined ? 'All platforms' : platformName(name),
              link: to({
                platform: name,
                account_ids: undefined,
                campaign_ids: undefined,
                adset_ids: undefined,
                ad_ids: undefined,
              }),
              isCurrent: name === query.platform,
            })),
          })
    }
    ${campaignMenu(menus, to)}
  `
}

/** The menu of named periods, with a form for other days. `period` is the current one, if the days have a name. */
export function periodMenu(
  { path, query, shown }: Pick<ViewMenus, 'path' | 'query' | 'shown'>,
  period: string | null,
): Markup {
  const named = periods.find((name) => name === period)
  return menu({
    name: 'Period',
    current: named ? periodTexts[named] : `${day(shown.date_from)} to ${day(shown.date_to)}`,
    items: periods.map((name) => ({
      text: periodTexts[name],
      link: address(path, { ...query, page: undefined, period: name, date_from: undefined, date_to: undefined }),
      isCurrent: name === named,
    })),
    end: customDates(path, query, shown),
  })
}

/** The filter by a campaign. It offers those with the highest spend, and the selected one. */
function campaignMenu({ query, campaigns = [] }: ViewMenus, to: (changes: Query) => string): Markup | string {
  const selected = query.campaign_ids
  if (campaigns.length < 2 && selected === undefined) return ''
  const names = distinctNames(campaigns)
  const nameOf = (id: string) => names[campaigns.findIndex((campaign) => campaign.id === id)] ?? id
  const isOffered = selected === undefined || campaigns.some(({ id }) => id === selected)
  return menu({
    name: 'Campaign',
    current: selected === undefined ? 'All campaigns' : selected.split(',').map(nameOf).join(', '),
    items: [undefined, ...(isOffered ? [] : [selected]), ...campaigns.map(({ id }) => id)].map((id) => ({
      text: id === undefined ? 'All campaigns' : nameOf(id),
      // Ad sets belong to the previous campaign, and the account can be another one.
      link: to({
        campaign_ids: id,
        adset_ids: undefined,
        ad_ids: undefined,
        account_ids: id === undefined ? query.account_ids : undefined,
      }),
      isCurrent: id === selected,
    })),
  })
}

/** The form for other days, at the end of the menu of periods. */
export function customDates(path: string, query: Query, { date_from, date_to }: ViewMenus['shown']): Markup {
  const field = (label: string, name: string, value: string) =>
    html`<label>${fieldLabel(label, true)} <input type="date" name="${name}" value="${value}" required /></label>`
  return html`<form method="get" action="${path}">
    ${hiddenFields(query, ['period', 'date_from', 'date_to', 'page'])} ${field('From', 'date_from', date_from)}
    ${field('To', 'date_to', date_to)}
    <button class="secondary slim">Show</button>
  </form>`
}

/** The current parameters as hidden fields, without those that a form replaces. */
export function hiddenFields(query: Query, replaced: readonly string[]): Markup[] {
  return Object.entries(query)
    .filter(([name, value]) => value !== undefined && !replaced.includes(name))
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)
}

/** Why nothing is compared, where the numbers of the page do not show it. */
const notCompared: Record<string, string> = {
  not_read_yet: ' The days to compare with are not read yet.',
  no_longer_kept: ' A platform no longer keeps some of the days to compare with.',
  before_first_report: ' Some of the days to compare with have no report.',
}

interface Reach {
  date_from: string
  date_to: string
  compared: {
    date_from: string
    date_to: string
    until: string | null
    of: { date_from: string; date_to: string }
  } | null
  not_compared: string | null
  meta: { currency: string; timezone: string; data_through: string }
}

/** A sentence with the days of a page, and one with the days that they are compared with. */
export function reach({ date_from, date_to, compared, not_compared, meta }: Reach): string {
  const range = `${day(date_from)} to ${day(date_to)}, ${meta.currency}, ${meta.timezone}. Reported through ${day(meta.data_through)}.`
  if (!compared) return `${range}${not_compared === null ? '' : (notCompared[not_compared] ?? '')}`
  const { of } = compared
  const part = of.date_from === date_from && of.date_to === date_to ? '' : `${day(of.date_from)} to ${day(of.date_to)} `
  return `${range} Changes compare ${part}with ${day(compared.date_from)} to ${day(compared.date_to)}${compared.until === null ? '' : `, both until ${compared.until}`}.`
}
