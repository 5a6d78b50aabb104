import { setTimeout as delay } from 'node:timers/promises'
import { connect } from '../../../cli/database/connect.ts'
import { listSources } from '../../../cli/sources/list_sources.ts'
import { syncAll } from '../../../cli/sources/sync_all.ts'
import { parseEnv } from '../../../shared/env.ts'
import { platforms } from '../../../shared/sources/platforms.ts'
import { sourceOptions } from '../../../shared/sources/settings.ts'
import { createTenant } from '../factories.ts'
import type { AdAccount, AdLedger } from '../platforms/ad_ledger.ts'
import { addDays, localTime } from '../platforms/days.ts'
import { startGa4 } from '../platforms/ga4/ga4.ts'
import type { Property } from '../platforms/ga4/session_ledger.ts'
import { startGoogleAds } from '../platforms/google_ads/google_ads.ts'
import { startGoogleIdentity } from '../platforms/google_identity/google_identity.ts'
import { startMeta } from '../platforms/meta/meta.ts'
import type { Random } from '../platforms/random.ts'
import { startShopify } from '../platforms/shopify/shopify.ts'
import type { ShopLedger } from '../platforms/shopify/shop_ledger.ts'
import { startTiktok } from '../platforms/tiktok/tiktok.ts'
import { ended, expectLedger, SourceProgram, storedCells } from '../source_program.ts'
import { tokenKey } from '../sources.ts'
import { expectSessions } from '../stored_sessions.ts'
import { expectShop } from '../stored_shop.ts'

export interface AdSource {
  platform: 'google_ads' | 'meta' | 'tiktok'
  ledger: AdLedger
  account: AdAccount
  /** The days that are read again every night. */
  nightly: number
}

// All of them have a change of their clocks in autumn, except Kolkata.
const zones = ['America/New_York', 'America/Los_Angeles', 'Europe/Berlin', 'Australia/Sydney', 'Asia/Kolkata']
const waitScale = '0.002'

async function startServers(redirectUri: string) {
  const identity = await startGoogleIdentity({ redirectUri })
  const tiktok = await startTiktok({ redirectUri })
  // Its limit is that of real time.
  tiktok.settings.limit = null
  return {
    identity,
    googleAds: await startGoogleAds(identity),
    ga4: await startGa4(identity),
    meta: await startMeta({ redirectUri }),
    tiktok,
    shopify: await startShopify({ redirectUri }),
  }
}

export type Servers = Awaited<ReturnType<typeof startServers>>

/** A brand with an account of each platform, which are read as `vitrine sources sync` reads them. */
export class AllPlatforms {
  readonly program: SourceProgram
  readonly servers: Servers
  readonly brandId: string
  readonly ads: AdSource[]
  readonly property: Property
  readonly shop: ShopLedger
  readonly firstDay: string
  /** The instant of the first read, from which the stored hours follow. */
  #firstRead: string | null = null

  /** Seeds accounts with the facts of two months before a day and some days after it, and connects them. */
  static async open(random: Random, firstDay: string): Promise<AllPlatforms> {
    const program = await SourceProgram.open(`${firstDay}T12:00:00Z`)
    const servers = await startServers(program.redirectUri)
    const { identity, googleAds, ga4, meta, tiktok, shopify } = servers
    program.environment = {
      ...identity.environment,
      ...googleAds.environment,
      ...ga4.environment,
      ...meta.environment,
      ...tiktok.environment,
      ...shopify.environment,
      GOOGLE_CLIENT_ID: identity.client.id,
      GOOGLE_CLIENT_SECRET: identity.client.secret,
      META_CLIENT_ID: meta.app.id,
      META_CLIENT_SECRET: meta.app.secret,
      TIKTOK_CLIENT_ID: tiktok.app.id,
      TIKTOK_CLIENT_SECRET: tiktok.app.secret,
      SHOPIFY_CLIENT_ID: shopify.app.id,
      SHOPIFY_CLIENT_SECRET: shopify.app.secret,
      SHOPIFY_EXTRA_SCOPES: 'read_all_orders',
      SOURCE_WAIT_SCALE: waitScale,
    }
    meta.clock.set(program.now)
    shopify.clock.set(program.now)
    const days = { from: addDays(firstDay, -60), to: addDays(firstDay, 20) }
    const seed = () => ({ seed: random.integer(1, 1_000_000), ...days })
    const facts = () => ({ ...seed(), campaigns: 2, groupsPerCampaign: 1, adsPerGroup: 2 })
    const account = () => ({ currency: 'USD', timezone: random.pick(zones) })
    const property = ga4.seed({ ...seed(), hoursPerDay: 1, property: account() })
    const { ledger: shop } = shopify.seed({ ...seed(), to: addDays(firstDay, -1), orders: 40, products: 4 })
    const ads: AdSource[] = [
      {
        platform: 'google_ads',
        ledger: googleAds.ledger,
        account: googleAds.seed({ ...facts(), campaignsWithoutAds: 1, account: account() }),
        nightly: 30,
      },
      { platform: 'meta', ledger: meta.ledger, account: meta.seed({ ...facts(), account: account() }), nightly: 28 },
      {
        platform: 'tiktok',
        ledger: tiktok.ledger,
        account: tiktok.seed({ ...facts(), campaignsWithoutAds: 1, account: account() }),
        nightly: 28,
      },
    ]
    const { brandId } = await createTenant(program.database.sql, { timezone: 'Europe/Berlin' })
    for (const each of ads) await program.connect(each.platform, brandId, [each.account.id])
    await program.connect('ga4', brandId, [property.id])
    await program.connect('shopify', brandId, [], { shop: shop.shop.domain })
    return new AllPlatforms({ program, servers, brandId, ads, property, shop, firstDay })
  }

