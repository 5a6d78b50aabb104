import type { Context } from 'hono'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { hex, sha256Hex } from '../../../shared/credentials/sha256.ts'
import { browserOf } from '../../../shared/http/auth/browser.ts'
import { ApiError, unavailable } from '../../../shared/errors/api_error.ts'
import { reachableAccounts } from '../../../shared/operations/sources/reachable_accounts.ts'
import { startAuthorization } from '../../../shared/operations/sources/start_authorization.ts'
import { storeConnection } from '../../../shared/operations/sources/store_connection.ts'
import { takeAuthorization } from '../../../shared/operations/sources/take_authorization.ts'
import { sources as sentences } from '../../../shared/sentences/sources.ts'
import { page } from '../../../shared/sentences/page_audience.ts'
import { sourceStatements } from '../../../shared/sentences/statements/sources.ts'
import { beginAuthorization, finishAuthorization } from '../../../shared/sources/access/authorize.ts'
import type { Begun, Registered } from '../../../shared/sources/access/authorize.ts'
import { shopNamed } from '../../../shared/sources/shopify/access/shop_domain.ts'
import { SourceError } from '../../../shared/sources/source_error.ts'
import type { AppContext } from '../app_context.ts'
import { refusedForm, showForm } from '../kept_form/shown_form.ts'
import { sendFormPage } from '../page.ts'
import { formIdOf, perform, read, readOwnForm, request, write } from '../page_context.ts'
import type { Refused } from '../page_context.ts'
import { accountsPage } from '../pages/accounts.ts'
import { pageQuery } from '../parts/page_query.ts'
import { brandOfState, callbackPath } from './callback_address.ts'
import { connectChosen, isRenewal, noticeQuery, requireManaged, readReachable, renewAccess } from './connect_chosen.ts'
import type { Chosen } from './connect_chosen.ts'
import { renderSources } from './list_sources.ts'

/** The name of a field of the picker is this and the id of an account. Its value is a brand. */
const accountField = 'account:'

/** Sends the person to a platform to give access. */
export function startConnecting(app: AppContext): Handler {
  return async (context) => {
    const form = await readOwnForm(app, context)
    const registered = await registeredPlatform(app, form.get('platform') ?? '')
    const shop = shopNamed(form.get('shop') ?? '')
    const begun = await begin(app, registered, { shop, brandId: context.req.param('brand_id') as string })
    if (begun === null) {
      const message = 'Domain of the shop must be that of a shop at Shopify, such as acme.myshopify.com.'
      const error = new ApiError('invalid_request', message, { fields: [{ path: 'shop', message }] })
      const shown = { form, error, to: context.req.path.replace(/\/authorizations$/, '') }
      return await showForm(app, context, shown, async () => await renderSources(app, context, { refused: shown }))
    }
    const bound_to = hex(browserOf(app, context).sessionHash)
    await write(app, context, startAuthorization, () => ({
      platform: registered.platform.name,
      bound_to,
      source_id: form.get('source_id') ?? undefined,
      ...begun.pending,
    }))
    return context.redirect(begun.address, 303)
  }
}

/**
 * Takes the person back from a platform: exchanges the code, stores the grant, and continues with the choice of accounts, or with the
 * sources if the access of known accounts is renewed. The state is valid once, for the session that began, and names the brand.
 */
export function finishConnecting(app: AppContext): Handler {
  return async (context) => {
    const parameters = new URL(context.req.url).searchParams
    const [state = '', ...others] = parameters.getAll('state')
    const { pageContext } = await read(app, context, [])
    const brandId = brandOfState(state)
    if (brandId === null || others.length > 0) {
      throw new ApiError('invalid_request', sentences.authorization_is_foreign())
    }
    // Each callback is a request of its own: the state, and not the id of a form, makes it valid once.
    const once = () => ({ brandId, formId: crypto.randomUUID() })
    const input = { state_hash: sha256Hex(state), bound_to: hex(browserOf(app, context).sessionHash) }
    const taken = await perform(app, context, takeAuthorization, { input, ...once() })
    const registered = await registeredPlatform(app, taken.platform)
    const { stored } = await finish(registered, {
      parameters,
      sealedVerifier: taken.sealed_verifier,
      redirectUri: taken.redirect_uri,
      shop: taken.shop,
      connectedBy: pageContext.person,
    })
    const { connection_id } = await perform(app, context, storeConnection, { input: stored, ...once() })
    const root = `/console/brands/${brandId}/sources`
    const { brands } = pageContext
    const { renews } = taken
    const kept = renews && (await renewAccess(app, context, { renews, connectionId: connection_id, brandId, brands }))
    if (kept) return context.redirect(`${root}?${noticeQuery({ done: 'renewed', kept, brandId })}`, 303)
    return context.redirect(`${root}/connections/${connection_id}`, 303)
  }
}

