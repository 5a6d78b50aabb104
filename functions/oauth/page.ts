import type { Context, ErrorHandler, MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { ApiError, internalError } from '../../shared/http/errors.ts'
import { layout } from './pages/layout.ts'
import type { Markup } from './pages/layout.ts'
import { failurePage } from './pages/failure.ts'

export interface Page {
  title: string
  body: Markup
  status?: 200 | ApiError['status']
  /** Where a form of the page ends up: browsers hold its scheme against the policy too. */
  redirectsTo?: string
}

/** No script, no frame, no third party, no trace in a Referer (RFC 9700, sections 4.2.4 and 4.16). */
export const pageHeaders: MiddlewareHandler<AppEnv> = async function pageHeaders(context, next) {
  await next()
  context.header('Cache-Control', 'no-store')
  context.header('Referrer-Policy', 'no-referrer')
  context.header('X-Frame-Options', 'DENY')
  if (!context.res.headers.has('Content-Security-Policy')) context.header('Content-Security-Policy', policy([]))
}

export async function sendPage(
  context: Context<AppEnv>,
  { title, body, status = 200, redirectsTo }: Page,
): Promise<Response> {
  context.header('Content-Security-Policy', policy(redirectsTo ? ['https:', new URL(redirectsTo).protocol] : []))
  return context.html(await layout(title, body), status)
}

/** Whatever goes wrong on a page is told on a page, with the request's id. */
export const renderFailure: ErrorHandler<AppEnv> = async function renderFailure(thrown, context) {
  const error = thrown instanceof ApiError ? thrown : internalError(thrown)
  context.error = error
  if (error.retryAfterSeconds !== undefined) context.header('Retry-After', String(error.retryAfterSeconds))
  const body = failurePage(error.message, context.var.requestId)
  return await sendPage(context, { title: 'This did not work', body, status: error.status })
}

function policy(formTargets: readonly string[]): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    `form-action ${[...new Set(["'self'", ...formTargets])].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
