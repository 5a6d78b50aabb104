import { Command } from 'commander'
import type { Sql } from 'postgres'
import { confirmId } from '../erasure/confirm.ts'
import { endConnections } from '../../functions/worker/sources/end_connections.ts'
import { syncOptions } from '../sources/source_context.ts'
import { exportRows } from '../erasure/export_rows.ts'
import type { Owner } from '../erasure/export_rows.ts'
import { endProgress } from '../terminal/import_progress.ts'
import { printOutcome } from '../terminal/print.ts'
import { showTable } from './backup.ts'
import { asWorker, databaseUrl, onDatabase } from './database.ts'

interface Deletion {
  yes?: string
  leaveAccess?: boolean
}

interface Deleted {
  account_id: string
  brand_ids: string[]
  person_ids: string[]
}

export function accountsCommand(): Command {
  const accounts = new Command('accounts').description('export and delete accounts')
  accounts
    .command('export')
    .description(
      'write all rows of an account and its brands to a new folder: a CSV file for each table, without credentials',
    )
    .argument('<account>', 'id of the account')
    .requiredOption('--out <folder>', 'a folder that does not exist yet')
    .action(async (account: string, { out }: { out: string }, command: Command) => {
      await onDatabase((sql) => sql`select core.require_account(${account})`)
      await printExport(command, { account_id: account }, out)
    })
  accounts
    .command('delete')
    .description(
      'end its access at the platforms, and delete an account with its brands, keys, and people without other brands',
    )
    .argument('<account>', 'id of the account')
    .option('--yes <id>', 'the id of the account, to confirm without a question')
    .option('--leave-access', 'delete it even if the access at a platform cannot be ended now')
    .action(async (account: string, options: Deletion, command: Command) => {
      await onDatabase((sql) => sql`select core.require_account(${account})`)
      await confirmId(
        account,
        `All data of ${account} and its brands will be deleted. This cannot be undone.`,
        options.yes,
      )
      const revoked = await endAccess(account, options.leaveAccess === true)
      const deleted = await onDatabase(async (sql) => {
        const [row] = await sql`select core.delete_account(${account}) as deleted`
        return row?.deleted as Deleted
      })
      printOutcome(
        command,
        { ...deleted, grants_revoked: revoked },
        `Deleted ${account}, ${deleted.brand_ids.length} brands and ${deleted.person_ids.length} people. ` +
          'If a hosting platform manages the people, delete them there too.',
      )
    })
  return accounts
}

/** Ends the access of an account at all platforms. Throws an Error if a platform does not confirm it, unless that is accepted. */
async function endAccess(accountId: string, mayRemain: boolean): Promise<number> {
  await onDatabase((sql) => sql`select sources.end_account_connections(${accountId})`)
  const revoked = await asWorker(async (sql) => await endConnections(sql, syncOptions()))
  const [row] = await onDatabase((sql) => sql`select sources.count_unrevoked(${accountId})::int as left`)
  if (row?.left > 0 && !mayRemain) {
    throw new Error(
      `The access at the platforms of ${row?.left} connections could not be ended. Nothing was deleted, and the connections are disconnected. ` +
        'Run the command again later, or with --leave-access, and remove Vitrine at the platforms by hand.',
    )
  }
  return revoked
}

/** Exports the rows of a brand or an account, and prints their number. */
export async function printExport(command: Command, owner: Owner, folder: string): Promise<void> {
  const { tables } = await exportRows(databaseUrl(), owner, folder, showTable)
  endProgress()
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  printOutcome(
    command,
    { ...owner, folder, tables: tables.length, rows },
    `Wrote ${rows.toLocaleString('en')} rows of ${tables.length} tables to ${folder}. Credentials are not in it.`,
  )
}

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
