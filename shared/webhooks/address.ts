import { ApiError } from '../errors/api_error.ts'
import type { WebhookOptions } from './options.ts'

const secondsMax = 5

/** Whether an address may be an endpoint's at all, whatever its host leads to: looked at again before every attempt. */
export function isEndpointAddress(text: string, { allowsLoopback }: WebhookOptions): boolean {
  if (!URL.canParse(text) || text.length > 2000) return false
  const { protocol, port, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  // On this machine any port will do: what else it leads to is refused by its address.
  if (allowsLoopback && ['http:', 'https:'].includes(protocol)) return true
  return protocol === 'https:' && ['', '8443'].includes(port)
}

/**
 * The address as it is kept, or a 400 with the one sentence for every reason: who asks learns nothing of what our
 * resolver knows or our network holds.
 */
export async function requireEndpointAddress(text: string, options: WebhookOptions): Promise<string> {
  const refusal = new ApiError(
    'invalid_request',
    'url: must be an https address, port 443 or 8443, without user name and password, whose host name resolves to public addresses only.',
  )
  if (!isEndpointAddress(text, options)) throw refusal
  const url = new URL(text)
  url.hash = ''
  // Node's client of HTTP and DNS comes with it: other requests do without.
  const { allowedAddresses, isReachableBy } = await import('../http/outbound/fetch_public.ts')
  const signal = AbortSignal.timeout(secondsMax * 1000)
  await allowedAddresses(url, { ...options, isAllowed: isReachableBy(url, options) }, signal).catch(() => {
    throw refusal
  })
  return url.href
}
