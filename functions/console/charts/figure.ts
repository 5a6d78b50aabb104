import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'

/** The size of a drawing. The stylesheet shows the drawing that fits the page, so that text keeps its size. */
export interface Size {
  name: 'small' | 'middle' | 'large'
  width: number
  height: number
}

export const small: Size = { name: 'small', width: 330, height: 190 }
export const middle: Size = { name: 'middle', width: 470, height: 200 }
export const large: Size = { name: 'large', width: 1000, height: 260 }

export interface Figure {
  title: string
  /** The text alternative of the drawing. */
  summary: string
  sizes: readonly Size[]
  draw: (size: Size) => Markup
  legend?: readonly (readonly [className: string, text: string])[]
  table: Markup
}

/** A chart with its legend and its numbers as a table. */
export function figure({ title, summary, sizes, draw, legend = [], table }: Figure): Markup {
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
      ${sizes.map(
        (size) =>
          html`<svg
            class="drawing ${size.name}"
            viewBox="0 0 ${size.width} ${size.height}"
            role="img"
            aria-label="${summary}"
          >
            ${draw(size)}
          </svg>`,
      )}
      <details class="numbers">
        <summary>Show table<span class="unseen">: ${title}</span></summary>
        <div class="scroll" role="region" tabindex="0" aria-label="${title}: table">${table}</div>
      </details>
    </figure>
  `
}

/** A note about how many entries are drawn, if not all are. */
export function drawnNote(drawn: number, total: number, of: string, listed = total): Markup | string {
  if (drawn === total) return ''
  const table = listed === total ? 'The table shows all.' : `The table shows ${listed}.`
  return html`<p class="note">The chart shows ${drawn} of ${total} ${of}. ${table}</p>`
}
