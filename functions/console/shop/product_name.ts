import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'

/** The title of a product with its id, which leads to its page. Variants of one product can have one title. A bundle has no page. */
export function productName(
  { brand }: PageContext,
  { title, product_id: id }: { title: string; product_id: string | null },
): Markup {
  if (id === null) return html`<bdi>${title}</bdi>`
  const link = `/console/brands/${brand?.id}/catalog/${encodeURIComponent(id)}`
  return html`<a href="${link}"><bdi>${title}</bdi></a> <code>${id}</code>`
}
