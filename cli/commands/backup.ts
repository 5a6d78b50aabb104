import { Command } from 'commander'
import { appliedMigrations, backUp } from '../backup/back_up.ts'
import type { OnTable } from '../backup/back_up.ts'
import { restore } from '../backup/restore.ts'
import { harden } from '../database/harden.ts'
import { endProgress } from '../terminal/import_progress.ts'
import { databaseUrl, onDatabase } from './database.ts'
import { printOutcome } from '../terminal/print.ts'

export function backupCommand(): Command {
  return new Command('backup')
    .description('write all rows to a new folder, as of one moment, and count them; use the login that runs migrations')
    .argument('<folder>', 'a folder that does not exist yet')
    .action(async (folder: string, _options: unknown, command: Command) => {
      const migrations = await onDatabase(appliedMigrations)
      const { tables, has_people, taken_at } = await backUp(databaseUrl(), migrations, folder, showTable)
      endProgress()
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      const people = has_people ? '' : ' People and passwords are stored by the hosting platform and are not in it.'
      printOutcome(
        command,
        { folder, taken_at, tables: tables.length, rows, has_people },
        `Wrote ${rows.toLocaleString('en')} rows of ${tables.length} tables to ${folder}, and counted them.${people} ` +
          'Keys such as WEBHOOK_SECRET_KEY and the passwords of logins are not in the database. Store them separately.',
      )
    })
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description('restore a backup into a database without data, and apply newer migrations')
    .argument('<folder>', 'the folder that vitrine backup wrote')
    .action(async (folder: string, _options: unknown, command: Command) => {
      const restored = await onDatabase((sql) => restore(sql, databaseUrl(), folder, showTable))
      endProgress()
      await harden(databaseUrl())
      const logins = restored.missing_logins.join(', ')
      printOutcome(
        command,
        restored,
        [
          `Restored ${restored.rows.toLocaleString('en')} rows of ${restored.tables} tables, as of ${restored.taken_at}.`,
          restored.migrated.length > 0 && `Applied ${restored.migrated.join(', ')}.`,
          logins && `Create the logins of these analysts again: ${logins}.`,
          restored.has_shared_logins
            ? 'vitrine_functions and vitrine_worker existed before: all databases of this server share them. Keep their passwords, because ' +
              'supabase/logins.sql would change those of the running installation. Then run vitrine doctor.'
            : 'Set the passwords of vitrine_functions and vitrine_worker on this server (supabase/logins.sql), then run vitrine doctor.',
        ]
          .filter(Boolean)
          .join(' '),
      )
    })
}

/** Shows the table that is being copied, on a terminal only. */
export const showTable: OnTable = (table, number, count) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${number} of ${count}: ${table}`)
}
