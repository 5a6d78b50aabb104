import ipaddr from 'ipaddr.js'

/** Whether an address belongs to the public internet: no loopback, private or link-local network, none in disguise, none embedded. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  // Of IPv6 only 2000::/3 is handed out; what lies outside may be mapped to anything.
  return address.kind() === 'ipv4' || ((address as ipaddr.IPv6).parts[0] as number) >>> 13 === 1
}

/** Whether an address is this very machine. */
export function isLoopbackAddress(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback'
}
