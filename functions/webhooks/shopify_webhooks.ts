import { ApiError, unauthorized } from '../../shared/errors/api_error.ts'
import type { App, AppOptions } from '../../shared/http/app.ts'
import { callerIp } from '../../shared/http/limits/client_ip.ts'
import { refuseOtherMethods } from '../../shared/http/method_not_allowed.ts'
import type { SourceOptions } from '../../shared/sources/settings.ts'
import { clientSecrets } from '../../shared/sources/shopify/access/client_secrets.ts'
import { isSignedBody } from '../../shared/sources/shopify/access/signature.ts'
import { readNotice, UnreadableNotice } from '../../shared/sources/shopify/notices/notice.ts'
import type { ShopNotice } from '../../shared/sources/shopify/notices/notice.ts'
import { receiveShopNotice } from '../../shared/sources/shopify/notices/receive_notice.ts'
import { proofOf } from '../../shared/sources/shopify/notices/proof.ts'

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
  app.post(shopifyWebhooksPath, async (context) => {
    context.set('operation', 'sources.receive_shop_notice')
    context.header('Cache-Control', 'no-store')
    const settings = sources.settings({ name: 'shopify', version: '' })
    const secrets = settings === null ? [] : clientSecrets(settings.app)
    const body = new Uint8Array(await context.req.arrayBuffer())
    if (!isSignedBody(body, context.req.header('X-Shopify-Hmac-Sha256') ?? '', secrets)) throw unauthorized()
    const notice = noticeOf(context.req.raw.headers, new TextDecoder().decode(body))
    const outcome =
      notice === null
        ? 'ignored'
        : await receiveShopNotice(
            services.database,
            notice,
            proofOf(notice, secrets[0] as string),
            callerIp(context, services.trustedProxyHops),
          )
    const kind = notice?.kind ?? 'other'
    services.metrics?.add('vitrine_shop_notices', 'Webhooks of shops by kind and outcome.', { kind, outcome })
    return context.json({ data: { outcome }, meta: { request_id: context.var.requestId } })
  })
  refuseOtherMethods(app, shopifyWebhooksPath, ['POST'])
}

function noticeOf(headers: Headers, body: string): ShopNotice | null {
  try {
    return readNotice(headers, body)
  } catch (thrown) {
    if (thrown instanceof UnreadableNotice) throw new ApiError('invalid_request', thrown.message, { cause: thrown })
    throw thrown
  }
}
