import { html } from 'hono/html'
import type { z } from 'zod'
import type { listedAnomalies } from '../../../../shared/operations/analytics/anomalies.ts'
import type { attributionComparison } from '../../../../shared/operations/analytics/attribution_comparison.ts'
import type { breakdown } from '../../../../shared/operations/analytics/breakdown.ts'
import type { explanations } from '../../../../shared/operations/analytics/explanations.ts'
import type { forecasts } from '../../../../shared/operations/analytics/forecasts.ts'
import type { metrics } from '../../../../shared/operations/analytics/metrics.ts'
import type { targets } from '../../../../shared/operations/analytics/targets.ts'
import type { budgets } from '../../../../shared/operations/connector/budgets.ts'
import type { view } from '../../../../shared/operations/console/view.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import type { Result, PageContext } from '../../page_context.ts'
import { attributionFigure } from '../../charts/attribution_figure.ts'
import { pacingFigure } from '../../charts/pacing_figure.ts'
import { awaitedForecasts, forecastNotes, timelineFigure } from '../../charts/timeline_figure.ts'
import { address } from '../../parts/choices.ts'
import { markedAnomalies, unmarkedNote } from '../../charts/marked_anomalies.ts'
import { deltaMark } from '../../charts/delta.ts'
import { fact } from '../../parts/fact.ts'
import { days, formatValue, words } from '../../parts/format.ts'
import type { Unit } from '../../parts/format.ts'
import { notes } from '../../parts/notices.ts'
import { numbersToCome, readingBanner } from '../../parts/reading.ts'
import { recentChanges } from './recent_changes.ts'
import { hasDays, reach, viewMenus, viewOf } from '../../parts/view.ts'
import type { Query } from '../../parts/view.ts'

export interface Overview {
  pageContext: PageContext
  query: Query
  view: z.output<(typeof view)['output']>
  granularity: 'day' | 'week'
  daily: Result<typeof metrics>
  summed: Result<typeof breakdown>
  forecasts: Record<'revenue' | 'spend' | 'roas', Result<typeof forecasts>>
  anomalies: Result<typeof listedAnomalies>
  attribution: Result<typeof attributionComparison>
  budgets: Result<typeof budgets>
  /** The change of the revenue in the chosen or the last 7 days, or of conversions or spend if no revenue is reported. */
  changes: Result<typeof explanations>
  targets: Result<typeof targets>
}

/** The explanation of the two revenues on the page. */
const revenues =
  'Each ad platform claims every sale that it contributed to. Several platforms can claim the same order, so claimed revenue can exceed sales. ' +
  'Revenue of orders counts each order once: MER divides it by all spend.'
const tiles: { name: string; title: string; unit: Unit; better: 'up' | 'down' }[] = [
  { name: 'spend', title: 'Spend', unit: 'money', better: 'up' },
  { name: 'revenue', title: 'Revenue claimed by ads', unit: 'money', better: 'up' },
  { name: 'roas', title: 'ROAS', unit: 'multiple', better: 'up' },
  { name: 'cpa', title: 'CPA', unit: 'money', better: 'down' },
  { name: 'conversions', title: 'Conversions', unit: 'count', better: 'up' },
]

export function overviewPage(overview: Overview): Markup {
  const { pageContext, query, view, daily, summed } = overview
  const { path } = pageContext
  if (!daily.body || !summed.body) {
    return html`<header class="heading"><h1>Overview</h1></header>
      ${numbersToCome(daily.error ?? summed.error, view.unread, pageContext)}`
  }
  return html`
    <header class="heading">
      <div>
        <h1>Overview</h1>
        <p class="quiet">${reach(summed.body)}</p>
      </div>
    </header>
    <div class="toolbar">
      ${viewMenus({ path, query, shown: view, platforms: view.platforms, campaigns: view.campaigns })}
      <a class="button secondary slim" href="${address(`${path}/performance`, query)}">Performance</a>
    </div>
    ${readingBanner(view.unread, pageContext)}
    ${recentChanges(overview.changes, pageContext, { isFiltered: isFiltered(query), isChosen: hasDays(query) })}
    ${numbers(overview, daily.body, summed.body)}
  `
}

type Daily = NonNullable<Result<typeof metrics>['body']>
type Summed = NonNullable<Result<typeof breakdown>['body']>

function numbers(overview: Overview, daily: Daily, summed: Summed): Markup {
  const { pageContext, query, granularity, forecasts, anomalies, attribution, budgets, targets } = overview
  const { currency } = daily.meta
  const { date_from, date_to } = overview.view
  const timeline = (title: string, metric: 'revenue' | 'spend' | 'roas', unit: Unit) =>
    timelineFigure({
      title: `${title} by ${granularity}`,
      metric,
      unit,
      rows: daily.data,
      granularity,
      height: metric === 'revenue' ? 260 : 200,
      forecast: isForecastDrawn(overview, forecasts[metric]) ? forecasts[metric] : null,
      anomalies: markedAnomalies([anomalies], metric),
      anomaliesAt: address(`/console/brands/${pageContext.brand?.id}/anomalies`, { date_from, date_to }),
      numbers: { currency },
    })
  return html`
    <dl class="tiles">
      ${tiles.map((tile) => totalTile(summed, tile))} ${isFiltered(query) ? '' : storeTiles(attribution)}
    </dl>
    ${attribution.body ? html`<p class="note">${revenues}</p>` : ''} ${awaitedForecasts(Object.values(forecasts))}
    <div class="charts">
      <div class="across">${timeline('Revenue claimed by ad platforms', 'revenue', 'money')}</div>
      <div>${timeline('Spend', 'spend', 'money')}</div>
      <div>${timeline('ROAS', 'roas', 'multiple')}</div>
      <div>
        ${
          query.campaign_ids === undefined
            ? attributionFigure(attribution, pageContext)
            : html`<h2>Revenue of orders</h2>
                <p class="note">Orders cannot be filtered by campaign. Attribution has a table of all campaigns.</p>`
        }
        ${
          attribution.body
            ? html`<p class="note">
                <a href="${address(`${pageContext.path}/attribution`, viewOf(query))}"
                  >Compare other models, windows and campaigns</a
                >
              </p>`
            : ''
        }
      </div>
      <div>${pacingFigure(budgets, pageContext, isFiltered(query), targets)}</div>
    </div>
    ${unmarkedNote([anomalies])} ${notesOf(overview, daily, summed)}
  `
}

