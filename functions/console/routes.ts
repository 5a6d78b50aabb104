import type { AppContext } from './app_context.ts'
import type { App } from '../../shared/http/app.ts'
import type { Handler } from '../../shared/http/app_env.ts'

type Route = `${'GET' | 'POST'} /${string}`
type Creator = (app: AppContext) => Handler

const brand = '/brands/:brand_id'

/**
 * Adds every page and form of the console. A line names a handler of a module and its route. A module is loaded with
 * its first request, so the start of the function loads no page. An earlier route precedes a later one.
 */
export function addRoutes(router: App, app: AppContext): void {
  function serve<Name extends string>(
    load: () => Promise<Record<NoInfer<Name>, Creator>>,
    handlers: Record<Name, Route>,
  ): void {
    for (const name in handlers) {
      const [method = '', path = ''] = handlers[name].split(' ')
      router.on(method, path, async (context) => await (await load())[name](app)(context))
    }
  }

  serve(() => import('./brands.ts'), { chooseBrand: 'GET /' })
  serve(() => import('./components/components.ts'), { showComponents: 'GET /_components' })
  serve(() => import('./kept_form/show_kept_form.ts'), {
    showKeptForm: 'GET /kept-form',
    discardKeptForm: 'POST /kept-form/discard',
  })
  serve(() => import('./start/start.ts'), {
    showNewBrand: 'GET /brands/new',
    createBrand: 'POST /brands',
    showStart: `GET ${brand}/start`,
  })
  serve(() => import('./people/invitation.ts'), {
    showInvitation: 'GET /invitations/:invitation_id',
    answerInvitation: 'POST /invitations/:invitation_id',
  })

  serve(() => import('./analytics/overview.ts'), { showOverview: `GET ${brand}` })
  serve(() => import('./analytics/performance.ts'), {
    showPerformance: `GET ${brand}/performance`,
    downloadPerformance: `GET ${brand}/performance.csv`,
  })
  serve(() => import('./ask/ask.ts'), { showAsk: `GET ${brand}/ask`, downloadAnswer: `GET ${brand}/ask.csv` })
  serve(() => import('./analytics/attribution.ts'), { showAttribution: `GET ${brand}/attribution` })
  serve(() => import('./analytics/forecasts.ts'), { showForecasts: `GET ${brand}/forecasts` })
  serve(() => import('./plan/plan.ts'), { showPlan: `GET ${brand}/plan` })
  serve(() => import('./plan/save_proposals.ts'), { saveProposals: `POST ${brand}/plan/proposals` })
  serve(() => import('./experiments/experiments.ts'), {
    showExperiments: `GET ${brand}/experiments`,
    showNewExperiment: `GET ${brand}/experiments/new`,
    createExperiment: `POST ${brand}/experiments`,
  })
  serve(() => import('./experiments/experiment.ts'), {
    showExperiment: `GET ${brand}/experiments/:experiment_id`,
    startExperiment: `POST ${brand}/experiments/:experiment_id/start`,
    endExperiment: `POST ${brand}/experiments/:experiment_id/end`,
    cancelExperiment: `POST ${brand}/experiments/:experiment_id/cancel`,
  })
  serve(() => import('./analytics/creatives.ts'), { showCreatives: `GET ${brand}/creatives` })
  serve(() => import('./analytics/anomalies.ts'), {
    showAnomalies: `GET ${brand}/anomalies`,
    moveAnomaly: `POST ${brand}/anomalies/:anomaly_id`,
  })
  serve(() => import('./alerts/alert_rules.ts'), {
    showAlertRules: `GET ${brand}/alert-rules`,
    createAlertRule: `POST ${brand}/alert-rules`,
    changeAlertRule: `POST ${brand}/alert-rules/:rule_id`,
    deleteAlertRule: `POST ${brand}/alert-rules/:rule_id/delete`,
  })
  serve(() => import('./proposals.ts'), {
    openProposal: 'GET /proposals/:proposal_id',
    showProposals: `GET ${brand}/proposals`,
    decideProposal: `POST ${brand}/proposals/:proposal_id`,
  })
  serve(() => import('./catalog/catalog.ts'), { showCatalog: `GET ${brand}/catalog` })
  serve(() => import('./catalog/product.ts'), {
    showProduct: `GET ${brand}/catalog/:product_id`,
    changeProduct: `POST ${brand}/catalog/:product_id`,
  })
  serve(() => import('./shop/agents.ts'), { showAgents: `GET ${brand}/agents` })
  serve(() => import('./shop/negotiations.ts'), {
    showNegotiations: `GET ${brand}/negotiations`,
    respondToNegotiation: `POST ${brand}/negotiations/:negotiation_id`,
  })
  serve(() => import('./shop/orders.ts'), {
    showOrders: `GET ${brand}/orders`,
    reportOrder: `POST ${brand}/orders/:transaction_id`,
    addDisputeStatement: `POST ${brand}/disputes/:dispute_id`,
  })

  serve(() => import('./sources/connect_accounts.ts'), {
    finishConnecting: 'GET /sources/callback',
    startConnecting: `POST ${brand}/sources/authorizations`,
    showAccounts: `GET ${brand}/sources/connections/:connection_id`,
    chooseAccounts: `POST ${brand}/sources/connections/:connection_id`,
  })
  serve(() => import('./sources/list_sources.ts'), {
    chooseSourcesBrand: 'GET /sources',
    showSources: `GET ${brand}/sources`,
    moveSource: `POST ${brand}/sources/:source_id`,
  })
  serve(() => import('./imports.ts'), {
    showImports: `GET ${brand}/imports`,
    showImportFile: `GET ${brand}/imports/:import_id`,
    downloadRejections: `GET ${brand}/imports/:import_id/rejected.csv`,
    undoImport: `POST ${brand}/imports/:import_id/undo`,
  })
  serve(() => import('./uploads/receive_upload.ts'), { receiveUpload: `POST ${brand}/imports/uploads` })
  serve(() => import('./uploads/delete_uploads.ts'), { deleteUploads: `POST ${brand}/imports/uploads/delete` })
  serve(() => import('./uploads/review_upload.ts'), {
    showUpload: `GET ${brand}/imports/uploads/:upload_id`,
    confirmUpload: `POST ${brand}/imports/uploads/:upload_id`,
    deleteUpload: `POST ${brand}/imports/uploads/:upload_id/delete`,
  })

  serve(() => import('./keys.ts'), {
    showKeys: `GET ${brand}/keys`,
    createKey: `POST ${brand}/keys`,
    revokeKey: `POST ${brand}/keys/:key_id/revoke`,
  })
  serve(() => import('./webhooks.ts'), {
    showWebhooks: `GET ${brand}/webhooks`,
    showEndpoint: `GET ${brand}/webhooks/:endpoint_id`,
  })
  serve(() => import('./webhook_forms.ts'), {
    createEndpoint: `POST ${brand}/webhooks`,
    testEndpoint: `POST ${brand}/webhooks/:endpoint_id/test`,
    rotateSecret: `POST ${brand}/webhooks/:endpoint_id/rotate`,
    deleteEndpoint: `POST ${brand}/webhooks/:endpoint_id/delete`,
    replayDelivery: `POST ${brand}/webhooks/:endpoint_id/deliveries/:delivery_id/replay`,
  })
  serve(() => import('./apps.ts'), { showApps: `GET ${brand}/apps`, disconnectApp: `POST ${brand}/apps/disconnect` })
  serve(() => import('./people/people.ts'), {
    showPeople: `GET ${brand}/people`,
    invite: `POST ${brand}/people`,
    moveInvitation: `POST ${brand}/people/invitations/:invitation_id`,
    changeRole: `POST ${brand}/people/:person_id/role`,
    transferOwnership: `POST ${brand}/people/:person_id/transfer`,
    removeMember: `POST ${brand}/people/:person_id/remove`,
  })
  serve(() => import('./settings/attribution.ts'), {
    showAttribution: `GET ${brand}/settings/attribution`,
    changeAttribution: `POST ${brand}/settings/attribution`,
  })
  serve(() => import('./settings/targets.ts'), {
    showTargets: `GET ${brand}/settings/targets`,
  })
  serve(() => import('./settings/review_targets.ts'), {
    reviewPreviousMonth: `GET ${brand}/settings/targets/copy`,
    showTargetFile: `GET ${brand}/settings/targets/file`,
    reviewTargetFile: `POST ${brand}/settings/targets/file`,
  })
  serve(() => import('./settings/campaign_targets.ts'), {
    downloadTargets: `GET ${brand}/settings/targets.csv`,
    saveBrandTargets: `POST ${brand}/settings/targets`,
    saveCampaignTargets: `POST ${brand}/settings/targets/campaigns`,
  })
  serve(() => import('./settings/brand.ts'), {
    showBrand: `GET ${brand}/settings/brand`,
    setBrand: `POST ${brand}/settings/brand`,
    deleteBrand: `POST ${brand}/settings/brand/deletion`,
  })
  serve(() => import('./settings/storefront.ts'), {
    showStorefront: `GET ${brand}/settings/storefront`,
    setStorefront: `POST ${brand}/settings/storefront`,
    publishStorefront: `POST ${brand}/settings/storefront/publication`,
    checkProfile: `POST ${brand}/settings/storefront/profile-check`,
  })
  serve(() => import('./settings/fulfillment/fulfillment.ts'), {
    showFulfillment: `GET ${brand}/settings/fulfillment`,
    changeFulfillment: `POST ${brand}/settings/fulfillment`,
  })
  serve(() => import('./settings/pricing.ts'), {
    showPricing: `GET ${brand}/settings/pricing`,
    changePricing: `POST ${brand}/settings/pricing`,
  })
  serve(() => import('./settings/digest.ts'), { showDigest: `GET ${brand}/settings/notifications/digest` })
  serve(() => import('./settings/notifications.ts'), {
    showNotifications: `GET ${brand}/settings/notifications`,
    setNotifications: `POST ${brand}/settings/notifications`,
    setQuietHours: `POST ${brand}/settings/notifications/quiet-hours`,
    connectSlack: `POST ${brand}/settings/notifications/slack`,
    testSlack: `POST ${brand}/settings/notifications/slack/test`,
    disconnectSlack: `POST ${brand}/settings/notifications/slack/disconnect`,
  })
}
