import type { Context, ErrorHandler } from 'hono'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { ApiError, internalError, unknownBrand } from '../../shared/errors/api_error.ts'
import { formHasExpired } from '../../shared/http/auth/browser.ts'
import { describeError } from '../../shared/http/app.ts'
import { sendFailure } from '../../shared/pages/failure.ts'
import { sendDocument } from '../../shared/pages/send_document.ts'
import type { PageStatus } from '../../shared/pages/send_document.ts'
import type { AppContext } from './app_context.ts'
import { callbackPath, callbackWithoutCode, sourcesOfCallback } from './sources/callback_address.ts'
import { consoleDocument, pageOfForm } from './parts/frame.ts'
import type { Frame } from './parts/frame.ts'

interface SentPage {
  status?: PageStatus
  redirectsTo?: string
  /** Whether the page shows pictures of this installation. */
  hasPictures?: boolean
  /** Whether the page may load a script of this function. */
  hasScript?: boolean
}

export async function sendPage(
  context: Context<AppEnv>,
  { status = 200, redirectsTo, hasPictures = false, hasScript = false, ...frame }: Frame & SentPage,
): Promise<Response> {
  return await sendDocument(context, consoleDocument(frame), {
    status,
    hasPictures,
    hasScript,
    ...(redirectsTo ? { redirectsTo } : {}),
  })
}

/** Sends a page with a form: with the status and the headers of the error if the form was refused. */
export async function sendFormPage(
  { publicBaseUrl }: AppContext,
  context: Context<AppEnv>,
  refusal: ApiError | undefined,
  page: Omit<Parameters<typeof sendPage>[1], 'status'>,
): Promise<Response> {
  if (refusal) describeError(context, refusal, publicBaseUrl)
  return await sendPage(context, { ...page, status: refusal?.status ?? 200 })
}

/**
 * Returns the handler that renders errors as pages. It redirects to the sign-in page, with the way back, if no person is
 * signed in.
 */
export function renderFailure(publicBaseUrl: string): ErrorHandler<AppEnv> {
  return async function renderFailure(thrown, context) {
    const error = thrown instanceof ApiError ? thrown : internalError(thrown)
    if (context.req.method === 'POST' && (error.code === 'unauthorized' || error.reason === formHasExpired)) {
      const { keepForm } = await import('./kept_form/kept_form.ts')
      const kept = await keepForm({ publicBaseUrl }, context)
      if (kept === 'kept') return context.redirect('/console/kept-form', 303)
      if (kept === 'too long') {
        return await sendFailure(context, error.withMessage(tooLong), {
          publicBaseUrl,
          stylesheet: '/console/style.css',
          title: 'Copy your text',
        })
      }
    }
    if (error.code === 'unauthorized') {
      return context.redirect(`/oauth/sign-in?to=${encodeURIComponent(pageToReturnTo(context))}`, 303)
    }
    return await sendFailure(context, withLostSecret(context, error), {
      publicBaseUrl,
      stylesheet: '/console/style.css',
      ...titleOf(context, error),
      next: wayBack(context, error),
    })
  }
}

/** A repeated form of a page that shows a secret says where it was shown. */
function withLostSecret({ req }: Context<AppEnv>, error: ApiError): ApiError {
  if (error.reason !== 'this_form_was_sent_before' || !/\/(keys|webhooks)(\/|$)/.test(req.path)) return error
  const advice =
    'If it created a key or a secret, that is shown once, in the response to the first submission. If it is lost, create another one.'
  return error.withMessage(`${error.message} ${advice}`)
}

const tooLong =
  'Your session ended before the form was sent, and its text is too long to be kept. Nothing was changed. Go back and copy your text, then ' +
  'reload the page, sign in, and enter it again.'

function titleOf({ req }: Context<AppEnv>, { reason }: ApiError): { title?: string } {
  if (reason === 'this_form_was_sent_before') return { title: 'Already submitted' }
  if (reason === 'authorization_is_used') return { title: 'Already used' }
  return req.path === callbackPath ? { title: 'The account was not connected' } : {}
}

/**
 * Returns the path to return to after sign-in. A submitted form has no page of its own, so the path is that of its
 * brand, or /console.
 */
function pageToReturnTo({ req }: Context<AppEnv>): string {
  const { search, searchParams } = new URL(req.url)
  if (req.path === callbackPath) return callbackWithoutCode(searchParams)
  if (req.method === 'GET') return req.path + search
  return /^\/console\/brands\/[\w-]+/.exec(req.path)?.[0] ?? '/console'
}

/** Returns the link of an error page: to the section of a submitted form, otherwise to the list of brands. */
function wayBack({ req }: Context<AppEnv>, { code, reason }: ApiError): { href: string; text: string } {
  if (req.path === callbackPath) {
    // The brand of a foreign state can be one that the person does not see.
    const isKnown = code !== 'not_found'
    const href = isKnown ? sourcesOfCallback(new URL(req.url).searchParams) : '/console/sources'
    return { href, text: 'Back to Sources' }
  }
  // A brand of others has no page for this person.
  const page = req.method === 'POST' && reason !== unknownBrand ? pageOfForm(req.path) : undefined
  return page ? { href: page.href, text: `Back to ${page.text}` } : { href: '/console', text: 'Back to your brands' }
}
