import type { Context } from 'hono'
import { hex } from '../../../shared/credentials/sha256.ts'
import { callAsPerson } from '../../../shared/db/console.ts'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { browserOf, keepValue, keptValue } from '../../../shared/http/auth/browser.ts'
import type { Site } from '../../../shared/http/auth/browser.ts'
import { readForm, withoutNul } from '../../../shared/http/input/form.ts'
import { callerIp } from '../../../shared/http/limits/client_ip.ts'
import type { AppContext } from '../app_context.ts'
import { forgetForm } from './forget_form.ts'
import {
  hasSecret,
  isSealed,
  keptFields,
  keptFormField,
  lettersMax,
  sealed,
  secondsKept,
  shownFormField,
  unsealed,
} from './sealed.ts'

/**
 * A form that its page shows again, because it was refused or asked for a preview. Its fields and its error wait in a cookie of the
 * browser, and the response redirects to the page, so that Back and Reload repeat no form. The address has only a random id. Forms of
 * several tabs are kept.
 */
export interface ShownForm {
  /** The path to which the form was sent. */
  action: string
  form: URLSearchParams
  /** Undefined for a preview. */
  error: ApiError | undefined
}

interface Kept {
  action: string
  fields: [name: string, value: string][]
  error?: Pick<ApiError, 'code' | 'message' | 'fields' | 'raised'>
}

/** The query parameter with the id of the form. */
const parameter = 'form'
/** The most forms of a browser. Together they have at most `lettersMax` letters, because proxies limit the size of all cookies. */
const formsMax = 3
const separator = '~'

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
    action: context.req.path,
    fields: keptFields(form),
    error: error && { code, message, fields, raised },
  }
  const value = `${id}.${await sealed(app, context, purposeOf(app, context, id), kept)}`
  if (value.length > lettersMax) return await render()
  const sent = await readForm(context).catch(() => null)
  if (sent?.has(keptFormField)) forgetForm(app, context)
  const again = await formSentAgain(app, context, sent?.get(shownFormField))
  const others = formsOf(app, context).filter((form) => idOf(form) !== again)
  keepForms(app, context, [value, ...others])
  context.set('showsForm', true)
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
  const kept = id === undefined ? null : await keptOf(site, context, id)
  if (!kept) return undefined
  const { code, message, fields, raised } = kept.error ?? {}
  const options = { ...(fields ? { fields } : {}), ...(raised ? { raised } : {}) }
  return {
    action: kept.action,
    form: new URLSearchParams(kept.fields),
    error: code === undefined ? undefined : new ApiError(code, message ?? '', options),
  }
}

/** Returns the refused form that the address names, if it was sent to a path with this end. `id` is the last part of its path: of a form in a list, the id of its object. */
export async function refusedForm(
  site: Site,
  context: Context<AppEnv>,
  end = '',
): Promise<{ action: string; id: string; form: URLSearchParams; error: ApiError } | undefined> {
  const shown = await shownForm(site, context)
  if (!shown?.error || !shown.action.endsWith(end)) return undefined
  return { ...shown, id: shown.action.split('/').at(-1) ?? '', error: shown.error }
}

/** A refused form or a preview that the address of a page names. */
export interface FormOfAddress {
  /** Whether the form is not kept any more. */
  isFormExpired: boolean
  /** Absent if the address names no form, and if it is not kept any more. */
  shownFormId?: string | undefined
}

/** Returns the form that the address names. */
export function formOfAddress(site: Site, context: Context<AppEnv>): FormOfAddress {
  const id = context.req.query(parameter)
  if (id === undefined) return { isFormExpired: false }
  const isFormExpired = !isSealed(site, context, purposeOf(site, context, id), textOf(site, context, id))
  return { isFormExpired, shownFormId: isFormExpired ? undefined : id }
}

/** Returns the id of a shown form if the request sends it again. Other forms of its page send the id too. */
async function formSentAgain(site: Site, context: Context<AppEnv>, id: string | null = null): Promise<string | null> {
  const kept = id === null ? null : await keptOf(site, context, id)
  return kept?.action === context.req.path ? id : null
}

/** Forgets a form that waits to be shown, if the request sends it again. */
export async function forgetShownForm(site: Site, context: Context<AppEnv>, shownId: string): Promise<void> {
  const id = await formSentAgain(site, context, shownId)
  const forms = formsOf(site, context)
  const others = forms.filter((form) => idOf(form) !== id)
  if (others.length < forms.length) keepForms(site, context, others)
}

async function keptOf(site: Site, context: Context<AppEnv>, id: string): Promise<Kept | null> {
  return (await unsealed(site, context, purposeOf(site, context, id), textOf(site, context, id))) as Kept | null
}

/** The forms of the cookie, the latest first. Each is its id, a point, and its sealed fields. */
function formsOf(site: Site, context: Context<AppEnv>): string[] {
  return (keptValue(site, context, 'shown_form') ?? '').split(separator).filter((form) => form !== '')
}

function idOf(form: string): string {
  return form.slice(0, form.indexOf('.'))
}

function textOf(site: Site, context: Context<AppEnv>, id: string): string {
  return (
    formsOf(site, context)
      .find((form) => idOf(form) === id)
      ?.slice(id.length + 1) ?? ''
  )
}

/** Keeps the latest forms that fit into the cookie. */
function keepForms(site: Site, context: Context<AppEnv>, forms: readonly string[]): void {
  const kept = forms.slice(0, formsMax)
  while (kept.join(separator).length > lettersMax) kept.pop()
  keepValue(site, context, 'shown_form', kept.join(separator), kept.length === 0 ? 0 : secondsKept)
}

/** Binds the form to the session, so that another person at the same browser does not see it. */
function purposeOf(site: Site, context: Context<AppEnv>, id: string): string {
  return `shown form ${id} ${hex(browserOf(site, context).sessionHash)}`
}

/** Whether a page shows the form again: its input is wrong, or what it changes was changed meanwhile. */
export function showsFormAgain(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false
  const isOutdated = error.code === 'version_conflict' && error.reason !== 'this_form_was_sent_before'
  // The page names the same rule.
  return error.code === 'invalid_request' || isOutdated || error.reason === 'the_same_alert_rule_exists'
}
