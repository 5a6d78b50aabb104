import type { Sql } from 'postgres'

const seconds = 20

/**
 * Returns the statements per second of the idle sessions of a role.
 *
 * pg_stat_database also counts transactions of autovacuum. This function reads when each session of
 * the role began its latest statement, a hundred times a second. It misses a statement if the same session sends another one
 * within 10 ms.
 */
export async function idleStatementsPerSecond(sql: Sql, role: string): Promise<number> {
  const seen = new Set<string>()
  let before = 0
  const startedAt = performance.now()
  while (performance.now() - startedAt < seconds * 1000) {
    const sessions = await sql`
      select pid, query_start::text from pg_stat_activity where datname = current_database() and usename = ${role}`
    for (const { pid, query_start } of sessions) seen.add(`${pid} ${query_start}`)
    before ||= seen.size
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return (seen.size - before) / seconds
}
