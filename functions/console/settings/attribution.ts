import type { Context } from 'hono'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { attributionPreview } from '../../../shared/operations/analytics/attribution_preview.ts'
import { attributionSettings } from '../../../shared/operations/analytics/attribution_settings.ts'
import { changeAttribution as change } from '../../../shared/operations/console/change_attribution.ts'
import type { AppContext } from '../app_context.ts'
import { refusedForm, showForm } from '../kept_form/shown_form.ts'
import { sendFormPage } from '../page.ts'
import { read, request, submit } from '../page_context.ts'
import type { Refused } from '../page_context.ts'
import { attributionFields, attributionPage } from '../pages/settings/attribution.ts'
import { pageQuery } from '../parts/page_query.ts'

interface Outcome {
  refused?: Refused
  done?: string | undefined
}

/** Shows the settings, and with settings in the address what they would change. */
export function showAttribution(app: AppContext): Handler {
  return async (context) => {
    const { done, form, ...given } = pageQuery(context, [...attributionFields, 'version', 'form'], ['requested'])
    const refused = form === undefined ? undefined : await refusedForm(app, context)
    if (refused) return await renderRefused(app, context, refused)
    if (given.version !== undefined && !/^\d{1,9}$/.test(given.version))
      throw new ApiError('invalid_request', 'The parameter version must be a whole number.')
    return await renderPreview(app, context, new URLSearchParams(given as Record<string, string>), { done })
  }
}

export function changeAttribution(app: AppContext): Handler {
  return async (context) => {
    const { body, refused } = await submit(app, context, change, (form) => ({
      ...settingsIn(form),
      version: form.get('version') ?? undefined,
    }))
    if (body) return context.redirect(`${context.req.path}?done=requested`, 303)
    const shown = { ...refused, to: context.req.path }
    return await showForm(app, context, shown, async () => await renderRefused(app, context, refused))
  }
}

async function renderRefused(app: AppContext, context: Context<AppEnv>, refused: Refused): Promise<Response> {
  // Wrong values have no preview.
  if (refused.error.code === 'invalid_request') return await render(app, context, null, { refused })
  return await renderPreview(app, context, refused.form, { refused })
}

/** Shows what the chosen settings would change. If they are refused, shows them again with the error at its field. */
async function renderPreview(
  app: AppContext,
  context: Context<AppEnv>,
  chosen: URLSearchParams,
  outcome: Outcome,
): Promise<Response> {
  try {
    return await render(app, context, chosen, outcome)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'invalid_request')) throw error
    return await render(app, context, null, { refused: outcome.refused ?? { error, form: chosen } })
  }
}

/** Why a preview is refused by its model. No data is missing that an import could bring. */
const refusalsOfModel = ['markov_is_previewed_with_stored_windows', 'lost_journeys_are_not_reported']

function settingsIn(form: URLSearchParams | null): Record<string, string> {
  return Object.fromEntries(
    attributionFields.filter((name) => form?.has(name)).map((name) => [name, form?.get(name) ?? '']),
  )
}

async function render(
  app: AppContext,
  context: Context<AppEnv>,
  chosen: URLSearchParams | null,
  outcome: Outcome,
): Promise<Response> {
  const settings = settingsIn(chosen)
  const { pageContext, results } = await read(app, context, [
    request(attributionSettings),
    request(attributionPreview, settings),
  ])
  const [stated, preview] = results
  if (stated.error) throw stated.error
  const { error } = preview
  if (error && chosen?.get('model') === 'markov' && refusalsOfModel.includes(error.reason ?? '')) {
    throw new ApiError('invalid_request', error.message, { fields: [{ path: 'model', message: error.message }] })
  }
  return await sendFormPage(app, context, outcome.refused?.error, {
    title: 'Settings: attribution',
    pageContext,
    body: attributionPage({
      pageContext,
      stated: stated.body,
      preview,
      chosen: Object.keys(settings).length > 0 ? chosen : null,
      ...outcome,
    }),
  })
}
