import type { Scope } from './operation.ts'

/** The scopes of the connector, in the order of the consent page. Mirrors `oauth.scopes`. */
export const connectorScopes = ['read:marketing', 'read:commerce', 'write:negotiation', 'write:proposals'] as const
export type ConnectorScope = Extract<Scope, (typeof connectorScopes)[number]>

/** The scopes that the protected resource metadata lists (specification, Connector 6). */
export const listedScopes: readonly ConnectorScope[] = ['read:marketing', 'read:commerce', 'write:negotiation']

/** The scopes that a client should request if it has no particular need. */
export const defaultScopes: readonly ConnectorScope[] = ['read:marketing', 'read:commerce']

/** Returns the audience of all access tokens (RFC 8707): the exact URL of the connector. */
export function connectorResource(baseUrl: string): string {
  return `${baseUrl}/mcp`
}

/** Returns the URL of the protected resource metadata (RFC 9728, section 3.1). */
export function resourceMetadataUrl(baseUrl: string): string {
  return `${baseUrl}/.well-known/oauth-protected-resource/mcp`
}
