import { unchanged } from './errors.ts'

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

/** Open to everybody like a shop, and refused like one. */
function sample(language: string, contentType: string) {
  const { get } = document(
    `sample_${language}`,
    `A client of a shop in ${language}`,
    'Runs as it is, without anything to install. Counts as a visit of a shop.',
    contentType,
  )
  const statuses = ['401', '403', '406', '429', '500', '503']
  const refused = statuses.map((status) => [status, { $ref: `#/components/responses/StorefrontError${status}` }])
  return {
    get: {
      ...get,
      security: [{}, { storefront_key: [] }] as object[],
      responses: { ...get.responses, '304': unchanged, ...Object.fromEntries(refused) },
    },
  }
}

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
          '200': {
            description: 'A JSON-RPC answer; as an event, for those who take events.',
            content: { 'application/json': { schema: anything }, 'text/event-stream': { schema: { type: 'string' } } },
          },
          '202': { description: 'A notification was taken.' },
          '400': {
            description: 'It is no message of the protocol, or of no revision that is spoken here: a JSON-RPC error.',
            content: { 'application/json': { schema: anything } },
          },
          '401': { $ref: '#/components/responses/Error401' },
          '403': { $ref: '#/components/responses/Error403' },
          '408': { $ref: '#/components/responses/Error408' },
          '413': { $ref: '#/components/responses/Error413' },
          '415': {
            description: 'The body does not say that it is JSON: a JSON-RPC error.',
            content: { 'application/json': { schema: anything } },
          },
          '429': { $ref: '#/components/responses/Error429' },
          '500': { $ref: '#/components/responses/Error500' },
          '503': { $ref: '#/components/responses/Error503' },
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
