import { resourceMetadataUrl } from '../../connector.ts'
import type { ConnectorScope } from '../../connector.ts'

export interface Challenge {
  error: 'invalid_token' | 'insufficient_scope'
  description: string
  /** With 401 what to ask for; with 403 everything that the operation needs. */
  scopes: readonly ConnectorScope[]
}

/**
 * The `WWW-Authenticate` of the connector's 401 and 403 (RFC 6750, section 3; RFC 9728, section 5.1).
 * `description` is ours, never the caller's text.
 */
export function bearerChallenge(baseUrl: string, { error, description, scopes }: Challenge): string {
  return [
    `Bearer error="${error}"`,
    `error_description="${description}"`,
    `scope="${scopes.join(' ')}"`,
    `resource_metadata="${resourceMetadataUrl(baseUrl)}"`,
  ].join(', ')
}
