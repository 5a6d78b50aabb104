import { scaleLinear } from 'd3-scale'
import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import type { Size } from './figure.ts'

export interface BarRow {
  label: string
  bars: { className: string; value: number | null; label: string }[]
  /** The target of the row, drawn as a line across its bars. */
  goal?: number | null
}

const barHeight = 13
const labelHeight = 19
const rowGap = 13
/** The width of "$10.1K" in pixels. */
const numberWidth = 52

export function barsHeight(rows: readonly BarRow[]): number {
  return rows.reduce((height, row) => height + rowHeight(row), 0)
}

/** Draws rows of bars. Names are above the bars, so that long names do not reduce the width. An unknown value has no bar. */
export function drawBars(rows: readonly BarRow[], { width }: Size): Markup {
  const known = rows.flatMap(({ bars, goal }) => [...bars.map(({ value }) => value), goal ?? null])
  // The number follows its bar, so the longest bar leaves space for it.
  const x = scaleLinear([0, Math.max(1, ...known.filter((value) => value !== null))], [0, width - numberWidth - 8])
  let top = 0
  return html`${rows.map((row) => {
    const begin = top
    top += rowHeight(row)
    return html`
      <text class="label" x="0" y="${begin + 12}">${fitted(row.label, width)}</text>
      ${
        typeof row.goal !== 'number'
          ? ''
          : html`<line
              class="goal"
              x1="${x(row.goal).toFixed(1)}"
              x2="${x(row.goal).toFixed(1)}"
              y1="${begin + labelHeight - 3}"
              y2="${begin + labelHeight + row.bars.length * (barHeight + 2) + 1}"
            />`
      }
      ${row.bars.map(({ className, value, label }, index) => {
        const y = begin + labelHeight + index * (barHeight + 2)
        const length = Math.max(value ? 1 : 0, x(value ?? 0))
        return html`<rect
            class="${className}"
            x="0"
            y="${y}"
            width="${length.toFixed(1)}"
            height="${barHeight}"
            rx="2"
          />
          <text
            class="tick"
            x="${numberAt(length, typeof row.goal === 'number' ? x(row.goal) : null).toFixed(1)}"
            y="${y + 10.5}"
            >${label}</text
          >`
      })}
    `
  })}`
}

/** Returns the start of the number: after the bar, or after the goal line if the line would cross the number. */
function numberAt(length: number, goal: number | null): number {
  const left = length + 6
  return goal !== null && goal > length - 2 && goal < left + numberWidth ? goal + 6 : left
}

/** Shortens a name to the width. The table has the full name. */
function fitted(label: string, width: number): string {
  const lettersMax = Math.floor(width / 7.5)
  const letters = [...label]
  return letters.length > lettersMax ? `${letters.slice(0, lettersMax - 1).join('')}…` : label
}

function rowHeight({ bars }: BarRow): number {
  return labelHeight + bars.length * (barHeight + 2) + rowGap
}
