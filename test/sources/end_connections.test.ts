import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { endConnections } from '../../functions/worker/sources/end_connections.ts'
import { currentGrant } from '../../functions/worker/sources/grants.ts'
import type { SyncOptions } from '../../functions/worker/sources/sync_source.ts'
import type { Database } from '../../shared/db/pool.ts'
import { beginAuthorization, finishAuthorization } from '../../shared/sources/access/authorize.ts'
import { callOf } from '../../shared/sources/access/platform_call.ts'
import { openKeyRing } from '../../shared/key_ring.ts'
import { sealGrant } from '../../shared/sources/sealed_grant.ts'
import type { PlatformName, PlatformSettings } from '../../shared/sources/platform.ts'
import { platformOf, platforms } from '../../shared/sources/platforms.ts'
import { registeredSources } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { decide } from '../support/platforms/consent.ts'
import { startGa4 } from '../support/platforms/ga4/ga4.ts'
import type { Ga4 } from '../support/platforms/ga4/ga4.ts'
import { startGoogleAds } from '../support/platforms/google_ads/google_ads.ts'
import type { GoogleAds } from '../support/platforms/google_ads/google_ads.ts'
import { startGoogleIdentity } from '../support/platforms/google_identity/google_identity.ts'
import type { GoogleIdentity } from '../support/platforms/google_identity/google_identity.ts'
import { startMeta } from '../support/platforms/meta/meta.ts'
import type { Meta } from '../support/platforms/meta/meta.ts'
import { startShopify } from '../support/platforms/shopify/shopify.ts'
import type { Shopify } from '../support/platforms/shopify/shopify.ts'
import { startTiktok } from '../support/platforms/tiktok/tiktok.ts'
import type { Tiktok } from '../support/platforms/tiktok/tiktok.ts'
import { shownSource, workerPool } from '../support/sources.ts'

const redirectUri = 'http://127.0.0.1:9/callback'
const month = { from: '2026-10-01', to: '2026-10-31' }
const endings: Record<string, RegExp> = {
  meta: /^DELETE .*\/me\/permissions$/,
  google_ads: /^POST \/revoke$/,
  ga4: /^POST \/revoke$/,
  shopify: /^DELETE .*\/api_permissions\/current\.json$/,
  tiktok: /^POST .*\/revoke_token\/$/,
}
let database: TestDatabase
let sql: Database
let meta: Meta
let identity: GoogleIdentity
let ads: GoogleAds
let ga4: Ga4
let shopify: Shopify
let tiktok: Tiktok
let options: SyncOptions

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  sql = workerPool(database)
  meta = await startMeta({ redirectUri, people: ['Ada', 'Bob', 'Cyd'] })
  identity = await startGoogleIdentity({ redirectUri, people: ['ada@example.com', 'bob@example.com'] })
  ads = await startGoogleAds(identity)
  ga4 = await startGa4(identity)
  shopify = await startShopify({ redirectUri })
  tiktok = await startTiktok({ redirectUri })
  const sources = registeredSources({
    META_CLIENT_ID: meta.app.id,
    META_CLIENT_SECRET: meta.app.secret,
    GOOGLE_CLIENT_ID: identity.client.id,
    GOOGLE_CLIENT_SECRET: identity.client.secret,
    SHOPIFY_CLIENT_ID: shopify.app.id,
    SHOPIFY_CLIENT_SECRET: shopify.app.secret,
    TIKTOK_CLIENT_ID: tiktok.app.id,
    TIKTOK_CLIENT_SECRET: tiktok.app.secret,
    ...meta.environment,
    ...identity.environment,
    ...ads.environment,
    ...ga4.environment,
    ...shopify.environment,
    ...tiktok.environment,
  })
  options = { ...sources, waitScale: 0, platforms, log: () => undefined }
})
afterAll(async () => {
  await Promise.all([meta, identity, ads, ga4, shopify, tiktok].map((server) => server.stop()))
  await sql.end()
  await database.stop()
})

interface Given {
  person?: string
  shop?: string
  accounts?: string[]
}

const registeredAt = (name: PlatformName) => {
  const platform = platformOf(name)
  return { platform, settings: options.settings(platform) as PlatformSettings, options }
}

