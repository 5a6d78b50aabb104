import { Command } from 'commander'
import type { Sql } from 'postgres'
import { onDatabase } from './database.ts'
import { printOutcome, printRows } from '../terminal/print.ts'

export function plansCommand(): Command {
  const plans = new Command('plans').description('list plans and change the plan of an account')
  plans
    .command('list')
    .description('list the plans with their rate limits')
    .action(async (_options: unknown, command: Command) => {
      const rows = await onDatabase(
        (sql) => sql`select plan, requests_per_minute from core.plans order by requests_per_minute`,
      )
      printRows(command, rows, 'There is no plan.')
    })
  plans
    .command('set')
    .description('change the plan of an account; effective with its next request')
    .argument('<account>', 'account id')
    .argument('<plan>', 'name of the plan')
    .action(async (accountId: string, name: string, _options: unknown, command: Command) => {
      const plan = await onDatabase(async (sql) => {
        const known = await findPlan(sql, name)
        await sql`select core.set_plan(${accountId}, ${known})`
        return known
      })
      printOutcome(command, { account_id: accountId, plan }, `Plan of ${accountId}: ${plan}.`)
    })
  return plans
}

/** Returns the stored name of a plan. Throws with the list of plans if there is none. */
export async function findPlan(sql: Sql, name: string): Promise<string> {
  const rows = await sql`select plan from core.plans order by requests_per_minute`
  const plans = rows.map((row) => row.plan as string)
  const plan = plans.find((candidate) => candidate === name.toUpperCase())
  if (!plan) throw new Error(`There is no plan ${name}. Available plans: ${plans.join(', ')}.`)
  return plan
}