  private constructor(
    opened: Pick<AllPlatforms, 'program' | 'servers' | 'brandId' | 'ads' | 'property' | 'shop' | 'firstDay'>,
  ) {
    this.program = opened.program
    this.servers = opened.servers
    this.brandId = opened.brandId
    this.ads = opened.ads
    this.property = opened.property
    this.shop = opened.shop
    this.firstDay = opened.firstDay
  }

  /** Moves the clocks to an instant. */
  moveTo(instant: string): void {
    this.#firstRead ??= instant
    this.program.now = instant
    this.servers.meta.clock.set(instant)
    this.servers.shopify.clock.set(instant)
  }

  /** The local day of a time zone. */
  today(timezone: string): string {
    return localTime(new Date(this.program.now), timezone).day
  }

  /** Reads everything that is due, waits included. Returns what is not complete. */
  async sync(): Promise<string[]> {
    const env = parseEnv({ ...this.program.environment, VITRINE_NOW: this.program.now, SOURCE_TOKEN_KEY: tokenKey })
    const sql = await connect(this.program.database.adminUrl, {
      now: this.program.now,
      role: 'vitrine_worker',
      connectionsMax: 8,
    })
    try {
      const options = { ...sourceOptions(env), platforms, log: () => undefined }
      const { sources } = await syncAll(sql, await listSources(sql), options, { isWaiting: true })
      return sources
        .filter(({ status, missing }) => status !== 'connected' || missing.length > 0)
        .map(({ platform, status, attention, missing }) => {
          return `${platform}: ${status} ${attention ?? ''} ${JSON.stringify(missing.slice(0, 3))}`
        })
    } finally {
      await sql.end()
    }
  }

  /** Begins to read in another process, kills it after a number of requests, and returns whether it was still running. */
  async syncAndKill(requests: number): Promise<boolean> {
    const last = this.#requests() + requests
    const child = this.program.start(['sync', '--all', '--wait'])
    const end = ended(child)
    const isRunning = () => child.exitCode === null && child.signalCode === null
    while (isRunning() && this.#requests() < last) await delay(1)
    const isKilled = isRunning() && child.kill('SIGKILL')
    await end
    await this.#endLeases()
    return isKilled
  }

  /** The leases of a killed process end after 20 seconds, in which its last statement ends too. */
  async #endLeases(): Promise<void> {
    const { sql } = this.program.database
    const isBusy = async () => {
      const [row] = await sql`
        select count(*)::integer as busy from pg_stat_activity
        where datname = current_database() and application_name = 'vitrine_scripts' and state <> 'idle'`
      return (row?.busy as number) > 0
    }
    while (await isBusy()) await delay(5)
    await sql`update sources.sources set busy_until = platform.clock() where busy_until > platform.clock()`
    await sql`
      update sources.connections set refreshing_until = platform.clock() where refreshing_until > platform.clock()`
  }

  #requests(): number {
    return [...this.#recorders()].reduce((sum, { requests }) => sum + requests.length, 0)
  }

  #recorders() {
    return new Set(Object.values(this.servers).map(({ recorder }) => recorder))
  }

  /** Compares every stored cell with what the platforms report now. */
  async expectLedgers(): Promise<void> {
    const { database, now } = this.program
    const { brandId, firstDay } = this
    for (const { platform, ledger, account, nightly } of this.ads) {
      const to = this.today(account.timezone)
      const compared = { brandId, accountId: account.id, to }
      await expectLedger(database, ledger, { ...compared, from: addDays(firstDay, -60) })
      const first = localTime(new Date(this.#firstRead ?? now), account.timezone).day
      await expectLedger(database, ledger, {
        ...compared,
        from: addDays(first, -nightly),
        grain: 'hour',
        lacksConversions: platform === 'meta',
      })
    }
    const { id: propertyId, timezone } = this.property
    await expectSessions(database, this.servers.ga4.ledger, { brandId, propertyId, timezone, to: this.today(timezone) })
    await expectShop(database, brandId, this.shop)
  }

  /** The stored days of all ad accounts, as text. */
  async storedDays(): Promise<Map<string, string>> {
    const cells = new Map<string, string>()
    for (const { platform, account } of this.ads) {
      const held = await storedCells(this.program.database, this.brandId, account.id, 'day')
      for (const [key, cell] of held) cells.set(`${platform} ${key}`, Object.values(cell).join(' '))
    }
    return cells
  }

  /** What the servers noticed: writes, tokens at foreign addresses, and their own defects. */
  complaints(): unknown[] {
    return [...this.#recorders()].flatMap(({ violations, crashes }) => [...violations, ...crashes])
  }

  async stop(): Promise<void> {
    await Promise.all(Object.values(this.servers).map((server) => server.stop()))
    await this.program.stop()
  }
}
