import { html } from 'hono/html'
import type { z } from 'zod'
import type { anomalies } from '../../../shared/operations/analytics/anomalies.ts'
import type { forecasts } from '../../../shared/operations/analytics/forecasts.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { Answer } from '../ask.ts'
import { figure, large, middle, small } from '../charts/figure.ts'
import { drawTimeline } from '../charts/timeline.ts'
import type { Expected, Point } from '../charts/timeline.ts'
import { day, percent, saidShort, say, words } from '../format.ts'
import type { Numbers, Unit } from '../format.ts'

export interface TimelineFigure {
  title: string
  metric: string
  unit: Unit
  rows: readonly Record<string, unknown>[]
  forecast: Answer<typeof forecasts>
  anomalies: z.output<(typeof anomalies)['output']>['data']
  numbers: Numbers
}

export function timelineFigure({ title, metric, unit, rows, forecast, anomalies, numbers }: TimelineFigure): Markup {
  const points = rows.map((row) => ({ date: String(row.date), value: (row[metric] ?? null) as number | null }))
  const expected = (forecast.body?.points ?? []).map((point) => ({
    date: point.date,
    value: point.predicted_value,
    low: point.confidence_interval?.low ?? null,
    high: point.confidence_interval?.high ?? null,
    lowest: point.confidence_interval_95?.low ?? null,
    highest: point.confidence_interval_95?.high ?? null,
  }))
  if (points.length === 0)
    return html`<h2>${title}</h2>
      <p class="quiet">No day of this range has been reported.</p>`
  const marks = anomalies.map(({ date, detector, entity, status }) => ({
    date,
    text: `${words(detector)}, ${entity.name ?? entity.id} (${words(status)})`,
  }))
  const coverage = forecast.body?.accuracy.coverage_80 ?? null
  return html`
    ${figure({
      title,
      summary: summaryOf(title, points, marks.length, unit, numbers),
      sizes: metric === 'revenue' ? [small, middle, large] : [small, middle],
      draw: (size) =>
        drawTimeline({ points, expected, marks, sayShort: (value) => saidShort(value, unit, numbers) }, size),
      legend: [
        ['key-line', 'reported'],
        ...(expected.length > 0 ? ([['key-foreseen', 'forecast, with 80 % and 95 % bands']] as const) : []),
        ...(marks.length > 0
          ? ([['key-mark', marks.length === 1 ? '1 anomaly' : `${marks.length} anomalies`]] as const)
          : []),
      ],
      table: table({ title, metric, unit, points, expected, numbers }),
    })}
    ${
      forecast.error
        ? html`<p class="note">No forecast: ${forecast.error.message}</p>`
        : coverage === null
          ? ''
          : html`<p class="note">Of earlier forecasts, ${percent(coverage)} of the days fell into the inner band.</p>`
    }
  `
}

function summaryOf(title: string, points: readonly Point[], marks: number, unit: Unit, numbers: Numbers): string {
  const known = points.filter(({ value }) => value !== null)
  const values = known.map(({ value }) => value as number)
  const [first, last] = [points[0]?.date, points.at(-1)?.date]
  if (values.length === 0) return `${title}: nothing is known of ${day(first)} to ${day(last)}.`
  const range = `from ${say(Math.min(...values), unit, numbers)} to ${say(Math.max(...values), unit, numbers)}`
  return `${title}, ${day(first)} to ${day(last)}: ${range}, ${marks} anomalies. The table below has every number.`
}

interface Table extends Pick<TimelineFigure, 'title' | 'metric' | 'unit' | 'numbers'> {
  points: readonly Point[]
  expected: readonly Expected[]
}

function table({ title, metric, unit, points, expected, numbers }: Table): Markup {
  const cell = (value: number | null) =>
    html`<td class="number"><data value="${value ?? ''}">${say(value, unit, numbers)}</data></td>`
  return html`
    <table data-metric="${metric}">
      <caption class="unseen">
        ${title}
      </caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col" class="number">Value</th>
          <th scope="col" class="number">80 % from</th>
          <th scope="col" class="number">to</th>
        </tr>
      </thead>
      <tbody>
        ${expected.toReversed().map(
          ({ date, value, low, high }) =>
            html`<tr class="expected">
              <th scope="row">${day(date)} <span class="quiet">forecast</span></th>
              ${cell(value)}${cell(low)}${cell(high)}
            </tr>`,
        )}
        ${points.toReversed().map(
          ({ date, value }) =>
            html`<tr>
              <th scope="row"><time datetime="${date}">${day(date)}</time></th>
              ${cell(value)}
              <td></td>
              <td></td>
            </tr>`,
        )}
      </tbody>
    </table>
  `
}
