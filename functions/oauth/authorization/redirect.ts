import type { Context } from 'hono'
import type { Redirection } from '../../../shared/db/oauth.ts'
import type { AppContext } from '../app_context.ts'

/**
 * Sends the browser back to the client by 303 (RFC 9700, section 4.12), with `iss` in success and error alike (RFC 9207).
 * The redirect URI stays as it was registered, and `state` as it came, byte for byte.
 */
export function sendBack(app: AppContext, context: Context, to: Redirection, code?: string): Response {
  const parameters = new URLSearchParams(to.refusal ? { ...to.refusal } : { code: code as string })
  parameters.set('iss', app.issuer)
  const state = to.state === null ? '' : `&state=${to.state}`
  const separator = to.redirect_uri.includes('?') ? '&' : '?'
  context.header('Cache-Control', 'no-store')
  return context.redirect(`${to.redirect_uri}${separator}${parameters}${state}`, 303)
}
