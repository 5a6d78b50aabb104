import { Command } from 'commander'
import type { Sql } from 'postgres'
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
      const plan = await onDatabase(async (sql) => {
        const known = await findPlan(sql, name)
        await sql`select core.set_plan(${accountId}, ${known})`
        return known
      })
      printOutcome(command, { account_id: accountId, plan }, `${accountId} is on ${plan} now.`)
    })
  return plans
}

/** The plan's name as it is stored; throws when there is none, listing those that there are. */
export async function findPlan(sql: Sql, name: string): Promise<string> {
  const rows = await sql`select plan from core.plans order by requests_per_minute`
  const plans = rows.map((row) => row.plan as string)
  const plan = plans.find((candidate) => candidate === name.toUpperCase())
  if (!plan) throw new Error(`There is no plan ${name}. There are: ${plans.join(', ')}.`)
  return plan
}
