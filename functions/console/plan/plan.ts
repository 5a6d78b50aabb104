import type { Context } from 'hono'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { anomaly } from '../../../shared/operations/analytics/anomaly.ts'
import { budgetRecommendations } from '../../../shared/operations/analytics/budget_recommendations.ts'
import { experiments } from '../../../shared/operations/analytics/experiments.ts'
import { forecasts } from '../../../shared/operations/analytics/forecasts.ts'
import { scenario } from '../../../shared/operations/analytics/scenario.ts'
import { proposals } from '../../../shared/operations/console/proposals.ts'
import type { AppContext } from '../app_context.ts'
import { showsFormAgain, shownForm } from '../kept_form/shown_form.ts'
import { sendFormPage } from '../page.ts'
import { read, readResults, request } from '../page_context.ts'
import type { Refused } from '../page_context.ts'
import { pageQuery } from '../parts/page_query.ts'
import { dependsOnCurrency } from '../settings/amounts/entered_number.ts'
import { changeFields, enteredChanges, readChanges } from './entered_changes.ts'
import type { Change, EnteredChange, ReadChanges } from './entered_changes.ts'
import type { PlannedAnomaly } from './shown_plan.ts'
import { planPage } from './plan_page.ts'

const defaultHorizon = '30'

export interface Plan {
  horizon: string
  entered: EnteredChange[]
  /** The anomaly that the plan is for, if any. */
  anomalyId: string | undefined
}

/** The planner: the present daily spend of each campaign, and what a change of it is expected to bring. */
export function showPlan(app: AppContext): Handler {
  return async (context) => {
    const sent = new URL(context.req.url).searchParams
    const { horizon_days, anomaly_id } = pageQuery(context, [
      'horizon_days',
      'anomaly_id',
      'form',
      ...changeFields(sent),
    ])
    const shown = await shownForm(app, context)
    if (shown?.error)
      return await renderPlan(app, context, planOf(shown.form), { error: shown.error, form: shown.form })
    const horizon = horizon_days || defaultHorizon
    return await renderPlan(app, context, {
      horizon,
      entered: enteredChanges(sent),
      anomalyId: anomaly_id || undefined,
    })
  }
}

/** Returns the plan of a form. */
export function planOf(form: URLSearchParams): Plan {
  return {
    horizon: form.get('horizon_days') || defaultHorizon,
    entered: enteredChanges(form),
    anomalyId: form.get('anomaly_id') || undefined,
  }
}

/** Returns the anomaly that a plan is for. Throws not_found if the brand has no such anomaly. */
export async function anomalyOf(
  app: AppContext,
  context: Context<AppEnv>,
  { anomalyId }: Pick<Plan, 'anomalyId'>,
): Promise<PlannedAnomaly | undefined> {
  if (anomalyId === undefined) return undefined
  const [{ body, error }] = await readResults(app, context, [request(anomaly, { anomaly_id: anomalyId })])
  if (error) throw error
  return body
}

/** Reads the changes of a plan. The brand is read first if amounts have a currency. */
export async function changesOf(
  app: AppContext,
  context: Context<AppEnv>,
  { entered }: Pick<Plan, 'entered'>,
): Promise<ReadChanges> {
  const depends = entered.some(({ text }) => !text.endsWith('%') && dependsOnCurrency(text))
  const currency = depends ? (await read(app, context, [])).pageContext.brand?.currency : undefined
  return readChanges(entered, currency)
}

export async function renderPlan(
  app: AppContext,
  context: Context<AppEnv>,
  plan: Plan,
  refused?: Refused,
): Promise<Response> {
  const { horizon, entered } = plan
  const planned = await anomalyOf(app, context, plan)
  const { changes, errors } = await changesOf(app, context, { entered })
  let error = refused?.error
  const readPage = async (changes: Change[]) =>
    await read(
      app,
      context,
      [
        request(scenario, { horizon_days: horizon, changes }),
        request(forecasts, { type: 'revenue', horizon_days: horizon, total: 'true', include_confidence: 'true' }),
      ],
      [
        request(budgetRecommendations, { limit: 500 }),
        request(proposals, { status: 'pending_approval' }),
        request(experiments, { limit: 200 }),
      ],
    )
  const { pageContext, results, beside } = await readPage(errors.size > 0 ? [] : changes).catch(
    async (thrown: unknown) => {
      if (!showsFormAgain(thrown) || changes.length === 0) throw thrown
      error ??= thrown
      return await readPage([])
    },
  )
  const [computed, forecast] = results
  const [recommended, waiting, experimented] = beside
  for (const { error } of [computed, forecast, recommended]) if (error && error.code !== 'data_not_ready') throw error
  const shownError: ApiError | undefined = error ?? wrongFields(errors)
  return await sendFormPage(app, context, shownError, {
    title: 'Plan',
    pageContext,
    hasScript: true,
    body: planPage({
      pageContext,
      horizon,
      entered,
      planned,
      errors,
      computed,
      forecast,
      recommended,
      proposed: waiting.body?.data ?? [],
      experiments: experimented.body?.data ?? [],
      error: shownError,
      refused,
    }),
  })
}

/** The error of a plan whose fields are not understood. */
export function wrongFields(errors: ReadChanges['errors']): ApiError | undefined {
  if (errors.size === 0) return undefined
  return new ApiError(
    'invalid_request',
    `${errors.size === 1 ? 'An amount is' : `${errors.size} amounts are`} not understood. Nothing is computed until it is corrected.`,
  )
}
