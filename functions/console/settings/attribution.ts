import type { Context } from 'hono'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { attributionPreview } from '../../../shared/operations/analytics/attribution_preview.ts'
import { attributionSettings } from '../../../shared/operations/analytics/attribution_settings.ts'
import { changeAttribution as change } from '../../../shared/operations/console/change_attribution.ts'
import type { AppContext } from '../app_context.ts'
import { sendFormPage } from '../page.ts'
import { read, request, submit } from '../page_context.ts'
import type { Refused } from '../page_context.ts'
import { attributionPage } from '../pages/settings/attribution.ts'
import { pageQuery } from '../parts/page_query.ts'

const names = ['model', 'click_days', 'view_days', 'half_life_hours', 'accounting'] as const
type Chosen = Partial<Record<(typeof names)[number], string>>

/** Shows the settings, and with settings in the address what they would change. */
export function showAttribution(app: AppContext): Handler {
  return async (context) => {
    const { done, ...chosen } = pageQuery(context, names, ['requested'])
    return await render(app, context, chosen, { done })
  }
}

export function changeAttribution(app: AppContext): Handler {
  return async (context) => {
    const { body, refused } = await submit(app, context, change, (form) => ({
      ...chosenIn(form),
      version: form.get('version') ?? undefined,
    }))
    if (body) return context.redirect(`${context.req.path}?done=requested`, 303)
    // Wrong values have no preview.
    const chosen = refused.error.code === 'invalid_request' ? {} : chosenIn(refused.form)
    return await render(app, context, chosen, { refused })
  }
}

function chosenIn(form: URLSearchParams): Chosen {
  return Object.fromEntries(names.filter((name) => form.has(name)).map((name) => [name, form.get(name) ?? '']))
}

async function render(
  app: AppContext,
  context: Context<AppEnv>,
  chosen: Chosen,
  outcome: { refused?: Refused; done?: string | undefined },
): Promise<Response> {
  const { pageContext, results } = await read(app, context, [
    request(attributionSettings),
    request(attributionPreview, chosen),
  ])
  const [settings, preview] = results
  if (settings.error) throw settings.error
  const isChosen = Object.keys(chosen).length > 0
  return await sendFormPage(app, context, outcome.refused?.error, {
    title: 'Settings: attribution',
    pageContext,
    body: attributionPage({
      pageContext,
      stated: settings.body,
      preview,
      chosen: isChosen ? chosen : null,
      ...outcome,
    }),
  })
}
