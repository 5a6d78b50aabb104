import { z } from 'zod'
import { readJson } from '../../call.ts'
import type { Call, SourceReply } from '../../call.ts'
import type { AuthorizationRequest, AuthorizationResponse, Grant, PlatformSettings } from '../../platform.ts'
import { readForm } from '../../reply_form.ts'
import { SourceError } from '../../source_error.ts'
import { clientSecrets } from './client_secrets.ts'
import { judgeStatus } from '../judge_status.ts'
import { shopAddress } from './shop_domain.ts'
import { isSignedRedirect } from './signature.ts'

/** What the reports need. Without `read_all_orders`, which Shopify approves for single apps, orders of 60 days are visible. */
export const scopes = ['read_orders', 'read_products', 'read_inventory', 'read_customers'] as const

/** Returns where a merchant installs the app. Throws SourceError if the domain is not one of Shopify. */
export function authorizationUrl(
  settings: PlatformSettings,
  { state, redirectUri, shop }: AuthorizationRequest,
): string {
  const query = new URLSearchParams({
    client_id: settings.app.clientId,
    scope: [...new Set([...scopes, ...(settings.extraScopes ?? [])])].join(','),
    redirect_uri: redirectUri,
    state,
  })
  return `${shopAddress(settings, shop)}/admin/oauth/authorize?${query.toString()}`
}

/** Checks the signature and the shop of the redirect before any request, and exchanges its code for an expiring token. */
export async function exchangeCode(call: Call, { parameters, shop }: AuthorizationResponse): Promise<Grant> {
  if (parameters.has('error')) throw new SourceError('access_denied', 'stop')
  if (!isSignedRedirect(parameters, clientSecrets(call.settings.app))) {
    throw new SourceError('signature_is_wrong', 'stop')
  }
  if (shop === undefined || parameters.get('shop') !== shop) throw new SourceError('state_is_foreign', 'stop')
  const code = parameters.get('code')
  if (code === null) throw new SourceError('access_denied', 'stop')
  const reply = await askForToken(call, shop, { code, expiring: '1' })
  if (reply.status === 400) throw new SourceError('code_is_used', 'stop', { status: reply.status })
  const grant = readGrant(reply, shop)
  // A scope to write includes the one to read, and Shopify names only the former.
  const missing = scopes.filter((scope) => !reads(grant.scopes, scope))
  if (missing.length > 0) throw new SourceError('scope_missing', 'stop', { scopes: missing })
  return grant
}

/**
 * Exchanges the refresh token for a new pair. The old refresh token works until the new one is used, so that a process that stops before it
 * stores the new pair can repeat the exchange.
 */
export async function refresh(call: Call, { refreshToken, subject }: Grant): Promise<Grant> {
  if (refreshToken === undefined) throw new SourceError('grant_is_dead', 'reconnect')
  const body = { grant_type: 'refresh_token', refresh_token: refreshToken }
  const reply = await askForToken(call, subject ?? call.shop, body)
  if (reply.status === 400) throw refusedRefresh(reply)
  return readGrant(reply, subject ?? call.shop)
}

/** Uninstalls the app in the shop, which ends all its tokens. An app that is not installed is no error. */
export async function revoke(call: Call, { accessToken, subject }: Grant): Promise<void> {
  const reply = await call.send({
    url: `${shopAddress(call.settings, subject ?? call.shop)}/admin/api_permissions/current.json`,
    method: 'DELETE',
    headers: { 'x-shopify-access-token': accessToken, accept: 'application/json' },
  })
  if (![401, 403, 404].includes(reply.status)) judgeStatus(reply)
}

function askForToken(call: Call, shop: string | undefined, body: Record<string, string>): Promise<SourceReply> {
  const [clientSecret] = clientSecrets(call.settings.app)
  return call.send({
    url: `${shopAddress(call.settings, shop)}/admin/oauth/access_token`,
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ client_id: call.settings.app.clientId, client_secret: clientSecret, ...body }),
  })
}

const refusal = z.object({ error: z.string(), error_description: z.string().catch('') })

/**
 * Returns what a refused refresh means. Only a reply about the refresh token ends the grant: `invalid_grant`, or `invalid_request` that names
 * the token. All others can pass, such as the page of a proxy.
 */
function refusedRefresh({ status, text }: SourceReply): SourceError {
  const parsed = refusal.safeParse(parseIfJson(text))
  if (!parsed.success) return new SourceError('platform_is_unavailable', 'retry', { status })
  const { error: code, error_description: description } = parsed.data
  const isOfToken = code === 'invalid_grant' || (code === 'invalid_request' && /refresh.?token/i.test(description))
  if (isOfToken) return new SourceError('grant_is_dead', 'reconnect', { status, code })
  return new SourceError('request_is_refused', 'retry', { status, code })
}

function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const seconds = z.string().regex(/^\d{1,9}$/)
const tokenReply = z.object({
  access_token: z.string().min(1),
  scope: z.string(),
  // Only apps from before 1 April 2026 get tokens that never expire.
  expires_in: seconds.optional(),
  refresh_token: z.string().min(1).optional(),
  refresh_token_expires_in: seconds.optional(),
})

/** Expiry is counted from the clock of the machine, which VITRINE_NOW does not fix. */
function readGrant(reply: SourceReply, shop: string | undefined): Grant {
  // 401 and 403 reply to the app here, whose client secret is wrong, not to a token.
  if (reply.status === 401 || reply.status === 403) {
    throw new SourceError('request_is_refused', 'stop', { status: reply.status, field: 'client_secret' })
  }
  judgeStatus(reply)
  const given = readForm(tokenReply, readJson(reply), new Set())
  const at = (duration: string) => new Date(Date.now() + Number(duration) * 1000).toISOString()
  return {
    accessToken: given.access_token,
    ...(given.expires_in === undefined ? {} : { accessExpiresAt: at(given.expires_in) }),
    ...(given.refresh_token === undefined ? {} : { refreshToken: given.refresh_token }),
    ...(given.refresh_token_expires_in === undefined ? {} : { refreshExpiresAt: at(given.refresh_token_expires_in) }),
    scopes: given.scope.split(/[\s,]+/).filter(Boolean),
    ...(shop === undefined ? {} : { subject: shop }),
  }
}

function reads(granted: readonly string[], scope: string): boolean {
  return granted.includes(scope) || granted.includes(scope.replace(/^read_/, 'write_'))
}
