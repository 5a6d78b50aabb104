import { ApiError } from '../../shared/errors/api_error.ts'
import type { App, AppOptions } from '../../shared/http/app.ts'
import { callerIp } from '../../shared/http/limits/client_ip.ts'
import { refuseOtherMethods } from '../../shared/http/method_not_allowed.ts'
import type { SourceOptions } from '../../shared/sources/settings.ts'
import { isSignedBody } from '../../shared/sources/shopify/access/signature.ts'
import { readWebhook, UnreadableWebhook } from '../../shared/sources/shopify/webhook.ts'
import { registrationAt } from '../../shared/sources/webhooks/registration.ts'
import { storeWebhook } from '../../shared/sources/webhooks/store_webhook.ts'

export const shopifyWebhooksPath = '/api/sources/shopify/webhooks'

/**
 * Receives the webhooks of Shopify. A webhook is only stored, so that the response comes within the 5 seconds that Shopify waits. The worker
 * then reads what it names. A topic that says nothing of use, and a shop that is not connected, get 200 too, because Shopify ends
 * subscriptions whose webhooks fail.
 */
export function routeShopifyWebhooks(
  app: App,
  sources: SourceOptions,
  { services }: Pick<AppOptions, 'services'>,
): void {
  const { database, trustedProxyHops, metrics } = services
  app.post(shopifyWebhooksPath, async (context) => {
    context.set('operation', 'sources.receive_webhook')
    context.header('Cache-Control', 'no-store')
    const registration = registrationAt('shopify', sources)
    const body = new Uint8Array(await context.req.arrayBuffer())
    const hmac = context.req.header('X-Shopify-Hmac-Sha256') ?? ''
    if (!registration || !isSignedBody(body, hmac, registration.secrets))
      throw wrongSignature(registration !== null && registration !== undefined, hmac)
    const webhook = webhookOf(context.req.raw.headers, new TextDecoder().decode(body))
    const outcome =
      webhook === null
        ? 'ignored'
        : await storeWebhook(
            database,
            { platform: 'shopify', webhook_id: webhook.webhook_id, content: JSON.stringify(webhook.content) },
            registration,
            callerIp(context, trustedProxyHops),
          )
    const kind = webhook?.content.kind ?? 'other'
    metrics?.add('vitrine_shop_webhooks', 'Webhooks of shops by kind and outcome.', { kind, outcome })
    return context.json({ data: { outcome }, meta: { request_id: context.var.requestId } })
  })
  refuseOtherMethods(app, shopifyWebhooksPath, ['POST'])
}

function wrongSignature(isSetUp: boolean, hmac: string): ApiError {
  if (!isSetUp)
    return new ApiError(
      'unauthorized',
      'Shopify is not set up at this installation, so that no webhook can be verified.',
    )
  return new ApiError(
    'unauthorized',
    hmac === ''
      ? 'X-Shopify-Hmac-Sha256 header is required: the base64 HMAC-SHA256 of the raw body with the client secret of the app.'
      : 'X-Shopify-Hmac-Sha256 is not the base64 HMAC-SHA256 of this body with the client secret of the app. Check SHOPIFY_CLIENT_SECRET, and ' +
          'that no proxy changes the body.',
  )
}

function webhookOf(headers: Headers, body: string): ReturnType<typeof readWebhook> {
  try {
    return readWebhook(headers, body)
  } catch (thrown) {
    if (thrown instanceof UnreadableWebhook) throw new ApiError('invalid_request', thrown.message, { cause: thrown })
    throw thrown
  }
}
