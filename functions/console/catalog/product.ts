import type { Handler } from '../../../shared/http/app_env.ts'
import { feedProblems } from '../../../shared/operations/storefront/feed_problems.ts'
import { product } from '../../../shared/operations/storefront/product.ts'
import type { AppContext } from '../app_context.ts'
import { read, request } from '../page_context.ts'
import { sendPage } from '../page.ts'
import { shopMeta } from '../settings/find_products.ts'
import { productPage } from './product_page.ts'

/** No product breaks so many rules: five platforms have fewer. */
const problemsMax = 1000

/** Shows a product as people see it, beside the response that agents read, and what the platforms refuse of it. */
export function showProduct(app: AppContext): Handler {
  return async (context) => {
    const id = context.req.param('product_id')
    const { pageContext, results } = await read(app, context, [
      request(product, { product_id: id }, shopMeta),
      request(feedProblems, { product_id: id, limit: problemsMax }),
    ])
    const [shown, feeds] = results
    for (const { error } of results) if (error) throw error
    if (!shown.body || !feeds.body) throw shown.error
    const body = productPage({ pageContext, product: shown.body, feeds: feeds.body, publicBaseUrl: app.publicBaseUrl })
    return await sendPage(context, { title: shown.body.title, pageContext, body, hasPictures: true })
  }
}
