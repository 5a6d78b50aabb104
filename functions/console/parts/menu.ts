import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'

export interface MenuItem {
  text: string
  link: string
  isPresent: boolean
}

export interface Menu {
  name: string
  /** The present choice, which the closed menu shows. */
  present: string
  items?: readonly MenuItem[]
  /** Further content, such as a form. */
  end?: Markup
}

/** A menu of links. It is a `<details>` element, so it works without a script. */
export function menu({ name, present, items = [], end }: Menu): Markup {
  return html`
    <details class="menu">
      <summary><span class="unseen">${name}: </span><bdi>${present}</bdi></summary>
      <div>
        ${
          items.length === 0
            ? ''
            : html`<ul>
                ${items.map(
                  ({ text, link, isPresent }) =>
                    html`<li>
                      <a href="${link}" ${isPresent ? html`aria-current="true"` : ''}><bdi>${text}</bdi></a>
                    </li>`,
                )}
              </ul>`
        }
        ${end ?? ''}
      </div>
    </details>
  `
}
