import type { Context } from 'hono'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { publishStorefront as publish } from '../../../shared/operations/console/publish_storefront.ts'
import { setStorefront as set } from '../../../shared/operations/console/set_storefront.ts'
import { storefrontSettings } from '../../../shared/operations/console/storefront_settings.ts'
import type { AppContext } from '../app_context.ts'
import { checkMerchantProfile } from '../../../shared/storefront/merchant_profile.ts'
import { refusedForm, showForm } from '../kept_form/shown_form.ts'
import { sendFormPage } from '../page.ts'
import { read, readOwnForm, request, submit } from '../page_context.ts'
import type { Refused } from '../page_context.ts'
import { profileFields, storefrontPage } from '../pages/settings/storefront.ts'
import { mayDo } from '../parts/forms.ts'
import { pageQuery } from '../parts/page_query.ts'

export function showStorefront(app: AppContext): Handler {
  return async (context) => {
    const { done } = pageQuery(context, ['form'], ['saved', 'published', 'unpublished'])
    const refused = await refusedForm(app, context, '/storefront')
    const refusedPublication = await refusedForm(app, context, '/publication')
    return await render(app, context, { done, refused, refusedPublication })
  }
}

export function setStorefront(app: AppContext): Handler {
  return async (context) => {
    const { refused } = await submit(app, context, set, (form) => {
      const given = (name: string) => form.get(name)?.trim() || undefined
      return { version: given('version'), ...Object.fromEntries(profileFields.map((name) => [name, given(name)])) }
    })
    if (!refused) return context.redirect(`${context.req.path}?done=saved`, 303)
    const shown = { ...refused, to: context.req.path }
    return await showForm(app, context, shown, async () => await render(app, context, { refused }))
  }
}

export function publishStorefront(app: AppContext): Handler {
  return async (context) => {
    const { body, refused } = await submit(app, context, publish, (form) => ({
      version: form.get('version') ?? undefined,
      is_published: form.get('is_published') ?? undefined,
    }))
    if (refused) {
      const shown = { ...refused, to: pathOf(context) }
      return await showForm(
        app,
        context,
        shown,
        async () => await render(app, context, { refusedPublication: refused }),
      )
    }
    const done = body.is_published ? 'published' : 'unpublished'
    return context.redirect(`${pathOf(context)}?done=${done}`, 303)
  }
}

/** Fetches the UCP profile at the domain of the website for an admin or owner, and states the result. */
export function checkProfile(app: AppContext): Handler {
  return async (context) => {
    await readOwnForm(app, context)
    return await render(app, context, { checksProfile: true })
  }
}

/** The path of the page, also for its form of the publication and that of the check. */
function pathOf({ req }: Context<AppEnv>): string {
  return req.path.replace(/\/(publication|profile-check)$/, '')
}

async function render(
  app: AppContext,
  context: Context<AppEnv>,
  {
    checksProfile = false,
    ...outcome
  }: {
    refused?: Refused | undefined
    refusedPublication?: Refused | undefined
    done?: string | undefined
    checksProfile?: boolean
  },
): Promise<Response> {
  const { pageContext, results } = await read(app, context, [request(storefrontSettings)])
  const [settings] = results
  if (settings.error) throw settings.error
  const { is_published, profile } = settings.body
  const served = `${app.publicBaseUrl}/api/storefront/${pageContext.brand?.id}/.well-known/ucp`
  if (checksProfile && !mayDo(pageContext, set)) {
    throw new ApiError('forbidden', 'An admin or owner of this brand can check the profile of its domain.')
  }
  if (checksProfile && !is_published) {
    throw new ApiError('invalid_request', 'The storefront is not published. Publish it, then check the profile.')
  }
  const profileCheck = checksProfile ? await checkMerchantProfile({ website: profile.website, served }) : undefined
  return await sendFormPage(app, context, (outcome.refused ?? outcome.refusedPublication)?.error, {
    title: 'Settings: storefront',
    pageContext,
    hasScript: true,
    body: storefrontPage({
      pageContext,
      settings: settings.body,
      publicBaseUrl: app.publicBaseUrl,
      profileCheck,
      ...outcome,
    }),
  })
}
