import type { Scope } from './operation.ts'

/** The scopes of the connector in the order of its consent page. Mirrors `oauth.scopes`. */
export const connectorScopes = ['read:marketing', 'read:commerce', 'write:negotiation', 'write:proposals'] as const
export type ConnectorScope = Extract<Scope, (typeof connectorScopes)[number]>

/** What the protected resource's own document lists (specification, Connector 6). */
export const listedScopes: readonly ConnectorScope[] = ['read:marketing', 'read:commerce', 'write:negotiation']

/** What a client that asks for nothing in particular should ask for. */
export const defaultScopes: readonly ConnectorScope[] = ['read:marketing', 'read:commerce']

/** The audience of every access token (RFC 8707): the address of the connector, character for character. */
export function connectorResource(baseUrl: string): string {
  return `${baseUrl}/mcp`
}

/** Where the connector's own document stands (RFC 9728, section 3.1). */
export function resourceMetadataUrl(baseUrl: string): string {
  return `${baseUrl}/.well-known/oauth-protected-resource/mcp`
}
