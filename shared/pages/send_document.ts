import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from '../http/app_env.ts'
import type { ApiError } from '../errors/api_error.ts'
import type { Markup } from './document.ts'

export type PageStatus = 200 | ApiError['status']

/**
 * Sets the headers of pages: no frames or third parties, and scripts only where a page names them (RFC 9700, section 4.16), and no caching.
 */
export const pageHeaders: MiddlewareHandler<AppEnv> = async function pageHeaders(context, next) {
  await next()
  setPageHeaders(context)
}

function setPageHeaders(context: Context<AppEnv>): void {
  context.header('Cache-Control', 'private, no-store')
  if (!context.res.headers.has('Content-Security-Policy')) context.header('Content-Security-Policy', policy([]))
}

/**
 * Sends a page. `redirectsTo` is the redirect target of its form, which the Content-Security-Policy must allow too. `hasScript`
 * allows scripts of this origin, and `hasPictures` its pictures.
 */
export async function sendDocument(
  context: Context<AppEnv>,
  document: Markup,
  {
    status = 200,
    redirectsTo,
    hasScript = false,
    hasPictures = false,
  }: { status?: PageStatus; redirectsTo?: string; hasScript?: boolean; hasPictures?: boolean } = {},
): Promise<Response> {
  const formTargets = redirectsTo ? ['https:', new URL(redirectsTo).protocol] : []
  context.header('Content-Security-Policy', policy(formTargets, { hasScript, hasPictures }))
  // Errors that are thrown before `pageHeaders` runs need the headers too.
  setPageHeaders(context)
  return context.html(await document, status)
}

function policy(formTargets: readonly string[], { hasScript = false, hasPictures = false } = {}): string {
  return [
    "default-src 'none'",
    ...(hasScript ? ["script-src 'self'"] : []),
    ...(hasPictures ? ["img-src 'self'"] : []),
    "style-src 'self'",
    `form-action ${[...new Set(["'self'", ...formTargets])].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
