import { z } from 'zod'
import { jsonSchema } from './json_schema.ts'
import { operationId } from './operation_id.ts'

const text = z.string()

const json = (schema: z.ZodType, example: unknown, io: 'input' | 'output' = 'output') => ({
  'application/json': { schema: jsonSchema(schema, io), example },
})
const form = (schema: z.ZodType, example: unknown) => ({
  'application/x-www-form-urlencoded': { schema: jsonSchema(schema, 'input'), example },
})
const success = (schema: z.ZodType) => ({ 'application/json': { schema: jsonSchema(schema, 'output') } })
const page = { 'text/html': { schema: { type: 'string' } } }

const client = z.object({
  client_name: text.nullish(),
  redirect_uris: z.array(text),
  scope: text.nullish(),
})
const registered = z.looseObject({ client_id: text, redirect_uris: z.array(text).optional() })
const tokenRequest = z.object({
  grant_type: z.enum(['authorization_code', 'refresh_token']),
  client_id: text,
  code: text.optional(),
  redirect_uri: text.optional(),
  code_verifier: text.optional(),
  refresh_token: text.optional(),
  scope: text.optional(),
  resource: text.optional(),
})
const tokens = z.looseObject({
  access_token: text,
  token_type: text,
  expires_in: z.int().describe('Lifetime of the access token in seconds.'),
  refresh_token: text.optional(),
  scope: text,
})
const revocation = z.object({ token: text, client_id: text.optional() })
const grants = z.looseObject({ data: z.array(z.looseObject({})) })

const oauthError = json(
  z.looseObject({ error: text, error_description: text.optional(), request_id: text.optional() }),
  { error: 'invalid_grant', error_description: 'The code is not valid.' },
)

const reasons: Record<string, string> = {
  '400': 'An OAuth error. `error_description` explains how to correct the request.',
  '401': 'invalid_client: the app is not registered.',
  '408': 'The body took longer than 10 s.',
  '413': 'The body is larger than 64 KB.',
  '429': 'Too many requests from this address. Wait as long as Retry-After says.',
  '500': 'Internal error.',
  '503': 'The service is temporarily unavailable.',
}

const refused = (content: object, statuses: readonly string[]) =>
  Object.fromEntries(statuses.map((status) => [status, { description: reasons[status], content }]))

/** Errors of endpoints for a signed-in person have the form of the analytics API. */
const refusedPerson = (statuses: readonly string[]) =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]))

const authorization = (summary: string, description: string) => ({
  operationId: operationId(summary),
  tags: ['authorization'],
  summary,
  description,
  security: [{}] as object[],
})

const redirect = 'http://127.0.0.1:8976/callback'
const parameter = (name: string, description: string, example: string, required = true) => ({
  name,
  in: 'query',
  required,
  description,
  schema: { type: 'string' },
  example,
})

/** The OAuth endpoints of the connector. They are routes of functions/oauth and have no operation of the database. */
export function authorizationPaths(baseUrl: string): Record<string, Record<string, unknown>> {
  const resource = `${baseUrl}/mcp`
  return {
    '/api/oauth/register': {
      post: {
        ...authorization(
          'Register an app',
          'Dynamic client registration (RFC 7591). Requires no credential and grants no access. One invalid redirect URI rejects the whole request.',
        ),
        requestBody: {
          required: true,
          content: json(client, { client_name: 'Campaign Companion', redirect_uris: [redirect] }, 'input'),
        },
        responses: {
          '201': { description: 'The registered app.', content: success(registered) },
          ...refused(oauthError, ['400', '408', '413', '429', '500', '503']),
        },
      },
    },
    '/oauth/authorize': {
      get: {
        ...authorization(
          'Authorize an app',
          'Starts the OAuth 2.1 authorization code flow with PKCE (S256 only). A person signs in and chooses scopes and brands.',
        ),
        parameters: [
          parameter('response_type', 'Always `code`.', 'code'),
          parameter(
            'client_id',
            'Id from registration, or the https URL of a client ID metadata document.',
            'client_...',
          ),
          parameter(
            'redirect_uri',
            'A registered redirect URI, equal character by character. Only of a client with a metadata document may the port of a loopback address differ.',
            redirect,
          ),
          parameter('code_challenge', 'BASE64URL(SHA-256(verifier)).', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'),
          parameter('code_challenge_method', 'Always `S256`.', 'S256'),
          parameter('resource', 'URL of the connector (RFC 8707).', resource),
          parameter('scope', 'Scopes to preselect on the consent page.', 'read:marketing read:commerce', false),
          parameter('state', 'Returned unchanged.', 'af0ifjsldkj', false),
        ],
        responses: {
          '303': {
            description:
              'Redirects to the sign-in or consent page. After consent, redirects to redirect_uri with code, state and iss.',
          },
          '400': { description: 'A page: the app or its redirect URI is unknown.', content: page },
          ...refused(page, ['429', '500', '503']),
        },
      },
    },
    '/api/oauth/token': {
      post: {
        ...authorization(
          'Get an access token',
          'Exchanges an authorization code or a refresh token for tokens. An access token is valid for one hour. A refresh token is valid for 30 days after its last use. Each code and refresh token is valid for one use; a second use revokes the grant.',
        ),
        requestBody: {
          required: true,
          content: form(tokenRequest, {
            grant_type: 'refresh_token',
            client_id: 'client_...',
            refresh_token: '...',
          }),
        },
        responses: {
          '200': { description: 'The tokens.', content: success(tokens) },
          ...refused(oauthError, ['400', '401', '408', '413', '429', '500', '503']),
        },
      },
    },
    '/api/oauth/revoke': {
      post: {
        ...authorization(
          'Revoke a token',
          'Token revocation (RFC 7009). An access token or a refresh token revokes its whole grant. Unknown tokens also return 200.',
        ),
        requestBody: {
          required: true,
          content: form(revocation, { token: '...', client_id: 'client_...' }),
        },
        responses: {
          '200': { description: 'The token is revoked, or was not valid.' },
          ...refused(oauthError, ['400', '408', '413', '429', '500', '503']),
        },
      },
    },
    '/api/oauth/grants': {
      get: {
        ...authorization(
          'List connected apps',
          'Returns the apps that the signed-in person connected. The page for people is /oauth/connections.',
        ),
        security: [{ session: [] }],
        responses: {
          '200': { description: 'Success.', content: success(grants) },
          ...refusedPerson(['401', '429', '500', '503']),
        },
      },
    },
    '/api/oauth/grants/{grant_id}': {
      delete: {
        ...authorization('Disconnect an app', 'Revokes the grant of an app and all of its tokens.'),
        security: [{ session: [] }],
        parameters: [
          {
            name: 'grant_id',
            in: 'path',
            required: true,
            description: 'Id of the grant, as in GET /api/oauth/grants.',
            schema: { type: 'string' },
          },
        ],
        responses: {
          '204': { description: 'The app is disconnected.' },
          ...refusedPerson(['401', '403', '404', '429', '500', '503']),
        },
      },
    },
  }
}
