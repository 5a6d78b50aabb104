import { html } from 'hono/html'
import type { z } from 'zod'
import { addDays } from '../../../shared/calendar/days.ts'
import type { listedAnomalies } from '../../../shared/operations/analytics/anomalies.ts'
import type { forecasts } from '../../../shared/operations/analytics/forecasts.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { Result } from '../page_context.ts'
import { figure } from './figure.ts'
import { drawTimeline, isOn } from './timeline.ts'
import type { Earlier, Expected, Mark, Point, Timeline } from './timeline.ts'
import { distinctNames, namedEntity } from './distinct_names.ts'
import { count, day, days, percent, formatShort, formatValue, words } from '../parts/format.ts'
import type { Numbers, Unit } from '../parts/format.ts'

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
  /** Whether a campaign is drawn. Anomalies of its account are then labeled as those of the account. */
  isOfCampaign?: boolean
  /** The path of the list of anomalies. */
  anomaliesAt?: string
  /** The rows of the earlier period that is compared, each at the day that it is compared with. */
  compared?: readonly Earlier[]
  numbers: Numbers
}

interface KindOfMark extends Mark {
  kind: string
}

type Anomaly = z.output<(typeof listedAnomalies)['output']>['data'][number]

export function timelineFigure(shown: TimelineFigure): Markup {
  const { title, metric, unit, rows, granularity, height, forecast, anomalies = [], anomaliesAt, numbers } = shown
  const { isOfCampaign = false } = shown
  const { compared = [] } = shown
  const points = rows.map((row) => ({ date: String(row.date), value: (row[metric] ?? null) as number | null }))
  const expected = expectedOf(forecast)
  if (points.length === 0)
    return html`<h2>${title}</h2>
      <p class="quiet">No data was reported in this period.</p>`
  const names = distinctNames(anomalies.map(({ level, entity }) => namedEntity(level, entity)))
  const marks = anomalies.flatMap((anomaly, index) => {
    const isOfAccount = isOfCampaign && anomaly.level === 'account'
    return markOf(anomaly, { name: names[index] ?? '', isOfAccount }, points, granularity)
  })
  const coverage = forecast?.body?.accuracy.coverage_80 ?? null
  const format = remembered((value) => formatValue(value, unit, numbers))
  return html`
    ${figure({
      title,
      summary: summaryOf(title, points, marks, unit, numbers),
      height,
      drawing: drawTimeline({
        points,
        expected,
        marks,
        earlier: compared,
        granularity,
        height,
        formatShort: (value) => formatShort(value, unit, numbers),
        format,
      }),
      legend: [
        ['key-line', 'reported'],
        ...(compared.length > 0
          ? ([['key-earlier', days(compared[0]?.on ?? '', compared.at(-1)?.on ?? '')]] as const)
          : []),
        ...(expected.length > 0 ? ([['key-foreseen', 'forecast, with 80% and 95% bands']] as const) : []),
        ...(expected.some(({ event }) => event)
          ? ([['key-event', 'holiday or promotion in the forecast']] as const)
          : []),
        ...(marks.length > 0 ? ([['key-mark', `${counted(marks)} (${kinds(marks)})`]] as const) : []),
        ...(marks.some(({ from, to }) => from !== to) ? ([['key-days', 'days of an anomaly']] as const) : []),
      ],
      table: table(shown, { points, expected, marks, format }),
    })}
    ${anomaliesAt && marks.length > 0 ? html`<p class="note"><a href="${anomaliesAt}">Show anomalies</a></p>` : ''}
    ${
      forecast?.error
        ? forecast.error.reason === isNotComputedYet
          ? ''
          : html`<p class="note">No forecast: ${forecast.error.message}</p>`
        : coverage === null
          ? ''
          : html`<p class="note">
              In earlier forecasts, ${percent(coverage, 1)} of the days were within the 80% band.
            </p>`
    }
  `
}

/** Why a forecast is missing until the worker computed it. The page says it once. */
const isNotComputedYet = 'the_forecast_is_not_computed_yet'

/** Returns the warnings of forecasts for the notes of a page, with the name of the metric if there are several. */
export function forecastNotes(
  shown: readonly (readonly [label: string, forecast: Result<typeof forecasts>])[],
): string[] {
  return shown.flatMap(([label, { body }]) =>
    (body?.meta.warnings ?? []).map((text) => (shown.length === 1 ? text : `${label}: ${text}`)),
  )
}

/** Says once for all figures of a page that their forecasts are not computed yet. */
export function awaitedForecasts(shown: readonly Result<typeof forecasts>[]): Markup | string {
  const awaited = shown.find(({ error }) => error?.reason === isNotComputedYet)
  return awaited?.error ? html`<p class="note">${awaited.error.message}</p>` : ''
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
    event: point.event ?? null,
  }))
}

