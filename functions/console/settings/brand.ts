import type { Context } from 'hono'
import { ApiError } from '../../../shared/errors/api_error.ts'
import { readForm } from '../../../shared/http/input/form.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { brandSettings } from '../../../shared/operations/console/brand_settings.ts'
import { deleteBrand as remove } from '../../../shared/operations/console/delete_brand.ts'
import { setBrand as set } from '../../../shared/operations/console/set_brand.ts'
import type { AppContext } from '../app_context.ts'
import { refusedForm, showForm } from '../kept_form/shown_form.ts'
import { sendFormPage } from '../page.ts'
import { read, request, submit } from '../page_context.ts'
import type { Refused } from '../page_context.ts'
import { brandPage } from '../pages/settings/brand.ts'
import { pageQuery } from '../parts/page_query.ts'

const settingsEnd = '/settings/brand'
const deletionEnd = '/settings/brand/deletion'

export function showBrand(app: AppContext): Handler {
  return async (context) => {
    const { done } = pageQuery(context, ['form'], ['saved'])
    const refused = await refusedForm(app, context, settingsEnd)
    const refusedDeletion = await refusedForm(app, context, deletionEnd)
    return await render(app, context, { done, refused, refusedDeletion })
  }
}

export function setBrand(app: AppContext): Handler {
  return async (context) => {
    const { refused } = await submit(app, context, set, (form) => ({
      version: form.get('version') ?? undefined,
      name: form.get('name')?.trim(),
      currency: form.get('currency') ?? undefined,
      timezone: form.get('timezone') ?? undefined,
    }))
    if (!refused) return context.redirect(`${context.req.path}?done=saved`, 303)
    const shown = { ...refused, to: context.req.path }
    return await showForm(app, context, shown, async () => await render(app, context, { refused }))
  }
}

/** Deletes the brand for an owner who typed its name, and leads to the other brands. */
export function deleteBrand(app: AppContext): Handler {
  return async (context) => {
    try {
      const { refused } = await submit(app, context, remove, (form) => ({ name: form.get('name')?.trim() }))
      if (!refused) return context.redirect('/console?done=deleted', 303)
      return await showDeletion(app, context, refused)
    } catch (error) {
      if (!(error instanceof ApiError && error.reason === 'this_session_is_too_old')) throw error
      return await showDeletion(app, context, { error, form: await readForm(context) })
    }
  }
}

async function showDeletion(app: AppContext, context: Context<AppEnv>, refused: Refused): Promise<Response> {
  const to = context.req.path.slice(0, settingsEnd.length - deletionEnd.length)
  const rendered = async () => await render(app, context, { refusedDeletion: refused })
  return await showForm(app, context, { ...refused, to }, rendered)
}

async function render(
  app: AppContext,
  context: Context<AppEnv>,
  outcome: { refused?: Refused | undefined; refusedDeletion?: Refused | undefined; done?: string | undefined },
): Promise<Response> {
  const { pageContext, results } = await read(app, context, [request(brandSettings)])
  const [settings] = results
  if (settings.error) throw settings.error
  return await sendFormPage(app, context, outcome.refused?.error ?? outcome.refusedDeletion?.error, {
    title: 'Settings: brand',
    pageContext,
    body: brandPage({ pageContext, settings: settings.body, ...outcome }),
  })
}
