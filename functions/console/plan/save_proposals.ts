import { sha256Hex } from '../../../shared/credentials/sha256.ts'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import { scenario } from '../../../shared/operations/analytics/scenario.ts'
import { proposeChange } from '../../../shared/operations/connector/propose_change.ts'
import type { AppContext } from '../app_context.ts'
import { showForm, showsFormAgain } from '../kept_form/shown_form.ts'
import { formIdOf, perform, read, readOwnForm, request } from '../page_context.ts'
import { evidenceOf } from './evidence.ts'
import { changesOf, planOf, renderPlan, wrongFields } from './plan.ts'

const proposalsMax = 25

/**
 * Saves a proposal for each changed campaign of a plan, as agents do. The plan is computed again, so that a campaign that is gone refuses
 * all of them. A repeated submission saves none twice: `plan_id` is kept while the form is shown again.
 */
export function saveProposals(app: AppContext): Handler {
  return async (context) => {
    const form = await readOwnForm(app, context)
    const plan = planOf(form)
    const page = `/console/brands/${context.req.param('brand_id')}/plan`
    let saved = 0
    try {
      const { changes, errors } = await changesOf(app, context, plan)
      const wrong = wrongFields(errors)
      if (wrong) throw wrong
      const { results } = await read(app, context, [request(scenario, { horizon_days: plan.horizon, changes })])
      const [{ body, error }] = results
      if (error) throw error
      const lines = body.data.filter(({ is_changed }) => is_changed)
      if (lines.length === 0) throw new ApiError('invalid_request', 'No campaign has another spend than now.')
      if (lines.length > proposalsMax) {
        throw new ApiError('invalid_request', `A plan is saved with at most ${proposalsMax} changed campaigns.`)
      }
      for (const [index, line] of lines.entries()) {
        const { platform, campaign, daily_budget, proposed_daily_budget } = line
        const input = {
          target: { level: 'campaign', platform, id: campaign.id },
          change: {
            kind: 'budget',
            ...(daily_budget === null ? {} : { from: daily_budget }),
            to: proposed_daily_budget,
          },
          rationale: form.get('rationale')?.trim() ?? '',
          evidence: evidenceOf(line, body),
          ...(form.get('confirm') === 'true' ? { confirm: true } : {}),
          idempotency_key: `plan_${sha256Hex([form.get('plan_id'), platform, campaign.id].join('/'))}`,
        }
        const formId = `${formIdOf(form) ?? ''}-${index}`
        await perform(app, context, proposeChange, { input, formId }).catch((thrown: unknown) => {
          if (!showsFormAgain(thrown) || lines.length === 1) throw thrown
          const { name, id } = campaign
          throw thrown.withMessage(`${saved} of ${lines.length} proposals are saved. ${name ?? id}: ${thrown.message}`)
        })
        saved += 1
      }
    } catch (error) {
      if (!showsFormAgain(error)) throw error
      const refused = { error, form }
      return await showForm(app, context, { ...refused, to: page }, async () => renderPlan(app, context, plan, refused))
    }
    return context.redirect(`/console/brands/${context.req.param('brand_id')}/proposals?done=planned`, 303)
  }
}
