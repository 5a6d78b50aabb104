import type { Context } from 'hono'
import type { AppEnv } from '../app_env.ts'

/** Returns the client address by which the rate limits of a request are counted. */
export function callerIp(context: Context<AppEnv>, trustedProxyHops: number): string {
  return clientIp(context.env?.remoteAddress, context.req.header('X-Forwarded-For'), trustedProxyHops)
}

/**
 * Returns the address that rate limits are counted by: the socket's peer, or the `hops`-th address from the right of
 * X-Forwarded-For behind that many trusted proxies. IPv6 addresses count by /64. All invalid addresses share the bucket
 * `unknown`.
 */
export function clientIp(remoteAddress: string | undefined, forwardedFor: string | undefined, hops: number): string {
  const forwarded = (forwardedFor ?? '').split(',').map((part) => part.trim())
  const text = (hops === 0 ? remoteAddress : forwarded.at(-hops)) ?? ''
  if (isVersion4(text)) return text
  const groups = groupsOf(text)
  if (!groups) return 'unknown'
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 6).join() === '0,0,0,0,0,65535'
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/**
 * Whether a text is a dotted decimal IPv4 address. Octal and hexadecimal parts, which some parsers accept, are invalid.
 */
function isVersion4(text: string): boolean {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
}

/**
 * Returns the eight groups of an IPv6 address, or null. It uses the URL parser of the platform, because a library would
 * slow down each cold start.
 */
function groupsOf(text: string): number[] | null {
  const url = `http://[${text.replace(/%[\w.-]+$/, '')}]`
  if (!/^[\da-f:.]+(%[\w.-]+)?$/i.test(text) || !URL.canParse(url)) return null
  const [left = '', right] = new URL(url).hostname.slice(1, -1).split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  if (right === undefined) return read(left)
  const [first, last] = [read(left), read(right)]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}
