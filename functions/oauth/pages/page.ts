import type { Context, ErrorHandler } from 'hono'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { ApiError, internalError } from '../../../shared/errors/api_error.ts'
import { cardDocument } from '../../../shared/pages/document.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { sendFailure } from '../../../shared/pages/failure.ts'
import { sendDocument } from '../../../shared/pages/send_document.ts'
import type { PageStatus } from '../../../shared/pages/send_document.ts'

const stylesheet = '/oauth/style.css'

export interface Page {
  title: string
  body: Markup
  status?: PageStatus
  redirectsTo?: string
  hasScript?: boolean
}

export async function sendPage(context: Context<AppEnv>, { title, body, ...rest }: Page): Promise<Response> {
  return await sendDocument(context, cardDocument(title, stylesheet, body), rest)
}

/** Returns the handler that renders errors of the pages as HTML. */
export function renderFailure(publicBaseUrl: string): ErrorHandler<AppEnv> {
  return async function renderFailure(thrown, context) {
    const error = thrown instanceof ApiError ? thrown : internalError(thrown)
    return await sendFailure(context, error, { publicBaseUrl, stylesheet, next: wayOn(context, error) })
  }
}

/** Returns the link of an error page: to the page of a submitted form, to the sign-in page, to a new mail, or to the console. */
function wayOn({ req }: Context<AppEnv>, error: ApiError): { href: string; text: string } {
  const mail = /^\/oauth\/(reset|unlock|sign-up)\//.exec(req.path)?.[1]
  const section = /^\/oauth\/(security|connections)\//.exec(req.path)?.[1]
  if (mail) return { href: `/oauth/${mail}`, text: 'Request a new mail' }
  if (error.reason === 'this_session_is_too_old')
    return { href: '/oauth/sign-in?to=/oauth/security', text: 'Sign in again' }
  if (req.path.startsWith('/oauth/passkey') || req.path === '/oauth/sign-in')
    return { href: '/oauth/sign-in', text: 'Back to sign-in' }
  if (error.code === 'unauthorized') return { href: '/oauth/sign-in', text: 'Sign in' }
  if (section === 'security') return { href: '/oauth/security', text: 'Back to your account' }
  if (section === 'connections') return { href: '/oauth/connections', text: 'Back to your connected apps' }
  return { href: '/console', text: 'Go to the console' }
}
