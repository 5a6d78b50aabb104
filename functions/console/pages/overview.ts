import { html } from 'hono/html'
import type { anomalies } from '../../../shared/operations/analytics/anomalies.ts'
import type { forecasts } from '../../../shared/operations/analytics/forecasts.ts'
import type { budgets } from '../../../shared/operations/connector/budgets.ts'
import type { attribution } from '../../../shared/operations/console/attribution.ts'
import type { performance } from '../../../shared/operations/console/performance.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { Answer, Visit } from '../ask.ts'
import { day, percent, say } from '../format.ts'
import type { Unit } from '../format.ts'
import { attributionFigure } from './attribution_figure.ts'
import { emptyState, warnings } from './notices.ts'
import { pacingFigure } from './pacing_figure.ts'
import { timelineFigure } from './timeline_figure.ts'

type Forecast = Answer<typeof forecasts>

export interface Overview {
  visit: Visit
  days: number
  performance: Answer<typeof performance>
  forecasts: Record<'revenue' | 'spend' | 'roas', Forecast>
  anomalies: Answer<typeof anomalies>
  attribution: Answer<typeof attribution>
  budgets: Answer<typeof budgets>
}

const ranges = [28, 90, 180, 365]
const tiles: [metric: string, title: string, unit: Unit][] = [
  ['spend', 'Spend', 'money'],
  ['revenue', 'Revenue', 'money'],
  ['roas', 'Return on ad spend', 'multiple'],
  ['cpa', 'Cost per conversion', 'money'],
  ['conversions', 'Conversions', 'count'],
]

export function overviewPage(overview: Overview): Markup {
  const { visit, performance } = overview
  return html`
    <header class="heading">
      <div>
        <h1>Overview</h1>
        <p class="quiet">${performance.body ? reach(performance.body) : ''}</p>
      </div>
      ${performance.body ? rangeChoice(visit, overview.days) : ''}
    </header>
    ${
      performance.body
        ? numbers(overview, performance.body)
        : emptyState(
            performance.error,
            'Bring in a report of an ad platform and this page fills itself:',
            importCommand(visit),
          )
    }
  `
}

function numbers({ visit, days, forecasts, anomalies, attribution, budgets }: Overview, body: Performed): Markup {
  const numbersOf = { currency: body.meta.currency }
  const marks = anomalies.body?.data ?? []
  const found = (...metrics: string[]) => marks.filter(({ metric }) => metrics.includes(metric))
  const timeline = (title: string, metric: 'revenue' | 'spend' | 'roas', unit: Unit, anomaliesOf: typeof marks) =>
    timelineFigure({
      title,
      metric,
      unit,
      rows: body.data,
      forecast: forecasts[metric],
      anomalies: anomaliesOf,
      numbers: numbersOf,
    })
  return html`
    <dl class="tiles">${tiles.map((tile) => totalTile(body, tile))}</dl>
    ${warnings(body.meta.warnings)}
    <div class="charts">
      <div class="across">${timeline('Revenue by day', 'revenue', 'money', [])}</div>
      <div>${timeline('Spend by day', 'spend', 'money', found('spend'))}</div>
      <div>${timeline('Return on ad spend by day', 'roas', 'multiple', found('roas', 'cpa'))}</div>
      <div>${attributionFigure(attribution, visit, days)}</div>
      <div>${pacingFigure(budgets, visit)}</div>
    </div>
  `
}

type Performed = NonNullable<Answer<typeof performance>['body']>

function totalTile({ totals, previous, meta }: Performed, [metric, title, unit]: (typeof tiles)[number]): Markup {
  const now = (totals?.[metric] ?? null) as number | null
  const before = (previous?.[metric] ?? null) as number | null
  const change = now !== null && before ? now / before - 1 : null
  return html`
    <div>
      <dt>${title}</dt>
      <dd>
        <data value="${now ?? ''}">${say(now, unit, meta)}</data>
        ${
          change === null
            ? html`<span class="quiet">no days before</span>`
            : html`<span class="quiet">${change < 0 ? '▼' : '▲'} ${percent(Math.abs(change), 1)} vs before</span>`
        }
      </dd>
    </div>
  `
}

function reach({ date_from, date_to, meta, previous }: Performed): string {
  const range = `${day(date_from)} to ${day(date_to)}, ${meta.currency}, ${meta.timezone}.`
  const compared = previous ? ' Compared with as many days before.' : ''
  return `${range} Reported through ${day(meta.data_through)}.${compared}`
}

function rangeChoice({ path }: Visit, days: number): Markup {
  return html`
    <nav class="ranges" aria-label="How many days">
      ${ranges.map(
        (range) =>
          html`<a href="${path}?days=${range}" ${range === days ? html`aria-current="true"` : ''}>${range} days</a>`,
      )}
    </nav>
  `
}

function importCommand({ brand }: Visit): string {
  return `npm run vitrine -- import ads report.csv --brand ${brand?.id}`
}
