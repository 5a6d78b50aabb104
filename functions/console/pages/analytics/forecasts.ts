import { html } from 'hono/html'
import { z } from 'zod'
import type { forecasts } from '../../../../shared/operations/analytics/forecasts.ts'
import type { metricDefinitions } from '../../../../shared/operations/analytics/metric_definitions.ts'
import type { metrics } from '../../../../shared/operations/analytics/metrics.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import { awaitedForecasts, forecastNotes, timelineFigure } from '../../charts/timeline_figure.ts'
import type { PageContext, Result } from '../../page_context.ts'
import { address, choices } from '../../parts/choices.ts'
import { fact } from '../../parts/fact.ts'
import { count, day, formatValue, percent, words } from '../../parts/format.ts'
import type { Unit } from '../../parts/format.ts'
import { menu } from '../../parts/menu.ts'
import { importState, notes } from '../../parts/notices.ts'

type Forecast = NonNullable<Result<typeof forecasts>['body']>
type Definition = z.output<(typeof metricDefinitions)['output']>['data'][number]

export interface ForecastsPage {
  pageContext: PageContext
  metric: string
  horizonDays: number
  forecast: Result<typeof forecasts>
  daily: Result<typeof metrics>
  definitions: readonly Definition[]
}

const band = z.object({ low: z.number().nullable(), high: z.number().nullable() })
/** The total of GET /v1/forecasts. Null for a forecast that was made before totals existed. */
const totalOf = z
  .object({ date_to: z.string(), predicted_value: z.number(), confidence_interval: band, confidence_interval_95: band })
  .nullish()

const horizons = [14, 30, 60, 90, 180, 365]

export function forecastsPage(page: ForecastsPage): Markup {
  const { pageContext, metric, horizonDays, forecast, daily, definitions } = page
  const { path } = pageContext
  const definition = definitions.find(({ name }) => name === metric) as Definition
  return html`
    <header class="heading">
      <div>
        <h1>Forecasts</h1>
        <p class="quiet">${forecast.body ? reach(forecast.body) : ''}</p>
      </div>
    </header>
    <div class="toolbar">
      ${menu({
        name: 'Metric',
        current: definition.label,
        items: definitions.map(({ name, label }) => ({
          text: label,
          link: address(path, { metric: name, horizon_days: horizonDays }),
          isCurrent: name === metric,
        })),
      })}
      ${choices(
        'Horizon',
        path,
        horizonDays,
        horizons.map((days) => ({ value: days, text: `${days} days`, query: { metric, horizon_days: days } })),
      )}
    </div>
    ${daily.body ? figures(page, definition, daily.body) : importState(daily.error, pageContext, 'a report of an ad platform')}
  `
}

function reach({ meta, points }: Forecast): string {
  return (
    `${points.length} days from ${day(points[0]?.date)} to ${day(points.at(-1)?.date)}, ${meta.currency}, ${meta.timezone}. ` +
    `Calculated from ${day(meta.trained_from)} to ${day(meta.trained_through)}, every night.`
  )
}

function figures(
  { forecast, horizonDays }: ForecastsPage,
  { name, label, unit }: Definition,
  daily: NonNullable<Result<typeof metrics>['body']>,
): Markup {
  const numbers = { currency: daily.meta.currency }
  return html`
    ${forecast.body ? quality(forecast.body, unit, numbers.currency) : ''}
    <div class="charts">
      <div class="across">
        ${timelineFigure({
          title: `${label} by day`,
          metric: name,
          unit,
          rows: daily.data,
          granularity: 'day',
          height: 300,
          forecast,
          numbers,
        })}
        ${awaitedForecasts([forecast])}
        ${
          forecast.body && forecast.body.points.length < horizonDays
            ? html`<p class="note">
                The stored forecast has ${forecast.body.points.length} days: with less history, later days cannot be
                forecast.
              </p>`
            : ''
        }
      </div>
    </div>
    ${forecast.body && forecast.body.factors.length > 0 ? factors(forecast.body, unit, numbers.currency) : ''}
    ${notes(daily.meta.warnings, forecastNotes([[label, forecast]]))}
  `
}

/** The total of the horizon with its intervals, and how good earlier forecasts were. The total of a ratio is the ratio of sums. */
function quality({ points, total: given, accuracy }: Forecast, unit: Unit, currency: string): Markup {
  const isSum = unit === 'money' || unit === 'count'
  const total = totalOf.parse(given)
  const format = (value: number | null | undefined) => formatValue(value, unit, { currency })
  const between = ({ low, high }: z.output<typeof band>) => `${format(low)} to ${format(high)}`
  const figure = (text: string, note: string) => html`<data>${text}</data> <span class="quiet">${note}</span>`
  return html`<dl class="tiles">
      ${fact(
        isSum ? 'Total of the forecast' : 'Average of the forecast',
        html`<data value="${total?.predicted_value ?? ''}">${format(total?.predicted_value)}</data>
          <span class="quiet"
            >${
              total
                ? `${count(points.length)} days. 80% interval: ${between(total.confidence_interval)}; 95%: ${between(total.confidence_interval_95)}`
                : 'Not in this forecast. It is computed with the next one'
            }</span
          >`,
      )}
      ${fact('Average error', figure(accuracy.mape === null ? '–' : percent(accuracy.mape / 100, 1), 'of a day, in percent of its value'))}
      ${fact(
        'Error relative to last week',
        figure(
          accuracy.mase === null ? '–' : percent(accuracy.mase, 0),
          'of the error of a forecast that repeats the week before, measured one week ahead. Errors of later days are larger',
        ),
      )}
      ${fact('Within the 80% band', figure(percent(accuracy.coverage_80, 1), 'of the days of earlier forecasts'))}
      ${fact('Within the 95% band', figure(percent(accuracy.coverage_95, 1), 'of the days of earlier forecasts'))}
    </dl>
    <p class="note">
      Measured with ${count(accuracy.origins)} forecasts of earlier days, each for the
      ${count(accuracy.horizon_evaluated)} days after it.
    </p>`
}

/** The factors compare the next days with as many past ones, at every horizon. */
const factorDays = 30

function factors({ factors, points }: Forecast, unit: Unit, currency: string): Markup {
  return html`
    <h2>What changes the next 30 days against the last 30</h2>
    ${
      points.length > factorDays
        ? html`<p class="note">
            The factors explain the first ${factorDays} days of the forecast only, not all ${points.length} days of the
            chart.
          </p>`
        : ''
    }
    <div class="scroll" role="region" tabindex="0" aria-label="Factors">
      <table data-metric="factors">
        <thead>
          <tr>
            <th scope="col">Factor</th>
            <th scope="col" class="number">Effect</th>
          </tr>
        </thead>
        <tbody>
          ${factors.map(
            ({ name, effect, description }) =>
              html`<tr>
                <th scope="row">${words(name)}<span class="quiet">${description}</span></th>
                <td class="number"><data value="${effect}">${formatValue(effect, unit, { currency })}</data></td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `
}
