import { z } from 'zod'
import type { Call } from '../call.ts'
import type { AuthorizationRequest, AuthorizationResponse, Grant, PlatformSettings } from '../platform.ts'
import { readForm } from '../reply_form.ts'
import { SourceError } from '../source_error.ts'
import { business } from './business_api.ts'

/** The address has no scopes: the registration of the app has them, and the person selects among them. */
export function authorizationUrl(settings: PlatformSettings, { state, redirectUri }: AuthorizationRequest): string {
  const query = new URLSearchParams({ app_id: settings.app.clientId, state, redirect_uri: redirectUri })
  return `${settings.addresses.TIKTOK_BASE_URL}/portal/auth?${query}`
}

const token = z.object({
  access_token: z.string().min(1),
  /** Numbers of permissions, which TikTok does not document. The first report shows whether one is missing. */
  scope: z.array(z.string()).optional(),
})

/** Invalid parameters, and an expired code. A code that was used is one of both. */
const usedCodes = new Set(['40002', '40110'])

/** Exchanges the code for a token that does not expire. After a denial there is no code. */
export async function exchangeCode(call: Call, { parameters }: AuthorizationResponse): Promise<Grant> {
  const code = parameters.get('auth_code')
  if (code === null) throw new SourceError('access_denied', 'stop')
  try {
    const data = await business(call, {
      path: 'oauth2/access_token/',
      body: { ...appOf(call), auth_code: code },
    })
    const { access_token, scope = [] } = readForm(token, data)
    return { accessToken: access_token, scopes: scope }
  } catch (thrown) {
    const isUsed = thrown instanceof SourceError && usedCodes.has(String(thrown.values['code']))
    throw isUsed ? new SourceError('code_is_used', 'stop', thrown.values) : thrown
  }
}

/** Revokes the token. Does nothing if that was done already. */
export async function revoke(call: Call, { accessToken }: Grant): Promise<void> {
  try {
    await business(
      { ...call, accessToken },
      { path: 'oauth2/revoke_token/', body: { ...appOf(call), access_token: accessToken } },
    )
  } catch (thrown) {
    if (!(thrown instanceof SourceError) || thrown.reason !== 'grant_is_dead') throw thrown
  }
}

/** The registration of the app, as parameters. */
export function appOf({ settings }: Call): { app_id: string; secret: string } {
  return { app_id: settings.app.clientId, secret: settings.app.clientSecret }
}
