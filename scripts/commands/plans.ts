import { Command } from 'commander'
import { onDatabase } from './database.ts'
import { printOutcome, printRows } from './print.ts'

export function plansCommand(): Command {
  const plans = new Command('plans').description('list plans and move accounts between them')
  plans
    .command('list')
    .description('the plans and what they allow')
    .action(async (_options: unknown, command: Command) => {
      const rows = await onDatabase(
        (sql) => sql`select plan, requests_per_minute from core.plans order by requests_per_minute`,
      )
      printRows(command, rows, 'There is no plan.')
    })
  plans
    .command('set')
    .description('move an account to a plan, from its next request on')
    .argument('<account>', 'account id')
    .argument('<plan>', 'name of the plan')
    .action(async (accountId: string, name: string, _options: unknown, command: Command) => {
      const plan = name.toUpperCase()
      await onDatabase((sql) => sql`select core.set_plan(${accountId}, ${plan})`)
      printOutcome(command, { account_id: accountId, plan }, `${accountId} is on ${plan} now.`)
    })
  return plans
}
