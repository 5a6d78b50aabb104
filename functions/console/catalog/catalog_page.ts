import { html } from 'hono/html'
import type { z } from 'zod'
import type { imports } from '../../../shared/operations/console/imports.ts'
import { startUpload } from '../../../shared/operations/console/start_upload.ts'
import type { feedProblems } from '../../../shared/operations/storefront/feed_problems.ts'
import type { hiddenProducts } from '../../../shared/operations/storefront/hidden_products.ts'
import type { products } from '../../../shared/operations/storefront/products.ts'
import type { trust } from '../../../shared/operations/storefront/trust.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'
import { count, money, words } from '../parts/format.ts'
import { importsTable } from '../pages/imports.ts'
import { beyondEnd, emptyState, importState, notice, pager } from '../parts/notices.ts'
import { hiddenList, visibilityChoices } from './hidden_products.ts'
import { picture } from './picture.ts'
import { feedSection } from './feed_problems.ts'
import { trustSection } from './trust.ts'
import { unpublishedBanner } from './unpublished_banner.ts'
import { mayDo, searchForm } from '../parts/forms.ts'

export interface CatalogPage {
  pageContext: PageContext
  q: string
  shop: z.output<(typeof products)['output']>
  trust: z.output<(typeof trust)['output']>
  imports: z.output<(typeof imports)['output']>
  hidden: z.output<(typeof hiddenProducts)['output']>
  /** Whether the page lists the hidden products instead of those that agents see. */
  showsHidden: boolean
  done: string | undefined
  /** The platform whose feed is checked, all, or null without a check. */
  feed: string | null
  feedProblems: z.output<(typeof feedProblems)['output']> | null
  productsAPage: number
  /** The address of this installation. Pages show pictures of it only. */
  publicBaseUrl: string
}

export function catalogPage(page: CatalogPage): Markup {
  const { pageContext, q, shop, hidden, showsHidden, trust, imports, productsAPage, publicBaseUrl } = page
  const pages = Math.max(1, Math.ceil(shop.meta.total / productsAPage))
  const isEmpty = shop.meta.total === 0 && q === '' && hidden.total === 0
  return html`
    <header class="heading">
      <div>
        <h1>Catalog</h1>
        <p class="quiet">
          ${isEmpty ? 'Products of the storefront, as agents see them.' : `${count(shop.meta.total)} ${shop.meta.total === 1 ? 'product' : 'products'}${q && !showsHidden ? ' found' : ''}, as agents see them.`}
        </p>
      </div>
      ${searchForm({
        action: pageContext.path,
        name: 'q',
        value: q,
        label: 'Search products',
        placeholder: 'tents under 300',
        lengthMax: 500,
        kept: showsHidden ? html`<input type="hidden" name="show" value="hidden" />` : [],
      })}
    </header>
    ${unpublishedBanner(pageContext)}
    ${notice(page.done && 'The product is no longer hidden. The next import that has it shows it.')}
    ${visibilityChoices(pageContext.path, showsHidden, hidden.total, q)}
    ${
      showsHidden
        ? hiddenList(pageContext, hidden, { q, productsAPage })
        : isEmpty
          ? html`<p>No products have been imported.</p>
              ${importState(null, pageContext, 'a product feed in the format of Google, Shopify or OpenAI')}`
          : shop.products.length === 0
            ? (beyondEnd(pageContext.path, shop.meta.page, pages, { q: q || null }) ??
              emptyState(null, 'No products match. Try fewer or other words.'))
            : html`${productList(shop, pageContext.path, publicBaseUrl)}
              ${pager(pageContext.path, shop.meta.page, pages, { q: q || null })}`
    }
    ${isEmpty ? '' : feedSection(pageContext.path, page.feed, page.feedProblems)}
    ${trustSection(trust, `/console/brands/${pageContext.brand?.id}`, pageContext.brand?.timezone)}
    <h2>Imports</h2>
    ${
      mayDo(pageContext, startUpload) && !isEmpty
        ? html`<p>
            <a class="button secondary slim" href="/console/brands/${pageContext.brand?.id}/imports">Upload a file</a>
          </p>`
        : ''
    }
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

function productList({ products }: CatalogPage['shop'], path: string, publicBaseUrl: string): Markup {
  return html`
    <div class="scroll" role="region" tabindex="0" aria-label="Products">
      <table>
        <thead>
          <tr>
            <th scope="col"><span class="unseen">Picture</span></th>
            <th scope="col">Product</th>
            <th scope="col" class="number">Price</th>
            <th scope="col">Stock</th>
            <th scope="col" class="number">Rating</th>
          </tr>
        </thead>
        <tbody>
          ${products.map(
            ({ id, title, price, availability, rating, images }) =>
              html`<tr>
                <td>${picture(title, images, publicBaseUrl)}</td>
                <th scope="row">
                  <a href="${path}/${encodeURIComponent(id)}"><bdi>${title}</bdi></a> <span class="quiet">${id}</span>
                </th>
                <td class="number">${money(price.amount, price)}</td>
                <td class="whole">${words(availability)}</td>
                <td class="number">${rating ? `${rating.score} (${count(rating.count)})` : '–'}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `
}
