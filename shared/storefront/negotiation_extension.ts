/** The version of the negotiation extension. It is independent of the protocol (Universal Commerce Protocol, Vendor Capabilities). */
export const negotiationVersion = '2026-11-28'

/** The capability that the extension extends. */
export const extendedCapability = 'dev.ucp.shopping.checkout'

/** The negotiation extension of this installation, with the addresses of its documents. */
export interface NegotiationExtension {
  /** The name of the capability. */
  name: string
  /** The name of the service that has its operations. */
  service: string
  version: string
  spec: string
  /** The JSON Schema of the capability. */
  schema: string
  /** The OpenAPI description of the REST binding. */
  rest: string
  /** The OpenRPC description of the MCP binding. */
  mcp: string
}

/**
 * Returns the extension under the reversed host of the public base URL, or null if no platform may accept a name of this host:
 * the scheme must be https, the host a domain name of at least two labels, and each label must fit the names of the protocol
 * (Universal Commerce Protocol 2026-08-22, Authority Binding; reverse_domain_name.json).
 */
export function negotiationExtension(baseUrl: string): NegotiationExtension | null {
  const { protocol, hostname } = new URL(baseUrl)
  const authority = hostname.replace(/\.$/, '').split('.').toReversed().join('.')
  if (protocol !== 'https:' || !/^[a-z][a-z0-9]*(\.[a-z][a-z0-9_]*)+$/.test(authority)) return null
  const schemas = `${baseUrl}/schemas/${negotiationVersion}/shopping/negotiation`
  return {
    name: `${authority}.shopping.negotiation`,
    service: `${authority}.shopping`,
    version: negotiationVersion,
    spec: `${baseUrl}/docs/guides/negotiate_over_ucp`,
    schema: `${schemas}.json`,
    rest: `${schemas}.openapi.json`,
    mcp: `${schemas}.openrpc.json`,
  }
}
