/** `npm run vitrine -- <command>`: the command line of operators. */
import { Command } from 'commander'
import { existsSync } from 'node:fs'
import postgres from 'postgres'
import { sentenceOfError } from '../shared/errors/refusal.ts'
import { shell } from '../shared/sentences/audience.ts'
import { analystsCommand } from './commands/analysts.ts'
import { backupCommand, restoreCommand } from './commands/backup.ts'
import { brandsCommand } from './commands/brands.ts'
import { doctorCommand } from './commands/doctor.ts'
import { importCommand } from './commands/import.ts'
import { keysCommand } from './commands/keys.ts'
import { migrateCommand } from './commands/migrate.ts'
import { peopleCommand } from './commands/people.ts'
import { plansCommand } from './commands/plans.ts'
import { secretsCommand } from './commands/secrets.ts'
import { workerCommand } from './commands/worker.ts'

const program = new Command('vitrine')
  .description(
    'Operates a Vitrine installation: the database of DATABASE_URL, or the installation of npm start in VITRINE_HOME (.vitrine).',
  )
  .option('--json', 'print JSON')
  .showHelpAfterError('Run the command with --help for its usage.')
  .addCommand(importCommand())
  .addCommand(keysCommand())
  .addCommand(brandsCommand())
  .addCommand(peopleCommand())
  .addCommand(analystsCommand())
  .addCommand(plansCommand())
  .addCommand(secretsCommand())
  .addCommand(workerCommand())
  .addCommand(migrateCommand())
  .addCommand(backupCommand())
  .addCommand(restoreCommand())
  .addCommand(doctorCommand())

const lostConnection =
  'The connection to the database was lost. The unfinished transaction was rolled back. Run the command again.'

// postgres 3.4.9 rolls back on a lost connection, and throws outside of any promise (connection.js, nextWrite).
process.once('uncaughtException', (error) => {
  console.error(error.stack?.includes('postgres/src/connection.js') ? lostConnection : error)
  process.exit(1)
})
// It may also leave a promise pending. Node then exits with code 13 (unsettled top-level await).
process.once('exit', (code) => {
  if (code !== 13) return
  console.error(lostConnection)
  process.exitCode = 1
})

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  await program.parseAsync()
} catch (error) {
  const isLockMissed = error instanceof postgres.PostgresError && error.code === '55P03'
  const detail = error instanceof postgres.PostgresError && error.detail ? `: ${error.detail}` : ''
  const { code = '' } = error as { code?: string }
  const isLost = /^(ECONNRESET|EPIPE|CONNECTION_CLOSED|57P0\d)$/.test(code)
  const sentence = await sentenceOfError(error, shell)
  console.error(isLost ? lostConnection : (sentence ?? (error instanceof Error ? error.message + detail : error)))
  if (isLockMissed)
    console.error('Another session holds a lock on these rows. Run the command again later. See pg_stat_activity.')
  process.exitCode = 1
}