function isFiltered({ platform, campaign_ids }: Query): boolean {
  return platform !== undefined || campaign_ids !== undefined
}

/** Whether a forecast is drawn: it is one of all ads, by day, and begins where the drawn days end. */
function isForecastDrawn({ query, granularity, view }: Overview, forecast: Result<typeof forecasts>): boolean {
  return !isFiltered(query) && granularity === 'day' && reachesForecast(forecast, view)
}

/** Whether the drawn days end where the forecast begins. */
function reachesForecast({ body }: Result<typeof forecasts>, { date_to }: Overview['view']): boolean {
  return body === null || (body.points.length > 0 && date_to >= body.meta.trained_through)
}

/** The warnings of all results in one list, and of the forecasts that are drawn. */
function notesOf(overview: Overview, daily: Daily, summed: Summed): Markup | string {
  const { anomalies, forecasts, attribution, budgets, query, changes } = overview
  return notes(
    // Without an explanation, its part of the page has them.
    changes.body?.explanation ? changes.body.meta.warnings : [],
    summed.meta.warnings,
    daily.meta.warnings,
    anomalies.body?.meta.warnings,
    query.campaign_ids === undefined ? attribution.body?.meta.warnings : [],
    budgets.body?.meta.warnings,
    forecastNotes(
      tiles.flatMap(({ name, title }) => {
        const forecast = name in forecasts ? forecasts[name as keyof typeof forecasts] : null
        return forecast && isForecastDrawn(overview, forecast) ? [[title, forecast] as const] : []
      }),
    ),
  )
}

/** Replaces the change if the days to compare were not read. */
function notRead(reason: Summed['not_compared']): Markup | string {
  if (reason === 'not_read_yet') return html`<span class="quiet">change not read yet</span>`
  return reason === 'no_longer_kept' || reason === 'before_first_report'
    ? html`<span class="quiet">change not known</span>`
    : ''
}

function totalTile(summed: Summed, tile: (typeof tiles)[number]): Markup {
  const now = numberOf(summed.totals, tile.name)
  return fact(
    tile.title,
    html`<data value="${now ?? ''}">${formatValue(now, tile.unit, summed.meta)}</data> ${changeOf(summed, tile)}
      ${coverage(summed, tile.name).map((part) => html`<span class="quiet">${part}</span>`)}`,
  )
}

/** The ratios of orders and spend. Each order counts once, so that they are not those that platforms claim. */
function storeTiles({ body }: Result<typeof attributionComparison>): Markup | string {
  if (!body || body.total.revenue === null) return ''
  const { total, customers, meta } = body
  const { ratio_days: covered } = total
  const ofDays = covered && `of ${days(covered.date_from, covered.date_to)}`
  const tile = (title: string, ratio: number | null, revenue: number | null, whose: string) =>
    fact(
      title,
      html`<data value="${ratio ?? ''}">${formatValue(ratio, 'multiple', meta)}</data>
        <span class="quiet">${covered?.is_whole ? `${formatValue(revenue, 'money', meta)} ${whose}` : ofDays}</span>`,
    )
  return html`${tile('MER', total.mer, total.revenue, 'of orders')}
  ${tile('ROAS of new customers', total.new_customer_roas, customers.new.revenue, 'of their orders')}`
}

/** The part of the amounts beside a ratio that it covers, if it leaves out reports that lack one of them. */
function coverage({ totals, ratio_bases, meta }: Summed, name: string): string[] {
  return Object.entries(ratio_bases?.[name] ?? {}).flatMap(([base, covered]) => {
    const all = numberOf(totals, base)
    const tile = tiles.find((each) => each.name === base)
    if (!tile || covered === all) return []
    return `of ${formatValue(covered, tile.unit, meta)} of ${formatValue(all, tile.unit, meta)} ${words(base)}`
  })
}

/** The change of a total. If only a part of the value can be compared, such as complete days, the part is shown beside its base. */
function changeOf({ totals, compared, not_compared, deltas, meta }: Summed, tile: (typeof tiles)[number]) {
  if (compared === null) return notRead(not_compared)
  const [part, base] = [numberOf(compared.of.totals, tile.name), numberOf(compared.totals, tile.name)]
  if (part === null || base === null) return html`<span class="quiet">nothing to compare</span>`
  const compares = part === numberOf(totals, tile.name) ? '' : `${formatValue(part, tile.unit, meta)} `
  return html`<span class="quiet"
    >${deltaMark(deltas?.[tile.name] ?? null, tile)} ${compares}from ${formatValue(base, tile.unit, meta)}</span
  >`
}

function numberOf(totals: Summed['totals'] | undefined, name: string): number | null {
  return (totals?.[name] ?? null) as number | null
}