/** Shows the accounts that a grant reaches, to choose from. */
export function showAccounts(app: AppContext): Handler {
  return async (context) => {
    pageQuery(context, ['form'])
    return await renderAccounts(app, context, await refusedForm(app, context))
  }
}

/** Connects the chosen accounts, each to the brand that was chosen for it. */
export function chooseAccounts(app: AppContext): Handler {
  return async (context) => {
    const form = await readOwnForm(app, context)
    const [brandId, connectionId] = [
      context.req.param('brand_id') as string,
      context.req.param('connection_id') as string,
    ]
    const chosen = brandsOf(form)
    if (chosen.size === 0) {
      const error = new ApiError('invalid_request', 'Choose at least one account.')
      const shown = { form, error, to: context.req.path }
      return await showForm(app, context, shown, async () => await renderAccounts(app, context, shown))
    }
    const { data: accounts } = await readReachable(app, context, { connectionId, brandId })
    const { pageContext } = await read(app, context, [])
    const { brands } = pageContext
    requireManaged(brands, brandId, chosen)
    const kept = await connectChosen(app, context, { chosen, connectionId, formId: formIdOf(form), brands })
    const done = isRenewal(chosen, accounts) ? 'chosen_again' : 'connected'
    return context.redirect(`/console/brands/${brandId}/sources?${noticeQuery({ done, kept, brandId, chosen })}`, 303)
  }
}

async function renderAccounts(app: AppContext, context: Context<AppEnv>, refused?: Refused): Promise<Response> {
  const connection_id = context.req.param('connection_id')
  const { platforms } = await import('../../../shared/sources/platforms.ts')
  const { pageContext, results } = await read(app, context, [request(reachableAccounts, { connection_id })])
  const [{ body, error }] = results
  if (error) throw error
  const title = platforms.find(({ name }) => name === body.platform)?.title ?? body.platform
  return await sendFormPage(app, context, refused?.error, {
    title: 'Choose accounts',
    pageContext,
    body: accountsPage({
      pageContext,
      platform: body.platform,
      title,
      accounts: body.data,
      unreached: body.unreached,
      field: accountField,
      refused,
    }),
  })
}

/** Returns the chosen accounts by brand. */
function brandsOf(form: URLSearchParams): Chosen {
  const chosen: Chosen = new Map()
  for (const [name, brandId] of form) {
    if (!name.startsWith(accountField) || brandId === '') continue
    chosen.set(brandId, [...(chosen.get(brandId) ?? []), name.slice(accountField.length)])
  }
  return chosen
}

/** Returns a platform with its settings. Throws 404 if there is none, or if the operator has not registered Vitrine there. */
async function registeredPlatform({ sources }: AppContext, name: string): Promise<Registered> {
  const { platforms } = await import('../../../shared/sources/platforms.ts')
  const platform = platforms.find((each) => each.name === name)
  const settings = platform && sources.tokenKey !== undefined && sources.settings(platform)
  if (!platform || !settings) {
    throw new ApiError('not_found', sourceStatements.is_not_set_up({ platform: name }, page))
  }
  return { platform, settings, options: sources }
}

/** Begins an authorization. Returns null if the domain of a shop is not one of Shopify. */
async function begin(
  { publicBaseUrl }: AppContext,
  registered: Registered,
  { shop, brandId }: { shop: string | undefined; brandId: string },
): Promise<Begun | null> {
  try {
    return await beginAuthorization(registered, { redirectUri: publicBaseUrl + callbackPath, shop, named: brandId })
  } catch (thrown) {
    if (thrown instanceof SourceError) return null
    throw thrown
  }
}

/** Finishes an authorization. Throws ApiError with the sentence for the person if the platform refused. */
async function finish(...given: Parameters<typeof finishAuthorization>): ReturnType<typeof finishAuthorization> {
  try {
    return await finishAuthorization(...given)
  } catch (thrown) {
    if (!(thrown instanceof SourceError)) throw thrown
    if (thrown.remedy === 'retry' || thrown.remedy === 'pause') {
      const sentence = 'The platform did not answer the request. Connect the account again in a few minutes.'
      throw unavailable(thrown).withMessage(sentence)
    }
    const { reason } = thrown
    throw new ApiError(
      reason === 'access_denied' ? 'forbidden' : 'invalid_request',
      sourceStatements[reason]({}, page),
      {
        cause: thrown,
      },
    )
  }
}
