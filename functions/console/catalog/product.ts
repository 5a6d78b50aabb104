import { ApiError } from '../../../shared/errors/api_error.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import { feedProblems } from '../../../shared/operations/storefront/feed_problems.ts'
import { hiddenProducts } from '../../../shared/operations/storefront/hidden_products.ts'
import { hideProduct } from '../../../shared/operations/storefront/hide_product.ts'
import { product } from '../../../shared/operations/storefront/product.ts'
import { restoreProduct } from '../../../shared/operations/storefront/restore_product.ts'
import type { AppContext } from '../app_context.ts'
import { read, readOwnForm, request, write } from '../page_context.ts'
import { sendPage } from '../page.ts'
import { address } from '../parts/choices.ts'
import { pageQuery } from '../parts/page_query.ts'
import { shopMeta } from '../settings/find_products.ts'
import { productPath } from './hidden_products.ts'
import { hiddenProductPage, productPage } from './product_page.ts'

/** No product breaks so many rules: five platforms have fewer. */
const problemsMax = 1000

/** Shows a product as people see it, beside the response that agents read, and what the platforms refuse of it. Of a hidden product, only that it is hidden. */
export function showProduct(app: AppContext): Handler {
  return async (context) => {
    const id = context.req.param('product_id')
    const { done } = pageQuery(context, [], ['restored'])
    const { pageContext, results } = await read(app, context, [
      request(product, { product_id: id }, shopMeta),
      request(feedProblems, { product_id: id, limit: problemsMax }),
      request(hiddenProducts, { product_id: id }),
    ])
    const [shown, feeds, hidden] = results
    const [found] = hidden.body?.products ?? []
    if (found) {
      const body = hiddenProductPage(pageContext, found)
      return await sendPage(context, { title: found.title, pageContext, body })
    }
    for (const { error } of results) if (error) throw error
    if (!shown.body || !feeds.body) throw shown.error
    const body = productPage({
      pageContext,
      product: shown.body,
      feeds: feeds.body,
      publicBaseUrl: app.publicBaseUrl,
      done,
    })
    return await sendPage(context, { title: shown.body.title, pageContext, body, hasPictures: true })
  }
}

/** Hides or restores a product. A restored product that no import has leads to the list of hidden products. */
export function changeProduct(app: AppContext): Handler {
  return async (context) => {
    const action = (await readOwnForm(app, context)).get('action')
    const product_id = context.req.param('product_id') ?? ''
    const list = `/console/brands/${context.req.param('brand_id')}/catalog`
    // Not the path of the request, of which Hono decodes a part.
    const page = productPath(context.req.param('brand_id'), product_id)
    const input = () => ({ product_id })
    if (action === 'hide') {
      await write(app, context, hideProduct, input)
      return context.redirect(page, 303)
    }
    if (action !== 'restore') throw new ApiError('invalid_request', 'Action must be hide or restore.')
    const { is_shown } = await write(app, context, restoreProduct, input)
    return context.redirect(
      is_shown ? address(page, { done: 'restored' }) : address(list, { show: 'hidden', done: 'not_in_newest_import' }),
      303,
    )
  }
}
