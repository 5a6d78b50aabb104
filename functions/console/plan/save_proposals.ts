import { ApiError } from '../../../shared/errors/api_error.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import { scenario } from '../../../shared/operations/analytics/scenario.ts'
import { changesMax, proposeChanges } from '../../../shared/operations/connector/propose_changes.ts'
import type { AppContext } from '../app_context.ts'
import { showForm, showsFormAgain } from '../kept_form/shown_form.ts'
import { formIdOf, perform, read, readOwnForm, request } from '../page_context.ts'
import { evidenceOf } from './evidence.ts'
import { anomalyEvidence, concerns } from './planned_anomaly.ts'
import { anomalyOf, changesOf, planOf, renderPlan, wrongFields } from './plan.ts'
import { tooManyChanges } from './save_form.ts'

/**
 * Saves a proposal for each changed campaign of a plan: all of them, or none. The plan is computed again, so that a campaign that is gone
 * refuses all.
 */
export function saveProposals(app: AppContext): Handler {
  return async (context) => {
    const form = await readOwnForm(app, context)
    const plan = planOf(form)
    const page = `/console/brands/${context.req.param('brand_id')}/plan`
    try {
      const { changes, errors } = await changesOf(app, context, plan)
      const wrong = wrongFields(errors)
      if (wrong) throw wrong
      const planned = await anomalyOf(app, context, plan)
      const { results } = await read(app, context, [request(scenario, { horizon_days: plan.horizon, changes })])
      const [{ body, error }] = results
      if (error) throw error
      const lines = body.data.filter(({ is_changed }) => is_changed)
      if (lines.length === 0) throw new ApiError('invalid_request', 'No campaign has another spend than now.')
      if (lines.length > changesMax) throw new ApiError('invalid_request', tooManyChanges)
      const input = {
        changes: lines.map((line) => ({
          target: { level: 'campaign', platform: line.platform, id: line.campaign.id },
          change: {
            kind: 'budget',
            ...(line.daily_budget === null ? {} : { from: line.daily_budget }),
            to: line.proposed_daily_budget,
          },
          evidence: [
            ...(planned && concerns(planned, line) ? [anomalyEvidence(planned)] : []),
            ...evidenceOf(line, body),
          ],
        })),
        rationale: form.get('rationale')?.trim() ?? '',
        ...(form.get('confirm') === 'true' ? { confirm: true } : {}),
      }
      await perform(app, context, proposeChanges, { input, formId: formIdOf(form) }).catch((thrown: unknown) => {
        if (!showsFormAgain(thrown)) throw thrown
        const [, index] = /^changes\[(\d+)\]/.exec(thrown.field ?? '') ?? []
        const campaign = lines[Number(index)]?.campaign
        throw campaign
          ? thrown.withMessage(`${campaign.name ?? campaign.id}: ${thrown.message} Nothing is saved.`)
          : thrown
      })
    } catch (error) {
      if (!showsFormAgain(error)) throw error
      const refused = { error, form }
      return await showForm(app, context, { ...refused, to: page }, async () => renderPlan(app, context, plan, refused))
    }
    return context.redirect(`/console/brands/${context.req.param('brand_id')}/proposals?done=planned`, 303)
  }
}
