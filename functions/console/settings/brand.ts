import type { Context } from 'hono'
import { ApiError } from '../../../shared/errors/api_error.ts'
import { readForm } from '../../../shared/http/input/form.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { brandSettings } from '../../../shared/operations/console/brand_settings.ts'
import { deleteBrand as remove } from '../../../shared/operations/console/delete_brand.ts'
import { setBrand as set } from '../../../shared/operations/console/set_brand.ts'
import type { AppContext } from '../app_context.ts'
import { sendFormPage } from '../page.ts'
import { read, request, submit } from '../page_context.ts'
import type { Refused } from '../page_context.ts'
import { brandPage } from '../pages/settings/brand.ts'
import { pageQuery } from '../parts/page_query.ts'

export function showBrand(app: AppContext): Handler {
  return async (context) => {
    const { done } = pageQuery(context, [], ['saved'])
    return await render(app, context, { done })
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
    return await render(app, context, { refused })
  }
}

/** Deletes the brand for an owner who typed its name, and leads to the other brands. */
export function deleteBrand(app: AppContext): Handler {
  return async (context) => {
    try {
      const { refused } = await submit(app, context, remove, (form) => ({ name: form.get('name')?.trim() }))
      if (!refused) return context.redirect('/console?done=deleted', 303)
      return await render(app, context, { refusedDeletion: refused })
    } catch (error) {
      if (!(error instanceof ApiError && error.reason === 'this_session_is_too_old')) throw error
      return await render(app, context, { refusedDeletion: { error, form: await readForm(context) } })
    }
  }
}

async function render(
  app: AppContext,
  context: Context<AppEnv>,
  outcome: { refused?: Refused; refusedDeletion?: Refused; done?: string | undefined },
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
