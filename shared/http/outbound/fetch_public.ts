import { lookup as lookUpHost } from 'node:dns/promises'
import { request as requestPlainly } from 'node:http'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './public_address.ts'

export interface PublicAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>

export interface FetchOptions {
  bytesMax: number
  /** Truncates the response at `bytesMax` instead of failing. */
  truncates?: boolean
  secondsMax: number
  /** The accepted media types of a GET. Default: JSON. */
  accept?: string
  /** POST instead of GET. */
  post?: { headers: Record<string, string>; body: string }
  /** Whether loopback addresses are allowed, over http too. For development. */
  allowsLoopback?: boolean
  /** Replaces DNS in tests, which have no public addresses. */
  resolve?: Resolve
  isAllowed?: (address: string) => boolean
  certificateAuthority?: string
}

/** Thrown before anything is sent, if the address is not allowed. */
export class ForbiddenAddress extends Error {}

/** Thrown if the response has more than `bytesMax` bytes. */
export class LongAnswer extends Error {}

/**
 * Sends a GET or POST to an https address that a third party chose, protected against server-side request forgery. It
 * resolves the host once, refuses it if any of its addresses is not public, and connects to the checked address (no DNS
 * rebinding). It follows no redirect. Throws ForbiddenAddress, LongAnswer, or an Error if the response is too slow.
 */
export async function fetchPublic(address: string, options: FetchOptions): Promise<PublicAnswer> {
  const { bytesMax, truncates = false, post, accept = 'application/json', allowsLoopback = false } = options
  const url = new URL(address)
  if (url.protocol !== 'https:' && !(allowsLoopback && url.protocol === 'http:')) {
    throw new ForbiddenAddress('Only https is fetched.')
  }
  const signal = AbortSignal.timeout(options.secondsMax * 1000)
  const addresses = await allowedAddresses(
    url,
    { isAllowed: isReachableBy(url, { allowsLoopback }), ...options },
    signal,
  )
  const pinned: LookupFunction = (_, { all }, found) =>
    all ? found(null, addresses) : found(null, addresses[0]?.address as string, addresses[0]?.family as number)
  return await new Promise((done, fail) => {
    const sent = (url.protocol === 'https:' ? request : requestPlainly)(
      url,
      {
        method: post ? 'POST' : 'GET',
        lookup: pinned,
        agent: false,
        headers: post?.headers ?? { Accept: accept },
        signal,
        ...(options.certificateAuthority ? { ca: options.certificateAuthority } : {}),
      },
      (response) => {
        const chunks: Buffer[] = []
        let bytes = 0
        const finish = () => {
          const text = Buffer.concat(chunks).subarray(0, bytesMax).toString('utf8')
          done({ status: response.statusCode ?? 0, headers: response.headers, text })
        }
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          bytes += chunk.length
          if (bytes <= bytesMax) return
          if (truncates) finish()
          else fail(new LongAnswer(`The answer is longer than ${bytesMax} bytes.`))
          sent.destroy()
        })
        response.on('error', fail)
        response.on('end', finish)
      },
    )
    sent.on('error', fail)
    sent.end(post?.body)
  })
}

/**
 * Returns a predicate of allowed addresses: public ones over https, and loopback in development. Plain http is allowed
 * to loopback only.
 */
export function isReachableBy(url: URL, { allowsLoopback = false }: Pick<FetchOptions, 'allowsLoopback'>) {
  return (address: string) =>
    (allowsLoopback && isLoopbackAddress(address)) || (url.protocol === 'https:' && isPublicAddress(address))
}

/**
 * Returns the addresses of a host. Throws ForbiddenAddress unless all are allowed, and the signal's reason on abort.
 */
export async function allowedAddresses(
  url: URL,
  { resolve = resolveAll, isAllowed = isPublicAddress }: Pick<FetchOptions, 'resolve' | 'isAllowed'>,
  signal: AbortSignal,
): Promise<{ address: string; family: number }[]> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = await Promise.race([resolve(hostname), aborted(signal)])
  if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address))) {
    throw new ForbiddenAddress(`${hostname} is not on the public internet.`)
  }
  return addresses
}

async function aborted(signal: AbortSignal): Promise<never> {
  return await new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason as Error)))
}

async function resolveAll(hostname: string) {
  return await lookUpHost(hostname, { all: true })
}
