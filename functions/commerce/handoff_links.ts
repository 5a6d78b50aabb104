import { Hono } from 'hono'
import { ApiError, internalError } from '../../shared/errors/api_error.ts'
import { isBeforeJson } from '../../shared/http/accept.ts'
import type { App, AppOptions } from '../../shared/http/app.ts'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { routeOperations } from '../../shared/http/route.ts'
import { openHandoff } from '../../shared/operations/commerce/open_handoff.ts'

/** Serves the links of orders. Buyers open them in a browser, which gets an error as a page with a link to the shop. */
export function handoffLinks(options: AppOptions): App {
  const app: App = new Hono<AppEnv>({ strict: true })
  app.onError(async (thrown, context) => {
    // The outer app sends the error as JSON.
    if (!isBeforeJson(context.req.header('Accept') ?? '', 'text/html')) throw thrown
    const error = thrown instanceof ApiError ? thrown : internalError(thrown)
    // Imported on first use, because few requests need it.
    const { sendFailure } = await import('../../shared/pages/failure.ts')
    return await sendFailure(context, error, {
      publicBaseUrl: options.services.publicBaseUrl,
      stylesheet: '/oauth/style.css',
      next: wayOn(error),
    })
  })
  routeOperations(app, [openHandoff], options)
  return app
}

/** Returns the link to the product or the shop, or to the documentation if neither is known. */
function wayOn(error: ApiError): { href: string; text: string } {
  const url = error.raised?.values.url
  return typeof url === 'string' ? { href: url, text: 'Go to the shop' } : { href: '/docs', text: 'Documentation' }
}