/** Lets a person give access, and connects the accounts to a brand. Without accounts none is chosen. */
async function connect(name: PlatformName, brandId: string, { person, shop, accounts = [] }: Given = {}) {
  const registered = registeredAt(name)
  const { address, pending } = await beginAuthorization(registered, { redirectUri, shop })
  const { searchParams } = await decide(address, { approve: true, ...(person ? { choices: { person } } : {}) })
  const { stored } = await finishAuthorization(registered, {
    parameters: searchParams,
    sealedVerifier: pending.sealed_verifier,
    redirectUri,
    shop: shop ?? null,
    connectedBy: 'test',
  })
  const { connection_id } = stored.grant
  await sql`
    select core.enter_brand(${brandId}), sources.add_connection(
      ${brandId}, ${JSON.stringify(stored.grant)}::text::jsonb, ${JSON.stringify(stored.accounts)}::text::jsonb
    )`
  const [row] = accounts.length
    ? await sql`select core.enter_brand(${brandId}), sources.add_sources(${brandId}, ${connection_id}, ${accounts}) as added`
    : []
  const added = (row?.added ?? []) as { id: string; account_id: string }[]
  return { name, brandId, connectionId: connection_id, sources: added.map(({ id }) => id) }
}

type Connection = Awaited<ReturnType<typeof connect>>

async function disconnect({ brandId, sources }: Connection): Promise<void> {
  for (const id of sources) await sql`select core.enter_brand(${brandId}), sources.end_source(${brandId}, ${id}, false)`
}

/** Whether the platform still accepts the access of a connection. */
async function isAccepted({ name, connectionId }: Connection): Promise<boolean> {
  const registered = registeredAt(name)
  const { grant, shop } = await currentGrant(sql, { connectionId, ...registered })
  return await registered.platform.listAccounts(callOf(registered, grant, shop)).then(
    () => true,
    () => false,
  )
}

/** Lets the access token of a connection end by the clock of the machine. */
async function expire({ name, connectionId }: Connection): Promise<void> {
  const { grant } = await currentGrant(sql, { connectionId, ...registeredAt(name) })
  const ring = await openKeyRing(options.tokenKey as string)
  const old = await sealGrant(ring, connectionId, { ...grant, accessExpiresAt: '2026-01-01T00:00:00Z' })
  await database.sql`update sources.connections set sealed = ${old} where connection_id = ${connectionId}`
}

async function stored({ connectionId }: Connection) {
  const [row] = await database.sql`
    select ended_for, sealed is not null as has_grant from sources.connections where connection_id = ${connectionId}`
  return { ...row }
}

const recorders = () => [...new Set([meta, identity, ads, ga4, shopify, tiktok].map(({ recorder }) => recorder))]
const endingsOf = (name: string) => recorders().flatMap((recorder) => recorder.matching(endings[name] as RegExp)).length

const tenant = async () => (await createTenant(database.sql)).brandId
const ended = { ended_for: 'disconnected', has_grant: false }

describe('two accounts of Vitrine with the access of one person', () => {
  test.each(['meta', 'google_ads', 'shopify'] as const)(
    'of %s: the first that disconnects ends nothing at the platform, and the last one does',
    async (name) => {
      const { domain } =
        name === 'shopify' ? shopify.seed({ seed: 3, to: '2026-11-01', orders: 1 }).ledger.shop : { domain: '' }
      const seeded = name === 'meta' ? meta.seed({ seed: 1, ...month }).id : ads.seed({ seed: 1, ...month }).id
      const account = name === 'shopify' ? domain : seeded
      const given = { accounts: [account], ...(name === 'shopify' ? { shop: domain } : {}) }
      const one = await connect(name, await tenant(), given)
      const two = await connect(name, await tenant(), given)
      const before = endingsOf(name)
      await disconnect(one)
      expect(await endConnections(sql, options)).toBe(0)
      expect([await stored(one), endingsOf(name) - before]).toEqual([ended, 0])
      expect(await isAccepted(two)).toBe(true)
      await disconnect(two)
      expect(await endConnections(sql, options)).toBe(1)
      expect([await stored(two), endingsOf(name) - before]).toEqual([ended, 1])
    },
  )

  test('of TikTok: each ends its own token', async () => {
    const account = tiktok.seed({ seed: 1, ...month }).id
    const one = await connect('tiktok', await tenant(), { accounts: [account] })
    const two = await connect('tiktok', await tenant(), { accounts: [account] })
    await disconnect(one)
    expect(await endConnections(sql, options)).toBe(1)
    expect(await isAccepted(two)).toBe(true)
    await disconnect(two)
    expect([await endConnections(sql, options), endingsOf('tiktok')]).toEqual([1, 2])
  })
})

