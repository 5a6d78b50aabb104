/** `npm run vitrine -- <command>`: what an operator does to an installation from a terminal. */
import { Command } from 'commander'
import { existsSync } from 'node:fs'
import postgres from 'postgres'
import { brandsCommand } from './commands/brands.ts'
import { doctorCommand } from './commands/doctor.ts'
import { importCommand } from './commands/import.ts'
import { keysCommand } from './commands/keys.ts'
import { migrateCommand } from './commands/migrate.ts'
import { plansCommand } from './commands/plans.ts'
import { workerCommand } from './commands/worker.ts'

const program = new Command('vitrine')
  .description('Runs a Vitrine installation: DATABASE_URL, or the one that npm start left in VITRINE_HOME (.vitrine).')
  .option('--json', 'print JSON, for machines')
  .showHelpAfterError('Add --help for what is possible.')
  .addCommand(importCommand())
  .addCommand(keysCommand())
  .addCommand(brandsCommand())
  .addCommand(plansCommand())
  .addCommand(workerCommand())
  .addCommand(migrateCommand())
  .addCommand(doctorCommand())

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  await program.parseAsync()
} catch (error) {
  const isLockMissed = error instanceof postgres.PostgresError && error.code === '55P03'
  const detail = error instanceof postgres.PostgresError && error.detail ? `: ${error.detail}` : ''
  console.error(error instanceof Error ? error.message + detail : error)
  if (isLockMissed)
    console.error('Somebody else holds what this needs. Try again when they are done; pg_stat_activity says who.')
  process.exitCode = 1
}
