import type { Context } from 'hono'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { targets } from '../../../shared/operations/analytics/targets.ts'
import { budgets } from '../../../shared/operations/connector/budgets.ts'
import { setTarget as set } from '../../../shared/operations/console/set_target.ts'
import type { AppContext } from '../app_context.ts'
import { sendFormPage } from '../page.ts'
import { read, request, submit } from '../page_context.ts'
import type { Refused } from '../page_context.ts'
import { campaignsOf, targetsPage } from '../pages/settings/targets.ts'
import { address } from '../parts/choices.ts'
import { pageQuery } from '../parts/page_query.ts'

interface Shown {
  month?: string | undefined
  campaign?: string | undefined
}

export function showTargets(app: AppContext): Handler {
  return async (context) => {
    const { done, ...shown } = pageQuery(context, ['month', 'campaign'], ['saved'])
    return await render(app, context, shown, { done })
  }
}

export function setTarget(app: AppContext): Handler {
  return async (context) => {
    let month = ''
    const { refused } = await submit(app, context, set, (form) => {
      const given = (name: string) => form.get(name)?.trim() || undefined
      month = given('month') ?? ''
      return {
        month,
        version: given('version'),
        campaign: given('campaign'),
        roas: given('roas'),
        cpa: given('cpa'),
        budget: given('budget'),
      }
    })
    if (!refused) return context.redirect(address(context.req.path, { month, done: 'saved' }), 303)
    return await render(app, context, { month, campaign: refused.form.get('campaign') || undefined }, { refused })
  }
}

async function render(
  app: AppContext,
  context: Context<AppEnv>,
  { month, campaign }: Shown,
  outcome: { refused?: Refused; done?: string | undefined },
): Promise<Response> {
  const { pageContext, results } = await read(app, context, [
    request(targets, { month }),
    request(budgets, { limit: 200 }),
  ])
  const [stated, current] = results
  if (stated.error) throw stated.error
  // A future month can have targets of the campaigns that run now. An earlier one has its own campaigns.
  const isEarlier = current.body !== null && stated.body.month < current.body.month
  const running = isEarlier ? (await read(app, context, [request(budgets, { month, limit: 200 })])).results[0] : current
  if (campaign !== undefined && !outcome.refused) {
    const campaigns = campaignsOf(stated.body, running)
    if (!campaigns.some(({ key }) => key === campaign))
      throw new ApiError('not_found', 'There is no such campaign in this month. Choose one of the list.')
  }
  return await sendFormPage(app, context, outcome.refused?.error, {
    title: 'Settings: targets',
    pageContext,
    body: targetsPage({ pageContext, targets: stated.body, running, campaign, ...outcome }),
  })
}
