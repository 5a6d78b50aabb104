import ipaddr from 'ipaddr.js'

/**
 * The address that limits are counted by: the socket's peer, or the `hops`-th address from the right of
 * X-Forwarded-For when that many trusted proxies stand before us. IPv6 counts by /64. Junk shares one bucket.
 */
export function clientIp(remoteAddress: string | undefined, forwardedFor: string | undefined, hops: number): string {
  const forwarded = (forwardedFor ?? '').split(',').map((part) => part.trim())
  const text = hops === 0 ? remoteAddress : forwarded.at(-hops)
  if (!text || !ipaddr.isValid(text)) return 'unknown'
  const address = ipaddr.process(text)
  if (address.kind() === 'ipv4') return address.toString()
  return `${(address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
