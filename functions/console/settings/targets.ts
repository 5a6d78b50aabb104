import type { Context } from 'hono'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { targets } from '../../../shared/operations/analytics/targets.ts'
import { campaignTargets } from '../../../shared/operations/console/campaign_targets.ts'
import { setTarget as set } from '../../../shared/operations/console/set_target.ts'
import type { AppContext } from '../app_context.ts'
import { sendFormPage } from '../page.ts'
import { read, request, submit } from '../page_context.ts'
import { targetsPage } from '../pages/settings/targets.ts'
import type { TargetsOutcome } from '../pages/settings/targets.ts'
import { address } from '../parts/choices.ts'
import { pageQuery } from '../parts/page_query.ts'
import { doubtOf, enteredNumber } from './entered_number.ts'

export const campaignsAPage = 100

interface Shown {
  month?: string | undefined
  search?: string | undefined
  page?: string | undefined
}

export function showTargets(app: AppContext): Handler {
  return async (context) => {
    const { done, ...shown } = pageQuery(context, ['month', 'search', 'page'], ['saved', 'campaigns', 'unchanged'])
    return await renderTargets(app, context, shown, { done })
  }
}

/** Sets the targets of the whole brand. */
export function setTarget(app: AppContext): Handler {
  return async (context) => {
    let month = ''
    const { refused } = await submit(app, context, set, (form) => {
      const given = (name: string) => form.get(name)?.trim() || undefined
      month = given('month') ?? ''
      refuseDoubtful(form)
      return {
        month,
        version: given('version'),
        roas: enteredNumber(form.get('roas')),
        cpa: enteredNumber(form.get('cpa')),
        budget: enteredNumber(form.get('budget')),
      }
    })
    if (!refused) return context.redirect(address(context.req.path, { month, done: 'saved' }), 303)
    return await renderTargets(app, context, { month }, { refused })
  }
}

/** Throws invalid_request for amounts with two meanings, such as 1.000. A ROAS of a thousand does not occur. */
function refuseDoubtful(form: URLSearchParams): void {
  const fields = ['cpa', 'budget'].flatMap((path) => {
    const message = doubtOf(form.get(path))
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
