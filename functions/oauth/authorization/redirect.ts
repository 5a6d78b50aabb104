import type { Context } from 'hono'
import type { Redirection } from '../../../shared/db/oauth.ts'
import type { AppContext } from '../app_context.ts'

/**
 * Redirects the browser to the client by 303 (RFC 9700, section 4.12), with `iss` for success and error (RFC 9207). The
 * redirect URI and `state` are those of the authorization request, byte for byte.
 */
export function sendBack(app: AppContext, context: Context, to: Redirection, code?: string): Response {
  const parameters = new URLSearchParams(to.refusal ? { ...to.refusal } : { code: code as string })
  parameters.set('iss', app.issuer)
  const state = to.state === null ? '' : `&state=${to.state}`
  const separator = to.redirect_uri.includes('?') ? '&' : '?'
  context.header('Cache-Control', 'no-store')
  return context.redirect(`${to.redirect_uri}${separator}${parameters}${state}`, 303)
}
