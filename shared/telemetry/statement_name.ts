import type { PendingQuery, Row, Sql } from 'postgres'

/** The longest name of Postgres. It truncates a longer one, with a notice each time. */
const identifierLength = 63

/**
 * Returns the start of a statement that names its operations: a comment in the form of sqlcommenter for logs and
 * pg_stat_activity, and an empty common table expression for pg_stat_statements, which merges statements that differ only
 * in comments. Postgres removes the expression when it plans. The text is constant for an operation, so that its prepared
 * statement is reused; a trace id would create a statement for each request.
 */
export function statementName(
  database: Pick<Sql, 'unsafe'>,
  operations: readonly (string | null)[],
): PendingQuery<Row[]> {
  const names = operations.map((operation) => operation ?? 'none').filter((name) => /^[a-z0-9_.]+$/.test(name))
  const name = names.length > 0 ? names.join(',') : 'none'
  return database.unsafe(
    `/*operation='${encodeURIComponent(name)}'*/ with "${name.slice(0, identifierLength)}" as (select)`,
  )
}
