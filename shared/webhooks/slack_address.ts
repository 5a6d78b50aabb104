import { ApiError } from '../errors/api_error.ts'
import { refuse } from '../errors/refusal.ts'
import { openKeyRing } from '../key_ring.ts'
import type { KeyRing } from '../key_ring.ts'
import { requireEndpointAddress } from './address.ts'
import type { WebhookOptions } from './options.ts'

/** The shortest path with a secret. The last four characters of a shorter one would show too much of it. */
const pathLengthMin = 12

/** Returns the context that binds the encrypted address of a Slack channel to its purpose and its channel. */
export function slackContext(receiverId: string): string {
  return `slack address of ${receiverId}`
}

/**
 * Returns the address of an incoming webhook encrypted for the database, with what people may see of it. Throws invalid_request for an
 * address that is none or is not public, and service_unavailable without WEBHOOK_SECRET_KEY.
 */
export async function sealSlackAddress(text: string, receiverId: string, options: WebhookOptions) {
  if (!options.secretKey) {
    throw new ApiError('service_unavailable', 'Slack is not available: WEBHOOK_SECRET_KEY is not set.')
  }
  if (URL.canParse(text) && !isIncomingWebhook(new URL(text)))
    throw await refuse('invalid_request', { reason: 'is_no_incoming_webhook', field: 'webhook_url', values: {} })
  const address = await requireEndpointAddress(text, options, 'webhook_url')
  const ring = await openKeyRing(options.secretKey)
  const sealed = await ring.seal(new TextEncoder().encode(address), slackContext(receiverId))
  return { sealed, host: new URL(address).host, ending: address.slice(-4) }
}

/** Whether a URL can be an incoming webhook: at Slack only those of its services, elsewhere each one with a path. */
function isIncomingWebhook({ hostname, pathname, search }: URL): boolean {
  const path = pathname + search
  return /(^|\.)slack(-gov)?\.com$/.test(hostname)
    ? hostname.startsWith('hooks.') && /^\/services(\/\w+){3}$/.test(path)
    : path.length >= pathLengthMin
}

/** Decrypts the address of a Slack channel. Throws MissingKey if the ring lacks its key. */
export async function openSlackAddress(ring: KeyRing, receiverId: string, sealed: string): Promise<string> {
  return new TextDecoder().decode(await ring.open(sealed, slackContext(receiverId)))
}
