const anything = { type: 'object' }

/** What is asked without a key and answers with a document. */
function document(operationId: string, summary: string, description: string, contentType = 'application/json') {
  const schema = contentType === 'application/json' ? anything : { type: 'string' }
  return {
    get: {
      operationId: `discovery_${operationId}`,
      tags: ['discovery'],
      summary,
      description,
      security: [{}],
      responses: { '200': { description: 'Success.', content: { [contentType]: { schema } } } },
    },
  }
}

const sample = (language: string, contentType: string) =>
  document(
    `sample_${language}`,
    `A client of a shop in ${language}`,
    'Runs as it is, without anything to install. Counts as a visit of a shop.',
    contentType,
  )

/** The connector itself, and what machines look for at fixed places. */
export function discoveryPaths(): Record<string, Record<string, unknown>> {
  return {
    '/mcp': {
      post: {
        operationId: 'connector_mcp',
        tags: ['connector'],
        summary: 'The connector itself',
        description:
          'Model Context Protocol over streamable HTTP, without sessions: 2026-07-28, and the revisions that open with initialize. ' +
          'A 401 says where an app gets a token.',
        security: [{ connector: [] }],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: anything,
              example: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_brands', arguments: {} } },
            },
          },
        },
        responses: {
          '200': { description: 'A JSON-RPC answer.', content: { 'application/json': { schema: anything } } },
          '401': { description: 'With WWW-Authenticate (RFC 9728).' },
          '403': { description: 'The token lacks a scope; WWW-Authenticate names it.' },
        },
      },
    },
    '/.well-known/oauth-protected-resource': document(
      'protected_resource',
      'The connector, and who grants access to it',
      'RFC 9728. Also at /.well-known/oauth-protected-resource/mcp.',
    ),
    '/.well-known/oauth-authorization-server': document(
      'authorisation_server',
      'The authorisation server',
      'RFC 8414: every endpoint, scope and method that it knows.',
    ),
    '/.well-known/osp.json': document(
      'storefront_host',
      'Where shops are',
      'The manifest of the host. It names no shop: whoever has the id of a brand asks that brand’s own.',
    ),
    '/api/storefront/sdk/curl': sample('curl', 'text/x-shellscript'),
    '/api/storefront/sdk/javascript': sample('javascript', 'text/javascript'),
    '/api/storefront/sdk/python': sample('python', 'text/x-python'),
    '/openapi.json': document(
      'openapi',
      'This document',
      'OpenAPI 3.1, from the declarations that the server runs on.',
    ),
  }
}
