import { html } from 'hono/html'
import type { z } from 'zod'
import type { imports } from '../../../shared/operations/console/imports.ts'
import type { products } from '../../../shared/operations/storefront/products.ts'
import type { trust } from '../../../shared/operations/storefront/trust.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'
import { count, words } from '../parts/format.ts'
import { importsTable } from './imports.ts'
import { address } from '../parts/choices.ts'
import { emptyState, importState, pager } from '../parts/notices.ts'
import { trustSection } from './trust.ts'

export interface CatalogPage {
  pageContext: PageContext
  q: string
  shop: z.output<(typeof products)['output']>
  trust: z.output<(typeof trust)['output']>
  imports: z.output<(typeof imports)['output']>
  productsAPage: number
}

export function catalogPage({ pageContext, q, shop, trust, imports, productsAPage }: CatalogPage): Markup {
  const pages = Math.max(1, Math.ceil(shop.meta.total / productsAPage))
  const isEmpty = shop.meta.total === 0 && q === ''
  return html`
    <header class="heading">
      <div>
        <h1>Catalog</h1>
        <p class="quiet">
          ${isEmpty ? 'Products of the storefront, as agents see them.' : `${count(shop.meta.total)} products${q ? ' found' : ''}, as agents see them.`}
        </p>
      </div>
      <form class="line-form" role="search" method="get" action="${pageContext.path}">
        <label
          ><span class="unseen">Search products</span
          ><input type="search" name="q" value="${q}" maxlength="500" placeholder="tents under 300"
        /></label>
        <button class="secondary slim">Search</button>
      </form>
    </header>
    ${
      isEmpty
        ? html`<p>No products have been imported.</p>
            ${importState(null, pageContext, 'a product feed in the format of Google, Shopify or OpenAI')}`
        : shop.products.length === 0
          ? shop.meta.page > pages
            ? emptyState(
                null,
                html`There is no page ${shop.meta.page} of the catalog.
                  <a href="${address(pageContext.path, { q: q || null })}">First page</a>`,
              )
            : emptyState(null, 'No products match. Try fewer or other words.')
          : html`${productList(shop)} ${pager(pageContext.path, shop.meta.page, pages, { q: q || null })}`
    }
    ${trustSection(trust)}
    <h2>Imports</h2>
    ${
      imports.data.length === 0
        ? html`<p class="quiet">No products, reviews or signals have been imported.</p>`
        : html`${importsTable(pageContext, imports)}
          ${
            imports.data.length === imports.total
              ? ''
              : html`<p class="note">
                  The latest ${imports.data.length} of ${count(imports.total)} imports.
                  <a href="/console/brands/${pageContext.brand?.id}/imports">All imports</a>
                </p>`
          }`
    }
  `
}

function productList({ products }: CatalogPage['shop']): Markup {
  return html`
    <div class="scroll" role="region" tabindex="0" aria-label="Products">
      <table>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col" class="number">Price</th>
            <th scope="col">Stock</th>
            <th scope="col" class="number">Rating</th>
          </tr>
        </thead>
        <tbody>
          ${products.map(
            ({ id, title, price, availability, rating }) =>
              html`<tr>
                <th scope="row"><bdi>${title}</bdi> <span class="quiet">${id}</span></th>
                <td class="number">${price.formatted}</td>
                <td class="whole">${words(availability)}</td>
                <td class="number">${rating ? `${rating.score} (${count(rating.count)})` : '–'}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `
}
