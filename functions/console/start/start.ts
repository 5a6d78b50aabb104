import type { Context } from 'hono'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { ApiError } from '../../../shared/errors/api_error.ts'
import { createBrand as create } from '../../../shared/operations/console/create_brand.ts'
import type { AppContext } from '../app_context.ts'
import { refusedForm, showForm } from '../kept_form/shown_form.ts'
import { sendFormPage, sendPage } from '../page.ts'
import { read, submit } from '../page_context.ts'
import type { Refused } from '../page_context.ts'
import { address } from '../parts/choices.ts'
import { platformNames } from '../../../shared/sources/platform.ts'
import { pageQuery } from '../parts/page_query.ts'
import { browserCurrency } from './browser_currency.ts'
import { newBrandPage, startPage } from './start_pages.ts'

const title = 'Create a brand'

export function showNewBrand(app: AppContext): Handler {
  return async (context) => {
    requireCreation(app)
    pageQuery(context, ['form'])
    return await render(app, context, await refusedForm(app, context))
  }
}

async function render(app: AppContext, context: Context<AppEnv>, refused?: Refused): Promise<Response> {
  const { pageContext } = await read(app, context, [])
  const currency = browserCurrency(context.req.header('Accept-Language'))
  const body = newBrandPage(pageContext, currency, refused)
  // The script enters the time zone of the browser, which a form that is shown again has already.
  return await sendFormPage(app, context, refused?.error, {
    title,
    pageContext,
    body,
    hasScript: refused === undefined,
  })
}

/** Creates the brand, and leads on to the page that brings data in. */
export function createBrand(app: AppContext): Handler {
  return async (context) => {
    requireCreation(app)
    let platforms: string[] = []
    const { body, refused } = await submit(app, context, create, (form) => {
      platforms = form.getAll('platform').filter((name) => isPlatform(name))
      return {
        name: (form.get('name') ?? '').trim(),
        currency: form.get('currency') ?? '',
        timezone: form.get('timezone') ?? '',
      }
    })
    if (body) {
      const start = `/console/brands/${body.id}/start`
      return context.redirect(address(start, { platforms: platforms.join(',') || null }), 303)
    }
    const to = '/console/brands/new'
    return await showForm(app, context, { ...refused, to }, async () => await render(app, context, refused))
  }
}

/** The first steps of a brand without data. */
export function showStart(app: AppContext): Handler {
  return async (context) => {
    const { platforms = '' } = pageQuery(context, ['platforms'])
    const { pageContext } = await read(app, context, [])
    const chosen = platformNames.filter((name) => platforms.split(',').includes(name))
    return await sendPage(context, { title: 'First steps', pageContext, body: startPage(pageContext, chosen) })
  }
}

const isPlatform = (name: string) => (platformNames as readonly string[]).includes(name)

/** Throws 403 where the operator creates the brands. */
function requireCreation({ createsBrands }: AppContext): void {
  if (!createsBrands)
    throw new ApiError('forbidden', 'The operator of this installation creates the brands. Ask for one.')
}
