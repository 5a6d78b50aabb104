import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import { keyboardScript } from './keyboard_script.ts'

export interface Figure {
  title: string
  /** The text alternative of the drawing. */
  summary: string
  /** The height of the drawing in pixels. Its width is that of the page, so its horizontal positions are percentages. */
  height: number
  drawing: Markup
  legend?: readonly (readonly [className: string, text: string])[]
  /** Absent if the page has the numbers as a table anyway. */
  table?: Markup
}

/** A chart with its legend and its numbers as a table. The page of it must be sent with `hasScript`. */
export function figure({ title, summary, height, drawing, legend = [], table }: Figure): Markup {
  return html`
    <figure class="chart">
      <figcaption>
        <h2>${title}</h2>
        ${
          legend.length > 0
            ? html`<ul class="legend">
                ${legend.map(([className, text]) => html`<li><span class="${className}"></span>${text}</li>`)}
              </ul>`
            : ''
        }
      </figcaption>
      <div class="plot">
        <svg class="drawing" height="${height}" role="img" aria-label="${summary}">${drawing}</svg>
      </div>
      ${
        table
          ? html`<details class="numbers">
              <summary>Show table<span class="unseen">: ${title}</span></summary>
              <div class="scroll" role="region" tabindex="0" aria-label="${title}: table">${table}</div>
            </details>`
          : ''
      }
    </figure>
    ${keyboardScript('/console')}
  `
}

/** A note about how many entries are drawn, if not all are. */
export function drawnNote(drawn: number, total: number, of: string, listed = total): Markup | string {
  if (drawn === total) return ''
  const table = listed === total ? 'The table shows all.' : `The table shows ${listed}.`
  return html`<p class="note">The chart shows ${drawn} of ${total} ${of}. ${table}</p>`
}
