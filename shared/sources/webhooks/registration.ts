import type { SourceOptions } from '../settings.ts'
import { clientSecrets } from '../shopify/access/client_secrets.ts'

/** The platforms that send webhooks. */
export type WebhookPlatform = 'meta' | 'shopify'

/** The registration of this installation at a platform. */
export interface Registration {
  clientId: string
  /** The client secrets by which the platform signs, newest first. */
  secrets: readonly [newest: string, ...older: string[]]
}

/** Returns the registration at a platform. Null if the operator has not set it up. */
export function registrationAt(
  platform: WebhookPlatform,
  { settings }: Pick<SourceOptions, 'settings'>,
): Registration | null {
  // The version of the API does not matter for signatures.
  const found = settings({ name: platform, version: '' })
  if (found === null) return null
  const { clientId, clientSecret } = found.app
  return { clientId, secrets: platform === 'shopify' ? clientSecrets(found.app) : [clientSecret] }
}
