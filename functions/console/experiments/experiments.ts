import type { Context } from 'hono'
import { addDays } from '../../../shared/calendar/days.ts'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { readForm } from '../../../shared/http/input/form.ts'
import { createExperiment as create } from '../../../shared/operations/analytics/create_experiment.ts'
import { experimentPreview } from '../../../shared/operations/analytics/experiment_preview.ts'
import { experiments } from '../../../shared/operations/analytics/experiments.ts'
import { view } from '../../../shared/operations/console/view.ts'
import type { AppContext } from '../app_context.ts'
import { showForm, shownForm, showsFormAgain } from '../kept_form/shown_form.ts'
import { sendFormPage, sendPage } from '../page.ts'
import { read, request, write } from '../page_context.ts'
import type { Refused } from '../page_context.ts'
import { pageQuery } from '../parts/page_query.ts'
import { blocksOf, campaignIdsOf, designFields, designOfForm, inputOf } from './design.ts'
import { designPage } from './design_page.ts'
import { listPage } from './list_page.ts'

const experimentsAPage = 20

export function showExperiments(app: AppContext): Handler {
  return async (context) => {
    const { status, page = '1' } = pageQuery(context, ['status', 'page'])
    const { pageContext, results } = await read(app, context, [
      request(experiments, { page, limit: experimentsAPage, ...(status ? { status } : {}) }),
    ])
    const [{ body, error }] = results
    if (error) throw error
    const pages = Math.ceil(body.meta.total_rows / experimentsAPage)
    return await sendPage(context, {
      title: 'Experiments',
      pageContext,
      body: listPage({ pageContext, found: body, status: status || null, page: Number(page), pages }),
    })
  }
}

/** The design of a new experiment in the address, with the effect that it can detect. */
export function showNewExperiment(app: AppContext): Handler {
  return async (context) => {
    pageQuery(context, [...designFields, 'form'], [], ['campaign'])
    const shown = await shownForm(app, context)
    if (shown?.error) return await renderDesign(app, context, shown.form, { error: shown.error, form: shown.form })
    return await renderDesign(app, context, new URL(context.req.url).searchParams)
  }
}

export function createExperiment(app: AppContext): Handler {
  return async (context) => {
    const list = `/console/brands/${context.req.param('brand_id')}/experiments`
    try {
      const { experiment } = await write(app, context, create, inputOf)
      return context.redirect(`${list}/${experiment.experiment_id}?done=planned`, 303)
    } catch (error) {
      if (!isOfDesign(error)) throw error
      const form = await readForm(context)
      const refused = { error, form }
      const rendered = async () => await renderDesign(app, context, form, refused)
      return await showForm(app, context, { ...refused, to: `${list}/new` }, rendered)
    }
  }
}

/** Whether the form is shown again: its design is wrong, shares days with another experiment, or needs more orders. */
function isOfDesign(error: unknown): error is ApiError {
  return error instanceof ApiError && ['invalid_request', 'invalid_transition', 'data_not_ready'].includes(error.code)
}

async function renderDesign(
  app: AppContext,
  context: Context<AppEnv>,
  sent: URLSearchParams,
  given?: Refused,
): Promise<Response> {
  const readPage = async (previews: ReturnType<typeof previewOf>[]) =>
    await read(app, context, previews, [request(view, { period: 'last_90_days' }), request(experiments, { limit: 1 })])
  const readDesign = async () => await readPage([previewOf(await withPlatform(app, context, sent))])
  let refused = given
  // A wrong design has no power. The page shows it again with its error.
  const { pageContext, results, beside } = await readDesign().catch(async (error: unknown) => {
    if (!showsFormAgain(error)) throw error
    refused ??= { error, form: sent }
    return await readPage([])
  })
  const [preview = null] = results
  const [offered, known] = beside
  for (const { error } of [offered, known]) if (error) throw error
  if (preview?.error && preview.error.code !== 'data_not_ready') throw preview.error
  const { platforms, campaigns } = offered.body as NonNullable<typeof offered.body>
  const { today } = known.body as NonNullable<typeof known.body>
  const design = designOfForm(sent, { starts_on: preview?.body?.starts_on ?? addDays(today, 1), platforms })
  return await sendFormPage(app, context, refused?.error, {
    title: 'Plan an experiment',
    hasScript: true,
    pageContext,
    body: designPage({ pageContext, design, preview, refused, today, platforms, campaigns }),
  })
}

/** Returns a design with the platform that its form has selected. The first visit names none, and has the first one of the brand. */
async function withPlatform(
  app: AppContext,
  context: Context<AppEnv>,
  sent: URLSearchParams,
): Promise<URLSearchParams> {
  if (sent.get('platform')?.trim()) return sent
  const { results } = await read(app, context, [request(view, { period: 'last_90_days' })])
  const [first] = results[0].body?.platforms ?? []
  return new URLSearchParams([...sent, ...(first === undefined ? [] : [['platform', first]])])
}

/** Requests the preview of a design. Throws if its campaigns are not of its platform. */
function previewOf(sent: URLSearchParams) {
  const platform = sent.get('platform')?.trim() || undefined
  const campaign_ids = campaignIdsOf(sent.getAll('campaign'), platform ?? '')
  return request(experimentPreview, {
    ...blocksOf(sent),
    starts_on: sent.get('starts_on')?.trim() || undefined,
    ...(platform === undefined ? {} : { platform }),
    ...(campaign_ids.length === 0 ? {} : { campaign_ids }),
  })
}
