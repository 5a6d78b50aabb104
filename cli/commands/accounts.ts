import type { Sql } from 'postgres'

/** The account that is meant: the one named, or the only one that has brands. */
export async function chooseAccount(sql: Sql, named: string | undefined): Promise<string> {
  if (named) {
    await sql`select core.require_account(${named})`
    return named
  }
  const rows = await sql`select distinct account_id from core.list_brands() where not is_simulated order by account_id`
  const ids = rows.map((row) => row.account_id as string)
  if (ids.length === 1) return ids[0] as string
  if (ids.length === 0) throw new Error('There is no account yet. Make one: brands create --new-account "Name" ...')
  throw new Error(`Say which account with --account: ${ids.join(', ')}.`)
}
