import { base64Url, createSecret } from '../../credentials/tokens.ts'
import { sha256, sha256Hex } from '../../credentials/sha256.ts'
import { retrying } from './retry.ts'
import { callOf } from './platform_call.ts'
import type { Platform, PlatformAccount, PlatformSettings } from '../platform.ts'
import { ringOf, sealGrant, verifierContext } from '../sealed_grant.ts'
import type { SourceOptions } from '../settings.ts'
import { storable } from '../storage/storable_json.ts'

/** A platform that the operator registered Vitrine at. */
export interface Registered {
  platform: Platform
  settings: PlatformSettings
  options: SourceOptions
}

export interface Begun {
  /** Where the person gives access. */
  address: string
  /** What is stored until the platform sends the person back. */
  pending: { state_hash: string; sealed_verifier: string; redirect_uri: string; shop?: string }
}

/** A pending authorization that the person returned to. */
export interface Returned {
  parameters: URLSearchParams
  sealedVerifier: string
  redirectUri: string
  shop: string | null
  /** The person who connects the account. */
  connectedBy: string
}

/**
 * Prepares an authorization at a platform. The state is random and ends with `.` and `named`, which tells the callback what
 * it belongs to. Throws SourceError, for example if the domain of a shop is not one of Shopify.
 */
export async function beginAuthorization(
  { platform, settings, options }: Registered,
  { redirectUri, shop, named }: { redirectUri: string; shop?: string | undefined; named?: string },
): Promise<Begun> {
  const ring = await ringOf(options)
  const state = createSecret() + (named === undefined ? '' : `.${named}`)
  const codeVerifier = createSecret()
  const state_hash = sha256Hex(state)
  const ofShop = shop === undefined ? {} : { shop }
  const codeChallenge = base64Url(sha256(codeVerifier))
  return {
    address: platform.authorizationUrl(settings, { state, redirectUri, codeChallenge, ...ofShop }),
    pending: {
      state_hash,
      sealed_verifier: await ring.seal(new TextEncoder().encode(codeVerifier), verifierContext(state_hash)),
      redirect_uri: redirectUri,
      ...ofShop,
    },
  }
}

/**
 * Exchanges the code of a redirect, and lists the accounts that the grant reaches. Returns both as `sources.add_connection`
 * stores them. Throws SourceError, for example if the person denied.
 */
export async function finishAuthorization(registered: Registered, returned: Returned) {
  const { platform, options } = registered
  const { parameters, redirectUri, shop } = returned
  const ring = await ringOf(options)
  const state_hash = sha256Hex(parameters.get('state') ?? '')
  const verifier = await ring.open(returned.sealedVerifier, verifierContext(state_hash))
  const retry = retrying(options.waitScale)
  const response = {
    parameters,
    redirectUri,
    codeVerifier: new TextDecoder().decode(verifier),
    ...(shop === null ? {} : { shop }),
  }
  // A code is valid once, so it is sent again only if the platform refused to process it.
  const exchange = () => platform.exchangeCode({ ...callOf(registered, null, shop), retry }, response)
  const grant = await retry(exchange)
  const list = () => platform.listAccounts(callOf(registered, grant, shop))
  const accounts = storable(await retry(list, ['limit_is_reached', 'platform_is_unavailable']))
  const connection_id = `con_${crypto.randomUUID().replaceAll('-', '')}`
  return {
    accounts,
    stored: {
      grant: {
        connection_id,
        platform: platform.name,
        client_id: registered.settings.app.clientId,
        state_hash,
        subject: grant.subject,
        shop: shop ?? undefined,
        scopes: grant.scopes,
        sealed: await sealGrant(ring, connection_id, grant),
        access_expires_at: grant.accessExpiresAt,
        refresh_expires_at: grant.refreshExpiresAt,
        connected_by: returned.connectedBy,
      },
      accounts: accounts.map(reached),
    },
  }
}

function reached({ id, managerId, managerName, ...rest }: PlatformAccount) {
  return { ...rest, external_id: id, manager_id: managerId, manager_name: managerName }
}
