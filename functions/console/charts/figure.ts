import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'

/** A drawing at one width of the page: the stylesheet shows the one that fits, so that letters keep their size. */
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
  /** What the drawing shows, for whoever cannot see it. */
  summary: string
  sizes: readonly Size[]
  draw: (size: Size) => Markup
  legend?: readonly (readonly [className: string, text: string])[]
  table: Markup
}

/** A chart, its key, and the same numbers as a table. */
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

/** Where a drawing has less than there is, how much. */
export function drawnNote(drawn: number, total: number, of: string, listed = total): Markup | string {
  if (drawn === total) return ''
  const table = listed === total ? 'The table shows all.' : `The table shows ${listed}.`
  return html`<p class="note">The chart shows ${drawn} of ${total} ${of}. ${table}</p>`
}
