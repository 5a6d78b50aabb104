import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'
import { ledgerCells } from './source_call.ts'
import { createDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import type { AdLedger } from './platforms/ad_ledger.ts'
import { decide } from './platforms/consent.ts'
import type { Decision } from './platforms/consent.ts'
import { tokenKey } from './sources.ts'

const script = join(import.meta.dirname, '..', '..', 'cli', 'vitrine.ts')

interface Connecting extends Partial<Decision> {
  shop?: string
}

export interface SyncedSource {
  id: string
  status: string
  missing: { report: string; reason: string | null }[]
}

/** `vitrine sources` as a person runs it, on a database of its own, with the platforms of an environment. */
export class SourceProgram {
  readonly database: TestDatabase
  readonly port: number
  /** The instant of VITRINE_NOW. */
  now: string
  environment: Record<string, string> = {}

  static async open(now: string): Promise<SourceProgram> {
    const database = await createDatabase({ isSimulated: false, isClockFixed: false })
    return new SourceProgram(database, await freePort(), now)
  }

  private constructor(database: TestDatabase, port: number, now: string) {
    this.database = database
    this.port = port
    this.now = now
  }

  get redirectUri(): string {
    return `http://127.0.0.1:${this.port}/callback`
  }

  start(args: string[]): ChildProcess {
    return spawn(process.execPath, [script, 'sources', ...args, '--json'], {
      cwd: tmpdir(),
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: this.database.adminUrl,
        VITRINE_NOW: this.now,
        SOURCE_TOKEN_KEY: tokenKey,
        SOURCE_WAIT_SCALE: '0.002',
        LOG_LEVEL: 'error',
        ...this.environment,
      },
    })
  }

  /** Connects accounts as a person does in a browser. */
  async connect(platform: string, brandId: string, accounts: string[], given: Connecting = {}) {
    const { shop, approve = true, ...choices } = given
    const child = this.start([
      'connect',
      platform,
      '--brand',
      brandId,
      '--port',
      String(this.port),
      ...accounts.flatMap((id) => ['--account', id]),
      ...(shop === undefined ? [] : ['--shop', shop]),
    ])
    const end = ended(child)
    const lines = createInterface(child.stdout as never)
    const failed = end.then(({ stderr }) => Promise.reject(new Error(stderr)))
    failed.catch(() => undefined)
    const [line] = (await Promise.race([once(lines, 'line'), failed])) as [string]
    const { authorization_url } = JSON.parse(line) as { authorization_url: string }
    const callback = await decide(authorization_url, { approve, ...choices })
    const page = await fetch(callback)
    const { code, stdout, stderr } = await end
    const result = stdout.trim().split('\n')[1]
    return { page, code, stderr, result: result === undefined ? null : (JSON.parse(result) as Record<string, never>) }
  }

  /** Reads everything that is due, at this instant. */
  async sync(now = this.now) {
    this.now = now
    const { code, stdout, stderr } = await ended(this.start(['sync', '--all', '--wait']))
    if (stdout === '') throw new Error(stderr)
    return { code, stderr, result: JSON.parse(stdout) as { complete: boolean; sources: SyncedSource[] } }
  }

  /** The same, and fails if anything is missing. */
  async syncWhole(now = this.now): Promise<void> {
    const { code, result, stderr } = await this.sync(now)
    const missing = result.sources.flatMap((source) => source.missing)
    expect({ code, stderr, missing, complete: result.complete }).toEqual({
      code: 0,
      stderr: '',
      missing: [],
      complete: true,
    })
  }

  async stop(): Promise<void> {
    await this.database.stop()
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

export async function ended(child: ChildProcess) {
  let [stdout, stderr] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}

/** The stored cells of an ad account that are not zero, by local day or hour and finest entity. Fails if two have one place. */
export async function storedCells({ sql }: TestDatabase, brandId: string, accountId: string, grain: 'day' | 'hour') {
  const key =
    grain === 'day'
      ? sql`facts.day::text`
      : sql`to_char(facts.hour at time zone accounts.timezone, 'YYYY-MM-DD FMHH24')`
  const rows = await sql`
    select ${key} || ' ' || entities.external_id as key, spend_micros, impressions, clicks, conversions_micros, revenue_micros
    from ${grain === 'day' ? sql`analytics.facts_daily` : sql`analytics.facts_hourly`} as facts
    join analytics.entities using (brand_id, entity_id)
    join analytics.entities as accounts on accounts.brand_id = entities.brand_id and accounts.entity_id = entities.account_entity_id
    where facts.brand_id = ${brandId} and accounts.external_id = ${accountId}
      and (coalesce(spend_micros, 0), coalesce(impressions, 0), coalesce(clicks, 0), coalesce(conversions_micros, 0), coalesce(revenue_micros, 0)) <> (0, 0, 0, 0, 0)`
  const cells = new Map(rows.map(({ key: name, ...cell }) => [name as string, cell]))
  if (cells.size !== rows.length) throw new Error(`${rows.length - cells.size} cells are stored twice.`)
  return cells
}

interface Compared {
  brandId: string
  accountId: string
  from: string
  to: string
  grain?: 'day' | 'hour'
  /** Meta reports no conversions by hour. */
  lacksConversions?: boolean
}

/** Compares all cells of an ad account with the ledger of its platform: none is missing, and none is surplus. Returns their number. */
export async function expectLedger(database: TestDatabase, ledger: AdLedger, given: Compared): Promise<number> {
  const { brandId, accountId, from, to, grain = 'day', lacksConversions = false } = given
  const expected = new Map(
    [...ledgerCells(ledger, accountId, { from, to }, grain)].map(([key, cell]) => {
      const { spend, impressions, clicks, conversions, revenue } = cell
      const reported = [spend, impressions, clicks, ...(lacksConversions ? [null, null] : [conversions, revenue])]
      return [key, reported.map((value) => (value === null ? value : String(value))).join(' ')]
    }),
  )
  const held = new Map(
    [...(await storedCells(database, brandId, accountId, grain))].map(([key, cell]) => {
      return [key, Object.values(cell).join(' ')]
    }),
  )
  expect(differences(held, expected)).toEqual([])
  return expected.size
}

function differences(held: Map<string, string>, expected: Map<string, string>): string[] {
  const keys = [...new Set([...held.keys(), ...expected.keys()])].toSorted()
  return keys
    .filter((key) => held.get(key) !== expected.get(key))
    .map((key) => `${key}: stored ${held.get(key) ?? 'nothing'}, reported ${expected.get(key) ?? 'nothing'}`)
}
