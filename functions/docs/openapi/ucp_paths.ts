import { z } from 'zod'
import { storefrontRoot } from '../../../shared/schema/storefront/product_card.ts'
import { ucpErrorReferences } from './errors.ts'
import { jsonSchema } from './json_schema.ts'
import { operationId } from './operation_id.ts'

const inPath = (name: string, example: string) => ({
  name,
  in: 'path',
  required: true,
  schema: jsonSchema(z.string(), 'output'),
  example,
})
const brand = inPath('brand_id', 'brd_aurora')
const rpc = { 'application/json': { schema: { type: 'object' } } }
const rpcError = (description: string) => ({ description, content: rpc })

/** The address of the Universal Commerce Protocol that has no operation of the database of its own: the MCP binding. */
export function ucpPaths(): Record<string, Record<string, unknown>> {
  return {
    [`${storefrontRoot}/ucp/mcp`]: {
      post: {
        operationId: operationId('Send a UCP message'),
        tags: ['storefront'],
        summary: 'Send a UCP message',
        description:
          'The MCP binding of the Universal Commerce Protocol over streamable HTTP without sessions. `tools/list` returns the tools with the schemas of their arguments and results. The arguments have the profile of the platform as `meta["ucp-agent"].profile` and the idempotency key of a change as `meta["idempotency-key"]`.',
        security: [{}, { storefront_key: [] }],
        parameters: [brand],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object' },
              example: {
                jsonrpc: '2.0',
                id: 1,
                method: 'tools/call',
                params: {
                  name: 'search_catalog',
                  arguments: {
                    meta: { 'ucp-agent': { profile: 'https://platform.example/.well-known/ucp' } },
                    catalog: { query: 'tent' },
                  },
                },
              },
            },
          },
        },
        responses: {
          '200': {
            description: 'A JSON-RPC response, or an event stream when Accept asks for it.',
            content: { ...rpc, 'text/event-stream': { schema: { type: 'string' } } },
          },
          '202': { description: 'The notification was accepted.' },
          '400': rpcError(
            'A JSON-RPC error: the message, an argument, the address of the profile or the digest is wrong.',
          ),
          '401': rpcError('A JSON-RPC error: the key or the signature is not valid.'),
          '403': rpcError('A JSON-RPC error: the key has no access to the brand, or lacks the scope.'),
          '404': rpcError('A JSON-RPC error: there is no such brand.'),
          '409': rpcError('A JSON-RPC error: the idempotency key was used for another request.'),
          '415': rpcError('A JSON-RPC error: Content-Type must be application/json.'),
          '422': rpcError('A JSON-RPC error: no version can be negotiated with the profile of the platform.'),
          '424': rpcError('A JSON-RPC error: the profile of the platform cannot be fetched.'),
          '429': rpcError('A JSON-RPC error: the rate limit of this minute is reached.'),
          '500': rpcError('A JSON-RPC error: the server failed.'),
          '503': rpcError('A JSON-RPC error: the service cannot answer temporarily.'),
          ...ucpErrorReferences(['406', '408', '413']),
        },
      },
    },
  }
}
