import { errorResponses, errorSchemas } from './errors.ts'

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description })
const integer = (description: string) => ({ schema: { type: 'integer' }, description })

/** What operations refer to: credentials, headers, and errors of both forms. */
export function components() {
  return {
    securitySchemes: {
      key: bearer('svc_sk_live_ keys read real data, svc_sk_test_ keys simulated data.'),
      storefront_key: bearer('pk_ and sk_ keys; without one, ten requests a minute from an address.'),
      storefront_key_in_query: {
        type: 'apiKey',
        in: 'query',
        name: 'api_key',
        description: 'The same key, for assistants that can set no header.',
      },
      connector: bearer('sk_live_ and sk_test_ keys, and access tokens of connected apps.'),
      secret_key: bearer('sk_live_ keys; with an sk_test_ key nothing is stored.'),
      stream_key: bearer('svc_ak_ keys.'),
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-vitrine_session',
        description: 'Of a person who has signed in.',
      },
    },
    headers: {
      'X-Request-Id': {
        schema: { type: 'string' },
        description: 'The same as meta.request_id; yours, if you send one.',
      },
      'X-RateLimit-Limit': integer('Requests a minute.'),
      'X-RateLimit-Remaining': integer('Of them, how many are left.'),
      'X-RateLimit-Reset': integer('When the quota is whole again, in Unix seconds.'),
      'Retry-After': integer('Seconds to wait.'),
      'Idempotent-Replayed': {
        schema: { type: 'string', enum: ['true'] },
        description: 'Where it is what the same request was answered before.',
      },
    },
    responses: errorResponses(),
    schemas: errorSchemas,
  }
}

export const tags = [
  { name: 'analytics', description: 'What ads did. Read-only; `svc_sk_` keys; also below `/api/v1`.' },
  { name: 'storefront', description: 'A shop window for agents. Open to everybody, faster with a key.' },
  {
    name: 'commerce',
    description: 'Negotiated prices, held prices and orders. `sk_` keys; nothing is paid here.',
  },
  { name: 'events', description: 'What happens to a shop, as it happens.' },
  { name: 'webhooks', description: 'The same, posted to you. `sk_live_` keys.' },
  { name: 'connector', description: 'The tools of `/mcp` for scripts. `sk_` keys or access tokens.' },
  { name: 'authorisation', description: 'How an app gets an access token for the connector: OAuth 2.1.' },
  { name: 'discovery', description: 'What machines look for at fixed places.' },
]
