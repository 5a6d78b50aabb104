import { ApiError } from '../errors/api_error.ts'
import type { WebhookOptions } from './options.ts'
import { newSecret, openSecretBox, secretText } from './secret_box.ts'

/**
 * Returns a new secret of an endpoint: encrypted for the database, and as text for the only response that contains it.
 * Throws service_unavailable without WEBHOOK_SECRET_KEY.
 */
export async function makeSecret(endpointId: string, { secretKey }: WebhookOptions) {
  if (!secretKey) {
    throw new ApiError('service_unavailable', 'Webhooks are not available: WEBHOOK_SECRET_KEY is not set.')
  }
  const secret = newSecret()
  const box = await openSecretBox(secretKey)
  return { sealed_secret: await box.seal(secret, endpointId), secret: secretText(secret) }
}
