import { randomUUID } from 'node:crypto'
import { syncSource } from '../../functions/worker/sources/sync_source.ts'
import type { SourcePass, SyncOptions } from '../../functions/worker/sources/sync_source.ts'
import { createPool } from '../../shared/db/pool.ts'
import type { Database } from '../../shared/db/pool.ts'
import { callAsPerson } from '../../shared/db/console.ts'
import { openKeyRing } from '../../shared/key_ring.ts'
import type {
  AdsReply,
  Grant,
  Platform,
  PlatformSettings,
  Report,
  ReportName,
  Window,
} from '../../shared/sources/platform.ts'
import { sealGrant } from '../../shared/sources/sealed_grant.ts'
import { tokenKey } from './api.ts'
import type { ConsoleScene } from './console.ts'
import type { TestDatabase } from './database.ts'
import { sha256 } from '../../shared/credentials/sha256.ts'

export { tokenKey }

/** A row of an ad on a day, and at an hour: decimal texts. */
export interface AdRow {
  ad: string
  day: string
  hour?: string
  spend: string
  clicks?: string
  conversions?: string
}

/** A platform whose reports are scripted, to test the engine. Each function can be replaced by a test. */
export class ScriptedPlatform {
  rows: AdRow[] = []
  reads: (Window & { report: ReportName; token: string })[] = []
  refreshes: string[] = []
  revoked: string[] = []
  /** The first day that the platform keeps. */
  keptFrom = ''
  /** Whether a prepared report can be read. */
  isReady: (reportId: string) => boolean = () => true
  /** Whether replies announce the end of the version. */
  isVersionEnding = false
  /** Called before each read. Throws to fail it. */
  onRead: (window: Window, report: ReportName) => Promise<void> | void = () => undefined
  onRefresh: (grant: Grant) => Promise<Grant> = async (grant) => {
    return { ...grant, accessToken: `${grant.accessToken}+`, accessExpiresAt: '2027-11-20T12:00:00Z' }
  }
  readonly platform: Platform

  constructor(reports: readonly ReportName[] = ['ads_daily'], { daysMax = 30, isAsynchronous = false } = {}) {
    this.platform = {
      name: 'meta',
      title: 'Scripted',
      version: 'v1',
      scopes: [],
      restatementDays: { hourly: 2, nightly: 28, weekly: 37 },
      authorizationUrl: () => 'https://platform.example/authorize',
      exchangeCode: async () => ({ accessToken: 'token', scopes: [] }),
      refresh: async (_, grant) => {
        this.refreshes.push(grant.accessToken)
        return await this.onRefresh(grant)
      },
      revocation: 'person',
      revoke: async (_, grant) => void this.revoked.push(grant.accessToken),
      listAccounts: async () => [],
      reports: reports.map((name) => this.#report(name, daysMax, isAsynchronous)),
    }
  }

  #report(name: ReportName, daysMax: number, isAsynchronous: boolean): Report {
    return {
      name,
      daysMax,
      daysBackMax: 120,
      ...(isAsynchronous
        ? { request: async () => `run_${randomUUID()}`, isReady: async (_call, _account, id) => this.isReady(id) }
        : {}),
      read: async (call, _, window) => {
        this.reads.push({ ...window, report: name, token: call.accessToken })
        if (this.isVersionEnding) call.versionEnds?.()
        await this.onRead(window, name)
        return this.#reply(name, window)
      },
    }
  }

  #reply(name: ReportName, { from, to }: Window): AdsReply {
    const isHourly = name === 'ads_hourly'
    const readFrom = from < this.keptFrom ? this.keptFrom : from
    const rows = this.rows.filter(
      (row) => row.day >= readFrom && row.day <= to && (row.hour !== undefined) === isHourly,
    )
    return {
      kind: 'ads',
      unknownFields: [],
      ...(readFrom > from && { readFrom }),
      fields: [
        'date',
        ...(isHourly ? (['hour'] as const) : []),
        'campaign_id',
        'campaign_name',
        'adset_id',
        'adset_name',
        'ad_id',
        'ad_name',
        'spend',
        'clicks',
        ...(isHourly ? [] : (['conversions'] as const)),
      ],
      rows: rows.map(({ ad, day, hour, spend, clicks, conversions }) => [
        day,
        ...(isHourly ? [hour] : []),
        'c1',
        'Campaign',
        's1',
        'Ad set',
        ad,
        `Ad ${ad}`,
        spend,
        clicks,
        ...(isHourly ? [] : [conversions]),
      ]),
    }
  }
}

export const settings: PlatformSettings = {
  app: { clientId: 'app', clientSecret: 'secret' },
  version: 'v1',
  addresses: {} as PlatformSettings['addresses'],
}

