import { Command } from 'commander'
import type { Sql } from 'postgres'
import { chooseAccount } from './accounts.ts'
import { onDatabase } from './database.ts'
import { findPlan } from './plans.ts'
import { printOutcome, printRows } from './print.ts'

interface NewBrand {
  account?: string
  newAccount?: string
  plan: string
  slug: string
  name: string
  currency: string
  timezone: string
}

export function brandsCommand(): Command {
  const brands = new Command('brands').description('list and create brands')
  brands
    .command('list')
    .description('every brand of the installation')
    .action(async (_options: unknown, command: Command) => {
      const rows = await onDatabase(
        (sql) => sql`select brand_id, account_id, slug, name, currency, timezone, status from core.list_brands()`,
      )
      printRows(command, rows, 'There is no brand yet.')
    })
  brands
    .command('create')
    .description('a brand in an account, or in an account of its own')
    .requiredOption('--slug <slug>', 'short name in lower case, unique in the account')
    .requiredOption('--name <name>', 'as people read it')
    .requiredOption('--currency <code>', 'ISO 4217 code of all its amounts, for example EUR')
    .requiredOption('--timezone <zone>', 'IANA zone of its days, for example Europe/Berlin')
    .option('--account <id>', 'the account; optional when there is only one')
    .option('--new-account <name>', 'make an account of this name for it')
    .option('--plan <plan>', 'plan of the new account', 'TRIAL')
    .action(async (options: NewBrand, command: Command) => {
      const created = await onDatabase((sql) => createBrand(sql, options))
      printOutcome(command, created, `Created ${created.brand_id} in ${created.account_id}.`)
    })
  return brands
}

async function createBrand(sql: Sql, options: NewBrand) {
  const plan = await findPlan(sql, options.plan)
  const existing = options.newAccount ? null : await chooseAccount(sql, options.account)
  return await sql.begin(async (transaction) => {
    const [account] = existing
      ? [{ id: existing }]
      : await transaction`select core.create_account(${options.newAccount as string}, ${plan}) as id`
    const accountId = account?.id as string
    const { slug, name, currency, timezone } = options
    const [brand] = await transaction`
      select core.create_brand(${accountId}, ${slug}, ${name}, ${currency}, ${timezone}) as id`
    return { brand_id: brand?.id as string, account_id: accountId }
  })
}
