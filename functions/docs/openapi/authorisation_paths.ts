const json = (schema: object, example: unknown) => ({ 'application/json': { schema, example } })
const form = (schema: object, example: unknown) => ({ 'application/x-www-form-urlencoded': { schema, example } })
const object = (properties: Record<string, object>, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
})
const text = { type: 'string' }
const list = { type: 'array', items: text }

const textOrNull = { type: ['string', 'null'] }

const oauthError = json(object({ error: text, error_description: text, request_id: text }, ['error']), {
  error: 'invalid_grant',
  error_description: 'The code is not valid.',
})
const page = { 'text/html': { schema: text } }

const reasons: Record<string, string> = {
  '400': 'The error of the RFC, with what to do.',
  '401': 'invalid_client: no such app is registered.',
  '408': 'The body took longer than 10 s.',
  '413': 'The body is larger than 64 KB.',
  '429': 'Too many of one address; Retry-After says how long to wait.',
  '500': 'A failure on our side.',
  '503': 'The service cannot answer just now.',
}

const refused = (content: object, statuses: readonly string[]) =>
  Object.fromEntries(statuses.map((status) => [status, { description: reasons[status], content }]))

/** What only a signed-in person is answered, in the form of the analytics API. */
const refusedPerson = (statuses: readonly string[]) =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]))

const authorisation = (operationId: string, summary: string, description: string) => ({
  operationId: `authorisation_${operationId}`,
  tags: ['authorisation'],
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
  schema: text,
  example,
})

/** The authorisation server of the connector, which is no operation of the database's. */
export function authorisationPaths(baseUrl: string): Record<string, Record<string, unknown>> {
  const resource = `${baseUrl}/mcp`
  return {
    '/api/oauth/register': {
      post: {
        ...authorisation(
          'register',
          'Register an app',
          'RFC 7591: open to everybody, grants nothing. One bad redirect URI refuses all of it.',
        ),
        requestBody: {
          required: true,
          content: json(
            object({ client_name: textOrNull, redirect_uris: list, scope: textOrNull }, ['redirect_uris']),
            {
              client_name: 'Campaign Companion',
              redirect_uris: [redirect],
            },
          ),
        },
        responses: {
          '201': {
            description: 'The app as it is known from now on.',
            content: {
              'application/json': { schema: object({ client_id: text, redirect_uris: list }, ['client_id']) },
            },
          },
          ...refused(oauthError, ['400', '408', '413', '429', '500', '503']),
        },
      },
    },
    '/oauth/authorize': {
      get: {
        ...authorisation(
          'authorize',
          'Ask a person',
          'OAuth 2.1 with PKCE (S256 only): a page on which a person signs in and chooses scopes and brands.',
        ),
        parameters: [
          parameter('response_type', 'Always code.', 'code'),
          parameter(
            'client_id',
            'From registration, or the https address of a client ID metadata document.',
            'client_...',
          ),
          parameter('redirect_uri', 'One of those registered, character for character.', redirect),
          parameter('code_challenge', 'BASE64URL(SHA-256(verifier)).', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'),
          parameter('code_challenge_method', 'Always S256.', 'S256'),
          parameter('resource', 'The connector (RFC 8707).', resource),
          parameter('scope', 'What to tick beforehand.', 'read:marketing read:commerce', false),
          parameter('state', 'Comes back unchanged.', 'af0ifjsldkj', false),
        ],
        responses: {
          '303': {
            description:
              'On to the sign-in or the consent page, and in the end back to redirect_uri with code, state and iss.',
          },
          '400': {
            description: 'A page: the app or its redirect URI could not be identified.',
            content: page,
          },
          ...refused(page, ['429', '500', '503']),
        },
      },
    },
    '/api/oauth/token': {
      post: {
        ...authorisation(
          'token',
          'Exchange a code or a refresh token',
          'Access tokens live an hour, refresh tokens 30 days of rest; each is good for one use. A second use ends the grant.',
        ),
        requestBody: {
          required: true,
          content: form(
            object(
              {
                grant_type: { enum: ['authorization_code', 'refresh_token'] },
                client_id: text,
                code: text,
                redirect_uri: text,
                code_verifier: text,
                refresh_token: text,
                scope: text,
                resource: text,
              },
              ['grant_type', 'client_id'],
            ),
            { grant_type: 'refresh_token', client_id: 'client_...', refresh_token: '...' },
          ),
        },
        responses: {
          '200': {
            description: 'Tokens.',
            content: {
              'application/json': {
                schema: object(
                  {
                    access_token: text,
                    token_type: text,
                    expires_in: { type: 'integer' },
                    refresh_token: text,
                    scope: text,
                  },
                  ['access_token', 'token_type', 'expires_in', 'scope'],
                ),
              },
            },
          },
          ...refused(oauthError, ['400', '401', '408', '413', '429', '500', '503']),
        },
      },
    },
    '/api/oauth/revoke': {
      post: {
        ...authorisation(
          'revoke',
          'End a grant',
          'RFC 7009: either token ends the whole grant. 200 whatever the token was.',
        ),
        requestBody: {
          required: true,
          content: form(object({ token: text, client_id: text }, ['token']), { token: '...', client_id: 'client_...' }),
        },
        responses: {
          '200': { description: 'It is ended, or never was.' },
          ...refused(oauthError, ['400', '408', '413', '429', '500', '503']),
        },
      },
    },
    '/api/oauth/grants': {
      get: {
        ...authorisation(
          'grants',
          'The apps that you have connected',
          'Of the person who is signed in; the page is /oauth/connections.',
        ),
        security: [{ session: [] }],
        responses: {
          '200': {
            description: 'Success.',
            content: { 'application/json': { schema: object({ data: { type: 'array', items: { type: 'object' } } }) } },
          },
          ...refusedPerson(['401', '429', '500', '503']),
        },
      },
    },
    '/api/oauth/grants/{grant_id}': {
      delete: {
        ...authorisation('end_grant', 'Disconnect an app', 'Its tokens end with it.'),
        security: [{ session: [] }],
        parameters: [{ name: 'grant_id', in: 'path', required: true, schema: text }],
        responses: {
          '204': { description: 'It is ended.' },
          ...refusedPerson(['401', '403', '404', '429', '500', '503']),
        },
      },
    },
  }
}