/** Options of the engine for a scripted platform. Waits take no time. */
export function scriptedOptions({ platform }: ScriptedPlatform, more: Partial<SyncOptions> = {}): SyncOptions {
  return {
    tokenKey,
    waitScale: 0,
    now: () => new Date('2026-11-20T12:00:00Z'),
    settings: () => settings,
    restatementDays: () => platform.restatementDays,
    platforms: [platform],
    log: () => undefined,
    ...more,
  }
}

/** Returns a pool of the worker. `now` sets the clock of the data. */
export function workerPool(database: TestDatabase, now?: string): Database {
  return createPool({ url: database.workerUrl, connectionsMax: 4, statementSecondsMax: 60, ...(now ? { now } : {}) })
}

export interface Connecting {
  account?: string
  grant?: Partial<Grant>
  currency?: string
  timezone?: string
  connectionId?: string
  platform?: string
  /** What the connection is stored with besides. */
  stored?: { client_id?: string; subject?: string; shop?: string }
}

/** Connects an account to a brand, as `vitrine sources connect` does after the callback. */
export async function connectAccount(sql: Database, brandId: string, options: Connecting = {}) {
  const { account = randomUUID(), currency = 'USD', timezone = 'UTC', platform = 'meta' } = options
  const connectionId = options.connectionId ?? `con_${randomUUID()}`
  const grant: Grant = { accessToken: 'token', scopes: [], ...options.grant }
  const sealed = await sealGrant(await openKeyRing(tokenKey), connectionId, grant)
  const stored = { connection_id: connectionId, platform, scopes: [], sealed, connected_by: 'test', ...options.stored }
  const accounts = [{ external_id: account, name: `Account ${account}`, currency, timezone }]
  if (options.connectionId === undefined) {
    await sql`
      select core.enter_brand(${brandId}),
        sources.add_connection(${brandId}, ${JSON.stringify(stored)}::text::jsonb, ${JSON.stringify(accounts)}::text::jsonb)`
  }
  const [row] = await sql`
    select core.enter_brand(${brandId}), sources.add_sources(${brandId}, ${connectionId}, ${[account]}) as added`
  return { brand_id: brandId, source_id: (row as { added: [{ id: string }] }).added[0].id, connectionId }
}

/** Runs passes until nothing is due. */
export async function sync(
  sql: Database,
  source: { brand_id: string; source_id: string },
  options: SyncOptions,
): Promise<SourcePass> {
  while (true) {
    const pass = await syncSource(sql, source, options)
    if (pass.steps === 0 || pass.next_seconds === null) return pass
  }
}

/** Returns the source as GET /v1/sources shows it, with the reason of its attention. */
export async function shownSource(
  database: TestDatabase,
  source: { source_id: string },
): Promise<Record<string, never>> {
  const [row] = await database.sql`
    select sources.shown(held) as shown from sources.sources as held where source_id = ${source.source_id}`
  return row?.shown as Record<string, never>
}

/** Runs one operation of the console as a person with this role in the brand. */
export async function asPerson(scene: ConsoleScene, brandId: string, role: 'owner' | 'admin' | 'viewer') {
  const { browser } = await scene.member(brandId, role)
  const cookie = [...browser.cookies.entries()].find(([name]) => name.endsWith('vitrine_session'))?.[1] as string
  const pool = createPool({ url: scene.database.functionsUrl, connectionsMax: 1, isPooled: scene.database.isPooled })
  const sessionHash = sha256(cookie)
  return {
    stop: () => pool.end(),
    run: async (operation: string, input: Record<string, unknown> = {}, access: 'read' | 'write' = 'write') => {
      const call = { sessionHash, clientIp: '127.0.0.1', brandId, access, formId: randomUUID() }
      const { answers } = await callAsPerson(pool, { ...call, requests: [{ operation, input }] })
      return answers[0] as { body: Record<string, never> | null; error: { code: string; message: string } | null }
    },
  }
}

/** The input of an authorization. */
export function authorization(more: Record<string, unknown> = {}) {
  const hash = () => Buffer.from(sha256(randomUUID())).toString('hex')
  return {
    platform: 'meta',
    state_hash: hash(),
    bound_to: hash(),
    sealed_verifier: 'sealed',
    redirect_uri: 'https://vitrine.example/callback',
    ...more,
  }
}

/** The input that stores a grant with two accounts, of which one cannot be read. */
export function connection(more: Record<string, unknown> = {}) {
  const connection_id = `con_${randomUUID()}`
  const sealed = `${'k'.repeat(16)}.sealed`
  const account = { currency: 'USD', timezone: 'UTC' }
  return {
    grant: { connection_id, platform: 'meta', scopes: ['ads_read'], sealed, connected_by: 'ada@example.com', ...more },
    accounts: [
      { external_id: '1', name: 'One', ...account },
      { external_id: '2', name: 'Two', ...account, unavailable: 'closed' },
    ],
  }
}
