import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'

export interface MenuItem {
  text: string
  link: string
  isCurrent: boolean
  note?: string
}

export interface Menu {
  /** Unique on the page. */
  name: string
  /** The current choice, which the button shows. */
  current: string
  /** Shown above the links. */
  note?: string
  items?: readonly MenuItem[]
  /** Further content, such as a form. */
  end?: Markup
}

/**
 * A button with a menu of links. The menu is a popover: without a script, it closes on Escape, which returns the focus
 * to the button, and on a click outside.
 */
export function menu({ name, current, note, items = [], end }: Menu): Markup {
  const id = `menu-${name.toLowerCase().replaceAll(' ', '-')}`
  return html`
    <div class="menu">
      <button type="button" popovertarget="${id}"><span class="unseen">${name}: </span><bdi>${current}</bdi></button>
      <div id="${id}" popover>
        ${note === undefined ? '' : html`<p class="of"><bdi>${note}</bdi></p>`}
        ${
          items.length === 0
            ? ''
            : html`<ul>
                ${items.map(
                  ({ text, link, isCurrent, note }) =>
                    html`<li>
                      <a href="${link}" ${isCurrent ? html`aria-current="true"` : ''}
                        ><bdi>${text}</bdi>${note === undefined ? '' : html` <span class="quiet">${note}</span>`}</a
                      >
                    </li>`,
                )}
              </ul>`
        }
        ${end ?? ''}
      </div>
    </div>
  `
}

/** A browser without anchor positioning shows an open menu in the middle of the window. */
export const menuStyle = `
.menu { font-size: var(--type-small); min-width: 0; }
.menu > button {
  max-width: min(100%, 26rem); padding: 0.375rem 0.75rem; overflow-wrap: anywhere; font-weight: 550; color: inherit; background: var(--card); border: 1px solid var(--line);
  border-radius: 0.5rem; text-align: left;
}
.menu > button::after { content: ' ▾'; color: var(--quiet); }
.menu > button:hover, .menu:has(:popover-open) > button { border-color: var(--quiet); }
.menu > [popover] {
  min-width: 14rem; max-width: min(30rem, calc(100vw - 2rem)); max-height: 70vh; overflow-y: auto; overflow-wrap: anywhere; padding: 0.375rem; color: var(--text);
  background: var(--card); border: 1px solid var(--line); border-radius: 0.5rem; box-shadow: 0 12px 32px rgb(0 0 0 / 14%);
}
.menu .of { margin: 0; padding: 0.375rem 0.5rem; color: var(--quiet); }
@supports (position-area: bottom) {
  .menu > [popover] { inset: auto; margin: 0.25rem 0; position-area: bottom span-right; position-try-fallbacks: flip-block, flip-inline; }
}
.menu ul { margin: 0; padding: 0; list-style: none; }
.menu a {
  display: flex; gap: 1rem; justify-content: space-between; padding: 0.375rem 0.5rem; border-radius: 0.375rem; color: inherit; text-decoration: none;
}
.menu a:hover, .menu a[aria-current] { background: var(--accent-soft); }
.menu form { display: grid; gap: 0.5rem; padding: 0.5rem 0.5rem; }
.menu ul + form { border-top: 1px solid var(--line); margin-top: 0.375rem; }
.menu form label { display: flex; gap: 0.5rem; justify-content: space-between; align-items: center; }
.menu .pick { justify-content: flex-start; }
.menu legend { padding: 0; font-weight: 600; }
.menu input[type="date"] { padding: 0.25rem 0.375rem; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--quiet); border-radius: 0.375rem; }
.menu .note { max-width: 18rem; margin: 0; padding: 0.5rem 0.5rem; border-top: 1px solid var(--line); }
.top .menu > button { padding: 0.25rem 0.5rem; font-size: var(--type-body); font-weight: 600; background: none; border-color: transparent; }
.top .menu > button:hover, .top .menu:has(:popover-open) > button { background: var(--accent-soft); }
.top > .menu:last-child { margin-left: auto; }
.top > .menu:last-child > button { font-size: var(--type-small); font-weight: 500; color: var(--quiet); }
`