/** The mark of an anomaly at its worst day, or at the nearest drawn one of its days. None if no day or week of it is drawn. */
function markOf(
  { date, date_from, date_to, detector, status }: Anomaly,
  { name, isOfAccount }: { name: string; isOfAccount: boolean },
  points: readonly Point[],
  granularity: TimelineFigure['granularity'],
): KindOfMark[] {
  const isWeek = granularity === 'week'
  const endOf = (first: string) => (isWeek ? addDays(first, 6) : first)
  const drawn = points.filter((each) => each.date <= date_to && endOf(each.date) >= date_from).map((each) => each.date)
  const [from, to] = [drawn[0], drawn.at(-1)]
  if (from === undefined || to === undefined) return []
  const worst = drawn.find((first) => first <= date && date <= endOf(first)) ?? (date < from ? from : to)
  const kind = isOfAccount ? `${words(detector)} of the account` : words(detector)
  const lasted = date_from === date_to ? '' : `, lasted ${days(date_from, date_to)}, worst on ${day(date)}`
  const text = `${kind}${isOfAccount ? '' : ','} ${name} (${words(status)})${lasted}`
  return [{ date: worst, from, to, kind, text: isWeek && lasted === '' ? `${day(date)}: ${text}` : text }]
}

function summaryOf(
  title: string,
  points: readonly Point[],
  marks: readonly KindOfMark[],
  unit: Unit,
  numbers: Numbers,
): string {
  const known = points.filter(({ value }) => value !== null)
  const values = known.map(({ value }) => value as number)
  const [first, last] = [points[0]?.date, points.at(-1)?.date]
  if (values.length === 0) return `${title}: no data from ${day(first)} to ${day(last)}.`
  const range = `from ${formatValue(Math.min(...values), unit, numbers)} to ${formatValue(Math.max(...values), unit, numbers)}`
  return `${title}, ${day(first)} to ${day(last)}: ${range}${marks.length === 0 ? '' : `, ${counted(marks)}`}. The table below has all values.`
}

function counted(marks: readonly KindOfMark[]): string {
  return marks.length === 1 ? '1 anomaly' : `${count(marks.length)} anomalies`
}

/** The kinds of the anomalies. The chart of ROAS also marks CPA spikes. */
function kinds(marks: readonly KindOfMark[]): string {
  return [...new Set(marks.map(({ kind }) => kind))].join(', ')
}

/** Returns a format that formats each value once: the drawing and its table show the same values. */
function remembered(format: Timeline['format']): Timeline['format'] {
  const known = new Map<number | null, string>()
  return (value) => {
    const text = known.get(value) ?? format(value)
    known.set(value, text)
    return text
  }
}

/** The drawn data as a table: reported days, forecast and anomalies. */
function table(
  { title, metric, granularity, compared = [] }: TimelineFigure,
  { points, expected, marks, format }: Pick<Timeline, 'points' | 'expected' | 'marks' | 'format'>,
): Markup {
  const cell = (value: number | null) =>
    html`<td class="number"><data value="${value ?? ''}">${format(value)}</data></td>`
  const bands = expected.length > 0
  const earlierOf = new Map(compared.map((each) => [each.date, each]))
  const earlierCells = (date: string) => {
    const found = earlierOf.get(date)
    return html`<td class="number quiet">${day(found?.on)}</td>
      ${cell(found?.value ?? null)}`
  }
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
            compared.length > 0
              ? ['Compared with', 'Value then'].map((name) => html`<th scope="col" class="number">${name}</th>`)
              : ''
          }
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
          ({ date, value, low, high, lowest, highest, event }) =>
            html`<tr class="expected">
              <th scope="row">
                ${day(date)} <span class="quiet">forecast${event ? html`, <bdi>${event}</bdi>` : ''}</span>
              </th>
              ${cell(value)} ${compared.length > 0 ? html`<td colspan="2"></td>` : ''}
              ${[low, high, lowest, highest].map(cell)} ${marks.length > 0 ? html`<td></td>` : ''}
            </tr>`,
        )}
        ${points.toReversed().map(
          ({ date, value }) =>
            html`<tr>
              <th scope="row"><time datetime="${date}">${day(date)}</time></th>
              ${cell(value)} ${compared.length > 0 ? earlierCells(date) : ''}
              ${bands ? html`<td colspan="4"></td>` : ''}
              ${marks.length > 0 ? html`<td>${marksOf(date, marks)}</td>` : ''}
            </tr>`,
        )}
      </tbody>
    </table>
  `
}

function marksOf(date: string, marks: readonly Mark[]): Markup[] {
  return marks.filter((mark) => isOn(mark, date)).map(({ text }) => html`<bdi class="entry">${text}</bdi>`)
}
