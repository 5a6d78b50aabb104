import { errorResponses, errorSchemas } from './errors.ts'

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description })
const integer = (description: string) => ({ schema: { type: 'integer' }, description })

/** Components that operations refer to: credentials, headers and both forms of errors. */
export function components() {
  return {
    securitySchemes: {
      key: bearer('`svc_sk_live_` keys read real data. `svc_sk_test_` keys read simulated data.'),
      storefront_key: bearer(
        '`pk_` and `sk_` keys. Without a key, the limit is 10 requests per minute and IP address.',
      ),
      commerce_key: bearer('`sk_` keys with the scope of the operation.'),
      storefront_key_in_query: {
        type: 'apiKey',
        in: 'query',
        name: 'api_key',
        description: 'The same key, for assistants that cannot set headers.',
      },
      connector: bearer('`sk_live_` and `sk_test_` keys, and access tokens of connected apps.'),
      secret_key: bearer('`sk_live_` keys. Requests with an `sk_test_` key store nothing.'),
      stream_key: bearer('`svc_ak_` keys.'),
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-vitrine_session',
        description: 'Session of a signed-in person.',
      },
    },
    headers: {
      'X-Request-Id': {
        schema: { type: 'string' },
        description: 'Id of the request, equal to `meta.request_id`. A valid id that the client sends is used.',
      },
      'X-RateLimit-Limit': integer('Requests per minute.'),
      'X-RateLimit-Remaining': integer('Remaining requests in this minute.'),
      'X-RateLimit-Reset': integer('End of the current minute, in Unix seconds.'),
      Link: {
        schema: { type: 'string' },
        description: 'The documentation of the error code, with `rel="help"`.',
      },
      'Retry-After': integer('Seconds to wait before a retry.'),
      'Idempotent-Replayed': {
        schema: { type: 'string', enum: ['true'] },
        description: 'Present when this is the stored response of an earlier identical request.',
      },
    },
    responses: errorResponses(),
    schemas: errorSchemas,
  }
}

export const tags = [
  {
    name: 'analytics',
    description: 'Advertising analytics. Read-only. Requires an `svc_sk_` key. Also served below `/api/v1`.',
  },
  {
    name: 'storefront',
    description: 'Product discovery for shopping agents. Works without a key; a key raises the rate limit.',
  },
  {
    name: 'commerce',
    description:
      'Negotiations, price holds, orders, disputes and exclusive offers. Requires an `sk_` key. No payments.',
  },
  { name: 'events', description: 'The event stream of a brand. Requires an `svc_ak_` key.' },
  { name: 'webhooks', description: 'Events sent to your endpoints. Requires an `sk_live_` key.' },
  {
    name: 'connector',
    description: 'The tools of `/mcp` as HTTP endpoints for scripts. Requires an `sk_` key or an access token.',
  },
  { name: 'sources', description: 'Connected accounts that feed a brand. Requires an `svc_sk_` key.' },
  { name: 'authorization', description: 'OAuth 2.1: how an app gets an access token for the connector.' },
  { name: 'discovery', description: 'Documents at well-known addresses.' },
]
