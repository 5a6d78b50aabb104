import { connectorResource } from '../../shared/connector.ts'
import { browserOf, requireOwnForm } from '../../shared/http/auth/browser.ts'
import { readForm } from '../../shared/http/input/form.ts'
import { apps } from '../../shared/operations/console/apps.ts'
import { request, read } from './page_context.ts'
import { callerIp } from '../../shared/http/limits/client_ip.ts'
import type { Handler } from '../../shared/http/app_env.ts'
import type { AppContext } from './app_context.ts'
import { pageQuery } from './parts/page_query.ts'
import { sendPage } from './page.ts'
import { appsPage } from './pages/apps.ts'

export function showApps(app: AppContext): Handler {
  return async (context) => {
    const { done } = pageQuery(context, [], ['disconnected'])
    const { pageContext, results } = await read(app, context, [request(apps)])
    const [{ body, error }] = results
    if (error) throw error
    const connector = connectorResource(app.publicBaseUrl)
    return await sendPage(context, {
      title: 'Connected apps',
      pageContext,
      body: appsPage({ pageContext, apps: body, hasEnded: done !== undefined, connector }),
    })
  }
}

/** Ends a grant through the authorization server's function, because a grant belongs to its person and not to a brand. */
export function disconnectApp(app: AppContext): Handler {
  return async (context) => {
    const form = await readForm(context)
    const browser = browserOf(app, context)
    requireOwnForm(browser, context, form.get('form_token') ?? '')
    await app.store.revokeGrant(
      browser.sessionHash,
      form.get('grant_id') ?? '',
      callerIp(context, app.trustedProxyHops),
    )
    return context.redirect(`/console/brands/${context.req.param('brand_id')}/apps?done=disconnected`, 303)
  }
}
