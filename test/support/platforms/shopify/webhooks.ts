import { createHmac, randomUUID } from 'node:crypto'
import type { Order } from './shop_ledger.ts'

export interface Webhook {
  headers: Record<string, string>
  body: string
}

/** Signs a webhook as Shopify does: base64 of the HMAC-SHA256 of the raw body with the secret of the app. */
export function signWebhook(
  secret: string,
  {
    shop,
    topic,
    payload,
    webhookId = randomUUID(),
    triggeredAt = new Date().toISOString(),
  }: {
    shop: string
    topic: string
    payload: unknown
    webhookId?: string
    triggeredAt?: string
  },
): Webhook {
  const body = JSON.stringify(payload)
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-shop-domain': shop,
      'x-shopify-api-version': '2026-10',
      'x-shopify-webhook-id': webhookId,
      'x-shopify-event-id': webhookId,
      'x-shopify-triggered-at': triggeredAt,
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
    },
  }
}

/** The part of the payload of `orders/*` that names the order and its version (rest_order.json). */
export function orderPayload({ id, createdAt, updatedAt, canceledAt, isTest, number }: Order): unknown {
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Order/${id}`,
    name: `#${number}`,
    created_at: createdAt,
    updated_at: updatedAt,
    cancelled_at: canceledAt,
    test: isTest,
  }
}
