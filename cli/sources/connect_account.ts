import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { sha256Hex } from '../../shared/credentials/sha256.ts'
import { beginAuthorization, finishAuthorization } from '../../shared/sources/access/authorize.ts'
import type { PlatformAccount } from '../../shared/sources/platform.ts'
import type { Registered } from '../../shared/sources/access/authorize.ts'
import type { Callback } from './callback.ts'

interface Connecting extends Registered {
  sql: Sql
  brandId: string
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
 * reaches. The state is bound to this process and used once, and requests with another one are not the return. Throws SourceError, for
 * example if the person denied.
 */
export async function connectAccount(given: Connecting): Promise<Connected> {
  const { sql, brandId, platform, settings, options, callback, shop } = given
  const registered = { platform, settings, options }
  const boundTo = sha256Hex(`${process.pid} ${randomUUID()}`)
  const { redirectUri } = callback
  const { address, pending } = await beginAuthorization(registered, { redirectUri, shop })
  await sql`
    select core.enter_brand(${brandId}), sources.add_authorization(
      ${brandId}, ${platform.name}, ${pending.state_hash}, ${boundTo}, ${pending.sealed_verifier}, ${redirectUri}, ${shop ?? null}
    )`
  given.show(address, redirectUri)
  const isReturn = (parameters: URLSearchParams) => {
    const [state = '', ...others] = parameters.getAll('state')
    const isAnswer = ['code', 'auth_code', 'error'].some((name) => parameters.has(name))
    const isOwn = others.length === 0 && sha256Hex(state) === pending.state_hash
    return isOwn && (isAnswer || platform.deniesWithoutCode === true)
  }
  return await callback.take(isReturn, async (parameters) => {
    await sql`
      select core.enter_brand(${brandId}), sources.spend_authorization(${brandId}, ${pending.state_hash}, ${boundTo})`
    const { accounts, stored } = await finishAuthorization(registered, {
      parameters,
      sealedVerifier: pending.sealed_verifier,
      redirectUri,
      shop: shop ?? null,
      connectedBy: 'cli',
    })
    const { grant } = stored
    await sql`
      select core.enter_brand(${brandId}), sources.add_connection(
        ${brandId}, ${JSON.stringify(grant)}::text::jsonb, ${JSON.stringify(stored.accounts)}::text::jsonb
      )`
    return { connection_id: grant.connection_id, accounts }
  })
}

/** Connects accounts that a stored grant reaches to a brand. Returns their sources. */
export async function addSources(sql: Sql, brandId: string, connectionId: string, accounts: string[]) {
  const [row] = await sql`
    select core.enter_brand(${brandId}), sources.add_sources(${brandId}, ${connectionId}, ${accounts}) as added`
  return row?.added as { id: string; account_id: string; name: string }[]
}
