import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './app_env.ts'

interface Site {
  publicBaseUrl: string
  /** `max-age` of Strict-Transport-Security. Without it, or on http, the header is not sent. */
  hstsSeconds?: number | undefined
}

/** The policy of responses that are not pages: a browser that opens one loads nothing, and no page frames it. */
const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Sets the security headers of every response, also of errors and redirects. Pages have a policy of their own, which
 * stays. HSTS (RFC 6797) is for the host only, not for its subdomains.
 */
export function responseHeaders({ publicBaseUrl, hstsSeconds = 0 }: Site): MiddlewareHandler<AppEnv> {
  const headers = Object.entries({
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(publicBaseUrl.startsWith('https:') && hstsSeconds > 0
      ? { 'Strict-Transport-Security': `max-age=${hstsSeconds}` }
      : {}),
  })
  return async function responseHeaders(context, next) {
    await next()
    // context.header would copy the response each time.
    const sent = context.res.headers
    for (const [name, value] of headers) {
      if (!sent.has(name)) sent.set(name, value)
    }
  }
}
