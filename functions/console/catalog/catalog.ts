import { ApiError } from '../../../shared/errors/api_error.ts'
import { imports } from '../../../shared/operations/console/imports.ts'
import { feedProblems } from '../../../shared/operations/storefront/feed_problems.ts'
import { hiddenProducts } from '../../../shared/operations/storefront/hidden_products.ts'
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
    const {
      q = '',
      page = '1',
      feed,
      show,
      done,
    } = pageQuery(context, ['q', 'page', 'feed', 'show'], ['not_in_newest_import'])
    if (show !== undefined && show !== 'hidden')
      throw new ApiError('invalid_request', 'The parameter show must be hidden.')
    // The pages of a list of feed problems, or of hidden products, are not those of the products.
    const listed = { page: feed === undefined && show === undefined ? page : '1', limit: productsAPage }
    const { pageContext, results } = await read(app, context, [
      q.trim() === '' || show !== undefined
        ? request(products, listed, shopMeta)
        : request(search, { ...listed, q, variants: 'all' }, shopMeta),
      request(trust),
      request(imports, { kinds: ['products', 'reviews', 'signals'] }),
      request(hiddenProducts, {
        limit: productsAPage,
        page: show === undefined ? '1' : page,
        q: q.trim() || undefined,
      }),
      ...(feed === undefined
        ? []
        : [request(feedProblems, { ...(feed === 'all' ? {} : { platform: feed }), limit: problemsAPage, page })]),
    ])
    const [shop, trusted, files, hidden, feeds] = results
    for (const { error } of results) if (error) throw error
    if (!shop.body || !trusted.body || !files.body || !hidden.body) throw shop.error
    const body = catalogPage({
      pageContext,
      q,
      shop: shop.body,
      trust: trusted.body,
      imports: files.body,
      hidden: hidden.body,
      showsHidden: show === 'hidden',
      done,
      feed: feed ?? null,
      feedProblems: feeds?.body ?? null,
      productsAPage,
      publicBaseUrl: app.publicBaseUrl,
    })
    return await sendPage(context, { title: 'Catalog', pageContext, body, hasPictures: true })
  }
}
