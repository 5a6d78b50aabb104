import { lookup as lookUpHost } from 'node:dns/promises'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './public_address.ts'

export interface PublicAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

export interface FetchOptions {
  bytesMax: number
  secondsMax: number
  /** For tests, which have no public addresses. */
  resolve?: (hostname: string) => Promise<{ address: string; family: number }[]>
  isAllowed?: (address: string) => boolean
  certificateAuthority?: string
}

/**
 * GET of an https address that somebody else chose, without becoming their way into our network: the host is resolved
 * once, refused if any of its addresses is not public, and the connection goes to the very address that was looked at.
 * No redirect is followed, and an answer that is too long or too slow is given up.
 */
export async function fetchPublic(address: string, options: FetchOptions): Promise<PublicAnswer> {
  const url = new URL(address)
  if (url.protocol !== 'https:') throw new Error('Only https is fetched.')
  const addresses = await allowedAddresses(url.hostname.replace(/^\[|\]$/g, ''), options)
  const pinned: LookupFunction = (_, { all }, found) =>
    all ? found(null, addresses) : found(null, addresses[0]?.address as string, addresses[0]?.family as number)
  return await new Promise((done, fail) => {
    const sent = request(
      url,
      {
        lookup: pinned,
        agent: false,
        headers: { Accept: 'application/json' },
        signal: AbortSignal.timeout(options.secondsMax * 1000),
        ...(options.certificateAuthority ? { ca: options.certificateAuthority } : {}),
      },
      (response) => {
        const chunks: Buffer[] = []
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          bytes += chunk.length
          if (bytes <= options.bytesMax) return
          fail(new Error(`The answer is longer than ${options.bytesMax} bytes.`))
          sent.destroy()
        })
        response.on('error', fail)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          done({ status: response.statusCode ?? 0, headers: response.headers, text })
        })
      },
    )
    sent.on('error', fail)
    sent.end()
  })
}

async function allowedAddresses(hostname: string, { resolve = resolveAll, isAllowed = isPublicAddress }: FetchOptions) {
  const addresses = await resolve(hostname)
  if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address))) {
    throw new Error(`${hostname} is not on the public internet.`)
  }
  return addresses
}

async function resolveAll(hostname: string) {
  return await lookUpHost(hostname, { all: true })
}
