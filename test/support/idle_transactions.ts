import type { Sql } from 'postgres'

async function transactions(sql: Sql): Promise<number> {
  const [row] = await sql`
    select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()`
  return Number(row?.count)
}

/**
 * The transactions that a database ends in one second while its clients are idle: the median of five intervals of ten seconds.
 *
 * Postgres counts transactions by database, not by session, and autovacuum ends transactions of its own: many in a pass after a
 * test wrote, and one pass a minute. Such a pass touches two of the intervals at most, so the median leaves it out.
 */
export async function medianIdleTransactionsPerSecond(sql: Sql): Promise<number> {
  // A session reports what it has done no later than ten seconds after its last statement.
  await new Promise((resolve) => setTimeout(resolve, 11_000))
  const rates: number[] = []
  while (rates.length < 5) {
    const [startedAt, before] = [performance.now(), await transactions(sql)]
    await new Promise((resolve) => setTimeout(resolve, 10_000))
    rates.push(((await transactions(sql)) - before) / ((performance.now() - startedAt) / 1000))
  }
  return rates.toSorted((a, b) => a - b)[2] as number
}
