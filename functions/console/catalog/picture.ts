import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'

/**
 * The picture of a product, if this installation has it: pages load nothing from other sites. Otherwise its initial, with a link to the
 * picture at the shop.
 */
export function picture(title: string, images: readonly string[], publicBaseUrl: string): Markup {
  const own = images.find((address) => address.startsWith(`${publicBaseUrl}/`))?.slice(publicBaseUrl.length)
  if (own) return html`<img class="thumb" src="${own}" alt="${title}" loading="lazy" width="48" height="48" />`
  const initial = html`<span aria-hidden="true">${/[\p{L}\p{N}]/u.exec(title)?.[0]?.toUpperCase() ?? '?'}</span>`
  const remote = images.find((address) => address.startsWith('https:'))
  return remote
    ? html`<a class="thumb none" href="${remote}" rel="noreferrer noopener" target="_blank"
        >${initial}<span class="unseen">Picture of ${title} at the shop</span></a
      >`
    : html`<span class="thumb none">${initial}</span>`
}
