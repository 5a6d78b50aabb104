import { scaleLinear } from 'd3-scale'
import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'

export interface BarRow {
  label: string
  bars: { className: string; value: number | null; label: string; title: string }[]
  /** The target of the row, drawn as a line across its bars. */
  goal?: number | null
}

const barHeight = 13
const labelHeight = 19
const rowGap = 13
/** The longest bar in percent of the width. Its number follows it, and needs 60 of 330 pixels. */
const lengthMax = 80
/** The letters that fit into 330 pixels. */
const lettersMax = 44

export function barsHeight(rows: readonly BarRow[]): number {
  return Math.max(
    20,
    rows.reduce((height, row) => height + rowHeight(row), 0),
  )
}

/**
 * Draws rows of bars. Names are above the bars, so that long names do not reduce the width. An unknown value has no bar. The exact
 * value replaces the name of the row while the pointer is on the bar.
 */
export function drawBars(rows: readonly BarRow[]): Markup {
  const known = rows
    .flatMap(({ bars, goal }) => [...bars.map(({ value }) => value), goal ?? null])
    .filter((value) => value !== null)
  const x = scaleLinear([Math.min(0, ...known), Math.max(1e-9, ...known)], [0, lengthMax])
  let top = 0
  return html`${rows.map((row) => {
    const begin = top
    top += rowHeight(row)
    const goal = typeof row.goal === 'number' ? x(row.goal) : null
    return html`
      <text class="label" y="${begin + 12}">${fitted(row.label)}</text>
      ${
        goal === null
          ? ''
          : html`<line
              class="goal"
              x1="${goal.toFixed(1)}%"
              x2="${goal.toFixed(1)}%"
              y1="${begin + labelHeight - 1}"
              y2="${begin + labelHeight + row.bars.length * (barHeight + 2) + 1}"
            />`
      }
      ${row.bars.map(({ className, value, label, title }, index) => {
        const y = begin + labelHeight + index * (barHeight + 2)
        const from = x(Math.min(0, value ?? 0))
        const length = Math.max(value ? 0.3 : 0, x(Math.max(0, value ?? 0)) - from)
        const text = `${title}, ${row.label}`
        return html`<g class="point"
          ><rect
            class="${className}"
            ${from === 0 ? '' : html`x="${from.toFixed(1)}%"`}
            y="${y}"
            width="${length.toFixed(1)}%"
            height="${barHeight}"
            rx="2"
          /><text class="tick" x="${numberAt(from + length, goal).toFixed(1)}%" dx="6" y="${y + 10.5}">${label}</text
          ><text class="value" ${fitted(text) === text ? '' : html`aria-label="${text}"`} y="${begin + 12}"
            >${fitted(text)}</text
          ></g
        >`
      })}
    `
  })}`
}

/** Returns the start of the number after the end of a bar, or after the goal line if the line would cross the number. */
function numberAt(end: number, goal: number | null): number {
  return goal !== null && goal > end - 0.6 && goal < end + 100 - lengthMax ? Math.max(goal, end) : end
}

/** Shortens a name to the narrowest width. The table has the full name. */
function fitted(label: string): string {
  const letters = [...label]
  return letters.length > lettersMax ? `${letters.slice(0, lettersMax - 1).join('')}…` : label
}

function rowHeight({ bars }: BarRow): number {
  return labelHeight + bars.length * (barHeight + 2) + rowGap
}
