import { html } from 'hono/html'
import type { z } from 'zod'
import type { feedProblems } from '../../../shared/operations/storefront/feed_problems.ts'
import type { product } from '../../../shared/operations/storefront/product.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { feedPlatformName } from '../../../shared/sentences/statements/feed_rules.ts'
import type { PageContext } from '../page_context.ts'
import { fact } from '../parts/fact.ts'
import { count, instant, money, words } from '../parts/format.ts'
import { notice } from '../parts/notices.ts'
import { hiddenNotice, hideForm } from './hidden_products.ts'
import type { HiddenProduct } from './hidden_products.ts'
import { picture } from './picture.ts'
import { unpublishedBanner } from './unpublished_banner.ts'

type Product = z.output<(typeof product)['output']>
type FeedProblems = z.output<(typeof feedProblems)['output']>

export interface ProductPage {
  pageContext: PageContext
  product: Product
  feeds: FeedProblems
  /** The address of this installation. Pages show pictures of it only. */
  publicBaseUrl: string
  done: string | undefined
}

export function productPage({ pageContext, product, feeds, publicBaseUrl, done }: ProductPage): Markup {
  const brandId = pageContext.brand?.id ?? ''
  const path = `/api/storefront/${brandId}/products/${encodeURIComponent(product.id)}`
  return html`
    ${heading(pageContext, product)} ${notice(done && 'Agents see this product again.')}
    ${unpublishedBanner(pageContext)}
    <div class="views">
      <section aria-labelledby="people">
        <h2 id="people">For people</h2>
        ${forPeople(product, publicBaseUrl, pageContext)}
      </section>
      <section aria-labelledby="agents">
        <h2 id="agents">For agents</h2>
        <p class="quiet">The response of <code>GET ${path}</code></p>
        <pre class="response" tabindex="0" aria-label="Response of the product">
${JSON.stringify(product, null, 2)}</pre>
      </section>
    </div>
    <h2>Feeds</h2>
    ${feedTable(feeds)} ${hideForm(pageContext, product.id, product.title)}
  `
}

export function hiddenProductPage(pageContext: PageContext, hidden: HiddenProduct): Markup {
  return html`${heading(pageContext, { ...hidden, id: hidden.product_id })}
  ${hidden.price ? html`<p class="price">${money(hidden.price.amount, hidden.price)}</p>` : ''}
  ${hiddenNotice(pageContext, hidden)}`
}

function heading(
  { brand }: PageContext,
  { id, title, updated_at }: Pick<Product, 'id' | 'title' | 'updated_at'>,
): Markup {
  return html`
    <header class="heading">
      <div>
        <p class="quiet"><a href="/console/brands/${brand?.id}/catalog">Catalog</a></p>
        <h1><bdi>${title}</bdi></h1>
        <p class="quiet">${id}, updated ${instant(updated_at, brand?.timezone)}</p>
      </div>
    </header>
  `
}

/** What a person reads in a shop: all values are those of the response beside it. */
function forPeople(product: Product, publicBaseUrl: string, { brand: shop }: PageContext): Markup {
  const { brand, price, list_price: before, availability, rating, category, condition, gtin, sku } = product
  const variants = product.variants.length
  const zone = shop?.timezone
  return html`
    <div class="offer">
      ${picture(product.title, product.images, publicBaseUrl)}
      <div>
        <p class="price">
          ${money(price.amount, price)} ${before ? html`<s class="quiet">${money(before.amount, before)}</s>` : ''}
        </p>
        <p>
          ${words(availability)}${product.sale_ends_at ? `, the sale ends ${instant(product.sale_ends_at, zone)}` : ''}
        </p>
      </div>
    </div>
    ${
      price.currency === shop?.currency
        ? ''
        : html`<p class="note">The price is in ${price.currency}. The currency of the brand is ${shop?.currency}.</p>`
    }
    <p class="description">
      ${product.description === '' ? 'No description.' : html`<bdi>${product.description}</bdi>`}
    </p>
    <dl class="row">
      ${fact('Brand', html`<bdi>${brand ?? 'not reported'}</bdi>`)}
      ${fact('Category', html`<bdi>${category ?? 'not reported'}</bdi>`)}
      ${fact('Condition', condition === null ? 'not reported' : words(condition))}
      ${fact('Rating', rating ? `${rating.score} of 5 (${count(rating.count)})` : 'no reviews')}
      ${fact('GTIN', gtin ?? 'not reported')} ${fact('SKU', html`<bdi>${sku ?? 'not reported'}</bdi>`)}
      ${fact('Other variants', variants === 0 ? 'none' : count(variants))}
    </dl>
    ${
      product.purchase_url?.startsWith('https:')
        ? html`<p>
            <a href="${product.purchase_url}" rel="noreferrer noopener" target="_blank">Open in the shop</a>
          </p>`
        : html`<p class="note">
            The catalog has no https link of this product, so agents cannot send buyers to it. Import a file with links.
            For a product export of Shopify, which has none, state the
            <a href="/console/brands/${shop?.id}/settings/storefront">website</a> and import the file again.
          </p>`
    }
  `
}

/** The rules of each platform that the product breaks. */
function feedTable({ platforms, problems }: FeedProblems): Markup {
  if (problems.length === 0) {
    return html`<p>
      No checked rule of Google Merchant Center, Meta, OpenAI, Shopify or the Agentic Commerce Protocol refuses this
      product or warns about it. <a href="/docs/methods/feeds#not-checked">Rules that are not checked</a>
    </p>`
  }
  return html`
    <div class="scroll" role="region" tabindex="0" aria-label="Feeds">
      <table>
        <thead>
          <tr>
            <th scope="col">Platform</th>
            <th scope="col">Problem</th>
            <th scope="col">Consequence</th>
            <th scope="col">Source</th>
          </tr>
        </thead>
        <tbody>
          ${platforms.map(({ platform, rules }) =>
            rules.map(
              ({ statement, consequence, source }) =>
                html`<tr>
                  <th scope="row">${feedPlatformName(platform)}</th>
                  <td class="whole">${statement}</td>
                  <td>${consequence}</td>
                  <td>${source}</td>
                </tr>`,
            ),
          )}
        </tbody>
      </table>
    </div>
  `
}
