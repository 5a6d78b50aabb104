import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { Sql, TransactionSql } from 'postgres'
import { onDatabase } from './database.ts'
import { newPassword } from '../terminal/passwords.ts'
import { printOutcome, printRows } from '../terminal/print.ts'

interface Reach {
  brand?: string[]
  account?: string
}

interface NewAnalyst extends Reach {
  statementTimeout: string
  askPassword?: boolean
}

const brandOption = () => new Option('--brand <id or slug...>', 'the brands')
const accountOption = () => new Option('--account <id>', 'all current brands of the account')

export function analystsCommand(): Command {
  const analysts = new Command('analysts').description('read-only database logins for people and tools that use SQL')
  analysts
    .command('create')
    .description(
      'create a login that reads only the given brands, with a schema of the same name for its own tables and a statement timeout',
    )
    .argument('<name>', 'the name of the login: lower-case letters, digits and underscores')
    .addOption(brandOption())
    .addOption(accountOption())
    .option('--statement-timeout <time>', 'time limit of a statement, such as 30s or 5min', parseTimeout, '60s')
    .option('--ask-password', 'prompt for the password or read it from standard input, instead of generating one')
    .action(async (name: string, options: NewAnalyst, command: Command) => {
      const { password, isGenerated } = await newPassword(options)
      const verifier = scramVerifier(password)
      const created = await inTransaction(async (sql) => {
        const brandIds = await brandsOf(sql, options)
        await sql`select core.create_analyst(${name}, ${verifier}, ${brandIds}, ${options.statementTimeout})`
        return { name, brand_ids: brandIds, schema: name, statement_timeout: options.statementTimeout }
      })
      const sentence = `${name} reads ${created.brand_ids.join(', ')}. The statement timeout is ${created.statement_timeout}. It creates tables only in the schema ${name}, and no temporary tables.`
      printOutcome(
        command,
        isGenerated ? { ...created, password } : created,
        isGenerated ? `${sentence}\nPassword: ${password}\nStore the password now: it is not shown again.` : sentence,
      )
    })
  analysts
    .command('list')
    .description('list the logins of analysts with their brands')
    .action(async (_options: unknown, command: Command) => {
      const rows = await onDatabase(
        (sql) => sql`select role_name as name, brand_ids, statement_timeout from core.list_analysts()`,
      )
      printRows(command, rows, 'There is no analyst yet. Create one with vitrine analysts create.')
    })
  analysts
    .command('add')
    .description('give an analyst access to more brands')
    .argument('<name>', 'the name of the login')
    .addOption(brandOption())
    .addOption(accountOption())
    .action(async (name: string, options: Reach, command: Command) => {
      const brandIds = await inTransaction(async (sql) => {
        const ids = await brandsOf(sql, options)
        await sql`select core.add_analyst(${name}, ${ids})`
        return ids
      })
      printOutcome(command, { name, brand_ids: brandIds }, `${name} also reads ${brandIds.join(', ')}.`)
    })
  analysts
    .command('remove')
    .description('delete a login, its sessions and its schema with all tables; with --brand, remove only these brands')
    .argument('<name>', 'the name of the login')
    .addOption(brandOption())
    .action(async (name: string, options: Reach, command: Command) => {
      const brandIds = await inTransaction(async (sql) => {
        const ids = options.brand ? await brandsOf(sql, options) : null
        await sql`select core.remove_analyst(${name}, ${ids})`
        return ids
      })
      printOutcome(
        command,
        { name, removed: brandIds ?? 'all' },
        brandIds ? `${name} no longer reads ${brandIds.join(', ')}.` : `Removed ${name} and its schema.`,
      )
    })
  return analysts
}

async function inTransaction<Result>(action: (sql: TransactionSql) => Promise<Result>): Promise<Result> {
  return (await onDatabase((sql: Sql) => sql.begin(action))) as Result
}

async function brandsOf(sql: TransactionSql, { brand, account }: Reach): Promise<string[]> {
  if (!brand && !account) throw new Error('Choose brands with --brand, or all brands of an account with --account.')
  if (!brand) {
    await sql`select core.require_account(${account as string})`
    const rows = await sql`select brand_id from core.list_brands() where account_id = ${account as string}`
    if (rows.length === 0) throw new Error(`The account ${account} has no brand yet.`)
    return rows.map((row) => row.brand_id as string)
  }
  const ids: string[] = []
  for (const reference of brand) {
    const [row] = await sql`select brand_id from core.find_brand(${reference}, ${account ?? null})`
    ids.push(row?.brand_id as string)
  }
  return [...new Set(ids)]
}

/** Returns the SCRAM verifier of a password (RFC 5803), so that no statement or server log contains the password. */
function scramVerifier(password: string): string {
  const iterations = 4096
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${hmac('Server Key').toString('base64')}`
}

function parseTimeout(text: string): string {
  if (!/^[1-9]\d{0,5}(ms|s|min|h)$/.test(text))
    throw new InvalidArgumentError('Expected a time such as 30s, 5min or 1h.')
  return text
}
