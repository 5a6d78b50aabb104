import { scaleLinear, scaleUtc } from 'd3-scale'
import { line } from 'd3-shape'
import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'

export interface TrendPoint {
  date: string
  value: number | null
}

const [width, height, edge] = [96, 26, 2]

/** Draws a time series without axes. All rows of a table share the days, and each has its own scale from 0. */
export function sparkline(
  points: readonly TrendPoint[],
  days: readonly [from: string, to: string],
  name: string,
): Markup {
  const known = points.filter((point): point is { date: string; value: number } => point.value !== null)
  if (known.length < 2) return html`<span class="quiet">–</span>`
  const values = known.map(({ value }) => value)
  // A week can begin before the first day.
  const x = scaleUtc(
    days.map((date) => new Date(date)),
    [edge, width - edge],
  ).clamp(true)
  const y = scaleLinear([Math.min(0, ...values), Math.max(0, ...values) || 1], [height - edge, edge])
  const path = line<TrendPoint>(
    ({ date }) => Math.round(x(new Date(date)) * 10) / 10,
    ({ value }) => Math.round(y(value ?? 0) * 10) / 10,
  )(known)
  return html`<svg class="sparkline" viewBox="0 0 ${width} ${height}" role="img" aria-label="${name}">
    <path class="line" d="${path ?? ''}" />
  </svg>`
}
