import type { Context, ErrorHandler } from 'hono'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { ApiError, internalError, unknownBrand } from '../../shared/errors/api_error.ts'
import { formHasExpired } from '../../shared/http/auth/browser.ts'
import { describeError } from '../../shared/http/app.ts'
import { failureBody, sendFailure } from '../../shared/pages/failure.ts'
import type { AppContext } from './app_context.ts'
import { sendPage } from './page.ts'
import type { PageContext } from './page_context.ts'
import { hasView } from './ask/question_box.ts'
import { pageOfForm, sectionOf } from './sections.ts'
import { callbackPath, callbackWithoutCode, sourcesOfCallback } from './sources/callback_address.ts'

/**
 * Returns the handler that renders errors as pages. It redirects to the sign-in page, with the way back, if no person is
 * signed in.
 */
export function renderFailure(app: AppContext): ErrorHandler<AppEnv> {
  const { publicBaseUrl } = app
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
    const framed = await framedFailure(app, context, error)
    if (framed) return framed
    return await sendFailure(context, withLostSecret(context, error), {
      publicBaseUrl,
      stylesheet: '/console/style.css',
      ...titleOf(context, error),
      next: wayBack(context, error),
    })
  }
}

const framedCodes = ['invalid_request', 'forbidden', 'not_found']

/**
 * Sends a 400, 403 or 404 of an address of a brand in the frame of its pages, with a link to go on. Returns null for another error, or
 * if the person cannot read the frame: a brand of others and an unknown one have the same page.
 */
async function framedFailure(app: AppContext, context: Context<AppEnv>, error: ApiError): Promise<Response | null> {
  const { req } = context
  if (req.method !== 'GET' || !framedCodes.includes(error.code) || req.path.endsWith('.csv')) return null
  const brandId = /^\/console\/brands\/([\w-]+)/.exec(req.path)?.[1]
  if (brandId === undefined) return null
  let pageContext: PageContext
  try {
    // Few requests need it, and a start of the function loads no page.
    const { readFrame } = await import('./page_context.ts')
    pageContext = await readFrame(app, context, brandId)
  } catch {
    return null
  }
  describeError(context, error, app.publicBaseUrl)
  if (error.code !== 'invalid_request') {
    const title = error.code === 'forbidden' ? 'You may not see this page' : 'Not found'
    const next = pageAbove(req.path, brandId)
    const body = failureBody({ title, message: error.message, next, requestId: context.var.requestId })
    return await sendPage(context, { status: error.status, title, pageContext, body })
  }
  const href = withoutWrong(new URL(req.url), error)
  const viewed = hasView(req.path) ? await wrongView(app, context, pageContext, error, href) : null
  if (viewed) return viewed
  const title = 'This address has a wrong value'
  const next = { href, text: 'Show the page without this value' }
  const body = failureBody({ title, message: error.message, next, requestId: context.var.requestId })
  return await sendPage(context, { status: error.status, title, pageContext, body })
}

/** Returns the link from a page that is not shown: to the page above it, or to the first page of the brand. */
function pageAbove(path: string, brandId: string): { href: string; text: string } {
  const above = pageOfForm(path)
  return above && above.href !== path
    ? { href: above.href, text: `Back to ${above.text}` }
    : { href: `/console/brands/${brandId}`, text: 'Back to Overview' }
}

/** Sends a page of a view with its menus and the wrong value. Returns null if what the menus offer cannot be read. */
async function wrongView(
  app: AppContext,
  context: Context<AppEnv>,
  pageContext: PageContext,
  error: ApiError,
  href: string,
): Promise<Response | null> {
  const [{ readResults, request }, { offered: operation, offeredDays, wrongViewPage }] = await Promise.all([
    import('./page_context.ts'),
    import('./pages/analytics/wrong_view.ts'),
  ])
  const [offered] = await readResults(app, context, [request(operation, offeredDays)]).catch(() => [null])
  if (!offered?.body) return null
  const title = sectionOf(context.req.path)?.[1] ?? 'Overview'
  const { searchParams: sent } = new URL(context.req.url)
  const body = wrongViewPage({ pageContext, title, error, sent, withoutWrong: href, view: offered.body })
  return await sendPage(context, { status: error.status, title, pageContext, body })
}

/** Parameters that state the days of a page together. */
const days = ['period', 'date_from', 'date_to', 'default_period', 'default_from', 'default_to']

/** Returns the address without the parameters that the error names, or without any if it names none of them. */
function withoutWrong({ pathname, searchParams }: URL, { fields = [], field }: ApiError): string {
  const named = [...fields.map(({ path }) => path.split(/[.[]/)[0] ?? ''), field ?? '']
  const wrong = new Set(named.flatMap((name) => (days.includes(name) ? days : [name])))
  const kept = [...searchParams].filter(([name]) => !wrong.has(name))
  const query = kept.length === searchParams.size ? '' : new URLSearchParams(kept).toString()
  return query === '' ? pathname : `${pathname}?${query}`
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
  // A file cannot be kept like the fields of a form.
  if (/^\/console\/brands\/[\w-]+\/imports\/uploads$/.test(req.path))
    return req.path.replace(/\/uploads$/, '?done=lost')
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
