import { html } from 'hono/html'
import type { anomalies } from '../../../shared/operations/analytics/anomalies.ts'
import type { forecasts } from '../../../shared/operations/analytics/forecasts.ts'
import type { targets } from '../../../shared/operations/analytics/targets.ts'
import type { budgets } from '../../../shared/operations/connector/budgets.ts'
import type { attribution } from '../../../shared/operations/console/attribution.ts'
import type { performance } from '../../../shared/operations/console/performance.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { Result, PageContext } from '../page_context.ts'
import { day, percent, formatValue } from '../parts/format.ts'
import type { Unit } from '../parts/format.ts'
import { attributionFigure } from '../charts/attribution_figure.ts'
import { choices } from '../parts/choices.ts'
import { fact } from '../parts/fact.ts'
import { importState, warnings } from '../parts/notices.ts'
import { pacingFigure } from '../charts/pacing_figure.ts'
import { timelineFigure } from '../charts/timeline_figure.ts'

type Forecast = Result<typeof forecasts>
type Found = Result<typeof anomalies>

export interface Overview {
  pageContext: PageContext
  days: number
  /** The attribution model to compare with the brand's own. */
  compare: string | null
  performance: Result<typeof performance>
  forecasts: Record<'revenue' | 'spend' | 'roas', Forecast>
  anomalies: Record<'spend' | 'roas', Found[]>
  attribution: Result<typeof attribution>
  budgets: Result<typeof budgets>
  targets: Result<typeof targets>
}

const ranges = [28, 90, 180, 365]
/** The explanation of the two revenues on the page. */
const revenues =
  'Each ad platform claims every sale that it contributed to. Several platforms can claim the same order, so claimed revenue can exceed sales. ' +
  'Revenue of orders, below, counts each order once.'
const tiles: [metric: string, title: string, unit: Unit][] = [
  ['spend', 'Spend', 'money'],
  ['revenue', 'Revenue claimed by ads', 'money'],
  ['roas', 'Return on ad spend', 'multiple'],
  ['cpa', 'Cost per conversion', 'money'],
  ['conversions', 'Conversions', 'count'],
]

export function overviewPage(overview: Overview): Markup {
  const { pageContext, performance, compare } = overview
  const offered = ranges.map((days) => ({ value: days, text: `${days} days`, query: { days, compare } }))
  return html`
    <header class="heading">
      <div>
        <h1>Overview</h1>
        <p class="quiet">${performance.body ? reach(performance.body, overview.days) : ''}</p>
      </div>
      ${performance.body ? choices('Period', pageContext.path, overview.days, offered) : ''}
    </header>
    ${
      performance.body
        ? numbers(overview, performance.body)
        : importState(performance.error, pageContext, 'a report of an ad platform')
    }
  `
}

function numbers(overview: Overview, body: Performed): Markup {
  const { pageContext, days, forecasts, anomalies, attribution, budgets, targets } = overview
  const numbersOf = { currency: body.meta.currency }
  const timeline = (title: string, metric: 'revenue' | 'spend' | 'roas', unit: Unit, found: Found[]) =>
    timelineFigure({
      title,
      metric,
      unit,
      rows: body.data,
      forecast: forecasts[metric],
      anomalies: found.flatMap((answer) => answer.body?.data ?? []),
      anomaliesTotal: found.reduce((total, answer) => total + (answer.body?.meta.total_rows ?? 0), 0),
      anomaliesAt: `/console/brands/${pageContext.brand?.id}/anomalies?days=${days}`,
      numbers: numbersOf,
    })
  return html`
    <dl class="tiles">${tiles.map((tile) => totalTile(body, tile))}</dl>
    ${attribution.body ? html`<p class="note">${revenues}</p>` : ''} ${warnings(warningsOf(overview, body))}
    <div class="charts">
      <div class="across">${timeline('Revenue by day, as claimed by ad platforms', 'revenue', 'money', [])}</div>
      <div>${timeline('Spend by day', 'spend', 'money', anomalies.spend)}</div>
      <div>${timeline('Return on ad spend by day', 'roas', 'multiple', anomalies.roas)}</div>
      <div>${attributionFigure(attribution, pageContext, days)}</div>
      <div>${pacingFigure(budgets, pageContext, targets)}</div>
    </div>
  `
}

/** Returns the distinct warnings of metrics and anomalies. Warnings of a forecast are shown with its chart. */
function warningsOf({ anomalies }: Overview, { meta }: Performed): string[] {
  const results = Object.values(anomalies).flat()
  return [...new Set([...meta.warnings, ...results.flatMap(({ body }) => body?.meta.warnings ?? [])])]
}

type Performed = NonNullable<Result<typeof performance>['body']>

function totalTile({ totals, previous, meta }: Performed, [metric, title, unit]: (typeof tiles)[number]): Markup {
  const now = (totals?.[metric] ?? null) as number | null
  const before = (previous?.[metric] ?? null) as number | null
  const part = now !== null && before ? now / before - 1 : null
  const compared =
    part === null
      ? `${formatValue(before, unit, meta)} before`
      : `${part < 0 ? '▼' : '▲'} ${percent(Math.abs(part), 1)} vs before`
  return fact(
    title,
    html`<data value="${now ?? ''}">${formatValue(now, unit, meta)}</data>
      ${previous === null ? '' : html`<span class="quiet">${compared}</span>`}`,
  )
}

function reach({ date_from, date_to, meta, previous }: Performed, days: number): string {
  const range = `${day(date_from)} to ${day(date_to)}, ${meta.currency}, ${meta.timezone}.`
  const compared = previous
    ? ' Compared with the preceding period.'
    : ` No comparison: the data of the ${days} days before is incomplete.`
  return `${range} Reported through ${day(meta.data_through)}.${compared}`
}
