import type { Context } from 'hono'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { targets } from '../../../shared/operations/analytics/targets.ts'
import { budgets } from '../../../shared/operations/connector/budgets.ts'
import { setTarget as set } from '../../../shared/operations/console/set_target.ts'
import type { AppContext } from '../app_context.ts'
import { sendFormPage } from '../page.ts'
import { read, request, submit } from '../page_context.ts'
import type { Refused } from '../page_context.ts'
import { targetsPage } from '../pages/settings/targets.ts'
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
  const [stated, running] = results
  if (stated.error) throw stated.error
  return await sendFormPage(app, context, outcome.refused?.error, {
    title: 'Settings: targets',
    pageContext,
    body: targetsPage({ pageContext, targets: stated.body, running, campaign, ...outcome }),
  })
}
