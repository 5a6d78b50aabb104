import type { Context } from 'hono'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { targets } from '../../../shared/operations/analytics/targets.ts'
import { campaignTargets } from '../../../shared/operations/console/campaign_targets.ts'
import { setTarget as set } from '../../../shared/operations/console/set_target.ts'
import type { AppContext } from '../app_context.ts'
import { refusedForm, showForm } from '../kept_form/shown_form.ts'
import { sendFormPage } from '../page.ts'
import { read, request, submit } from '../page_context.ts'
import { targetsPage } from '../pages/settings/targets.ts'
import type { TargetsOutcome } from '../pages/settings/targets.ts'
import { address } from '../parts/choices.ts'
import { pageQuery } from '../parts/page_query.ts'
import { changedRows } from './target_rows.ts'
import { enteredNumber, faultOf, dependsOnCurrency, withoutSign } from './amounts/entered_number.ts'
import { refusedRows } from './refused_rows.ts'

export const campaignsAPage = 100

interface Shown {
  month?: string | undefined
  search?: string | undefined
  page?: string | undefined
}

export function showTargets(app: AppContext): Handler {
  return async (context) => {
    const { done, month, search, page } = pageQuery(
      context,
      ['month', 'search', 'page', 'form'],
      ['saved', 'campaigns', 'unchanged'],
    )
    const shown = { month, search, page }
    const refused = await refusedForm(app, context)
    if (!refused) return await renderTargets(app, context, shown, { done })
    const { action, form, error } = refused
    if (action.endsWith('/campaigns')) {
      const currency = await currencyOf(app, context)
      return await renderTargets(app, context, shown, {
        refusedRows: refusedRows(error, changedRows(form, currency), currency),
      })
    }
    if (action.endsWith('/file'))
      return await renderTargets(app, context, shown, { refusedFile: { error, pasted: '' } })
    return await renderTargets(app, context, shown, { refused })
  }
}

/** Returns the currency of the amounts of the brand. */
export async function currencyOf(app: AppContext, context: Context<AppEnv>): Promise<string> {
  const { pageContext } = await read(app, context, [])
  return pageContext.brand?.currency ?? ''
}

/** Sets the targets of the whole brand. */
export function setTarget(app: AppContext): Handler {
  return async (context) => {
    let month = ''
    const { refused } = await submit(app, context, set, async (form) => {
      const given = (name: string) => form.get(name)?.trim() || undefined
      month = given('month') ?? ''
      const isDependent = ['roas', 'cpa', 'budget'].some((name) => dependsOnCurrency(form.get(name)))
      const currency = isDependent ? await currencyOf(app, context) : ''
      refuseFaults(form, currency)
      const amount = (name: string) => enteredNumber(withoutSign(form.get(name) ?? '', currency))
      return {
        month,
        version: given('version'),
        roas: enteredNumber(form.get('roas')),
        cpa: amount('cpa'),
        budget: amount('budget'),
      }
    })
    if (!refused) return context.redirect(address(context.req.path, { month, done: 'saved' }), 303)
    const shown = { ...refused, to: address(context.req.path, { month }) }
    return await showForm(app, context, shown, async () => await renderTargets(app, context, { month }, { refused }))
  }
}

/** Throws invalid_request for amounts in another currency or with two meanings, such as 1.000. A ROAS of a thousand does not occur. */
function refuseFaults(form: URLSearchParams, currency: string): void {
  const fields = ['roas', 'cpa', 'budget'].flatMap((path) => {
    const message = faultOf(form.get(path), currency)
    return message === undefined ? [] : [{ path, message }]
  })
  if (fields.length === 0) return
  throw new ApiError('invalid_request', fields.map(({ message }) => message).join(' '), { fields })
}

/** Sends the page of the targets of a month, with what a form entered if it was refused. */
export async function renderTargets(
  app: AppContext,
  context: Context<AppEnv>,
  { month, page, search }: Shown,
  outcome: TargetsOutcome,
): Promise<Response> {
  const searched = search?.trim() || undefined
  const { pageContext, results } = await read(app, context, [
    request(targets, { month }),
    request(campaignTargets, { month, page, search: searched, limit: campaignsAPage }),
  ])
  const [stated, listed] = results
  if (stated.error) throw stated.error
  if (listed.error) throw listed.error
  const { refused, refusedRows, refusedFile } = outcome
  return await sendFormPage(app, context, refused?.error ?? refusedRows?.error ?? refusedFile?.error, {
    title: 'Settings: targets',
    pageContext,
    body: targetsPage({
      pageContext,
      targets: stated.body,
      listed: listed.body,
      view: { search: searched, page: Number(page ?? 1), campaignsAPage },
      ...outcome,
    }),
  })
}
