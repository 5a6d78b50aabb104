import { scaleLinear, scaleUtc } from 'd3-scale'
import type { ScaleLinear, ScaleTime } from 'd3-scale'
import { area, line } from 'd3-shape'
import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import { day, dayOfYear } from '../parts/format.ts'
import type { Size } from './figure.ts'

export interface Point {
  date: string
  value: number | null
}

export interface Expected extends Point {
  low: number | null
  high: number | null
  lowest: number | null
  highest: number | null
}

export interface Mark {
  date: string
  text: string
}

export interface Timeline {
  /** Reported days only. The line breaks at missing days. */
  points: readonly Point[]
  expected: readonly Expected[]
  marks: readonly Mark[]
  formatShort: (value: number) => string
}

const margin = { top: 14, right: 12, bottom: 24, left: 46 }
const millisecondsOfDay = 86_400_000
/** The width of a full date label, half of its neighbor and a gap, in pixels. */
const nameWidth = 96

/** Draws reported days as a line, isolated days as dots, the forecast as a dashed line with two bands, and anomalies as triangles. */
export function drawTimeline(timeline: Timeline, size: Size): Markup {
  const { points, expected, marks, formatShort } = timeline
  const days = withGaps(points)
  const { x, y } = axes(timeline, size)
  const path = line<Point>(
    (point) => x(at(point.date)),
    (point) => y(point.value ?? 0),
  ).defined(isKnown)
  const band = (low: (point: Expected) => number | null, high: (point: Expected) => number | null) =>
    area<Expected>()
      .x((point) => x(at(point.date)))
      .y0((point) => y(low(point) ?? 0))
      .y1((point) => y(high(point) ?? 0))
      .defined((point) => low(point) !== null && high(point) !== null)(expected as Expected[]) ?? ''
  const last = points.findLast(isKnown)
  const foreseen = last ? [last, ...expected] : expected
  return html`
    ${grid(x, y, size, formatShort)}
    <path
      class="band95"
      d="${band(
        (point) => point.lowest,
        (point) => point.highest,
      )}"
    />
    <path
      class="band80"
      d="${band(
        (point) => point.low,
        (point) => point.high,
      )}"
    />
    ${expected.length > 0 ? html`<path class="foreseen" d="${path(foreseen as Point[]) ?? ''}" />` : ''}
    <path class="line" d="${path(days) ?? ''}" />
    ${days
      .filter((point, index) => isKnown(point) && !isReported(days[index - 1]) && !isReported(days[index + 1]))
      .map(
        ({ date, value }) =>
          html`<circle class="alone" cx="${rounded(x(at(date)))}" cy="${rounded(y(value ?? 0))}" r="2" />`,
      )}
    ${marks.map((mark) => drawMark(mark, points, x, y))}
  `
}

function axes({ points, expected }: Timeline, { width, height }: Size) {
  const dates = [...points, ...expected].map(({ date }) => at(date).getTime())
  const values = [...points.map(({ value }) => value), ...expected.map(({ highest, value }) => highest ?? value)]
  const top = Math.max(0, ...values.filter((value) => value !== null))
  return {
    x: scaleUtc([Math.min(...dates), Math.max(...dates)], [margin.left, width - margin.right]),
    y: scaleLinear([0, top || 1], [height - margin.bottom, margin.top]).nice(4),
  }
}

function grid(
  x: ScaleTime<number, number>,
  y: ScaleLinear<number, number>,
  { width, height }: Size,
  formatShort: (value: number) => string,
): Markup {
  return html`
    ${y
      .ticks(4)
      .map(
        (tick) =>
          html`<line class="rule" x1="${margin.left}" x2="${width - margin.right}" y1="${y(tick)}" y2="${y(tick)}" />
            <text class="tick" x="${margin.left - 7}" y="${y(tick) + 3.5}" text-anchor="end"
              >${formatShort(tick)}</text
            >`,
      )}
    ${daysNamed(x, width).map(
      ({ left, anchor, text }) =>
        html`<text class="tick" x="${rounded(left)}" y="${height - 6}" text-anchor="${anchor}">${text}</text>`,
    )}
  `
}

/** Returns the labeled days: the first and the last in full, and the ticks between them that do not overlap. */
function daysNamed(x: ScaleTime<number, number>, width: number) {
  const [first, last] = x.domain() as [Date, Date]
  const [left, right] = [x(first), x(last)]
  const between = x
    .ticks(Math.floor(width / 130))
    .filter((tick) => tick.getTime() % millisecondsOfDay === 0)
    .filter((tick) => x(tick) - left > nameWidth && right - x(tick) > nameWidth)
    .map((tick) => ({ left: x(tick), anchor: 'middle', text: dayOfYear(tick) }))
  const end = { left: right, anchor: 'end', text: day(isoDay(last)) }
  if (first.getTime() === last.getTime()) return [end]
  return [{ left, anchor: 'start', text: day(isoDay(first)) }, ...between, end]
}

function drawMark(
  { date, text }: Mark,
  points: readonly Point[],
  x: ScaleTime<number, number>,
  y: ScaleLinear<number, number>,
) {
  const value = points.find((point) => point.date === date)?.value
  if (typeof value !== 'number') return ''
  const [left, top] = [rounded(x(at(date))), rounded(y(value))]
  return html`<path class="mark" d="M${left},${top - 5}l5,-9h-10z"><title>${day(date)}: ${text}</title></path>`
}

/** Returns every day from the first to the last, so that a day without a report is a gap in the line. */
function withGaps(points: readonly Point[]): Point[] {
  const known = new Map(points.map(({ date, value }) => [date, value]))
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return []
  const days: Point[] = []
  for (let time = at(first.date).getTime(); time <= at(last.date).getTime(); time += millisecondsOfDay) {
    const date = isoDay(new Date(time))
    days.push({ date, value: known.get(date) ?? null })
  }
  return days
}

function isKnown({ value }: Point): boolean {
  return value !== null
}

function isReported(point: Point | undefined): boolean {
  return point !== undefined && isKnown(point)
}

function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}

function at(date: string): Date {
  return new Date(`${date}T00:00:00Z`)
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
