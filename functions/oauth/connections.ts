import type { Context } from 'hono'
import type { AppEnv, Handler } from '../../shared/http/app_env.ts'
import { ApiError } from '../../shared/errors/api_error.ts'
import { connectorResource } from '../../shared/connector.ts'
import { analyticsErrorBody } from '../../shared/http/analytics_envelope.ts'
import { browserOf, isFromHere, requireOwnForm } from '../../shared/http/auth/browser.ts'
import { callerIp } from '../../shared/http/limits/client_ip.ts'
import type { AppContext } from './app_context.ts'
import { readForm, withoutNul } from '../../shared/http/input/form.ts'
import { sendPage } from './pages/page.ts'
import { connectionsPage } from './pages/connections.ts'

/** The page of the apps that the signed-in person has connected, each with a button to disconnect it. */
export function showConnections(app: AppContext): Handler {
  return async (context) => {
    const browser = browserOf(app, context)
    try {
      const grants = await app.store.grants(browser.sessionHash, callerIp(context, app.trustedProxyHops))
      const hasEnded = context.req.query('ended') !== undefined
      return sendPage(context, {
        title: 'Connected apps',
        body: connectionsPage({
          grants,
          hasEnded,
          formToken: browser.formToken,
          connector: connectorResource(app.publicBaseUrl),
        }),
      })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unauthorized')
        return context.redirect('/oauth/sign-in?to=/oauth/connections', 303)
      throw error
    }
  }
}

export function disconnect(app: AppContext): Handler {
  return async (context) => {
    const form = await readForm(context)
    const browser = browserOf(app, context)
    requireOwnForm(browser, context, form.get('form_token') ?? '')
    await app.store.revokeGrant(
      browser.sessionHash,
      form.get('grant_id') ?? '',
      callerIp(context, app.trustedProxyHops),
    )
    return context.redirect('/oauth/connections?ended', 303)
  }
}

/** Lists the person's grants as JSON in the analytics envelope. The session cookie is the credential. */
export function listGrants(app: AppContext): Handler {
  return inEnvelope(async (context) => {
    const { sessionHash } = browserOf(app, context)
    const { data } = await app.store.grants(sessionHash, callerIp(context, app.trustedProxyHops))
    return context.json({ data, meta: { request_id: context.var.requestId } })
  })
}

export function revokeGrant(app: AppContext): Handler {
  return inEnvelope(async (context) => {
    const { sessionHash } = browserOf(app, context)
    if (!isFromHere(context)) throw new ApiError('forbidden', 'Requests from another site are not allowed.')
    const grantId = withoutNul(context.req.param('grant_id') as string)
    await app.store.revokeGrant(sessionHash, grantId, callerIp(context, app.trustedProxyHops))
    return context.body(null, 204)
  })
}

function inEnvelope(handle: (context: Context<AppEnv>) => Promise<Response>): Handler {
  return async (context) => {
    context.header('Cache-Control', 'no-store')
    try {
      return await handle(context)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return context.json(analyticsErrorBody(error, context.var.requestId), error.status)
    }
  }
}
