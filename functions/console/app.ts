import { Hono } from 'hono'
import { trimTrailingSlash } from 'hono/trailing-slash'
import { connectorResource } from '../../shared/connector.ts'
import { oauthStore } from '../../shared/db/oauth.ts'
import { createApp } from '../../shared/http/app.ts'
import type { App, Services } from '../../shared/http/app.ts'
import type { AppEnv, Handler } from '../../shared/http/app_env.ts'
import { ApiError } from '../../shared/errors/api_error.ts'
import { analyticsErrorBody } from '../../shared/http/analytics_envelope.ts'
import { pageHeaders } from '../../shared/pages/send_document.ts'
import { showAnomalies, moveAnomaly } from './analytics/anomalies.ts'
import { disconnectApp, showApps } from './apps.ts'
import { chooseBrand } from './brands.ts'
import { showCatalog } from './catalog.ts'
import type { AppContext } from './app_context.ts'
import { downloadRejections, showImportFile, showImports, undoImport } from './imports.ts'
import { createKey, revokeKey, showKeys } from './keys.ts'
import { showOverview } from './analytics/overview.ts'
import { downloadPerformance, showPerformance } from './analytics/performance.ts'
import { renderFailure } from './page.ts'
import { decideProposal, openProposal, showProposals } from './proposals.ts'
import { stylesheet } from './parts/stylesheet.ts'
import { createEndpoint, deleteEndpoint, replayDelivery, rotateSecret, testEndpoint } from './webhook_forms.ts'
import { showEndpoint, showWebhooks } from './webhooks.ts'

/** The options of the functions that the console shares. */
export type ConsoleOptions = Pick<
  AppContext,
  'webhooks' | 'sources' | 'createsBrands' | 'printsMails' | 'uploadBytesMax'
>

const uploadPaths = /^\/console\/brands\/[^/]+\/imports\/uploads$/

/** Creates the console: pages without scripts, for the signed-in person. */
export function createConsole(services: Services, options: ConsoleOptions): App {
  const { database, publicBaseUrl, trustedProxyHops } = services
  const store = oauthStore(database, connectorResource(publicBaseUrl))
  const app = createApp({ services, renderError: analyticsErrorBody, uploadPaths })
  app.onError(renderFailure(publicBaseUrl))
  app.get('/console/style.css', stylesheet)
  app.route('/console', pages({ ...options, database, store, publicBaseUrl, trustedProxyHops }))
  return app
}

// Few requests need the keys of grants, the pages of sources, the first steps, the settings and the formats of
// files, so they are loaded on demand.
const people = async () => await import('./people/people.ts')
const invitations = async () => await import('./people/invitation.ts')
const starting = async () => await import('./start/start.ts')
const listing = async () => await import('./sources/list_sources.ts')
const uploading = async () => await import('./uploads/receive_upload.ts')
const reviewing = async () => await import('./uploads/review_upload.ts')
const attribution = async () => await import('./settings/attribution.ts')
const targets = async () => await import('./settings/targets.ts')
const connecting = async () => await import('./sources/connect_accounts.ts')

/** Returns a handler that is loaded with its first request. */
function onDemand(load: () => Promise<Handler>): Handler {
  return async (context) => await (await load())(context)
}

