import ipaddr from 'ipaddr.js'

/**
 * The host of a virtual machine of Azure, which serves its agent and its settings on a public address. The metadata
 * addresses of other clouds are in ranges that are not public.
 */
const azureHost = '168.63.129.16'

/**
 * Whether an address is public: not loopback, private or link-local. IPv4 addresses that are mapped or embedded in IPv6
 * are checked too.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast' || address.toString() === azureHost) return false
  // IANA allocates only 2000::/3 for global unicast; addresses outside may be translated to any network.
  return address.kind() === 'ipv4' || ((address as ipaddr.IPv6).parts[0] as number) >>> 13 === 1
}

/** Whether an address is a loopback address. */
export function isLoopbackAddress(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback'
}
