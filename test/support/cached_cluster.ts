import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { migrate } from '../../cli/database/schema.ts'
import { findBinaries, freePort, startPostgres } from '../../cli/installation/postgres.ts'
import { extendSimulation } from '../../functions/worker/queues/extend_simulation.ts'

export const adminPassword = 'postgres'
/** The databases that test files clone: the schema alone, and with 120 MB of data of the simulated brand. */
export const templates = { schema: 'vitrine_schema', simulated: 'vitrine_simulated' }
export type Templates = typeof templates
/** Settings for servers whose data may be lost. */
export const lossySettings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

const root = join(import.meta.dirname, '..', '..')
const cache = join(root, 'node_modules', '.cache', 'vitrine')
const clustersKept = 3

/** The files from which the template is built. */
const inputs = [
  'supabase/migrations',
  'functions/worker',
  'shared/simulation',
  'cli/database/schema.ts',
  'cli/installation/postgres.ts',
  'test/support/cached_cluster.ts',
]

/**
 * Copies a stopped cluster with the templates to `directory`. The cluster is built once for each version of its inputs
 * and of Postgres. It is built in a temporary folder and renamed when it is complete, so that neither a killed run nor two
 * concurrent runs leave a partial cluster.
 */
export async function copyCachedCluster(directory: string): Promise<void> {
  const cached = join(cache, `cluster_${await hashOfInputs()}`)
  if (!existsSync(cached)) await buildCluster(cached)
  const now = new Date()
  utimesSync(cached, now, now)
  copyFolder(join(cached, 'data'), directory)
}

/** Creates the templates. The data of the simulated brand ends one day before the fixed clock of the tests. */
export async function createTemplates(serverUrl: string, names: Templates): Promise<void> {
  const connect = (database: string) => postgres(`${serverUrl}/${database}`, { max: 1, onnotice: () => undefined })
  const server = connect('postgres')
  await server.unsafe(`create database ${names.schema}`)
  const schema = connect(names.schema)
  await migrate(schema)
  await schema`select simulate.create_brand()`
  // The data of the second template is generated below.
  await schema`update core.schedules set made_at = now() where queue = 'extend_simulation'`
  await schema.end()
  await server.unsafe(`create database ${names.simulated} template ${names.schema}`)
  await server.end()
  const simulated = connect(names.simulated)
  await simulated`set vitrine.now = '2026-11-20T12:00:00Z'`
  await extendSimulation.run(simulated, {})
  await simulated.end()
}

async function hashOfInputs(): Promise<string> {
  const { postgres: binary } = await findBinaries()
  const hash = createHash('sha256').update(execFileSync(binary, ['--version']))
  for (const input of inputs) {
    const path = join(root, input)
    const names = statSync(path).isFile() ? [''] : readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted()
    for (const file of names.map((name) => join(path, name)).filter((file) => statSync(file).isFile())) {
      hash.update(file.slice(root.length)).update(readFileSync(file))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

async function buildCluster(cached: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-build-'))
  const directory = join(folder, 'data')
  const settings = [...lossySettings, 'wal_level=minimal', 'max_wal_senders=0', 'wal_recycle=off']
  const server = await startPostgres({ directory, port: await freePort(), password: adminPassword, settings })
  try {
    await createTemplates(server.url, templates)
    await server.stop()
    const partial = join(cache, `partial_${randomUUID()}`)
    mkdirSync(partial, { recursive: true })
    copyFolder(directory, join(partial, 'data'))
    publish(partial, cached)
    removeOldClusters()
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function publish(partial: string, cached: string): void {
  try {
    renameSync(partial, cached)
  } catch (error) {
    // Another run has built the same cluster first.
    if (!existsSync(cached)) throw error
    rmSync(partial, { recursive: true })
  }
}

/** Removes files of killed runs and old clusters. Keeps clusters used within the last hour, because another run may be copying one. */
function removeOldClusters(): void {
  const folders = readdirSync(cache)
    .map((name) => ({ path: join(cache, name), usedAt: statSync(join(cache, name)).mtimeMs }))
    .toSorted((one, other) => other.usedAt - one.usedAt)
  for (const { path, usedAt } of folders.slice(clustersKept)) {
    if (Date.now() - usedAt > 3_600_000) rmSync(path, { recursive: true, force: true })
  }
}

/** Keeps owners and permissions, which Postgres checks. Shares blocks where the file system supports it. */
function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to])
}
