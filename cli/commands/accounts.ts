import type { Sql } from 'postgres'

/** Returns the given account, or the only account that has brands. Throws if it does not exist or if there are several. */
export async function chooseAccount(sql: Sql, named: string | undefined): Promise<string> {
  if (named) {
    await sql`select core.require_account(${named})`
    return named
  }
  const rows = await sql`select distinct account_id from core.list_brands() where not is_simulated order by account_id`
  const ids = rows.map((row) => row.account_id as string)
  if (ids.length === 1) return ids[0] as string
  if (ids.length === 0)
    throw new Error('There is no account yet. Create one: vitrine brands create --new-account "Name" ...')
  throw new Error(`There are several accounts. Choose one with --account: ${ids.join(', ')}.`)
}
