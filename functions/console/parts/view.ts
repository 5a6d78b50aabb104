import { html } from 'hono/html'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { comparisons, defaultComparison, defaultPeriod, periods } from '../../../shared/schema/console/view.ts'
import { address } from './choices.ts'
import { day, platformName } from './format.ts'
import { menu } from './menu.ts'

/** The parameters of the address of a page, as sent. */
export type Query = Record<string, string | undefined>

export const viewParameters = ['period', 'date_from', 'date_to', 'compare_to', 'platform'] as const

const periodTexts: Record<(typeof periods)[number], string> = {
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

const comparisonTexts: Record<(typeof comparisons)[number], string> = {
  previous_period: 'Previous period',
  previous_year: 'Same dates last year',
  previous_year_weekdays: 'Same weekdays last year',
  none: 'No comparison',
}

/** Throws invalid_request for an address with both a named period and dates, because one of them would be ignored. */
export function requireOnePeriod({ period, date_from, date_to }: Query): void {
  if (period !== undefined && (date_from !== undefined || date_to !== undefined)) {
    throw new ApiError('invalid_request', 'Send either `period`, or `date_from` and `date_to`.')
  }
}

export interface ViewMenus {
  path: string
  /** The parameters of the current address. Links and forms keep them. */
  query: Query
  /** The days that the page shows. */
  shown: { date_from: string; date_to: string }
  platforms: readonly string[]
}

/** The menus of a page for its days, comparison and platform. Every choice is a link. */
export function viewMenus({ path, query, shown, platforms }: ViewMenus): Markup {
  // A page of the list belongs to the previous view.
  const to = (changes: Query) => address(path, { ...query, page: undefined, ...changes })
  const isCustom = query.date_from !== undefined
  const period = (query.period ?? defaultPeriod) as (typeof periods)[number]
  const compared = (query.compare_to ?? defaultComparison) as (typeof comparisons)[number]
  const dates = `${day(shown.date_from)} to ${day(shown.date_to)}`
  return html`
    ${menu({
      name: 'Period',
      current: isCustom ? dates : periodTexts[period],
      items: periods.map((name) => ({
        text: periodTexts[name],
        link: to({ period: name, date_from: undefined, date_to: undefined }),
        isCurrent: !isCustom && name === period,
      })),
      end: customDates(path, query, shown),
    })}
    ${menu({
      name: 'Compare with',
      current: comparisonTexts[compared],
      items: comparisons.map((name) => ({
        text: comparisonTexts[name],
        link: to({ compare_to: name }),
        isCurrent: name === compared,
      })),
    })}
    ${
      platforms.length < 2
        ? ''
        : menu({
            name: 'Platform',
            current:
              query.platform === undefined ? 'All platforms' : query.platform.split(',').map(platformName).join(', '),
            items: [undefined, ...platforms].map((name) => ({
              text: name === undefined ? 'All platforms' : platformName(name),
              link: to({ platform: name, account_ids: undefined, campaign_ids: undefined, adset_ids: undefined }),
              isCurrent: name === query.platform,
            })),
          })
    }
  `
}

/** The form for other days, at the end of the menu of periods. */
function customDates(path: string, query: Query, { date_from, date_to }: ViewMenus['shown']): Markup {
  const field = (label: string, name: string, value: string) =>
    html`<label>${label} <input type="date" name="${name}" value="${value}" required /></label>`
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
