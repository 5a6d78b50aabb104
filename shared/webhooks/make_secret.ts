import { ApiError } from '../errors/api_error.ts'
import type { WebhookOptions } from './options.ts'
import { newSecret, openSecretBox, secretText } from './secret_box.ts'

/** A secret of an endpoint: sealed for the database, and as text for the one answer that shows it. */
export async function makeSecret(endpointId: string, { secretKey }: WebhookOptions) {
  if (!secretKey) {
    throw new ApiError('service_unavailable', 'This installation sends no webhooks: WEBHOOK_SECRET_KEY is not set.')
  }
  const secret = newSecret()
  const box = await openSecretBox(secretKey)
  return { sealed_secret: await box.seal(secret, endpointId), secret: secretText(secret) }
}
