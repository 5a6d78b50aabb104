import { resourceMetadataUrl } from '../../connector.ts'
import type { ConnectorScope } from '../../connector.ts'

export interface Challenge {
  error: 'invalid_token' | 'insufficient_scope'
  description: string
  /** For 401 the scopes to request; for 403 all scopes that the operation requires. */
  scopes: readonly ConnectorScope[]
}

/**
 * Returns the `WWW-Authenticate` header of the connector's 401 and 403 (RFC 6750, section 3; RFC 9728, section 5.1).
 * `description` must not contain text of the caller, because it is not escaped.
 */
export function bearerChallenge(baseUrl: string, { error, description, scopes }: Challenge): string {
  return [
    `Bearer error="${error}"`,
    `error_description="${description}"`,
    `scope="${scopes.join(' ')}"`,
    `resource_metadata="${resourceMetadataUrl(baseUrl)}"`,
  ].join(', ')
}
