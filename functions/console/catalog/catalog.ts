import { imports } from '../../../shared/operations/console/imports.ts'
import { feedProblems } from '../../../shared/operations/storefront/feed_problems.ts'
import { products } from '../../../shared/operations/storefront/products.ts'
import { search } from '../../../shared/operations/storefront/search.ts'
import { trust } from '../../../shared/operations/storefront/trust.ts'
import { request, read } from '../page_context.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import type { AppContext } from '../app_context.ts'
import { pageQuery } from '../parts/page_query.ts'
import { sendPage } from '../page.ts'
import { shopMeta } from '../settings/find_products.ts'
import { catalogPage } from './catalog_page.ts'
import { problemsAPage } from './feed_problems.ts'

const productsAPage = 12

/**
 * Shows the catalog page: the products of the shop, found by the search that agents use, its trust score and its
 * imports.
 */
export function showCatalog(app: AppContext): Handler {
  return async (context) => {
    const { q = '', page = '1', feed } = pageQuery(context, ['q', 'page', 'feed'])
    // The pages of a list of feed problems are not those of the products.
    const listed = { page: feed === undefined ? page : '1', limit: productsAPage }
    const { pageContext, results } = await read(app, context, [
      q.trim() === ''
        ? request(products, listed, shopMeta)
        : request(search, { ...listed, q, variants: 'all' }, shopMeta),
      request(trust),
      request(imports, { kinds: ['products', 'reviews', 'signals'] }),
      ...(feed === undefined
        ? []
        : [request(feedProblems, { ...(feed === 'all' ? {} : { platform: feed }), limit: problemsAPage, page })]),
    ])
    const [shop, trusted, files, feeds] = results
    for (const { error } of results) if (error) throw error
    if (!shop.body || !trusted.body || !files.body) throw shop.error
    const body = catalogPage({
      pageContext,
      q,
      shop: shop.body,
      trust: trusted.body,
      imports: files.body,
      feed: feed ?? null,
      feedProblems: feeds?.body ?? null,
      productsAPage,
      publicBaseUrl: app.publicBaseUrl,
    })
    return await sendPage(context, { title: 'Catalog', pageContext, body, hasPictures: true })
  }
}