function pages(app: AppContext): App {
  const router: App = new Hono<AppEnv>({ strict: true })
  router.use(pageHeaders)
  router.use(trimTrailingSlash())
  router.get('/', chooseBrand(app))
  router.get(
    '/kept-form',
    onDemand(async () => (await import('./kept_form/show_kept_form.ts')).showKeptForm(app)),
  )
  router.get('/proposals/:proposal_id', openProposal(app))
  router.get(
    '/sources',
    onDemand(async () => (await listing()).chooseSourcesBrand(app)),
  )
  router.get(
    '/sources/callback',
    onDemand(async () => (await connecting()).finishConnecting(app)),
  )

  router.get(
    '/brands/new',
    onDemand(async () => (await starting()).showNewBrand(app)),
  )
  router.post(
    '/brands',
    onDemand(async () => (await starting()).createBrand(app)),
  )
  router.get(
    '/brands/:brand_id/start',
    onDemand(async () => (await starting()).showStart(app)),
  )
  router.get('/brands/:brand_id', showOverview(app))
  router.get('/brands/:brand_id/performance', showPerformance(app))
  router.get('/brands/:brand_id/performance.csv', downloadPerformance(app))
  router.get(
    '/brands/:brand_id/attribution',
    onDemand(async () => (await import('./analytics/attribution.ts')).showAttribution(app)),
  )
  router.get(
    '/brands/:brand_id/forecasts',
    onDemand(async () => (await import('./analytics/forecasts.ts')).showForecasts(app)),
  )
  router.get(
    '/brands/:brand_id/creatives',
    onDemand(async () => (await import('./analytics/creatives.ts')).showCreatives(app)),
  )
  router.get('/brands/:brand_id/anomalies', showAnomalies(app))
  router.post('/brands/:brand_id/anomalies/:anomaly_id', moveAnomaly(app))
  router.get('/brands/:brand_id/proposals', showProposals(app))
  router.post('/brands/:brand_id/proposals/:proposal_id', decideProposal(app))
  router.get('/brands/:brand_id/catalog', showCatalog(app))
  router.get(
    '/brands/:brand_id/sources',
    onDemand(async () => (await listing()).showSources(app)),
  )
  router.post(
    '/brands/:brand_id/sources/authorizations',
    onDemand(async () => (await connecting()).startConnecting(app)),
  )
  router.get(
    '/brands/:brand_id/sources/connections/:connection_id',
    onDemand(async () => (await connecting()).showAccounts(app)),
  )
  router.post(
    '/brands/:brand_id/sources/connections/:connection_id',
    onDemand(async () => (await connecting()).chooseAccounts(app)),
  )
  router.post(
    '/brands/:brand_id/sources/:source_id',
    onDemand(async () => (await listing()).moveSource(app)),
  )
  router.get('/brands/:brand_id/imports', showImports(app))
  router.get('/brands/:brand_id/imports/:import_id', showImportFile(app))
  router.get('/brands/:brand_id/imports/:import_id/rejected.csv', downloadRejections(app))
  router.post('/brands/:brand_id/imports/:import_id/undo', undoImport(app))
  router.post(
    '/brands/:brand_id/imports/uploads',
    onDemand(async () => (await uploading()).receiveUpload(app)),
  )
  router.get(
    '/brands/:brand_id/imports/uploads/:upload_id',
    onDemand(async () => (await reviewing()).showUpload(app)),
  )
  router.post(
    '/brands/:brand_id/imports/uploads/:upload_id',
    onDemand(async () => (await reviewing()).confirmUpload(app)),
  )
  router.post(
    '/brands/:brand_id/imports/uploads/:upload_id/delete',
    onDemand(async () => (await reviewing()).deleteUpload(app)),
  )
  router.get('/brands/:brand_id/keys', showKeys(app))
  router.post('/brands/:brand_id/keys', createKey(app))
  router.post('/brands/:brand_id/keys/:key_id/revoke', revokeKey(app))
  router.get('/brands/:brand_id/webhooks', showWebhooks(app))
  router.post('/brands/:brand_id/webhooks', createEndpoint(app))
  router.get('/brands/:brand_id/webhooks/:endpoint_id', showEndpoint(app))
  router.post('/brands/:brand_id/webhooks/:endpoint_id/test', testEndpoint(app))
  router.post('/brands/:brand_id/webhooks/:endpoint_id/rotate', rotateSecret(app))
  router.post('/brands/:brand_id/webhooks/:endpoint_id/delete', deleteEndpoint(app))
  router.post('/brands/:brand_id/webhooks/:endpoint_id/deliveries/:delivery_id/replay', replayDelivery(app))
  router.get('/brands/:brand_id/apps', showApps(app))
  router.post('/brands/:brand_id/apps/disconnect', disconnectApp(app))
  router.get(
    '/brands/:brand_id/settings/attribution',
    onDemand(async () => (await attribution()).showAttribution(app)),
  )
  router.post(
    '/brands/:brand_id/settings/attribution',
    onDemand(async () => (await attribution()).changeAttribution(app)),
  )
  router.get(
    '/brands/:brand_id/settings/targets',
    onDemand(async () => (await targets()).showTargets(app)),
  )
  router.post(
    '/brands/:brand_id/settings/targets',
    onDemand(async () => (await targets()).setTarget(app)),
  )

  const ofPeople = [
    ['get', '/brands/:brand_id/people', 'showPeople'],
    ['post', '/brands/:brand_id/people', 'invite'],
    ['post', '/brands/:brand_id/people/invitations/:invitation_id', 'moveInvitation'],
    ['post', '/brands/:brand_id/people/:person_id/role', 'changeRole'],
    ['post', '/brands/:brand_id/people/:person_id/transfer', 'transferOwnership'],
    ['post', '/brands/:brand_id/people/:person_id/remove', 'removeMember'],
  ] as const
  for (const [method, path, handler] of ofPeople) {
    router[method](
      path,
      onDemand(async () => (await people())[handler](app)),
    )
  }
  router.get(
    '/invitations/:invitation_id',
    onDemand(async () => (await invitations()).showInvitation(app)),
  )
  router.post(
    '/invitations/:invitation_id',
    onDemand(async () => (await invitations()).answerInvitation(app)),
  )

  router.all('/*', ({ req }) => {
    throw new ApiError('not_found', `There is no page ${req.path}.`)
  })
  return router
}
