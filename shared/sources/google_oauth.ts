import * as oauth from 'oauth4webapi'
import type { Call, SourceReply } from './call.ts'
import { readJson } from './call.ts'
import type { AuthorizationRequest, AuthorizationResponse, Grant } from './platform.ts'
import type { PlatformSettings } from './platform_settings.ts'
import { retryAfter } from './retry_after.ts'
import { SourceError } from './source_error.ts'

/** The address of the consent page. `offline` with `consent` gives a refresh token at each consent, also at the second one. */
export function googleAuthorizationUrl(
  settings: PlatformSettings,
  scopes: readonly string[],
  { state, redirectUri, codeChallenge }: AuthorizationRequest,
): string {
  const url = new URL(serverOf(settings).authorization_endpoint)
  url.search = new URLSearchParams({
    client_id: settings.app.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: scopes.join(' '),
    state,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
    access_type: 'offline',
    prompt: 'consent',
  }).toString()
  return url.href
}

/**
 * Checks the redirect and exchanges its code. Throws SourceError `access_denied`, `code_is_used`, or `scope_missing`, because the
 * person can deselect scopes on the consent page.
 */
export async function exchangeGoogleCode(
  call: Call,
  scopes: readonly string[],
  { parameters, redirectUri, codeVerifier }: AuthorizationResponse,
): Promise<Grant> {
  const { server, client, secret, options } = partsOf(call)
  try {
    // The console has compared the state with the session of the person.
    const checked = oauth.validateAuthResponse(server, client, parameters, oauth.skipStateCheck)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      secret,
      checked,
      redirectUri,
      codeVerifier,
      options,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response)
    if (tokens.refresh_token === undefined) throw anotherForm('refresh_token')
    return grantOf(tokens, scopes, tokens.refresh_token)
  } catch (thrown) {
    throw sourceErrorOf(thrown, 'code_is_used')
  }
}

/** Returns the grant with a new access token. Throws SourceError `grant_is_dead` if the person or Google ended the access. */
export async function refreshGoogleGrant(call: Call, scopes: readonly string[], grant: Grant): Promise<Grant> {
  if (grant.refreshToken === undefined) throw new SourceError('grant_is_dead', 'reconnect')
  const { server, client, secret, options } = partsOf(call)
  try {
    const response = await oauth.refreshTokenGrantRequest(server, client, secret, grant.refreshToken, options)
    const tokens = await oauth.processRefreshTokenResponse(server, client, response)
    return { ...grant, ...grantOf(tokens, scopes, tokens.refresh_token ?? grant.refreshToken) }
  } catch (thrown) {
    throw sourceErrorOf(thrown, 'grant_is_dead')
  }
}

/** Revokes the refresh token, and with it all access tokens. A token that has ended already is no error. */
export async function revokeGoogleGrant(call: Call, grant: Grant): Promise<void> {
  const { server, client, secret, options } = partsOf(call)
  try {
    const token = grant.refreshToken ?? grant.accessToken
    await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, secret, token, options))
  } catch (thrown) {
    if (thrown instanceof oauth.ResponseBodyError && thrown.error === 'invalid_token') return
    throw sourceErrorOf(thrown, 'grant_is_dead')
  }
}

function serverOf({ addresses }: PlatformSettings) {
  return {
    issuer: addresses.GOOGLE_ACCOUNTS_BASE_URL,
    authorization_endpoint: `${addresses.GOOGLE_ACCOUNTS_BASE_URL}/o/oauth2/v2/auth`,
    token_endpoint: `${addresses.GOOGLE_OAUTH_BASE_URL}/token`,
    revocation_endpoint: `${addresses.GOOGLE_OAUTH_BASE_URL}/revoke`,
  } satisfies oauth.AuthorizationServer
}

function partsOf({ settings, send }: Call) {
  return {
    server: serverOf(settings),
    client: { client_id: settings.app.clientId },
    secret: oauth.ClientSecretPost(settings.app.clientSecret),
    options: {
      // The environment decides whether a base address may use http.
      [oauth.allowInsecureRequests]: true,
      [oauth.customFetch]: async (url: string, request: oauth.CustomFetchOptions<'POST', URLSearchParams>) => {
        const { method, headers, body } = request
        return responseOf(await send({ url, method, headers: { ...headers }, body }))
      },
    },
  }
}

/** Returns a reply that the library can judge. Throws SourceError for all others. */
function responseOf(reply: SourceReply): Response {
  const { status, headers, text } = reply
  const retryAfterSeconds = retryAfter(headers)
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  if (status === 429) throw new SourceError('limit_is_reached', 'retry', { status, ...wait })
  if (status >= 500) throw new SourceError('platform_is_unavailable', 'retry', { status, ...wait })
  // The reply to a revocation may be empty.
  if (text !== '') readJson(reply)
  return new Response(text === '' ? null : text, { status, headers })
}

function grantOf(tokens: oauth.TokenEndpointResponse, scopes: readonly string[], refreshToken: string): Grant {
  const { access_token: accessToken, expires_in: seconds, scope } = tokens
  if (seconds === undefined) throw anotherForm('expires_in')
  // Without the field, the scopes are those of the request (RFC 6749, section 5.1).
  const granted = scope?.split(' ') ?? [...scopes]
  const missing = scopes.filter((each) => !granted.includes(each))
  if (missing.length > 0) throw new SourceError('scope_missing', 'reconnect', { scopes: missing })
  const accessExpiresAt = new Date(Date.now() + seconds * 1000).toISOString()
  return { accessToken, accessExpiresAt, refreshToken, scopes: granted }
}

/** The causes of errors of the library contain replies with tokens, so they are left out. */
function sourceErrorOf(thrown: unknown, invalidGrant: 'code_is_used' | 'grant_is_dead'): SourceError {
  if (thrown instanceof SourceError) return thrown
  if (thrown instanceof oauth.AuthorizationResponseError) {
    if (thrown.error === 'access_denied') return new SourceError('access_denied', 'stop')
    return new SourceError('request_is_refused', 'stop', { code: thrown.error })
  }
  if (thrown instanceof oauth.ResponseBodyError) {
    if (thrown.error === 'invalid_grant') return new SourceError(invalidGrant, 'reconnect')
    return new SourceError('request_is_refused', 'stop', { status: thrown.status, code: thrown.error })
  }
  if (thrown instanceof oauth.WWWAuthenticateChallengeError) {
    return new SourceError('request_is_refused', 'stop', { status: thrown.status })
  }
  if (thrown instanceof oauth.OperationProcessingError || thrown instanceof oauth.UnsupportedOperationError) {
    return anotherForm(thrown.code)
  }
  throw thrown
}

function anotherForm(field: string | undefined): SourceError {
  return new SourceError('reply_has_another_form', 'stop', { field })
}
