import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { trimTrailingSlash } from 'hono/trailing-slash'
import { connectorResource } from '../../shared/connector.ts'
import { oauthStore } from '../../shared/db/oauth.ts'
import { createApp } from '../../shared/http/app.ts'
import type { App, Services } from '../../shared/http/app.ts'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { ApiError } from '../../shared/errors/api_error.ts'
import { analyticsErrorBody } from '../../shared/http/analytics_envelope.ts'
import { sendCopyScript } from '../../shared/pages/copy_script.ts'
import { pageHeaders } from '../../shared/pages/send_document.ts'
import type { AppContext } from './app_context.ts'
import { sendKeyboardScript } from './charts/keyboard_script.ts'
import { renderFailure } from './failure.ts'
import { addRoutes } from './routes.ts'
import { sendChangedPlanScript } from './plan/changed_plan_script.ts'
import { sendUnsavedScript } from './pages/settings/unsaved_script.ts'
import { sendZoneScript } from './start/zone_script.ts'
import { stylesheet } from './parts/stylesheet.ts'

/** The options of the functions that the console shares. */
export type ConsoleOptions = Pick<
  AppContext,
  'webhooks' | 'sources' | 'createsBrands' | 'mails' | 'isDevelopment' | 'uploadBytesMax'
>

const uploadPaths = /^\/console\/brands\/[^/]+\/(imports\/uploads|settings\/targets\/file)$/

/** Creates the console. Its only scripts are files of our own: a copy button at a new secret, and charts by keyboard. */
export function createConsole(services: Services, options: ConsoleOptions): App {
  const { database, publicBaseUrl, trustedProxyHops } = services
  const store = oauthStore(database, connectorResource(publicBaseUrl))
  const app = createApp({ services, renderError: analyticsErrorBody, uploadPaths })
  const appContext = { ...options, database, store, publicBaseUrl, trustedProxyHops }
  app.onError(renderFailure(appContext))
  app.use(compress({ threshold: 1024 }))
  app.get('/console/style.css', stylesheet)
  app.get('/console/copy.js', sendCopyScript)
  app.get('/console/charts.js', sendKeyboardScript)
  app.get('/console/unsaved.js', sendUnsavedScript)
  app.get('/console/changed_plan.js', sendChangedPlanScript)
  app.get('/console/zone.js', sendZoneScript)
  app.route('/console', pages(appContext))
  return app
}

function pages(app: AppContext): App {
  const router: App = new Hono<AppEnv>({ strict: true })
  router.use(pageHeaders)
  router.use(trimTrailingSlash())
  router.use(async (context, next) => {
    await next()
    const hasSucceeded = context.error === undefined && context.res.status < 400
    if (context.req.method !== 'POST' || !hasSucceeded || context.var.showsForm) return
    await (await import('./kept_form/sent_form.ts')).forgetSentForm(app, context)
  })
  addRoutes(router, app)
  router.all('/*', ({ req }) => {
    throw new ApiError('not_found', `There is no page ${req.path}.`)
  })
  return router
}
