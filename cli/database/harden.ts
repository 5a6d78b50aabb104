import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { parseEnv } from '../../shared/env.ts'
import { connect } from './connect.ts'

const script = join(import.meta.dirname, '..', '..', 'sql', 'platform', 'harden.sql')

/**
 * Applies `sql/platform/harden.sql` to a database and to the database `postgres` of its server. Does nothing if the login is no
 * superuser, as on a managed Postgres, or if HARDEN_SERVER is false.
 */
export async function harden(url: string): Promise<void> {
  if (!parseEnv().HARDEN_SERVER) return
  const sql = await connect(url)
  const isHardened = await apply(sql).finally(() => sql.end())
  const ofServer = new URL(url)
  ofServer.pathname = '/postgres'
  if (!isHardened || ofServer.href === new URL(url).href) return
  // A server or pooler may have no such database. The functions cannot use it then either.
  const server = await connect(ofServer.href).catch(() => null)
  if (server) await apply(server).finally(() => server.end())
}

async function apply(sql: Sql): Promise<boolean> {
  const [login] = await sql`select rolsuper as is_superuser from pg_roles where rolname = current_user`
  if (!login?.is_superuser) return false
  await sql.begin(async (transaction) => {
    // Postgres rejects concurrent updates of one catalog row. A migration takes the same lock before it changes roles.
    await transaction`select pg_advisory_xact_lock(hashtext('vitrine.roles'))`
    await transaction.unsafe(readFileSync(script, 'utf8'))
  })
  return true
}
