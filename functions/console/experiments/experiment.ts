import type { Context } from 'hono'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import type { Contract } from '../../../shared/operation.ts'
import { readForm } from '../../../shared/http/input/form.ts'
import { cancelExperiment as cancel } from '../../../shared/operations/analytics/cancel_experiment.ts'
import { endExperiment as end } from '../../../shared/operations/analytics/end_experiment.ts'
import { experiment } from '../../../shared/operations/analytics/experiment.ts'
import { startExperiment as start } from '../../../shared/operations/analytics/start_experiment.ts'
import type { AppContext } from '../app_context.ts'
import { refusedForm, showForm } from '../kept_form/shown_form.ts'
import { sendFormPage } from '../page.ts'
import { read, request, write } from '../page_context.ts'
import type { Refused } from '../page_context.ts'
import { pageQuery } from '../parts/page_query.ts'
import { experimentNotices, experimentPage } from './experiment_page.ts'

export function showExperiment(app: AppContext): Handler {
  return async (context) => await render(app, context, await refusedForm(app, context))
}

export const startExperiment = moved(start)
export const endExperiment = moved(end)
export const cancelExperiment = moved(cancel)

/** Records what people did. A move that is not possible any more, because another person made another one, is shown on the page. */
function moved(operation: Contract): (app: AppContext) => Handler {
  return (app) => async (context) => {
    const experiment_id = context.req.param('experiment_id') ?? ''
    const page = `/console/brands/${context.req.param('brand_id')}/experiments/${encodeURIComponent(experiment_id)}`
    try {
      const answer = await write(app, context, operation, () => ({ experiment_id }))
      const { status } = (answer as { experiment: { status: string } }).experiment
      return context.redirect(`${page}?done=${status}`, 303)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_transition') throw error
      const refused = { error, form: await readForm(context) }
      return await showForm(app, context, { ...refused, to: page }, async () => await render(app, context, refused))
    }
  }
}

async function render(app: AppContext, context: Context<AppEnv>, refused?: Refused): Promise<Response> {
  const { done } = pageQuery(context, ['form'], Object.keys(experimentNotices))
  const experiment_id = context.req.param('experiment_id') ?? ''
  const { pageContext, results } = await read(app, context, [request(experiment, { experiment_id })])
  const [{ body, error }] = results
  if (error) throw error
  return await sendFormPage(app, context, refused?.error, {
    title: body.experiment.name,
    pageContext,
    hasScript: true,
    body: experimentPage({ pageContext, shown: body, done, refused }),
  })
}
