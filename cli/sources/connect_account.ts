import { randomBytes, randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { callOf, ringOf } from '../../functions/worker/sources/grants.ts'
import type { SyncOptions } from '../../functions/worker/sources/sync_source.ts'
import { sha256 } from '../../shared/credentials/sha256.ts'
import { base64Url } from '../../shared/credentials/tokens.ts'
import type { Grant, Platform, PlatformAccount, PlatformSettings } from '../../shared/sources/platform.ts'
import { sealGrant, verifierContext } from '../../shared/sources/sealed_grant.ts'
import type { Callback } from './callback.ts'

interface Connecting {
  sql: Sql
  brandId: string
  platform: Platform
  settings: PlatformSettings
  options: SyncOptions
  callback: Callback
  shop?: string | undefined
  /** Shows the address where the person gives access. */
  show: (authorizationUrl: string, redirectUri: string) => void
}

export interface Connected {
  connection_id: string
  accounts: PlatformAccount[]
}

/**
 * Sends a person to a platform, waits for the return, exchanges the code, and stores the sealed grant with the accounts that it
 * reaches. The state is bound to this process and used once. Throws SourceError, for example if the person denied.
 */
export async function connectAccount(given: Connecting): Promise<Connected> {
  const { sql, brandId, platform, settings, options, callback, shop } = given
  const ring = await ringOf(options)
  const [state, codeVerifier] = [randomBytes(32).toString('base64url'), randomBytes(48).toString('base64url')]
  const stateHash = hex(sha256(state))
  const boundTo = hex(sha256(`${process.pid} ${randomUUID()}`))
  const { redirectUri } = callback
  const sealed = await ring.seal(new TextEncoder().encode(codeVerifier), verifierContext(stateHash))
  const codeChallenge = base64Url(sha256(codeVerifier))
  const address = platform.authorizationUrl(settings, { state, redirectUri, codeChallenge, ...(shop ? { shop } : {}) })
  await sql`
    select core.enter_brand(${brandId}),
      sources.add_authorization(${brandId}, ${platform.name}, ${stateHash}, ${boundTo}, ${sealed}, ${redirectUri}, ${shop ?? null})`
  given.show(address, redirectUri)
  return await callback.take(async (parameters) => {
    const returned = hex(sha256(parameters.get('state') ?? ''))
    await sql`
      select core.enter_brand(${brandId}), sources.spend_authorization(${brandId}, ${returned}, ${boundTo})`
    const anonymous = callOf({ settings, options }, null, shop ?? null)
    const grant = await platform.exchangeCode(anonymous, {
      parameters,
      redirectUri,
      codeVerifier,
      ...(shop ? { shop } : {}),
    })
    const accounts = await platform.listAccounts(callOf({ settings, options }, grant, shop ?? null))
    return { connection_id: await store(grant, accounts), accounts }
  })

  async function store(grant: Grant, accounts: PlatformAccount[]): Promise<string> {
    const connection_id = `con_${randomUUID().replaceAll('-', '')}`
    const stored = {
      connection_id,
      platform: platform.name,
      subject: grant.subject,
      shop,
      scopes: grant.scopes,
      sealed: await sealGrant(ring, connection_id, grant),
      access_expires_at: grant.accessExpiresAt,
      refresh_expires_at: grant.refreshExpiresAt,
      connected_by: 'cli',
    }
    const reached = accounts.map(({ id, managerId, ...rest }) => ({ ...rest, external_id: id, manager_id: managerId }))
    await sql`
      select core.enter_brand(${brandId}), sources.add_connection(
        ${brandId}, ${JSON.stringify(stored)}::text::jsonb, ${JSON.stringify(reached)}::text::jsonb
      )`
    return connection_id
  }
}

/** Connects accounts that a stored grant reaches to a brand. Returns their sources. */
export async function addSources(sql: Sql, brandId: string, connectionId: string, accounts: string[]) {
  const [row] = await sql`
    select core.enter_brand(${brandId}), sources.add_sources(${brandId}, ${connectionId}, ${accounts}) as added`
  return row?.added as { id: string; account_id: string; name: string }[]
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