describe('the access that a person gave to Google Ads and to GA4', () => {
  async function connectBoth(personIds: [string | null, string | null]) {
    const account = ads.seed({ seed: 7, ...month }).id
    const property = ga4.seed({ seed: 7, ...month }).id
    const both = [
      await connect('google_ads', await tenant(), { accounts: [account] }),
      await connect('ga4', await tenant(), { accounts: [property] }),
    ] as const
    for (const [index, { connectionId }] of both.entries()) {
      await database.sql`update sources.connections set person_id = ${personIds[index] ?? null} where connection_id = ${connectionId}`
    }
    return both
  }
  const [ada, bob] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const

  test('is kept for one while the other is disconnected', async () => {
    const [one, two] = await connectBoth([ada, ada])
    await disconnect(one)
    expect([await endConnections(sql, options), await isAccepted(two)]).toEqual([0, true])
    await disconnect(two)
    expect(await endConnections(sql, options)).toBe(1)
  })

  test('ends at once for another person', async () => {
    const [one, two] = await connectBoth([ada, bob])
    await disconnect(one)
    expect(await endConnections(sql, options)).toBe(1)
    await disconnect(two)
    await endConnections(sql, options)
  })
})

describe('a connection that is made while an older access of the same person is revoked', () => {
  /** Takes an authorization, as the callback does before it exchanges the code. */
  async function begin(brandId: string, person: string) {
    const registered = registeredAt('meta')
    const { address, pending } = await beginAuthorization(registered, { redirectUri })
    await sql`
      select core.enter_brand(${brandId}),
        sources.add_authorization(${brandId}, 'meta', ${pending.state_hash}, 'session', ${pending.sealed_verifier}, ${redirectUri})`
    const { searchParams } = await decide(address, { approve: true, choices: { person } })
    const take = () =>
      sql`select core.enter_brand(${brandId}), sources.spend_authorization(${brandId}, ${pending.state_hash}, 'session')`
    const exchange = () =>
      finishAuthorization(registered, {
        parameters: searchParams,
        sealedVerifier: pending.sealed_verifier,
        redirectUri,
        shop: null,
        connectedBy: 'test',
      })
    return { take, exchange }
  }

  test('keeps its access if its code was exchanged and it is not stored yet', async () => {
    const account = meta.seed({ seed: 13, ...month }).id
    const brandId = await tenant()
    const one = await connect('meta', await tenant(), { accounts: [account], person: 'Bob' })
    const { take, exchange } = await begin(brandId, 'Bob')
    await take()
    const { stored: given } = await exchange()
    await disconnect(one)
    const before = endingsOf('meta')
    expect([await endConnections(sql, options), endingsOf('meta') - before]).toEqual([0, 0])
    expect(await stored(one)).toEqual({ ended_for: 'disconnected', has_grant: true })
    await sql`
      select core.enter_brand(${brandId}), sources.add_connection(
        ${brandId}, ${JSON.stringify(given.grant)}::text::jsonb, ${JSON.stringify(given.accounts)}::text::jsonb
      )`
    const two = { name: 'meta' as const, brandId, connectionId: given.grant.connection_id, sources: [] }
    expect([await endConnections(sql, options), endingsOf('meta') - before]).toEqual([0, 0])
    expect([await stored(one), await isAccepted(two)]).toEqual([ended, true])
    await database.sql`delete from sources.connections where connection_id = ${two.connectionId}`
  })

  test('exchanges its code after the revocation', async () => {
    const account = meta.seed({ seed: 14, ...month }).id
    const brandId = await tenant()
    const one = await connect('meta', await tenant(), { accounts: [account], person: 'Bob' })
    await disconnect(one)
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    meta.faults.arm({ kind: 'slow', until: answered }, { on: endings['meta'] as RegExp })
    const before = endingsOf('meta')
    const ending = endConnections(sql, options)
    await vi.waitUntil(() => endingsOf('meta') > before, { timeout: 10_000 })
    const { take } = await begin(brandId, 'Bob')
    const order: string[] = []
    const taking = take().then(() => order.push('taken'))
    await vi.waitUntil(
      async () =>
        (
          await database.sql`select from pg_stat_activity where wait_event = 'PgSleep' and query like '%spend_authorization%'`
        ).length > 0,
      { timeout: 10_000 },
    )
    answer()
    expect(await ending.then((count) => (order.push('revoked'), count))).toBe(1)
    await taking
    expect(order).toEqual(['revoked', 'taken'])
    await database.sql`delete from sources.authorizations where brand_id = ${brandId}`
  })
})

