import { html } from 'hono/html'
import { monthText } from '../../../../shared/operations/analytics/targets.ts'
import { formatMonth } from '../../../../shared/pages/day.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import { address } from '../../parts/choices.ts'

/** Returns a month before or after another one, as YYYY-MM. */
function monthAt(month: string, offset: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + offset, 1)).toISOString().slice(0, 7)
}

/** Links to the months before and after, if they can have targets. */
export function monthLinks(path: string, month: string): Markup {
  const link = (offset: number, rel: string) => {
    const to = monthAt(month, offset)
    return monthText.safeParse(to).success
      ? html`<a href="${address(path, { month: to })}" rel="${rel}">${formatMonth(to)}</a>`
      : ''
  }
  return html`<nav class="pager" aria-label="Month">
    ${link(-1, 'prev')} <strong>${formatMonth(month)}</strong> ${link(1, 'next')}
  </nav>`
}
