import { Command } from 'commander'
import { accountsCommand } from './commands/accounts.ts'
import { analystsCommand } from './commands/analysts.ts'
import { backupCommand, restoreCommand } from './commands/backup.ts'
import { brandsCommand } from './commands/brands.ts'
import { customersCommand } from './commands/customers.ts'
import { doctorCommand } from './commands/doctor.ts'
import { importCommand } from './commands/import.ts'
import { keysCommand } from './commands/keys.ts'
import { migrateCommand } from './commands/migrate.ts'
import { peopleCommand } from './commands/people.ts'
import { plansCommand } from './commands/plans.ts'
import { secretsCommand } from './commands/secrets.ts'
import { sourcesCommand } from './commands/sources.ts'
import { workerCommand } from './commands/worker.ts'

/** Returns the command line `vitrine` with all its commands. */
export function createProgram(): Command {
  return new Command('vitrine')
    .description(
      'Operates a Vitrine installation: the database of DATABASE_URL, or the installation of npm start in VITRINE_HOME (.vitrine).',
    )
    .option('--json', 'print JSON')
    .showHelpAfterError('Run the command with --help for its usage.')
    .addCommand(importCommand())
    .addCommand(keysCommand())
    .addCommand(brandsCommand())
    .addCommand(accountsCommand())
    .addCommand(customersCommand())
    .addCommand(peopleCommand())
    .addCommand(analystsCommand())
    .addCommand(plansCommand())
    .addCommand(secretsCommand())
    .addCommand(sourcesCommand())
    .addCommand(workerCommand())
    .addCommand(migrateCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(doctorCommand())
}
