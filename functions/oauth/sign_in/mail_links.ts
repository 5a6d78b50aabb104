import type { MailKind } from '../../../shared/db/sign_in/store.ts'
import { sha256 } from '../../../shared/credentials/sha256.ts'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import { browserOf, keepDevice, requireOwnForm } from '../../../shared/http/auth/browser.ts'
import { readForm } from '../../../shared/http/input/form.ts'
import { callerIp } from '../../../shared/http/limits/client_ip.ts'
import type { AppContext } from '../app_context.ts'
import { linkPage, mailRequestedPage, requestMailPage } from '../pages/mail_links.ts'
import { sendPage } from '../pages/page.ts'
import { originOf } from './origin.ts'

const titles = { reset: 'Reset your password', unlock: 'Unlock your sign-in' } as const

/** The form that requests a mail with a link. */
export function showMailRequest(app: AppContext, kind: MailKind): Handler {
  return async (context) => {
    requireOwnAccounts(app, kind)
    const { formToken } = browserOf(app, context)
    return await sendPage(context, {
      title: titles[kind],
      body: requestMailPage({ kind, title: titles[kind], formToken }),
    })
  }
}

/** Requests the mail. The response is the same for known and unknown addresses. */
export function requestMail(app: AppContext, kind: MailKind): Handler {
  return async (context) => {
    requireOwnAccounts(app, kind)
    const form = await readForm(context)
    requireOwnForm(browserOf(app, context), context, form.get('form_token') ?? '')
    const email = (form.get('email') ?? '').trim().toLowerCase().slice(0, 320)
    await app.signInStore.requestMail(email, kind, callerIp(context, app.trustedProxyHops))
    const sent = 'If an account with this address exists, a mail with a link is sent to it.'
    return await sendPage(context, { title: titles[kind], body: mailRequestedPage(app.mails ?? 'unknown', sent) })
  }
}

/**
 * The page of a link. Only its button uses the link, because programs that scan mails open every link.
 */
export function showLink(app: AppContext, kind: MailKind): Handler {
  return async (context) => {
    const token = context.req.query('token') ?? ''
    const person = await app.signInStore.showLink(sha256(token), kind)
    const { formToken } = browserOf(app, context)
    return await sendPage(context, {
      title: titles[kind],
      body: linkPage({ kind, title: titles[kind], person, token, formToken }),
    })
  }
}

/** Makes this browser a known device of the person, which strangers cannot lock out. */
export function useUnlockLink(app: AppContext): Handler {
  return async (context) => {
    const form = await readForm(context)
    requireOwnForm(browserOf(app, context), context, form.get('form_token') ?? '')
    const { from, secret } = originOf(app, context)
    await app.signInStore.unlock(sha256(form.get('token') ?? ''), from)
    keepDevice(app, context, secret)
    return context.redirect('/oauth/sign-in?done=unlocked', 303)
  }
}

/** Changes the password. The person then signs in, with the second factor if there is one. */
export function useResetLink(app: AppContext): Handler {
  return async (context) => {
    requireOwnAccounts(app, 'reset')
    const form = await readForm(context)
    const { formToken, ...browser } = browserOf(app, context)
    requireOwnForm({ formToken, ...browser }, context, form.get('form_token') ?? '')
    const token = form.get('token') ?? ''
    const { from, secret } = originOf(app, context)
    try {
      await app.signInStore.resetPassword(sha256(token), form.get('new_password') ?? '', from)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_request') throw error
      const person = await app.signInStore.showLink(sha256(token), 'reset')
      const body = linkPage({ kind: 'reset', title: titles.reset, person, token, formToken, refusal: error.message })
      return await sendPage(context, { title: titles.reset, body, status: 400 })
    }
    keepDevice(app, context, secret)
    return context.redirect('/oauth/sign-in?done=reset', 303)
  }
}

/** Throws 404 for passwords if a hosted platform manages them. */
function requireOwnAccounts({ hostedSignIn }: AppContext, kind: MailKind): void {
  if (kind === 'reset' && hostedSignIn)
    throw new ApiError('not_found', 'Passwords are managed by the hosting platform.')
}
