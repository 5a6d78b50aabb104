import { Command } from 'commander'
import { relative } from 'node:path'
import { migrate, writeInitialMigration } from '../schema.ts'
import { onDatabase } from './database.ts'
import { printOutcome } from './print.ts'

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the database up to date with supabase/migrations')
    .option('--write', 'rewrite the initial migration from sql/load.sql instead; for developers, until 1.0')
    .action(async (options: { write?: boolean }, command: Command) => {
      if (options.write) {
        const path = relative(process.cwd(), writeInitialMigration())
        printOutcome(command, { written: path }, `Wrote ${path}.`)
        return
      }
      const applied = await onDatabase(migrate)
      const sentence = applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.'
      printOutcome(command, { applied }, sentence)
    })
}
