import { hmacOf, isHmacOf } from '../../credentials/hmac.ts'
import type { WebhookPlatform } from './registration.ts'

/** A webhook of a platform, as it is stored for the worker. */
export interface PlatformWebhook {
  platform: WebhookPlatform
  /** By which a repeated webhook is recognized. */
  webhook_id: string
  /** What the worker must do, as JSON. */
  content: string
}

/**
 * Returns the HMAC of a webhook with the client secret, in hexadecimal. It is stored with the webhook, so that the worker does only what a
 * platform demanded: the login of the functions can store webhooks, and does not know the secret.
 */
export function proofOf(webhook: PlatformWebhook, secret: string): string {
  return hmacOf(proven(webhook), secret).toString('hex')
}

/** Whether a proof was made of this webhook with one of the secrets. */
export function isProven(webhook: PlatformWebhook, proof: string, secrets: readonly string[]): boolean {
  return isHmacOf(proven(webhook), Buffer.from(proof, 'hex'), secrets)
}

function proven({ platform, webhook_id, content }: PlatformWebhook): string {
  return JSON.stringify(['webhook', platform, webhook_id, content])
}
