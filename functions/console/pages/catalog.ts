import { html } from 'hono/html'
import type { z } from 'zod'
import type { imports } from '../../../shared/operations/console/imports.ts'
import type { products } from '../../../shared/operations/storefront/products.ts'
import type { trust } from '../../../shared/operations/storefront/trust.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'
import { count, words } from '../parts/format.ts'
import { importsTable } from './imports.ts'
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
        <h1>Catalogue and trust</h1>
        <p class="quiet">
          ${isEmpty ? 'What agents see of the shop.' : `${count(shop.meta.total)} products${q ? ' found' : ''}, as agents see them.`}
        </p>
      </div>
      <form class="line-form" role="search" method="get" action="${pageContext.path}">
        <label
          ><span class="unseen">Search the shop</span
          ><input type="search" name="q" value="${q}" maxlength="500" placeholder="tents under 300"
        /></label>
        <button class="secondary slim">Search</button>
      </form>
    </header>
    ${
      isEmpty
        ? importState(
            null,
            'No product has come in yet. Import the feed that you give to Google, Shopify or OpenAI:',
            pageContext,
            'products feed.xml',
          )
        : shop.products.length === 0
          ? emptyState(null, 'Nothing matches. Try fewer words, or another name for it.')
          : html`${productList(shop)} ${pager(pageContext.path, shop.meta.page, pages, { q: q || null })}`
    }
    ${trustSection(trust)}
    <h2>What came in for the shop</h2>
    ${
      imports.data.length === 0
        ? html`<p class="quiet">No file of products, reviews or signals yet.</p>`
        : html`${importsTable(pageContext, imports)}
          ${
            imports.data.length === imports.total
              ? ''
              : html`<p class="note">
                  These are the latest ${imports.data.length} of ${count(imports.total)}.
                  <a href="/console/brands/${pageContext.brand?.id}/imports">All that came in</a>
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
