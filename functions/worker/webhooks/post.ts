import { Buffer } from 'node:buffer'
import { fetchPublic, ForbiddenAddress } from '../../../shared/http/outbound/fetch_public.ts'
import type { PublicAnswer } from '../../../shared/http/outbound/fetch_public.ts'
import { isEndpointAddress } from '../../../shared/webhooks/address.ts'
import type { WebhookOptions } from '../../../shared/webhooks/options.ts'
import { answerLimits } from './outcome.ts'

export interface PostOptions extends Omit<WebhookOptions, 'secretKey'> {
  /** The timeout of one attempt. It must be shorter than the lease. */
  secondsMax?: number | undefined
  /** Only tests set it. */
  certificateAuthority?: string | undefined
}

/**
 * Sends JSON to an address that a third party chose. The address is checked again, because the rules can have changed since it was
 * stored. Throws ForbiddenAddress, or an Error if there is no response in time.
 */
export async function post(
  url: string,
  body: string,
  headers: Record<string, string>,
  { secondsMax = 15, allowsLoopback, resolve, certificateAuthority }: PostOptions,
): Promise<PublicAnswer> {
  if (!isEndpointAddress(url, { allowsLoopback, secretKey: undefined }))
    throw new ForbiddenAddress('The address is no longer allowed.')
  return await fetchPublic(url, {
    ...answerLimits,
    secondsMax,
    allowsLoopback,
    post: {
      body,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': String(Buffer.byteLength(body)),
        'User-Agent': 'Vitrine-Webhooks/1.0',
        ...headers,
      },
    },
    ...(resolve ? { resolve } : {}),
    ...(certificateAuthority ? { certificateAuthority } : {}),
  })
}
