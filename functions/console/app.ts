import { Hono } from 'hono'
import { trimTrailingSlash } from 'hono/trailing-slash'
import { connectorResource } from '../../shared/connector.ts'
import { oauthStore } from '../../shared/db/oauth.ts'
import { createApp } from '../../shared/http/app.ts'
import type { App, Services } from '../../shared/http/app.ts'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { analyticsErrorBody, ApiError } from '../../shared/http/errors.ts'
import { pageHeaders } from '../../shared/pages/send_document.ts'
import type { WebhookOptions } from '../../shared/webhooks/options.ts'
import { showAnomalies, moveAnomaly } from './anomalies.ts'
import { disconnectApp, showApps } from './apps.ts'
import { chooseBrand } from './brands.ts'
import { showCatalogue } from './catalogue.ts'
import type { Door } from './door.ts'
import { showImportFile, showImports } from './imports.ts'
import { createKey, revokeKey, showKeys } from './keys.ts'
import { showOverview } from './overview.ts'
import { renderFailure } from './page.ts'
import { decideProposal, openProposal, showProposals } from './proposals.ts'
import { stylesheet } from './stylesheet.ts'
import { createEndpoint, deleteEndpoint, replayDelivery, rotateSecret, testEndpoint } from './webhook_forms.ts'
import { showEndpoint, showWebhooks } from './webhooks.ts'

/** What people look at: pages that need no script, in the name of whoever is signed in. */
export function createConsole(services: Services, webhooks: WebhookOptions): App {
  const { database, publicBaseUrl, trustedProxyHops } = services
  const store = oauthStore(database, connectorResource(publicBaseUrl))
  const app = createApp({ services, renderError: analyticsErrorBody })
  app.onError(renderFailure)
  app.get('/console/style.css', stylesheet)
  app.route('/console', pages({ database, store, publicBaseUrl, trustedProxyHops, webhooks }))
  return app
}

function pages(door: Door): App {
  const app: App = new Hono<AppEnv>({ strict: true })
  app.use(pageHeaders)
  app.use(trimTrailingSlash())
  app.get('/', chooseBrand(door))
  app.get('/proposals/:proposal_id', openProposal(door))

  app.get('/brands/:brand_id', showOverview(door))
  app.get('/brands/:brand_id/anomalies', showAnomalies(door))
  app.post('/brands/:brand_id/anomalies/:anomaly_id', moveAnomaly(door))
  app.get('/brands/:brand_id/proposals', showProposals(door))
  app.post('/brands/:brand_id/proposals/:proposal_id', decideProposal(door))
  app.get('/brands/:brand_id/catalogue', showCatalogue(door))
  app.get('/brands/:brand_id/imports', showImports(door))
  app.get('/brands/:brand_id/imports/:import_id', showImportFile(door))
  app.get('/brands/:brand_id/keys', showKeys(door))
  app.post('/brands/:brand_id/keys', createKey(door))
  app.post('/brands/:brand_id/keys/:key_id/revoke', revokeKey(door))
  app.get('/brands/:brand_id/webhooks', showWebhooks(door))
  app.post('/brands/:brand_id/webhooks', createEndpoint(door))
  app.get('/brands/:brand_id/webhooks/:endpoint_id', showEndpoint(door))
  app.post('/brands/:brand_id/webhooks/:endpoint_id/test', testEndpoint(door))
  app.post('/brands/:brand_id/webhooks/:endpoint_id/rotate', rotateSecret(door))
  app.post('/brands/:brand_id/webhooks/:endpoint_id/delete', deleteEndpoint(door))
  app.post('/brands/:brand_id/webhooks/:endpoint_id/deliveries/:delivery_id/replay', replayDelivery(door))
  app.get('/brands/:brand_id/apps', showApps(door))
  app.post('/brands/:brand_id/apps/disconnect', disconnectApp(door))

  app.all('/*', ({ req }) => {
    throw new ApiError('not_found', `There is no page ${req.path}.`)
  })
  return app
}
