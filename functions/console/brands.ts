import { read } from './page_context.ts'
import type { Handler } from '../../shared/http/app_env.ts'
import type { AppContext } from './app_context.ts'
import { pageQuery } from './parts/page_query.ts'
import { sendPage } from './page.ts'
import { brandsNotices, brandsPage } from './pages/brands.ts'

/** Lists the person's brands. Redirects to the brand if there is only one. */
export function chooseBrand(app: AppContext): Handler {
  return async (context) => {
    const { done } = pageQuery(context, [], Object.keys(brandsNotices))
    const { pageContext } = await read(app, context, [])
    const [only, another] = pageContext.brands
    const isShown = done !== undefined
    if (!isShown && only && !another) return context.redirect(`/console/brands/${only.id}`, 303)
    if (!isShown && !only && app.createsBrands) return context.redirect('/console/brands/new', 303)
    const { createsBrands } = app
    return await sendPage(context, {
      title: 'Your brands',
      pageContext,
      body: brandsPage(pageContext, { createsBrands, done }),
    })
  }
}
