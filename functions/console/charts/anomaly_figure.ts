import { scaleLinear, scaleUtc } from 'd3-scale'
import { line } from 'd3-shape'
import { html } from 'hono/html'
import { addDays } from '../../../shared/calendar/days.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { day, days as listDays } from '../parts/format.ts'
import type { TrendPoint } from './sparkline.ts'

export interface AnomalyFigure {
  /** What is drawn, such as "Spend of Winter". */
  title: string
  /** The reported values of the episode and of the days around it. */
  days: readonly TrendPoint[]
  date: string
  date_from: string
  date_to: string
  expected: number
  expected_low: number
  expected_high: number
  format: (value: number | null) => string
}

const [height, top, bottom] = [104, 8, 84]

/**
 * Draws the metric around an anomaly: its days as a shaded part, and the expected range of its worst day as a bar with the expected value. The
 * expected value is that of one weekday, so other days have none. Nothing for fewer than two values.
 */
export function anomalyFigure(shown: AnomalyFigure): Markup | string {
  const { title, days, date, date_from, date_to, expected, expected_low, expected_high, format } = shown
  const known = days.filter((point): point is { date: string; value: number } => point.value !== null)
  const [first, last] = [days[0]?.date, days.at(-1)?.date]
  if (known.length < 2 || first === undefined || last === undefined) return ''
  const around = withGaps(days)
  // A day is a column, and its value is in the middle of it.
  const step = 100 / around.length
  const x = scaleUtc([new Date(first), new Date(last)], [step / 2, 100 - step / 2])
  const place = (of: string) => Math.round(x(new Date(of)) * 10) / 10
  const values = known.map(({ value }) => value)
  const y = scaleLinear([Math.min(0, ...values), Math.max(expected_high, ...values) || 1], [bottom, top])
  const at = (value: number) => Math.round(y(value) * 10) / 10
  const path = line<TrendPoint>(
    (point) => place(point.date) * 10,
    ({ value }) => at(value ?? 0),
  ).defined(({ value }) => value !== null)
  const worst = known.find((point) => point.date === date)
  const begin = place(date_from) - step / 2
  const width = place(date_to) + step / 2 - begin
  const summary =
    `${title}, ${listDays(first, last)}: from ${format(Math.min(...values))} to ${format(Math.max(...values))}. ` +
    `Unusual: ${listDays(date_from, date_to)}. Expected on ${day(date)}: ${format(expected)}, from ${format(expected_low)} to ${format(expected_high)}.`
  return html`<svg class="anomaly-figure" height="${height}" role="img" aria-label="${summary}">
    <rect class="episode" x="${begin.toFixed(1)}%" width="${width.toFixed(1)}%" y="${top}" height="${bottom - top}" />
    <line class="rule" x2="100%" y1="${bottom}" y2="${bottom}" />
    <line
      class="range"
      x1="${place(date)}%"
      x2="${place(date)}%"
      y1="${at(expected_high)}"
      y2="${at(Math.max(expected_low, y.domain()[0] ?? 0))}"
    />
    <svg viewBox="0 0 1000 ${height}" preserveAspectRatio="none" width="100%" height="${height}">
      <path class="line" d="${path(around) ?? ''}" />
    </svg>
    <circle class="expected-value" cx="${place(date)}%" cy="${at(expected)}" r="3.5" />
    ${worst ? html`<circle class="worst" cx="${place(date)}%" cy="${at(worst.value)}" r="4" />` : ''}
    <text class="tick" x="0" y="${height - 4}">${day(first)}</text>
    <text class="tick" x="100%" y="${height - 4}" text-anchor="end">${day(last)}</text>
  </svg>`
}

/** The charts of all cards have one legend. */
export function anomalyLegend(): Markup {
  const keys = [
    ['key-line', 'reported value'],
    ['key-episode', 'unusual days'],
    ['key-worst', 'worst day'],
    ['key-expected', 'expected on the worst day'],
    ['key-range', 'its expected range'],
  ] as const
  return html`<ul class="legend" aria-label="Charts">
    ${keys.map(([name, text]) => html`<li><span class="${name}"></span>${text}</li>`)}
  </ul>`
}

/** Returns every day from the first to the last. The line breaks at days without a report. */
function withGaps(days: readonly TrendPoint[]): TrendPoint[] {
  const values = new Map(days.map(({ date, value }) => [date, value]))
  const all: TrendPoint[] = []
  const last = days.at(-1)?.date ?? ''
  for (let date = days[0]?.date ?? ''; date <= last; date = addDays(date, 1))
    all.push({ date, value: values.get(date) ?? null })
  return all
}
