import { ApiError } from '../errors/api_error.ts'
import { openKeyRing } from '../key_ring.ts'
import type { WebhookOptions } from './options.ts'

const secretBytes = 32

/**
 * Returns a new secret of an endpoint: encrypted for the database, and as text for the only response that contains it.
 * Throws service_unavailable without WEBHOOK_SECRET_KEY.
 */
export async function makeSecret(endpointId: string, { secretKey }: WebhookOptions) {
  if (!secretKey) {
    throw new ApiError('service_unavailable', 'Webhooks are not available: WEBHOOK_SECRET_KEY is not set.')
  }
  const secret = newSecret()
  const ring = await openKeyRing(secretKey)
  return { sealed_secret: await ring.seal(secret, secretContext(endpointId)), secret: secretText(secret) }
}

/** Returns the context that binds an encrypted secret to its purpose and its endpoint. */
export function secretContext(endpointId: string): string {
  return `webhook secret of ${endpointId}`
}

export function newSecret(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(secretBytes))
}

/** Returns a secret as text for its holder (Standard Webhooks 1.0.0). */
export function secretText(secret: Uint8Array): string {
  return `whsec_${btoa(String.fromCharCode(...secret))}`
}
