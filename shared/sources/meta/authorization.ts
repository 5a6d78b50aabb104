import { z } from 'zod'
import type { Call } from '../call.ts'
import type { AuthorizationRequest, AuthorizationResponse, Grant, PlatformSettings } from '../platform.ts'
import { digits, readForm } from '../reply_form.ts'
import { SourceError } from '../source_error.ts'
import { graph, readPages } from './graph.ts'
import type { Parameters } from './graph.ts'

export const scopes = ['ads_read'] as const

export function authorizationUrl(settings: PlatformSettings, { state, redirectUri }: AuthorizationRequest): string {
  const query = new URLSearchParams({
    client_id: settings.app.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: scopes.join(','),
    // Without it, Meta does not ask again for a permission that the person declined before.
    auth_type: 'rerequest',
    state,
  })
  return `${settings.addresses.META_WWW_BASE_URL}/${settings.version}/dialog/oauth?${query}`
}

/** Exchanges the code for a token of hours, and at once for one of about 60 days, because there is no refresh token. */
export async function exchangeCode(call: Call, { parameters, redirectUri }: AuthorizationResponse): Promise<Grant> {
  const code = parameters.get('code')
  if (parameters.has('error') || code === null) throw new SourceError('access_denied', 'stop')
  const short = await requestToken(call, { redirect_uri: redirectUri, code })
  // The code is used now, so that these requests are sent again alone.
  const { retry = (work) => work() } = call
  const long = await retry(() => extend(call, short.access_token))
  const withToken = { ...call, accessToken: long.accessToken }
  const granted = await retry(() => grantedScopes(withToken))
  const missing = scopes.filter((scope) => !granted.includes(scope))
  if (missing.length > 0) throw new SourceError('scope_missing', 'stop', { scopes: missing })
  const { id } = readForm(
    z.object({ id: digits }),
    await retry(() => graph(withToken, { path: 'me', parameters: { fields: 'id' } })),
  )
  return { ...long, scopes: granted, subject: id }
}

/** Exchanges a living token for a new one. An expired token cannot be exchanged. */
export async function refresh(call: Call, grant: Grant): Promise<Grant> {
  const { accessToken, accessExpiresAt: _, ...rest } = grant
  return { ...rest, ...(await extend(call, accessToken)) }
}

/** Removes the permissions of the app. Does nothing if the person did that already. */
export async function revoke(call: Call, { accessToken }: Grant): Promise<void> {
  try {
    await graph(call, { path: 'me/permissions', method: 'DELETE', accessToken })
  } catch (thrown) {
    if (!(thrown instanceof SourceError) || thrown.reason !== 'grant_is_dead') throw thrown
  }
}

const token = z.object({
  access_token: z.string().min(1),
  token_type: z.string().optional(),
  expires_in: digits.optional(),
})

async function requestToken(call: Call, parameters: Parameters): Promise<z.output<typeof token>> {
  const { clientId, clientSecret } = call.settings.app
  const app = { client_id: clientId, client_secret: clientSecret }
  const request = { path: 'oauth/access_token', parameters: { ...app, ...parameters }, accessToken: null }
  return readForm(token, await graph(call, request))
}

/** Tokens of system users have no end. The end is measured by the clock of the machine, which VITRINE_NOW does not fix. */
async function extend(call: Call, accessToken: string): Promise<Pick<Grant, 'accessToken' | 'accessExpiresAt'>> {
  const { access_token, expires_in } = await requestToken(call, {
    grant_type: 'fb_exchange_token',
    fb_exchange_token: accessToken,
  })
  if (expires_in === undefined) return { accessToken: access_token }
  return { accessToken: access_token, accessExpiresAt: new Date(Date.now() + Number(expires_in) * 1000).toISOString() }
}

const permission = z.object({ permission: z.string(), status: z.string() })

async function grantedScopes(call: Call): Promise<string[]> {
  const permissions = await readPages(call, 'me/permissions', {}, permission)
  return permissions.filter(({ status }) => status === 'granted').map(({ permission }) => permission)
}
