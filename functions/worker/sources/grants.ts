import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../../shared/db/pool.ts'
import { MissingKey } from '../../../shared/key_ring.ts'
import type { KeyRing } from '../../../shared/key_ring.ts'
import type { Grant, Platform, PlatformSettings } from '../../../shared/sources/platform.ts'
import { callOf } from '../../../shared/sources/access/platform_call.ts'
import { openGrant, ringOf, sealGrant } from '../../../shared/sources/sealed_grant.ts'
import type { SourceOptions } from '../../../shared/sources/settings.ts'
import { SourceError } from '../../../shared/sources/source_error.ts'
import { leaseSeconds, whileLeased } from './leases.ts'

const marginSeconds = 300
const extensionDays = 7
const lockedSecondsMax = 180

interface HeldGrant {
  connection_id: string
  shop: string | null
  sealed: string | null
  version: number
  refreshed_at: string
  ended_at: string | null
}

/** A grant in use. A refresh of the same version by two processes is prevented by a lease. */
export interface OpenGrant {
  grant: Grant
  version: number
  shop: string | null
}

interface GrantOptions {
  connectionId: string
  platform: Platform
  settings: PlatformSettings
  options: SourceOptions
}

/**
 * Returns the grant of a connection, refreshed if its access token ends soon or is of the version `refused`. The new grant is
 * stored before it is used. Throws SourceError with the remedy `reconnect` if the platform no longer accepts it.
 */
export async function currentGrant(sql: Database, given: GrantOptions, refused?: number): Promise<OpenGrant> {
  const ring = await ringOf(given.options)
  const giveUpAt = performance.now() + lockedSecondsMax * 1000
  while (true) {
    const [row] = await sql`select sources.take_grant(${given.connectionId}) as held`
    const held = row?.held as HeldGrant | null
    if (!held?.sealed) throw new SourceError('grant_is_dead', 'reconnect')
    const { sealed } = held
    const grant = await openGrant(ring, given.connectionId, sealed)
    const isDue = held.version === refused || isRefreshDue(grant, held)
    if (!isDue || !given.platform.refresh) {
      if (held.version === refused) throw new SourceError('grant_is_dead', 'reconnect')
      return { grant, version: held.version, shop: held.shop }
    }
    const [locked] = await sql`select sources.take_grant(${given.connectionId}, ${leaseSeconds}) as held`
    const leased = locked?.held as HeldGrant | null
    if (leased?.sealed === sealed) return await refreshed(sql, given, ring, leased, grant)
    if (leased) await sql`select sources.release_grant(${given.connectionId})`
    if (performance.now() > giveUpAt) throw new SourceError('platform_is_unavailable', 'retry')
    await delay(200)
  }
}

/** Ends the access of an ended connection at the platform, and removes its tokens. */
export async function revokeGrant(sql: Database, given: GrantOptions): Promise<void> {
  const ring = await ringOf(given.options)
  const [row] = await sql`select sources.take_grant(${given.connectionId}, ${leaseSeconds}) as held`
  const held = row?.held as HeldGrant | null
  if (!held?.sealed) return
  try {
    const grant = await openGrant(ring, given.connectionId, held.sealed)
    await given.platform.revoke(callOf(given, grant, held.shop), grant)
  } catch (cause) {
    // A grant that the platform no longer accepts, or whose key is lost, needs no revocation.
    const isGone =
      cause instanceof MissingKey ||
      (cause instanceof SourceError && cause.remedy !== 'retry' && cause.remedy !== 'pause')
    if (!isGone) throw cause
  }
  await sql`select sources.forget_grant(${given.connectionId})`
}

/** Grants end by the clock of the machine, which VITRINE_NOW does not fix. */
function isRefreshDue(grant: Grant, held: HeldGrant): boolean {
  const now = Date.now()
  if (grant.accessExpiresAt === undefined) return false
  if (Date.parse(grant.accessExpiresAt) < now + marginSeconds * 1000) return true
  // Without a refresh token, only a living access token can be extended.
  return grant.refreshToken === undefined && Date.parse(held.refreshed_at) < now - extensionDays * 86_400_000
}

async function refreshed(
  sql: Database,
  given: GrantOptions,
  ring: KeyRing,
  held: HeldGrant,
  grant: Grant,
): Promise<OpenGrant> {
  const { connectionId, platform } = given
  const extend = () => sql`select sources.keep_grant(${connectionId}, ${held.version}, ${leaseSeconds})`
  return await whileLeased(extend, async () => {
    let fresh: Grant
    try {
      fresh = await (platform.refresh as NonNullable<Platform['refresh']>)(callOf(given, grant, held.shop), grant)
    } catch (cause) {
      await sql`select sources.release_grant(${connectionId})`
      throw cause
    }
    const sealed = await sealGrant(ring, connectionId, fresh)
    await sql`
      select sources.store_grant(
        ${connectionId}, ${held.version}, ${sealed}, ${fresh.accessExpiresAt ?? null}, ${fresh.refreshExpiresAt ?? null}, ${fresh.scopes}
      )`
    return { grant: fresh, version: held.version + 1, shop: held.shop }
  })
}
