import type { Handler } from '../../../shared/http/app_env.ts'
import { ApiError } from '../../../shared/errors/api_error.ts'
import { createBrand as create } from '../../../shared/operations/console/create_brand.ts'
import type { AppContext } from '../app_context.ts'
import { sendFormPage, sendPage } from '../page.ts'
import { read, submit } from '../page_context.ts'
import { pageQuery } from '../parts/page_query.ts'
import { newBrandPage, startPage } from './start_pages.ts'

const title = 'Create a brand'

export function showNewBrand(app: AppContext): Handler {
  return async (context) => {
    requireCreation(app)
    pageQuery(context, [])
    const { pageContext } = await read(app, context, [])
    return await sendPage(context, { title, pageContext, body: newBrandPage(pageContext) })
  }
}

/** Creates the brand, and leads on to the page that brings data in. */
export function createBrand(app: AppContext): Handler {
  return async (context) => {
    requireCreation(app)
    const { body, refused } = await submit(app, context, create, (form) => ({
      name: (form.get('name') ?? '').trim(),
      currency: form.get('currency') ?? '',
      timezone: form.get('timezone') ?? '',
    }))
    if (body) return context.redirect(`/console/brands/${body.id}/start`, 303)
    const { pageContext } = await read(app, context, [])
    return await sendFormPage(app, context, refused.error, {
      title,
      pageContext,
      body: newBrandPage(pageContext, refused),
    })
  }
}

/** The first steps of a brand without data. */
export function showStart(app: AppContext): Handler {
  return async (context) => {
    pageQuery(context, [])
    const { pageContext } = await read(app, context, [])
    return await sendPage(context, { title: 'First steps', pageContext, body: startPage(pageContext) })
  }
}

/** Throws 403 where the operator creates the brands. */
function requireCreation({ createsBrands }: AppContext): void {
  if (!createsBrands)
    throw new ApiError('forbidden', 'The operator of this installation creates the brands. Ask for one.')
}
