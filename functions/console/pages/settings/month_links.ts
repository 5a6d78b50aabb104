import { html } from 'hono/html'
import { monthText } from '../../../../shared/operations/analytics/targets.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import { address } from '../../parts/choices.ts'

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Formats 2026-11 as November 2026. */
export function monthName(month: string): string {
  return monthFormat.format(new Date(`${month}-01T00:00:00Z`))
}

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
      ? html`<a href="${address(path, { month: to })}" rel="${rel}">${monthName(to)}</a>`
      : ''
  }
  return html`<nav class="pager" aria-label="Month">
    ${link(-1, 'prev')} <strong>${monthName(month)}</strong> ${link(1, 'next')}
  </nav>`
}