describe('a connection of another person or registration', () => {
  test('does not keep the access of Meta', async () => {
    const account = meta.seed({ seed: 2, ...month }).id
    const one = await connect('meta', await tenant(), { accounts: [account], person: 'Ada' })
    const two = await connect('meta', await tenant(), { accounts: [account], person: 'Bob' })
    const three = await connect('meta', await tenant(), { accounts: [account], person: 'Ada' })
    await database.sql`update sources.connections set client_id = 'another app' where connection_id = ${three.connectionId}`
    await disconnect(one)
    expect([await endConnections(sql, options), await isAccepted(two)]).toEqual([1, true])
    await disconnect(two)
    await disconnect(three)
    await endConnections(sql, options)
  })

  test('that has ended does not keep it: of two that end together, one call remains', async () => {
    const account = meta.seed({ seed: 2, ...month }).id
    const [one, two] = [
      await connect('meta', await tenant(), { accounts: [account] }),
      await connect('meta', await tenant(), { accounts: [account] }),
    ]
    await disconnect(one)
    await disconnect(two)
    await endConnections(sql, options)
    expect([await stored(one), await stored(two)]).toEqual([ended, ended])
    expect(await isAccepted(await connect('meta', await tenant()))).toBe(true)
  })
})

describe('a person who connects again', () => {
  test('replaces the older connection, and ends nothing at the platform', async () => {
    const account = meta.seed({ seed: 4, ...month }).id
    const brandId = await tenant()
    const one = await connect('meta', brandId, { accounts: [account] })
    const before = endingsOf('meta')
    const two = await connect('meta', brandId, { accounts: [account] })
    expect(two.sources).toEqual(one.sources)
    expect(await stored(one)).toEqual({ ended_for: 'replaced', has_grant: true })
    expect(await endConnections(sql, options)).toBe(0)
    expect([await stored(one), endingsOf('meta') - before]).toEqual([{ ended_for: 'replaced', has_grant: false }, 0])
    expect(await isAccepted(two)).toBe(true)
  })

  test('keeps the older connection while one of its sources was not chosen again', async () => {
    const accounts = [5, 6].map((seed) => meta.seed({ seed, ...month }).id)
    const brandId = await tenant()
    const one = await connect('meta', brandId, { accounts })
    await connect('meta', brandId, { accounts: [accounts[0] as string] })
    await endConnections(sql, options)
    expect(await stored(one)).toEqual({ ended_for: null, has_grant: true })
    await connect('meta', brandId, { accounts: [accounts[1] as string] })
    expect(await stored(one)).toEqual({ ended_for: 'replaced', has_grant: true })
  })

  test('cannot choose accounts of a connection that has ended', async () => {
    const account = meta.seed({ seed: 4, ...month }).id
    const one = await connect('meta', await tenant(), { accounts: [account] })
    await disconnect(one)
    await expect(
      sql`select core.enter_brand(${one.brandId}), sources.add_sources(${one.brandId}, ${one.connectionId}, ${[account]})`,
    ).rejects.toThrow()
  })
})

