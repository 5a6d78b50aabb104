import { refuse } from '../errors/refusal.ts'
import type { WebhookOptions } from './options.ts'

const secondsMax = 5

interface Fault {
  reason: string
  values?: Record<string, unknown>
}

/** Whether a URL may be a webhook endpoint, regardless of DNS. Checked again before every attempt. */
export function isEndpointAddress(text: string, options: WebhookOptions): boolean {
  return faultsOf(text, options).length === 0
}

/** Returns each rule that a URL breaks, regardless of DNS. */
function faultsOf(text: string, { allowsLoopback }: WebhookOptions): Fault[] {
  if (!URL.canParse(text)) return [{ reason: 'is_not_a_url' }]
  const { protocol, port, username, password } = new URL(text)
  // In development http and any port are allowed; the resolved address must still be loopback or public.
  const isAllowed = allowsLoopback && ['http:', 'https:'].includes(protocol)
  return [
    ...(text.length > 2000 ? [{ reason: 'is_too_long', values: { characters_max: 2000 } }] : []),
    ...(isAllowed || protocol === 'https:' ? [] : [{ reason: 'is_not_https' }]),
    ...(isAllowed || ['', '8443'].includes(port) ? [] : [{ reason: 'has_another_port', values: { port } }]),
    ...(username === '' && password === '' ? [] : [{ reason: 'contains_a_user' }]),
  ]
}

/**
 * Returns the normalized URL. Throws invalid_request that names each broken rule of the field. A host without addresses and one with
 * addresses that are not public have the same message, so that callers learn nothing about the internal network.
 */
export async function requireEndpointAddress(text: string, options: WebhookOptions, field = 'url'): Promise<string> {
  const refusal = (faults: Fault[]) =>
    refuse('invalid_request', {
      reason: 'has_faults',
      field,
      values: { faults: faults.map((fault) => ({ field, values: {}, ...fault })) },
    })
  const faults = faultsOf(text, options)
  if (faults.length > 0) throw await refusal(faults)
  const url = new URL(text)
  url.hash = ''
  // fetch_public loads Node's HTTP and DNS clients, which other requests do not need.
  const { allowedAddresses, isReachableBy } = await import('../http/outbound/fetch_public.ts')
  const signal = AbortSignal.timeout(secondsMax * 1000)
  await allowedAddresses(url, { ...options, isAllowed: isReachableBy(url, options) }, signal).catch(async () => {
    throw await refusal([{ reason: 'is_not_public' }])
  })
  return url.href
}
