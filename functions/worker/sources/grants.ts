import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../../shared/db/pool.ts'
import type { KeyRing } from '../../../shared/key_ring.ts'
import type { Grant, Platform, PlatformSettings } from '../../../shared/sources/platform.ts'
import { callOf } from '../../../shared/sources/access/platform_call.ts'
import { openGrant, ringOf, sealGrant } from '../../../shared/sources/sealed_grant.ts'
import type { SourceOptions } from '../../../shared/sources/settings.ts'
import { SourceError } from '../../../shared/sources/source_error.ts'
import { leaseSeconds, whileLeased } from './leases.ts'

const marginSeconds = 300
const extensionDays = 7
const lockedSecondsMax = 60

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
 * stored before it is used, and not used if another process stored one first. Throws SourceError with the remedy `reconnect` if the
 * platform no longer accepts it.
 */
export async function currentGrant(sql: Database, given: GrantOptions, refused?: number): Promise<OpenGrant> {
  const ring = await ringOf(given.options)
  const giveUpAt = performance.now() + lockedSecondsMax * 1000
  while (true) {
    const held = await heldGrant(sql, given)
    if (!held?.sealed) throw new SourceError('grant_is_dead', 'reconnect')
    const grant = await openGrant(ring, given.connectionId, held.sealed)
    const isDue = held.version === refused || isRefreshDue(grant, held)
    if (!isDue || !given.platform.refresh) {
      if (held.version === refused) throw new SourceError('grant_is_dead', 'reconnect')
      return { grant, version: held.version, shop: held.shop }
    }
    const lease = await takeLease(sql, given, held)
    const fresh = lease && (await refreshed(sql, given, ring, lease, held, grant))
    if (fresh) return fresh
    // Another process refreshes the grant, or stored one first.
    if (performance.now() > giveUpAt) throw new SourceError('platform_is_unavailable', 'retry')
    await delay(200)
  }
}

/**
 * Ends the access of an ended connection at the platform, and removes its tokens. If another connection depends on the same access, the
 * tokens are only removed. Returns whether the access ended at the platform. Throws if the platform neither ends the access nor says that
 * it has ended. The tokens then stay for a later attempt.
 */
export async function revokeGrant(sql: Database, given: GrantOptions): Promise<boolean> {
  const { connectionId, platform } = given
  const ring = await ringOf(given.options)
  const held = await heldGrant(sql, given)
  const lease = held && (await takeLease(sql, given, held))
  if (!held?.sealed || !lease) return false
  const [others] = await sql`select sources.shares_access(${connectionId}) as is_shared`
  let isRevoked = platform.revocation === 'token' || others?.is_shared === false
  try {
    if (isRevoked) {
      const grant = await openGrant(ring, connectionId, held.sealed)
      // An access token that has ended cannot end the access.
      const open =
        endsSoon(grant) && platform.refresh ? await refreshed(sql, given, ring, lease, held, grant) : { grant }
      if (!open) return false
      const begun = platform.revocation === 'token' ? 'begun' : await beginRevocation(sql, given, lease)
      if (begun === 'waits') {
        await release(sql, given, lease)
        return false
      }
      isRevoked = begun === 'begun'
      const revoke = () => platform.revoke(callOf(given, open.grant, held.shop), open.grant)
      if (isRevoked) await whileLeased(() => extend(sql, given, lease), revoke)
    }
  } catch (cause) {
    // All other errors, such as a wrong client secret or a missing key, leave a grant that the platform may still accept.
    if (!(cause instanceof SourceError) || cause.reason !== 'grant_is_dead') {
      await release(sql, given, lease)
      const { retryAfterSeconds } = cause instanceof SourceError ? cause : {}
      // The next attempt waits as long as the platform asked.
      if (retryAfterSeconds !== undefined) {
        const seconds = Math.ceil(retryAfterSeconds * given.options.waitScale)
        await sql`select sources.take_grant(${connectionId}, ${seconds}, ${lease})`
      }
      throw cause
    }
  }
  await sql`select sources.forget_grant(${connectionId})`
  return isRevoked
}

/**
 * Announces the revocation, so that no code of the same person is exchanged meanwhile: a connection that is made between the check for others
 * and the request would be revoked too.
 */
async function beginRevocation(sql: Database, { connectionId }: GrantOptions, lease: string) {
  const [row] = await sql`select sources.begin_revocation(${connectionId}, ${lease}, ${leaseSeconds}) as begun`
  return row?.begun as 'begun' | 'shared' | 'waits'
}

function extend(sql: Database, { connectionId }: GrantOptions, lease: string): PromiseLike<unknown> {
  return sql`select sources.keep_grant(${connectionId}, ${lease}, ${leaseSeconds})`
}

async function heldGrant(sql: Database, { connectionId }: GrantOptions): Promise<HeldGrant | null> {
  const [row] = await sql`select sources.take_grant(${connectionId}) as held`
  return (row?.held ?? null) as HeldGrant | null
}

/** Takes the lease of a grant. Returns null if another process has it, or replaced the grant meanwhile. */
async function takeLease(sql: Database, given: GrantOptions, { version, sealed }: HeldGrant): Promise<string | null> {
  const lease = randomUUID()
  const [row] = await sql`select sources.take_grant(${given.connectionId}, ${leaseSeconds}, ${lease}) as held`
  const leased = (row?.held ?? null) as HeldGrant | null
  if (leased === null) return null
  // The version counts refreshes, and the text changes with a new key of the ring too.
  if (leased.version === version && leased.sealed === sealed) return lease
  await release(sql, given, lease)
  return null
}

async function release(sql: Database, { connectionId }: GrantOptions, lease: string): Promise<void> {
  await sql`select sources.release_grant(${connectionId}, ${lease})`
}

/** Grants end by the clock of the machine, which VITRINE_NOW does not fix. */
function isRefreshDue(grant: Grant, held: HeldGrant): boolean {
  if (endsSoon(grant)) return true
  // Without a refresh token, only a living access token can be extended.
  const isExtensible = grant.accessExpiresAt !== undefined && grant.refreshToken === undefined
  return isExtensible && Date.parse(held.refreshed_at) < Date.now() - extensionDays * 86_400_000
}

function endsSoon({ accessExpiresAt }: Grant): boolean {
  return accessExpiresAt !== undefined && Date.parse(accessExpiresAt) < Date.now() + marginSeconds * 1000
}

/** Refreshes and stores a grant. Returns null if another process stored a newer one, which is then the only one to use. */
async function refreshed(
  sql: Database,
  given: GrantOptions,
  ring: KeyRing,
  lease: string,
  held: HeldGrant,
  grant: Grant,
): Promise<OpenGrant | null> {
  const { connectionId, platform } = given
  return await whileLeased(
    () => extend(sql, given, lease),
    async () => {
      let fresh: Grant
      try {
        fresh = await (platform.refresh as NonNullable<Platform['refresh']>)(callOf(given, grant, held.shop), grant)
      } catch (cause) {
        await release(sql, given, lease)
        // A process that lost its lease may have spent the refresh token before.
        if ((await heldGrant(sql, given))?.version !== held.version) return null
        throw cause
      }
      const sealed = await sealGrant(ring, connectionId, fresh)
      const [row] = await sql`
      select sources.store_grant(
        ${connectionId}, ${held.version}, ${sealed}, ${fresh.accessExpiresAt ?? null}, ${fresh.refreshExpiresAt ?? null}, ${fresh.scopes}
      ) as is_stored`
      return row?.is_stored ? { grant: fresh, version: held.version + 1, shop: held.shop } : null
    },
  )
}
