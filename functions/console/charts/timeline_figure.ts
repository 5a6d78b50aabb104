import { html } from 'hono/html'
import type { z } from 'zod'
import type { anomalies } from '../../../shared/operations/analytics/anomalies.ts'
import type { forecasts } from '../../../shared/operations/analytics/forecasts.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { Result } from '../page_context.ts'
import { figure } from './figure.ts'
import { drawTimeline } from './timeline.ts'
import type { Expected, Mark, Point } from './timeline.ts'
import { count, day, percent, formatShort, formatValue, words } from '../parts/format.ts'
import type { Numbers, Unit } from '../parts/format.ts'
import { warnings } from '../parts/notices.ts'

export interface TimelineFigure {
  title: string
  metric: string
  unit: Unit
  rows: readonly Record<string, unknown>[]
  granularity: 'day' | 'week'
  /** The height of the drawing in pixels. */
  height: number
  /** Null if none is drawn, because the days end before today, or because the numbers are those of some campaigns only. */
  forecast: Result<typeof forecasts> | null
  /** The anomalies of the drawn days. */
  anomalies?: readonly Anomaly[]
  /** The path of the list of anomalies. */
  anomaliesAt?: string
  numbers: Numbers
}

type Anomaly = z.output<(typeof anomalies)['output']>['data'][number]

export function timelineFigure(shown: TimelineFigure): Markup {
  const { title, metric, unit, rows, granularity, height, forecast, anomalies = [], anomaliesAt, numbers } = shown
  const points = rows.map((row) => ({ date: String(row.date), value: (row[metric] ?? null) as number | null }))
  const expected = expectedOf(forecast)
  if (points.length === 0)
    return html`<h2>${title}</h2>
      <p class="quiet">No data was reported in this period.</p>`
  const marks = anomalies.map(({ date, detector, entity, status }) => ({
    date,
    text: `${words(detector)}, ${entity.name ?? entity.id} (${words(status)})`,
  }))
  const coverage = forecast?.body?.accuracy.coverage_80 ?? null
  return html`
    ${figure({
      title,
      summary: summaryOf(title, points, marks.length, unit, numbers),
      height,
      drawing: drawTimeline({
        points,
        expected,
        marks,
        granularity,
        height,
        formatShort: (value) => formatShort(value, unit, numbers),
        format: (value) => formatValue(value, unit, numbers),
      }),
      legend: [
        ['key-line', 'reported'],
        ...(expected.length > 0 ? ([['key-foreseen', 'forecast, with 80% and 95% bands']] as const) : []),
        ...(marks.length > 0 ? ([['key-mark', counted(anomalies)]] as const) : []),
      ],
      table: table(shown, points, expected, marks),
    })}
    ${anomaliesAt && marks.length > 0 ? html`<p class="note"><a href="${anomaliesAt}">Show anomalies</a></p>` : ''}
    ${
      forecast?.error
        ? html`<p class="note">No forecast: ${forecast.error.message}</p>`
        : coverage === null
          ? ''
          : html`<p class="note">In earlier forecasts, ${percent(coverage)} of the days were within the 80% band.</p>`
    }
    ${warnings(forecast?.body?.meta.warnings ?? [])}
  `
}

/** The points of a forecast with the bounds of their bands. */
export function expectedOf(forecast: Result<typeof forecasts> | null): Expected[] {
  return (forecast?.body?.points ?? []).map((point) => ({
    date: point.date,
    value: point.predicted_value,
    low: point.confidence_interval?.low ?? null,
    high: point.confidence_interval?.high ?? null,
    lowest: point.confidence_interval_95?.low ?? null,
    highest: point.confidence_interval_95?.high ?? null,
  }))
}

function summaryOf(title: string, points: readonly Point[], marks: number, unit: Unit, numbers: Numbers): string {
  const known = points.filter(({ value }) => value !== null)
  const values = known.map(({ value }) => value as number)
  const [first, last] = [points[0]?.date, points.at(-1)?.date]
  if (values.length === 0) return `${title}: no data from ${day(first)} to ${day(last)}.`
  const range = `from ${formatValue(Math.min(...values), unit, numbers)} to ${formatValue(Math.max(...values), unit, numbers)}`
  return `${title}, ${day(first)} to ${day(last)}: ${range}, ${marks} anomalies. The table below has all values.`
}

/** Returns the number of anomalies and their kinds. The chart of ROAS also marks CPA spikes. */
function counted(anomalies: readonly Anomaly[]): string {
  const kinds = [...new Set(anomalies.map(({ detector }) => words(detector)))].join(', ')
  return `${anomalies.length === 1 ? '1 anomaly' : `${count(anomalies.length)} anomalies`} (${kinds})`
}

/** The drawn data as a table: reported days, forecast and anomalies. */
function table(
  { title, metric, unit, granularity, numbers }: TimelineFigure,
  points: readonly Point[],
  expected: readonly Expected[],
  marks: readonly Mark[],
): Markup {
  const cell = (value: number | null) =>
    html`<td class="number"><data value="${value ?? ''}">${formatValue(value, unit, numbers)}</data></td>`
  const bands = expected.length > 0
  return html`
    <table data-metric="${metric}">
      <caption class="unseen">
        ${title}
      </caption>
      <thead>
        <tr>
          <th scope="col">${granularity === 'week' ? 'Week from' : 'Day'}</th>
          <th scope="col" class="number">Value</th>
          ${
            bands
              ? ['80% from', '80% to', '95% from', '95% to'].map(
                  (name) => html`<th scope="col" class="number">${name}</th>`,
                )
              : ''
          }
          ${marks.length > 0 ? html`<th scope="col">Anomalies</th>` : ''}
        </tr>
      </thead>
      <tbody>
        ${expected.toReversed().map(
          ({ date, value, low, high, lowest, highest }) =>
            html`<tr class="expected">
              <th scope="row">${day(date)} <span class="quiet">forecast</span></th>
              ${[value, low, high, lowest, highest].map(cell)} ${marks.length > 0 ? html`<td></td>` : ''}
            </tr>`,
        )}
        ${points.toReversed().map(
          ({ date, value }) =>
            html`<tr>
              <th scope="row"><time datetime="${date}">${day(date)}</time></th>
              ${cell(value)} ${bands ? html`<td colspan="4"></td>` : ''}
              ${marks.length > 0 ? html`<td>${marksOf(date, marks)}</td>` : ''}
            </tr>`,
        )}
      </tbody>
    </table>
  `
}

function marksOf(date: string, marks: readonly Mark[]): Markup[] {
  return marks.filter((mark) => mark.date === date).map(({ text }) => html`<bdi class="entry">${text}</bdi>`)
}
