import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { freePort, startPostgres } from '../installation/postgres.ts'

const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'shared_buffers=64MB']

/** Runs an action with empty databases on two servers, because databases of one server share their roles. */
export async function withScratchServers<Result>(action: (one: Sql, other: Sql) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-migration-'))
  const started: { sql: Sql; stop: () => Promise<void> }[] = []
  const start = async (name: string) => {
    const directory = join(folder, name)
    const server = await startPostgres({ directory, port: await freePort(), password: 'scratch', settings })
    const sql = postgres(`${server.url}/postgres`, { max: 1, onnotice: () => undefined })
    started.push({ sql, stop: server.stop })
    return sql
  }
  try {
    const [one, other] = await Promise.all([start('one'), start('other')])
    return await action(one, other)
  } finally {
    for (const { sql, stop } of started) {
      await sql.end({ timeout: 1 })
      await stop()
    }
    await rm(folder, { recursive: true, force: true })
  }
}
