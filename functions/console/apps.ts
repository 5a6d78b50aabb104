import { connectorResource } from '../../shared/connector.ts'
import { browserOf, requireOwnForm } from '../../shared/http/browser.ts'
import { readForm } from '../../shared/http/form.ts'
import { apps } from '../../shared/operations/console/apps.ts'
import { question, read } from './ask.ts'
import { callerIp } from './door.ts'
import type { Door, Handler } from './door.ts'
import { sendPage } from './page.ts'
import { appsPage } from './pages/apps.ts'

export function showApps(door: Door): Handler {
  return async (context) => {
    const { visit, answers } = await read(door, context, [question(apps)])
    const [{ body, error }] = answers
    if (error) throw error
    const connector = connectorResource(door.publicBaseUrl)
    const hasEnded = context.req.query('done') === 'disconnected'
    return await sendPage(context, {
      title: 'Connected apps',
      visit,
      body: appsPage({ visit, apps: body, hasEnded, connector }),
    })
  }
}

/** A grant is its person's, whatever they are of a brand: the authorisation server's own function ends it. */
export function disconnectApp(door: Door): Handler {
  return async (context) => {
    const form = await readForm(context)
    const browser = browserOf(door, context)
    requireOwnForm(browser, context, form.get('form_token') ?? '')
    await door.store.revokeGrant(browser.sessionHash, form.get('grant_id') ?? '', callerIp(door, context))
    return context.redirect(`/console/brands/${context.req.param('brand_id')}/apps?done=disconnected`, 303)
  }
}
