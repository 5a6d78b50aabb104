import type { Sql } from 'postgres'

async function transactions(sql: Sql): Promise<number> {
  const [row] = await sql`
    select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()`
  return Number(row?.count)
}

/**
 * The transactions that a database ends in one second while its clients are idle.
 *
 * Postgres offers no count by session, and autovacuum ends transactions of its own. So this returns the lowest of
 * up to five intervals, or the first below `goal`.
 */
export async function idleTransactionsPerSecond(sql: Sql, goal: number): Promise<number> {
  const intervalSeconds = 15
  // A session reports what it has done no later than ten seconds after its last statement.
  await new Promise((resolve) => setTimeout(resolve, 11_000))
  let lowest = Infinity
  for (let interval = 0; interval < 5 && lowest >= goal; interval++) {
    const [startedAt, before] = [performance.now(), await transactions(sql)]
    await new Promise((resolve) => setTimeout(resolve, intervalSeconds * 1000))
    const count = (await transactions(sql)) - before
    lowest = Math.min(lowest, count / ((performance.now() - startedAt) / 1000))
  }
  return lowest
}
