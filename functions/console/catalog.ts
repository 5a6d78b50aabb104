import { imports } from '../../shared/operations/console/imports.ts'
import { products } from '../../shared/operations/storefront/products.ts'
import { search } from '../../shared/operations/storefront/search.ts'
import { trust } from '../../shared/operations/storefront/trust.ts'
import { question, read } from './page_context.ts'
import type { AppContext, Handler } from './app_context.ts'
import { sendPage } from './page.ts'
import { cataloguePage } from './pages/catalog.ts'

const productsAPage = 12
/** Of a shop, which tells how long an answer took: of a page that is nothing to know. */
const envelope = { response_time_ms: 0 }

/** What agents see of the shop: its products, searched as they would, and its trust with what it is made of. */
export function showCatalogue(app: AppContext): Handler {
  return async (context) => {
    const { q = '', page = '1' } = context.req.query()
    const listed = { page, limit: productsAPage }
    const { pageContext, answers } = await read(app, context, [
      q.trim() === '' ? question(products, listed, envelope) : question(search, { ...listed, q }, envelope),
      question(trust),
      question(imports, { kinds: ['products', 'reviews', 'signals'] }),
    ])
    const [shop, trusted, files] = answers
    for (const { error } of answers) if (error) throw error
    if (!shop.body || !trusted.body || !files.body) throw shop.error
    const body = cataloguePage({
      pageContext,
      q,
      shop: shop.body,
      trust: trusted.body,
      imports: files.body,
      productsAPage,
    })
    return await sendPage(context, { title: 'Catalogue and trust', pageContext, body })
  }
}
