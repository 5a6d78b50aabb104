import { html } from 'hono/html'
import type { Markup } from '../../../../shared/pages/document.ts'
import type { PageContext } from '../../page_context.ts'

const pages = [
  ['/brand', 'Brand'],
  ['/storefront', 'Storefront'],
  ['/fulfillment', 'Shipping and payment'],
  ['/attribution', 'Attribution'],
  ['/targets', 'Targets and budgets'],
  ['/pricing', 'Pricing policy'],
  ['/notifications', 'Notifications'],
] as const

/** The heading of a page of settings, with links to the others. */
export function settingsHeading({ brand, path }: PageContext, purpose: string): Markup {
  const root = `/console/brands/${brand?.id}/settings`
  return html`
    <header class="heading">
      <div>
        <h1>Settings</h1>
        <p class="quiet">${purpose}</p>
      </div>
      <nav class="ranges" aria-label="Settings">
        ${pages.map(
          ([end, text]) =>
            html`<a href="${root}${end}" ${`${path}/`.startsWith(`${root}${end}/`) ? html`aria-current="page"` : ''}
              >${text}</a
            >`,
        )}
      </nav>
    </header>
  `
}
