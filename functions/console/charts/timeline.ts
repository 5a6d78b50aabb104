import { scaleLinear, scaleUtc } from 'd3-scale'
import type { ScaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import { day, dayOfYear } from '../parts/format.ts'

export interface Point {
  date: string
  value: number | null
}

export interface Expected extends Point {
  low: number | null
  high: number | null
  lowest: number | null
  highest: number | null
  /** The holiday or promotion that changes the forecast of the day. */
  event?: string | null
}

/** An anomaly at its worst day. */
export interface Mark {
  date: string
  text: string
  /** Its first and last drawn day or week. */
  from: string
  to: string
}

/** A day of an earlier period, at the day that it is compared with. */
export interface Earlier extends Point {
  /** The day itself. */
  on: string
}

export interface Timeline {
  /** Reported days only. The line breaks at missing days. */
  points: readonly Point[]
  expected: readonly Expected[]
  marks: readonly Mark[]
  /** The earlier period that is compared. */
  earlier?: readonly Earlier[]
  /** Whether a point is a day or a week. */
  granularity: 'day' | 'week'
  height: number
  formatShort: (value: number) => string
  format: (value: number | null) => string
}

/** The width of a drawing in its own units. It is stretched to the width of the page. */
const width = 1000
const margin = { top: 22, bottom: 24 }
const millisecondsOfDay = 86_400_000
/** The least distance of two labels of days in percent: a full date in 250 pixels. */
const labelDistance = 36

/**
 * Draws reported days as a line, isolated days as dots, the forecast as a dashed line with two bands, and anomalies as
 * triangles. Lines are stretched to the width of the page; positions of texts are percentages, so that texts are not. The value
 * of a day is shown by an invisible column.
 */
export function drawTimeline(timeline: Timeline): Markup {
  const { points, expected, marks, earlier = [], height } = timeline
  const days = withGaps(points, timeline.granularity)
  const { span, place, y } = axes(timeline)
  const path = line<Point>(
    (point) => rounded(place(point.date) * 10),
    (point) => rounded(y(point.value ?? 0)),
  ).defined(isKnown)
  const band = (low: (point: Expected) => number | null, high: (point: Expected) => number | null) =>
    area<Expected>()
      .x((point) => rounded(place(point.date) * 10))
      .y0((point) => rounded(y(low(point) ?? 0)))
      .y1((point) => rounded(y(high(point) ?? 0)))
      .defined((point) => low(point) !== null && high(point) !== null)(expected as Expected[]) ?? ''
  const last = points.findLast(isKnown)
  const foreseen = last ? [last, ...expected] : expected
  return html`
    ${y.ticks(4).map((tick) => html`<line class="rule" x2="100%" y1="${rounded(y(tick))}" y2="${rounded(y(tick))}" />`)}
    <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" width="100%" height="${height}">
      ${
        expected.length === 0
          ? ''
          : html`<path
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
              <path class="foreseen" d="${path(foreseen as Point[]) ?? ''}" />`
      }
      ${earlier.length === 0 ? '' : html`<path class="earlier" d="${path(withGaps(earlier, timeline.granularity) as Point[]) ?? ''}" />`}
      <path class="line" d="${path(days as Point[]) ?? ''}" />
    </svg>
    ${days
      .filter((point, index) => isKnown(point) && !isReported(days[index - 1]) && !isReported(days[index + 1]))
      .map(
        ({ date, value }) =>
          html`<circle class="alone" cx="${rounded(place(date))}%" cy="${rounded(y(value ?? 0))}" r="3" />`,
      )}
    ${labels(span, y, timeline)} ${columns(timeline, span, place)}
    ${marks.map((mark) => drawMark(mark, points, place, y))} ${marks.map((mark) => drawDays(mark, place, y))}
    ${firstDaysOf(expected).map((peak) => drawEvent(peak, place, y))}
  `
}

/** The first and the last drawn day. */
type Span = readonly [first: number, last: number]

/** Returns the place of a day in percent of the width. */
type Place = (date: string) => number

function axes({ points, expected, earlier = [], height }: Timeline): {
  span: Span
  place: Place
  y: ScaleLinear<number, number>
} {
  const dates = [...points, ...earlier, ...expected].map(({ date }) => at(date))
  const [first, last] = [Math.min(...dates), Math.max(...dates)]
  const values = [
    ...points.map(({ value }) => value),
    ...earlier.map(({ value }) => value),
    ...expected.flatMap(({ lowest, value, highest }) => [lowest, value, highest]),
  ].filter((value) => value !== null)
  const [bottom, top] = [Math.min(0, ...values), Math.max(0, ...values)]
  return {
    span: [first, last],
    // One day is in the middle.
    place: (date) => (first === last ? 50 : ((at(date) - first) / (last - first)) * 100),
    y: scaleLinear([bottom, bottom === top ? 1 : top], [height - margin.bottom, margin.top]).nice(4),
  }
}

/** The labels of values are left of the drawing, in its padding. */
function labels(span: Span, y: ScaleLinear<number, number>, { height, formatShort }: Timeline): Markup {
  return html`
    ${y.ticks(4).map((tick) => html`<text class="tick" x="-8" y="${rounded(y(tick) + 4)}" text-anchor="end">${formatShort(tick)}</text>`)}
    ${daysNamed(span).map(
      ({ left, anchor, text }) =>
        html`<text class="tick" x="${rounded(left)}%" y="${height - 6}" text-anchor="${anchor}">${text}</text>`,
    )}
  `
}

/** A column for each day. The value is shown above it while the pointer or a finger is on the column. */
function columns(timeline: Timeline, [first, last]: Span, place: Place): Markup[] {
  const { points, expected, marks, earlier = [], granularity, format } = timeline
  const count = Math.max(1, (last - first) / stepOf(granularity))
  const width = (100 / count).toFixed(2)
  const column = (date: string, line: string, others: readonly string[]) => {
    const middle = place(date)
    const left = Math.max(0, middle - 50 / count).toFixed(2)
    const x = rounded(middle)
    const below = others.map((text) => html` <tspan x="${x}%" dy="14">${text}</tspan>`)
    return html`<g class="point"
      ><rect class="column" x="${left}%" width="${width}%" /><text class="value ${shiftOf(middle)}" x="${x}%" y="12"
        >${line}${below}</text
      ></g
    >`
  }
  return [
    ...points.map(({ date, value }) => {
      const then = earlier.filter((each) => each.date === date).map((each) => `${day(each.on)}: ${format(each.value)}`)
      const now = `${day(date)}: ${format(value)}${marked(date, marks)}`
      return column(date, then.length > 0 ? `${now},` : now, then)
    }),
    ...expected.map(({ date, value, low, high, event }) =>
      column(date, `${day(date)}: forecast ${format(value)},`, [
        ...(event ? [event] : []),
        `80% between ${format(low)} and ${format(high)}`,
      ]),
    ),
  ]
}

/**
 * Returns the class that moves a text to the left by tenths of its own width, about as many as its place has tenths of the
 * drawing. A text of up to five sixths of the drawing is so within it at every place.
 */
function shiftOf(place: number): string {
  const tenths = place / 10
  return `left${place < 50 ? Math.floor(tenths) : Math.ceil(tenths)}`
}

/** The number of anomalies of a day or week. The table names them. */
function marked(date: string, marks: readonly Mark[]): string {
  const found = marks.filter((mark) => isOn(mark, date)).length
  return found === 0 ? '' : found === 1 ? ', 1 anomaly' : `, ${found} anomalies`
}

/** Returns the labeled days: the first and the last in full, and the ticks between them that do not overlap. */
function daysNamed([first, last]: Span) {
  const end = { left: 100, anchor: 'end', text: day(isoDay(last)) }
  if (first === last) return [end]
  const x = scaleUtc([first, last], [0, 100])
  const between = x
    .ticks(3)
    .filter((tick) => tick.getTime() % millisecondsOfDay === 0)
    .map((tick) => ({ left: x(tick), anchor: 'middle', text: dayOfYear(tick) }))
    .filter(({ left }) => left > labelDistance && left < 100 - labelDistance)
  return [{ left: 0, anchor: 'start', text: day(isoDay(first)) }, ...between.slice(0, 1), end]
}

/** Whether a day or week is one of an anomaly. */
export function isOn({ from, to }: Mark, date: string): boolean {
  return from <= date && date <= to
}

/** The days of an anomaly of several days, as a line on the axis. */
function drawDays({ from, to, text }: Mark, place: Place, y: ScaleLinear<number, number>) {
  if (from === to) return ''
  const [x1, x2, axis] = [rounded(place(from)), rounded(place(to)), rounded(y.range()[0] ?? 0)]
  return html`<line class="mark-days" x1="${x1}%" x2="${x2}%" y1="${axis}" y2="${axis}"><title>${text}</title></line>`
}

function drawMark({ date, text }: Mark, points: readonly Point[], place: Place, y: ScaleLinear<number, number>) {
  const value = points.find((point) => point.date === date)?.value
  if (typeof value !== 'number') return ''
  return html`<svg class="place" x="${rounded(place(date))}%" y="${rounded(y(value)) - 5}">
    <path class="mark" d="M0,0l5,-9h-10z"><title>${day(date)}: ${text}</title></path>
  </svg>`
}

/** The first day of each event. Consecutive days of one event have one mark. */
function firstDaysOf(expected: readonly Expected[]): Expected[] {
  return expected.filter(({ event }, index) => event && expected[index - 1]?.event !== event)
}

function drawEvent({ date, value, event }: Expected, place: Place, y: ScaleLinear<number, number>) {
  if (value === null) return ''
  return html`<svg class="place" x="${rounded(place(date))}%" y="${rounded(y(value)) - 5}">
    <path class="event" d="M0,0l4,-4l-4,-4l-4,4z"><title>${day(date)}: ${event}</title></path>
  </svg>`
}

function stepOf(granularity: Timeline['granularity']): number {
  return granularity === 'week' ? 7 * millisecondsOfDay : millisecondsOfDay
}

/** Returns every day or week from the first to the last, so that one without a report is a gap in the line. */
function withGaps(points: readonly Point[], granularity: Timeline['granularity']): readonly Point[] {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return []
  const [begin, end, step] = [at(first.date), at(last.date), stepOf(granularity)]
  if ((end - begin) / step === points.length - 1) return points
  const known = new Map(points.map(({ date, value }) => [date, value]))
  const days: Point[] = []
  for (let time = begin; time <= end; time += step) {
    const date = isoDay(time)
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

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

function at(date: string): number {
  return Date.parse(date)
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
