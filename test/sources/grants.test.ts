import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { currentGrant } from '../../functions/worker/sources/grants.ts'
import type { Database } from '../../shared/db/pool.ts'
import type { Grant } from '../../shared/sources/platform.ts'
import { shopify } from '../../shared/sources/shopify/shopify.ts'
import { SourceError } from '../../shared/sources/source_error.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { connectShop } from '../support/shopify_source.ts'
import {
  connectAccount,
  scriptedOptions,
  ScriptedPlatform,
  settings,
  shownSource,
  sync,
  workerPool,
} from '../support/sources.ts'
import type { Connecting } from '../support/sources.ts'

const past = '2026-01-01T00:00:00Z'
const future = '2027-11-20T12:00:00Z'
let database: TestDatabase
let one: Database
let two: Database
let brandId: string

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  // Leases expire by the real clock.
  await database.sql.unsafe(`alter database ${new URL(database.adminUrl).pathname.slice(1)} reset "vitrine.clock"`)
  one = workerPool(database)
  two = workerPool(database)
})
beforeEach(async () => {
  brandId = (await createTenant(database.sql)).brandId
})
afterAll(async () => {
  await Promise.all([one.end(), two.end()])
  await database.stop()
})

describe('two processes that refresh at once', () => {
  test('spend a rotating refresh token once, and use the same pair', async () => {
    const { server, grant, domain, call } = await connectShop({ seed: 31, to: '2026-11-01', orders: 1 })
    const stored = { client_id: server.app.id, subject: domain, shop: domain }
    const { connectionId } = await connectAccount(one, brandId, {
      platform: 'shopify',
      account: domain,
      grant: { ...grant, accessExpiresAt: past },
      stored,
    })
    server.faults.arm({ kind: 'slow', milliseconds: 300 }, { on: /access_token$/ })
    const given = {
      connectionId,
      platform: shopify,
      settings: call.settings,
      options: scriptedOptions(new ScriptedPlatform()),
    }
    const found = await Promise.all([one, two, one, two].map((sql) => currentGrant(sql, given)))
    expect(server.recorder.matching(/access_token$/)).toHaveLength(2)
    expect(new Set(found.map((each) => each.grant.refreshToken)).size).toBe(1)
    expect(new Set(found.map(({ version }) => version))).toEqual(new Set([2]))
    await server.stop()
  })
})

/** A process that stalls during its refresh, so that its lease expires. */
async function stall(fresh: (grant: Grant) => Grant, at: Pick<Connecting, 'platform' | 'stored'> = {}) {
  const scripted = new ScriptedPlatform()
  const source = await connectAccount(one, brandId, { grant: { accessExpiresAt: past, refreshToken: 'first' }, ...at })
  const [began, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  scripted.onRefresh = async (grant) => {
    began.resolve()
    await resumed.promise
    return fresh(grant)
  }
  const options = scriptedOptions(scripted)
  const { connectionId } = source
  const stalled = currentGrant(one, { connectionId, platform: scripted.platform, settings, options })
  stalled.catch(() => undefined)
  await began.promise
  await database.sql`
    update sources.connections set refreshing_until = platform.clock() - interval '1 second' where connection_id = ${connectionId}`
  const other = new ScriptedPlatform()
  const give = (refresh: ScriptedPlatform['onRefresh']) => {
    other.onRefresh = refresh
    const given = { connectionId, platform: other.platform, settings, options: scriptedOptions(other) }
    return currentGrant(two, given)
  }
  return { source, stalled, give, resume: resumed.resolve, options: scriptedOptions(other), other }
}

const pair = (name: string) => (grant: Grant) => ({
  ...grant,
  accessToken: name,
  refreshToken: `refresh ${name}`,
  accessExpiresAt: future,
})

describe('a process that lost its lease during a refresh', () => {
  test('does not use its pair if another process stored one, but reads the stored one', async () => {
    const { stalled, give, resume } = await stall(pair('lost'))
    expect((await give(async (grant) => pair('stored')(grant))).grant.accessToken).toBe('stored')
    resume()
    expect(await stalled).toMatchObject({
      version: 2,
      grant: { accessToken: 'stored', refreshToken: 'refresh stored' },
    })
  })

  test('stores its pair if no other process did, and a process whose refresh failed meanwhile uses it', async () => {
    const { stalled, give, resume } = await stall(pair('stored'))
    const other = give(async () => {
      // The first process has spent the refresh token.
      resume()
      await stalled
      throw new SourceError('grant_is_dead', 'reconnect')
    })
    expect((await stalled).grant.accessToken).toBe('stored')
    expect((await other).grant.accessToken).toBe('stored')
  })

  test('revives the sources if another process called the grant dead before', async () => {
    const { source, stalled, resume, options, other } = await stall(pair('stored'))
    other.onRefresh = async () => {
      throw new SourceError('grant_is_dead', 'reconnect')
    }
    await sync(two, source, options)
    expect(await shownSource(database, source)).toMatchObject({ status: 'needs_attention', needs: 'reconnect' })
    resume()
    await stalled
    await sync(two, source, options)
    expect(await shownSource(database, source)).toMatchObject({ status: 'connected', attention: null })
  })

  test('does not end the lease of another process when its refresh fails', async () => {
    const { source, stalled, give, resume } = await stall(() => {
      throw new SourceError('platform_is_unavailable', 'retry')
    })
    let isRefreshing = false
    const other = give(async (grant) => {
      isRefreshing = true
      resume()
      await stalled.catch(() => undefined)
      const [row] = await database.sql`
        select refreshing_until > platform.clock() as is_leased from sources.connections where connection_id = ${source.connectionId}`
      expect(row?.is_leased).toBe(true)
      return pair('stored')(grant)
    })
    await vi.waitUntil(() => isRefreshing)
    await expect(stalled).rejects.toThrow('platform_is_unavailable')
    expect((await other).grant.accessToken).toBe('stored')
  })
})

describe('a refresh that runs while the platform ends the connection', () => {
  const shop = 'stalled.myshopify.com'
  const registration = { client_id: 'app', subject: 'person' }
  test.each([
    ['app/uninstalled', () => database.sql`select sources.end_uninstalled(${shop}, now())`],
    ['deauthorize', () => database.sql`select sources.end_person('shopify', 'app', 'person', now(), false)`],
  ] as const)('stores no tokens after %s', async (_, end) => {
    const at = { platform: 'shopify', stored: { ...registration, shop } }
    const { source, stalled, resume } = await stall(pair('late'), at)
    await end()
    resume()
    await expect(stalled).rejects.toThrow('grant_is_dead')
    const [row] = await database.sql`
      select sealed, ended_at is not null as has_ended from sources.connections where connection_id = ${source.connectionId}`
    expect(row).toEqual({ sealed: null, has_ended: true })
  })
})