describe('a connection without chosen accounts', () => {
  test('ends after a day, and not before', async () => {
    const [old, young] = [await connect('tiktok', await tenant()), await connect('tiktok', await tenant())]
    await database.sql`
      update sources.connections set granted_at = platform.clock() - interval '25 hours' where connection_id = ${old.connectionId}`
    expect(await endConnections(sql, options)).toBe(1)
    expect(await stored(old)).toEqual({ ended_for: 'expired', has_grant: false })
    expect(await stored(young)).toEqual({ ended_for: null, has_grant: true })
  })
})

describe('the end of an access', () => {
  test('uses a new access token if the stored one has ended', async () => {
    const { domain } = shopify.seed({ seed: 8, to: '2026-11-01', orders: 1 }).ledger.shop
    const one = await connect('shopify', await tenant(), { accounts: [domain], shop: domain })
    shopify.clock.advance(3_700_000)
    await expire(one)
    await disconnect(one)
    const before = endingsOf('shopify')
    expect(await endConnections(sql, options)).toBe(1)
    const [ending] = shopify.recorder.matching(endings['shopify'] as RegExp).slice(before)
    expect(ending?.status).toBe(200)
  })

  test('is tried again if the platform does not answer, and a source is not read meanwhile', async () => {
    const account = meta.seed({ seed: 9, ...month }).id
    const one = await connect('meta', await tenant(), { accounts: [account], person: 'Bob' })
    await disconnect(one)
    meta.faults.arm({ kind: 'cut' }, { on: endings['meta'] as RegExp, times: 1 })
    expect(await endConnections(sql, options)).toBe(0)
    expect(await stored(one)).toEqual({ ended_for: 'disconnected', has_grant: true })
    expect(await shownSource(database, { source_id: one.sources[0] as string })).toMatchObject({
      status: 'disconnected',
    })
    expect(await endConnections(sql, options)).toBe(1)
  })

  const withSettings = (more: (settings: PlatformSettings) => Partial<PlatformSettings>): SyncOptions => ({
    ...options,
    settings: (platform) => {
      const found = options.settings(platform) as PlatformSettings
      return { ...found, ...more(found) }
    },
  })
  const wrongSecret = () => withSettings(({ app }) => ({ app: { ...app, clientSecret: 'another secret' } }))

  test.each([
    ['a wrong client secret of Meta', 'meta', wrongSecret],
    ['a version of Meta that has ended', 'meta', () => withSettings(() => ({ version: 'v1.0' }))],
    ['a wrong client secret of Google', 'google_ads', wrongSecret],
    ['a wrong client secret of Shopify', 'shopify', wrongSecret],
    ['a key that SOURCE_TOKEN_KEY lacks', 'meta', () => ({ ...options, tokenKey: 'B'.repeat(43) })],
  ] as const)('is tried again after %s, and the tokens stay', async (_, name, wrong) => {
    const shop = name === 'shopify' ? shopify.seed({ seed: 10, to: '2026-11-01', orders: 1 }).ledger.shop.domain : ''
    const account = { meta, google_ads: ads }[name as 'meta' | 'google_ads']?.seed({ seed: 10, ...month }).id ?? shop
    const brandId = await tenant()
    const given = { accounts: [account], ...(shop && { shop }), ...(name === 'meta' && { person: 'Cyd' }) }
    const one = await connect(name, brandId, given)
    if (name !== 'meta') await expire(one)
    await disconnect(one)
    expect(await endConnections(sql, wrong())).toBe(0)
    expect(await stored(one)).toEqual({ ended_for: 'disconnected', has_grant: true })
    const [row] = await database.sql`
      select sources.count_unrevoked(account_id)::integer as left from core.brands where brand_id = ${brandId}`
    expect(row).toEqual({ left: 1 })
    expect(await endConnections(sql, options)).toBe(1)
    expect(await stored(one)).toEqual(ended)
  })

  test('is complete if the platform says that the access has ended', async () => {
    const { domain } = shopify.seed({ seed: 12, to: '2026-11-01', orders: 1 }).ledger.shop
    const one = await connect('shopify', await tenant(), { accounts: [domain], shop: domain })
    await expire(one)
    shopify.access.uninstall(domain)
    await disconnect(one)
    expect(await endConnections(sql, options)).toBe(1)
    expect(await stored(one)).toEqual(ended)
  })
})
