import type { Context } from 'hono'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { targets } from '../../../shared/operations/analytics/targets.ts'
import { campaignTargets } from '../../../shared/operations/console/campaign_targets.ts'
import type { AppContext } from '../app_context.ts'
import { refusedForm } from '../kept_form/shown_form.ts'
import { sendFormPage } from '../page.ts'
import { read, request } from '../page_context.ts'
import { targetsPage } from '../pages/settings/targets.ts'
import type { TargetsOutcome } from '../pages/settings/targets.ts'
import { pageQuery } from '../parts/page_query.ts'
import { refusedTargets } from './refused_rows.ts'

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
      ['saved', 'campaigns', 'both', 'unchanged'],
    )
    const shown = { month, search, page }
    const refused = await refusedForm(app, context)
    if (!refused) return await renderTargets(app, context, shown, { done })
    const { action, form, error } = refused
    if (action.endsWith('/file'))
      return await renderTargets(app, context, shown, { refusedFile: { error, pasted: '' } })
    const currency = form.has('campaign0') ? await currencyOf(app, context) : ''
    return await renderTargets(app, context, shown, { done, ...refusedTargets(error, form, currency) })
  }
}

/** Returns the currency of the amounts of the brand. */
export async function currencyOf(app: AppContext, context: Context<AppEnv>): Promise<string> {
  const { pageContext } = await read(app, context, [])
  return pageContext.brand?.currency ?? ''
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
    hasScript: true,
    body: targetsPage({
      pageContext,
      targets: stated.body,
      listed: listed.body,
      view: { search: searched, page: Number(page ?? 1), campaignsAPage },
      ...outcome,
    }),
  })
}
