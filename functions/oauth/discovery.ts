import { connectorScopes, listedScopes } from '../../shared/connector.ts'
import type { Handler } from '../../shared/http/app_env.ts'
import type { AppContext } from './app_context.ts'

/** Protected resource metadata of the connector (RFC 9728, section 2; specification, Connector 3 and 6). */
export function protectedResource({ issuer, resource }: AppContext): Handler {
  return published({
    resource,
    authorization_servers: [issuer],
    scopes_supported: listedScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Vitrine',
    resource_documentation: `${issuer}/docs/guides/connect_an_assistant`,
  })
}

/** Authorization server metadata (RFC 8414, section 2), with the fields of RFC 9207 and of client ID metadata documents. */
export function authorizationServer({ issuer, resource, acceptsClientDocuments }: AppContext): Handler {
  return published({
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/api/oauth/token`,
    registration_endpoint: `${issuer}/api/oauth/register`,
    revocation_endpoint: `${issuer}/api/oauth/revoke`,
    scopes_supported: connectorScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: acceptsClientDocuments,
    protected_resources: [resource],
    service_documentation: `${issuer}/docs`,
  })
}

function published(document: Record<string, unknown>): Handler {
  return (context) => {
    context.header('Cache-Control', 'public, max-age=3600')
    return context.json(document)
  }
}
