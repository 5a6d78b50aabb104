import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'

const shownMax = 99

/** The number of what waits for a person of the shop on the pages of a section. Empty if nothing waits. */
export function waitingCount({ brand }: PageContext, section: string): Markup | string {
  const { offers = 0, orders = 0, disputes = 0 } = brand?.waiting ?? {}
  const count = { '/negotiations': offers, '/orders': orders + disputes }[section] ?? 0
  if (count === 0) return ''
  return html` <span class="waiting"
    >${count > shownMax ? `${shownMax}+` : count}<span class="unseen"> waiting</span></span
  >`
}

/** The position keeps the unseen word inside of the menu, which scrolls in a narrow window. */
export const waitingStyle = `
.waiting { position: relative; margin-left: 0.25rem; padding: 0 0.375rem; border-radius: 1rem; background: var(--accent-soft); color: var(--accent); font-size: var(--type-small); font-weight: 600; }
`
