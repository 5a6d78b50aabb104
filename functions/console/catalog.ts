import { imports } from '../../shared/operations/console/imports.ts'
import { products } from '../../shared/operations/storefront/products.ts'
import { search } from '../../shared/operations/storefront/search.ts'
import { trust } from '../../shared/operations/storefront/trust.ts'
import { request, read } from './page_context.ts'
import type { Handler } from '../../shared/http/app_env.ts'
import type { AppContext } from './app_context.ts'
import { pageQuery } from './parts/page_query.ts'
import { sendPage } from './page.ts'
import { shopMeta } from './settings/find_products.ts'
import { catalogPage } from './pages/catalog.ts'

const productsAPage = 12

/**
 * Shows the catalog page: the products of the shop, found by the search that agents use, its trust score and its
 * imports.
 */
export function showCatalog(app: AppContext): Handler {
  return async (context) => {
    const { q = '', page = '1' } = pageQuery(context, ['q', 'page'])
    const listed = { page, limit: productsAPage }
    const { pageContext, results } = await read(app, context, [
      q.trim() === ''
        ? request(products, listed, shopMeta)
        : request(search, { ...listed, q, variants: 'all' }, shopMeta),
      request(trust),
      request(imports, { kinds: ['products', 'reviews', 'signals'] }),
    ])
    const [shop, trusted, files] = results
    for (const { error } of results) if (error) throw error
    if (!shop.body || !trusted.body || !files.body) throw shop.error
    const body = catalogPage({
      pageContext,
      q,
      shop: shop.body,
      trust: trusted.body,
      imports: files.body,
      productsAPage,
      publicBaseUrl: app.publicBaseUrl,
    })
    return await sendPage(context, { title: 'Catalog', pageContext, body, hasPictures: true })
  }
}
