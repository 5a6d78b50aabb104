import type { Context } from 'hono'
import { hex } from '../../../shared/credentials/sha256.ts'
import { callAsPerson } from '../../../shared/db/console.ts'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { browserOf, keepValue, keptValue } from '../../../shared/http/auth/browser.ts'
import type { Site } from '../../../shared/http/auth/browser.ts'
import { withoutNul } from '../../../shared/http/input/form.ts'
import { callerIp } from '../../../shared/http/limits/client_ip.ts'
import type { AppContext } from '../app_context.ts'
import { hasSecret, isSealed, keptFields, lettersMax, sealed, secondsKept, unsealed } from './sealed.ts'

/**
 * A form that its page shows again, because it was refused or asked for a preview. Its fields and its error wait in a cookie of the
 * browser, and the response redirects to the page, so that Back and Reload repeat no form. The address has only a random id.
 */
export interface ShownForm {
  /** The path to which the form was sent. */
  action: string
  form: URLSearchParams
  /** Undefined for a preview. */
  error: ApiError | undefined
}

interface Kept {
  id: string
  action: string
  fields: [name: string, value: string][]
  error?: Pick<ApiError, 'code' | 'message' | 'fields' | 'raised'>
}

/** The query parameter with the id of the form. */
const parameter = 'form'

/**
 * Redirects to the page that shows the form again. `to` is its address. A form that has a secret, or is too long for a cookie, is rendered
 * in the response.
 */
export async function showForm(
  app: AppContext,
  context: Context<AppEnv>,
  { form, error, to }: { form: URLSearchParams; error?: ApiError | undefined; to: string },
  render: () => Promise<Response>,
): Promise<Response> {
  if (hasSecret(form)) return await render()
  await requireSession(app, context)
  const id = crypto.randomUUID().replaceAll('-', '')
  const { code, message, fields, raised } = error ?? {}
  const kept = {
    id,
    action: context.req.path,
    fields: keptFields(form),
    error: error && { code, message, fields, raised },
  }
  const value = `${id}.${await sealed(app, context, purposeOf(app, context, id), kept)}`
  if (value.length > lettersMax) return await render()
  keepValue(app, context, 'shown_form', value, secondsKept)
  return context.redirect(`${to}${to.includes('?') ? '&' : '?'}${parameter}=${id}`, 303)
}

/**
 * Throws 401 if the session has ended, and 404 for a brand of others. A form can be refused before the database is asked, and without a
 * session it waits for the next sign-in.
 */
async function requireSession(app: AppContext, context: Context<AppEnv>): Promise<void> {
  const { hasSession, sessionHash } = browserOf(app, context)
  if (!hasSession) throw new ApiError('unauthorized', 'Sign in to see this page.')
  const clientIp = callerIp(context, app.trustedProxyHops)
  const named = context.req.param('brand_id')
  const brandId = named === undefined ? null : withoutNul(named)
  await callAsPerson(app.database, { access: 'read', requests: [], sessionHash, brandId, clientIp })
}

/** Returns the form that the address names. Undefined if it names none, or if the form is not kept any more. */
export async function shownForm(site: Site, context: Context<AppEnv>): Promise<ShownForm | undefined> {
  const id = context.req.query(parameter)
  const kept = id === undefined ? null : await keptOf(site, context)
  if (kept?.id !== id || !kept) return undefined
  const { code, message, fields, raised } = kept.error ?? {}
  const options = { ...(fields ? { fields } : {}), ...(raised ? { raised } : {}) }
  return {
    action: kept.action,
    form: new URLSearchParams(kept.fields),
    error: code === undefined ? undefined : new ApiError(code, message ?? '', options),
  }
}

/** Returns the refused form that the address names, if it was sent to a path with this end. */
export async function refusedForm(
  site: Site,
  context: Context<AppEnv>,
  end = '',
): Promise<{ action: string; form: URLSearchParams; error: ApiError } | undefined> {
  const shown = await shownForm(site, context)
  if (!shown?.error || !shown.action.endsWith(end)) return undefined
  return { ...shown, error: shown.error }
}

/** Whether the address names a form that is not kept any more: after 30 minutes, or after another form of the browser was refused. */
export function isFormExpired(site: Site, context: Context<AppEnv>): boolean {
  const id = context.req.query(parameter)
  if (id === undefined) return false
  const [kept, text] = parts(site, context)
  return kept !== id || !isSealed(site, context, purposeOf(site, context, id), text)
}

/** Forgets the form that waits to be shown, if the request sends it again. */
export async function forgetShownForm(site: Site, context: Context<AppEnv>): Promise<void> {
  const kept = await keptOf(site, context)
  if (kept?.action === context.req.path) keepValue(site, context, 'shown_form', '', 0)
}

async function keptOf(site: Site, context: Context<AppEnv>): Promise<Kept | null> {
  const [id, text] = parts(site, context)
  return (await unsealed(site, context, purposeOf(site, context, id), text)) as Kept | null
}

function parts(site: Site, context: Context<AppEnv>): [id: string, text: string] {
  const [id = '', ...rest] = (keptValue(site, context, 'shown_form') ?? '').split('.')
  return [id, rest.join('.')]
}

/** Binds the form to the session, so that another person at the same browser does not see it. */
function purposeOf(site: Site, context: Context<AppEnv>, id: string): string {
  return `shown form ${id} ${hex(browserOf(site, context).sessionHash)}`
}
