import { Command } from 'commander'
import { harden } from '../database/harden.ts'
import { migrate } from '../database/schema.ts'
import { databaseUrl, onDatabase } from './database.ts'
import { printOutcome } from '../terminal/print.ts'

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('apply the pending migrations of supabase/migrations to the database')
    .action(async (_options: unknown, command: Command) => {
      const applied = await onDatabase(migrate)
      await harden(databaseUrl())
      const sentence = applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.'
      printOutcome(command, { applied }, sentence)
    })
}
