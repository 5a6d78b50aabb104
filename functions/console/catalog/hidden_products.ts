import { html } from 'hono/html'
import type { z } from 'zod'
import type { Markup } from '../../../shared/pages/document.ts'
import { hideProduct } from '../../../shared/operations/storefront/hide_product.ts'
import type { hiddenProducts } from '../../../shared/operations/storefront/hidden_products.ts'
import { restoreProduct } from '../../../shared/operations/storefront/restore_product.ts'
import type { PageContext } from '../page_context.ts'
import { choices } from '../parts/choices.ts'
import { count, instant } from '../parts/format.ts'
import { confirmedForm, mayDo, ownForm } from '../parts/forms.ts'
import { beyondEnd, emptyState, pager } from '../parts/notices.ts'

type Hidden = z.output<(typeof hiddenProducts)['output']>
export type HiddenProduct = Hidden['products'][number]

/** The form that hides a product, for those who may. It says what happens before it is sent. */
export function hideForm(pageContext: PageContext, id: string, title: string): Markup | string {
  if (!mayDo(pageContext, hideProduct)) return ''
  const form = confirmedForm({
    pageContext,
    action: productPath(pageContext.brand?.id, id),
    summary: 'Hide',
    about: title,
    question:
      'Agents no longer find this product in searches, lists, feeds and checkouts, and it cannot be ordered. ' +
      'Open negotiations about it end with their next offer. An import updates it and does not show it again: only Restore does.',
    choice: { name: 'action', value: 'hide' },
    verb: 'Hide product',
  })
  return html`<h2>Visibility</h2>
    ${form}`
}

/** Says that a product is hidden, since when and by whom, with the way back. */
export function hiddenNotice(pageContext: PageContext, hidden: HiddenProduct): Markup {
  return html`
    <div class="notice banner" role="status">
      <p>
        Hidden from agents since ${instant(hidden.hidden_at, pageContext.brand?.timezone)} by ${hider(hidden)}. For
        them, it does not exist. Imports update it and do not show it.
      </p>
      ${
        hidden.is_restorable
          ? ''
          : html`<p>
              The newest complete file, or the connected shop, no longer has this product. After Restore, the next
              import that has it shows it.
            </p>`
      }
      ${restoreForm(pageContext, hidden)}
    </div>
  `
}

/** Links to the products that agents see and to those that are hidden. */
export function visibilityChoices(path: string, isHidden: boolean, total: number, q: string): Markup | string {
  if (total === 0 && !isHidden) return ''
  const found = { q: q || null }
  const links = choices('Filter by visibility', path, isHidden, [
    { value: false, text: 'Shown to agents', query: found },
    { value: true, text: `Hidden (${count(total)})`, query: { ...found, show: 'hidden' } },
  ])
  return html`<div class="toolbar">${links}</div>`
}

export function hiddenList(
  pageContext: PageContext,
  { products, total, page }: Hidden,
  { q, productsAPage }: { q: string; productsAPage: number },
): Markup {
  const { path, brand } = pageContext
  const pages = Math.max(1, Math.ceil(total / productsAPage))
  const query = { q: q || null, show: 'hidden' }
  if (products.length === 0) {
    const none = q ? 'No hidden product has these words in its title or id.' : 'No products are hidden.'
    return beyondEnd(path, page, pages, query) ?? emptyState(null, none)
  }
  return html`
    <div class="scroll" role="region" tabindex="0" aria-label="Hidden products">
      <table class="performance stacked">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Hidden</th>
            <th scope="col">By</th>
            <th scope="col">Restore shows it</th>
            <td></td>
          </tr>
        </thead>
        <tbody>
          ${products.map(
            (hidden) =>
              html`<tr>
                <th scope="row">
                  <a href="${productPath(brand?.id, hidden.product_id)}"><bdi>${hidden.title}</bdi></a>
                  <span class="quiet">${hidden.product_id}</span>
                </th>
                <td class="whole" data-label="Hidden">${instant(hidden.hidden_at, brand?.timezone)}</td>
                <td class="whole" data-label="By">${hider(hidden)}</td>
                <td data-label="Restore shows it">${hidden.is_restorable ? 'yes' : 'no'}</td>
                <td>${restoreForm(pageContext, hidden)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${pager(path, page, pages, query)}
  `
}

function restoreForm(pageContext: PageContext, { product_id, title }: HiddenProduct): Markup | string {
  if (!mayDo(pageContext, restoreProduct)) return ''
  return html`<form method="post" action="${productPath(pageContext.brand?.id, product_id)}">
    ${ownForm(pageContext)}
    <input type="hidden" name="action" value="restore" />
    <button class="secondary slim" aria-label="Restore ${title}">Restore</button>
  </form>`
}

function hider({ hidden_by }: HiddenProduct): Markup | string {
  return hidden_by === null ? 'a deleted user' : html`<bdi>${hidden_by}</bdi>`
}

/** Returns the path of the page of a product, whose id can have any characters. */
export function productPath(brandId: string | undefined, id: string): string {
  return `/console/brands/${brandId}/catalog/${encodeURIComponent(id)}`
}
