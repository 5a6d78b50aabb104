import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'

/** Says on pages of the catalog that agents cannot read it yet. */
export function unpublishedBanner({ brand }: PageContext): Markup | string {
  if (!brand || brand.is_storefront_published) return ''
  return html`
    <div class="notice banner" role="status">
      <p>
        The storefront is not published: agents without a key of the brand get 404.
        <a href="/console/brands/${brand.id}/settings/storefront">See the storefront</a>
      </p>
    </div>
  `
}
