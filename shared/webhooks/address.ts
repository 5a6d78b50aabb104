import { refuse } from '../errors/refusal.ts'
import type { WebhookOptions } from './options.ts'

const secondsMax = 5

/** Whether a URL may be a webhook endpoint, regardless of DNS. Checked again before every attempt. */
export function isEndpointAddress(text: string, { allowsLoopback }: WebhookOptions): boolean {
  if (!URL.canParse(text) || text.length > 2000) return false
  const { protocol, port, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  // In development any port is allowed; the resolved address must still be loopback or public.
  if (allowsLoopback && ['http:', 'https:'].includes(protocol)) return true
  return protocol === 'https:' && ['', '8443'].includes(port)
}

/**
 * Returns the normalized URL. Throws invalid_request with one message for all reasons, so that callers learn nothing
 * about the resolver or the internal network.
 */
export async function requireEndpointAddress(text: string, options: WebhookOptions): Promise<string> {
  const refusal = () => refuse('invalid_request', { reason: 'is_no_endpoint_address', field: 'url', values: {} })
  if (!isEndpointAddress(text, options)) throw await refusal()
  const url = new URL(text)
  url.hash = ''
  // fetch_public loads Node's HTTP and DNS clients, which other requests do not need.
  const { allowedAddresses, isReachableBy } = await import('../http/outbound/fetch_public.ts')
  const signal = AbortSignal.timeout(secondsMax * 1000)
  await allowedAddresses(url, { ...options, isAllowed: isReachableBy(url, options) }, signal).catch(async () => {
    throw await refusal()
  })
  return url.href
}
