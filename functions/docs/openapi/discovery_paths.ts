import { unchanged } from './errors.ts'
import { operationId } from './operation_id.ts'

const anything = { type: 'object' }

/** A public document that needs no key. */
function document(summary: string, description: string, contentType = 'application/json') {
  const schema = contentType === 'application/json' ? anything : { type: 'string' }
  return {
    get: {
      operationId: operationId(summary),
      tags: ['discovery'],
      summary,
      description,
      security: [{}],
      responses: { '200': { description: 'Success.', content: { [contentType]: { schema } } } },
    },
  }
}

/** A public sample. It has the rate limit and the errors of a storefront. */
function sample(language: string, contentType: string) {
  const { get } = document(
    `Get the ${language} sample`,
    'Returns a storefront client that runs without installation. Counts against the rate limit of storefronts.',
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

/** The endpoint of the connector, and documents at well-known addresses. */
export function discoveryPaths(): Record<string, Record<string, unknown>> {
  return {
    '/mcp': {
      post: {
        operationId: operationId('Send an MCP message'),
        tags: ['connector'],
        summary: 'Send an MCP message',
        description:
          'Model Context Protocol over streamable HTTP without sessions: revision 2026-07-28, and the revisions that begin with initialize. ' +
          'A 401 response names the resource metadata, which leads an app to the authorization server.',
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
            description: 'A JSON-RPC response, or an event stream when Accept asks for it.',
            content: { 'application/json': { schema: anything }, 'text/event-stream': { schema: { type: 'string' } } },
          },
          '202': { description: 'The notification was accepted.' },
          '400': {
            description: 'A JSON-RPC error: the message is invalid, or its protocol revision is not supported.',
            content: { 'application/json': { schema: anything } },
          },
          '401': { $ref: '#/components/responses/Error401' },
          '403': { $ref: '#/components/responses/Error403' },
          '408': { $ref: '#/components/responses/Error408' },
          '413': { $ref: '#/components/responses/Error413' },
          '415': {
            description: 'A JSON-RPC error: Content-Type must be application/json.',
            content: { 'application/json': { schema: anything } },
          },
          '429': { $ref: '#/components/responses/Error429' },
          '500': { $ref: '#/components/responses/Error500' },
          '503': { $ref: '#/components/responses/Error503' },
        },
      },
    },
    '/.well-known/oauth-protected-resource': document(
      'Get protected resource metadata',
      'Returns the metadata of the connector (RFC 9728) with its authorization server. Also at /.well-known/oauth-protected-resource/mcp.',
    ),
    '/.well-known/oauth-authorization-server': document(
      'Get authorization server metadata',
      'Returns the endpoints, scopes and methods of the authorization server (RFC 8414).',
    ),
    '/.well-known/osp.json': document(
      'Get the host manifest',
      'Returns the URL templates of storefronts. The manifest lists no brands; use the discovery manifest of a brand.',
    ),
    '/api/storefront/sdk/curl': sample('curl', 'text/x-shellscript'),
    '/api/storefront/sdk/javascript': sample('JavaScript', 'text/javascript'),
    '/api/storefront/sdk/python': sample('Python', 'text/x-python'),
    '/openapi.json': document(
      'Get the OpenAPI document',
      'Returns this document (OpenAPI 3.1), generated from the operations of the server.',
    ),
  }
}
