import type { Context } from 'hono'
import { z } from 'zod'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { contract } from '../../../shared/operation.ts'
import { alertRulePreview } from '../../../shared/operations/analytics/alert_rule_preview.ts'
import { alertRules } from '../../../shared/operations/analytics/alert_rules.ts'
import { changeAlertRule as change } from '../../../shared/operations/analytics/change_alert_rule.ts'
import { createAlertRule as create } from '../../../shared/operations/analytics/create_alert_rule.ts'
import { deleteAlertRule as remove } from '../../../shared/operations/analytics/delete_alert_rule.ts'
import { metricDefinitions } from '../../../shared/operations/analytics/metric_definitions.ts'
import { brandId } from '../../../shared/schema/brand.ts'
import type { QuestionContext } from '../../../shared/question/question_context.ts'
import { currency as currencyCode } from '../../../shared/schema/commerce/commerce.ts'
import type { AppContext } from '../app_context.ts'
import { showForm, shownForm } from '../kept_form/shown_form.ts'
import { sendFormPage } from '../page.ts'
import { read, readResults, request, submit, write } from '../page_context.ts'
import type { FormInput, Refused } from '../page_context.ts'
import { alertRulesPage, ruleNotices, termFields } from '../pages/alert_rules.ts'
import type { AlertRulesPage } from '../pages/alert_rules.ts'
import { pageQuery } from '../parts/page_query.ts'
import { readNumber } from '../settings/amounts/entered_number.ts'

const rulesAPage = 50

/** The two calls of POST /v1/alert-rules/preview: what reads a text, and the preview of its terms. */
const questionContext = contract({
  name: 'analytics.question_context',
  scope: 'read:marketing',
  input: z.object({ brand_id: brandId }),
  output: z.looseObject({}),
})
const previewOfTerms = contract({
  name: alertRulePreview.name,
  scope: alertRulePreview.scope,
  input: alertRulePreview.input.extend({
    campaign_name: z.string().optional(),
    threshold_units: z.array(z.string()).optional(),
  }),
  output: alertRulePreview.output,
})

interface Outcome {
  refused?: AlertRulesPage['refused']
  done?: string | undefined
  /** The text of a rule to preview. */
  text?: string | undefined
}

export function showAlertRules(app: AppContext): Handler {
  return async (context) => {
    const { done, text, page } = pageQuery(context, ['text', 'page', 'form'], Object.keys(ruleNotices))
    const shown = await shownForm(app, context)
    if (!shown?.error) return await render(app, context, { done, text, page })
    const { error, form } = shown
    return await render(app, context, { page, text, refused: { error, form, ruleId: ruleIdOf(shown.action) } })
  }
}

export function createAlertRule(app: AppContext): Handler {
  return async (context) => {
    const { refused } = await submit(app, context, create, (form) => terms(form))
    if (!refused) return context.redirect(`${context.req.path}?done=created`, 303)
    return await again(app, context, refused, { to: context.req.path, ruleId: null })
  }
}

export function changeAlertRule(app: AppContext): Handler {
  return async (context) => {
    const rule_id = context.req.param('rule_id') ?? ''
    const { refused } = await submit(app, context, change, (form) => ({
      ...terms(form),
      rule_id,
      version: form.get('version') ?? undefined,
      is_on: form.get('is_on') ?? undefined,
    }))
    if (!refused) return context.redirect(`${listPath(context)}?done=changed`, 303)
    return await again(app, context, refused, { to: listPath(context), ruleId: rule_id })
  }
}

export function deleteAlertRule(app: AppContext): Handler {
  return async (context) => {
    await write(app, context, remove, (form) => ({
      rule_id: context.req.param('rule_id'),
      version: form.get('version') ?? undefined,
    }))
    return context.redirect(`${listPath(context)}?done=deleted`, 303)
  }
}

async function again(
  app: AppContext,
  context: Context<AppEnv>,
  refused: Refused,
  { to, ruleId }: { to: string; ruleId: string | null },
): Promise<Response> {
  return await showForm(app, context, { ...refused, to }, async () =>
    render(app, context, { refused: { ...refused, ruleId } }),
  )
}

/** The terms of a form. A threshold in percent is a fraction of the API. */
function terms(form: URLSearchParams): FormInput {
  const given = Object.fromEntries([...termFields, 'name'].map((name) => [name, form.get(name)?.trim() || undefined]))
  const threshold = thresholdIn(form)
  const percent = form.get('is_percent') === 'true' ? Number(threshold) : Number.NaN
  return { ...given, threshold: Number.isFinite(percent) ? Math.round(percent * 1e6) / 1e8 : threshold }
}

/** Returns the number of the field. The page names the currency only for a metric of money. Throws for a number with two meanings. */
function thresholdIn(form: URLSearchParams): string | undefined {
  const { data: currency } = currencyCode.safeParse(form.get('currency'))
  return readNumber((form.get('threshold') ?? '').replace(/\s*%$/, ''), 'threshold', currency)
}

async function render(
  app: AppContext,
  context: Context<AppEnv>,
  { refused, done, text, page = '1' }: Outcome & { page?: string | undefined },
): Promise<Response> {
  const { pageContext, results } = await read(app, context, [
    request(alertRules, { limit: rulesAPage, page }),
    request(metricDefinitions),
    ...(text === undefined ? [] : [request(questionContext)]),
  ])
  const [rules, definitions, known] = results
  if (rules.error) throw rules.error
  if (definitions.error) throw definitions.error
  const asked =
    text === undefined || known === undefined ? null : { text, ...(await previewOf(app, context, text, known)) }
  return await sendFormPage(app, context, refused?.error, {
    title: 'Alert rules',
    pageContext,
    body: alertRulesPage({
      pageContext,
      rules: rules.body,
      definitions: definitions.body.data,
      page: Number(page),
      rulesAPage,
      asked,
      refused,
      done,
    }),
  })
}

async function previewOf(
  app: AppContext,
  context: Context<AppEnv>,
  text: string,
  known: { body: unknown; error: ApiError | null },
) {
  const failed = (error: ApiError) => ({ preview: { body: null, error }, campaignName: null })
  if (known.error) return failed(known.error)
  try {
    const prepared = await alertRulePreview.prepare?.run({ text }, known.body as QuestionContext, {})
    const { text: _, ...input } = prepared?.input ?? {}
    const [preview] = await readResults(app, context, [request(previewOfTerms, input)])
    return { preview, campaignName: typeof input.campaign_name === 'string' ? input.campaign_name : null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return failed(error)
  }
}

function listPath({ req }: Context<AppEnv>): string {
  return `/console/brands/${req.param('brand_id')}/alert-rules`
}

/** The rule to which a form was sent. Null for a new one. */
function ruleIdOf(action: string): string | null {
  return /\/alert-rules\/([^/]+)$/.exec(action)?.[1] ?? null
}
