import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'

export interface MenuItem {
  text: string
  link: string
  isCurrent: boolean
}

export interface Menu {
  name: string
  /** The current choice, which the closed menu shows. */
  current: string
  items?: readonly MenuItem[]
  /** Further content, such as a form. */
  end?: Markup
}

/** A menu of links. It is a `<details>` element, so it works without a script. */
export function menu({ name, current, items = [], end }: Menu): Markup {
  return html`
    <details class="menu">
      <summary><span class="unseen">${name}: </span><bdi>${current}</bdi></summary>
      <div>
        ${
          items.length === 0
            ? ''
            : html`<ul>
                ${items.map(
                  ({ text, link, isCurrent }) =>
                    html`<li>
                      <a href="${link}" ${isCurrent ? html`aria-current="true"` : ''}><bdi>${text}</bdi></a>
                    </li>`,
                )}
              </ul>`
        }
        ${end ?? ''}
      </div>
    </details>
  `
}
