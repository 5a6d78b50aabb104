import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { startTcpProxy } from '../support/tcp_proxy.ts'
import type { Fault, TcpProxy } from '../support/tcp_proxy.ts'

const root = join(import.meta.dirname, '..', '..')

let database: TestDatabase
let wire: TcpProxy
let folder: string

beforeAll(async () => {
  database = await createDatabase()
  const { hostname, port } = new URL(database.adminUrl)
  wire = await startTcpProxy({ host: hostname, port: Number(port) })
  folder = await mkdtemp(join(tmpdir(), 'vitrine-import-'))
  const rows = Array.from({ length: 2000 }, (_, row) => {
    const day = new Date(Date.UTC(2026, 0, 1 + (row % 300))).toISOString().slice(0, 10)
    return `${day},google,g,c${row % 20},Campaign,${row}`
  })
  await writeFile(
    join(folder, 'ads.csv'),
    ['date,platform,account_id,campaign_id,campaign_name,spend', ...rows].join('\n'),
  )
})
afterAll(async () => {
  await wire.stop()
  await database.stop()
  await rm(folder, { recursive: true })
})

function importAds(brandId: string): Promise<{ code: number; said: string }> {
  const args = ['cli/vitrine.ts', 'import', 'ads', join(folder, 'ads.csv'), '--brand', brandId]
  const env = { ...process.env, DATABASE_URL: wire.through(database.adminUrl), VITRINE_NOW: '2026-11-20T12:00:00Z' }
  return new Promise((done) => {
    execFile('node', args, { cwd: root, env }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code), said: stdout + stderr }),
    )
  })
}

async function facts(brandId: string): Promise<number> {
  const [row] =
    await database.sql`select count(*)::integer as count from analytics.facts_daily where brand_id = ${brandId}`
  return row?.count as number
}

describe('an import over a connection that', () => {
  test.each<[string, Fault]>([
    ['resets', 'reset'],
    ['is cut', { cutAfterBytes: 1 }],
  ])('%s: exits with one sentence and imports nothing, and a second run imports the whole file', async (_, fault) => {
    await wire.set('none')
    const { brandId } = await createTenant(database.sql)
    // The lock of another import delays this one at its end, so that the fault occurs during the import.
    const first = await database.sql.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`analytics.import/${brandId}`}, 0))`
      const importing = importAds(brandId)
      const waiting = async () =>
        await database.sql`
        select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await vi.waitUntil(async () => (await waiting()).length > 0, { timeout: 15_000, interval: 20 })
      await wire.set(fault)
      await database.sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return await importing
    })
    expect(first.code).toBe(1)
    expect(first.said).toMatch(/connection to the database was lost.*again/i)
    expect(first.said).not.toMatch(/at .*\.js:\d+/)
    expect(await facts(brandId)).toBe(0)
    await wire.set('none')
    // Exit code 3: some rows of the file are rejected.
    expect([0, 3]).toContain((await importAds(brandId)).code)
    expect(await facts(brandId)).toBeGreaterThan(0)
  })
})
