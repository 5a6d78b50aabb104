import { Command, InvalidArgumentError, Option } from 'commander'
import type { ISql, Sql } from 'postgres'
import { createKey, keyPrefixes } from '../../shared/credentials/keys.ts'
import type { KeyPrefix } from '../../shared/credentials/keys.ts'
import { chooseAccount } from './accounts.ts'
import { onDatabase } from './database.ts'
import { printOutcome, printRows } from '../terminal/print.ts'

interface NewKey {
  account?: string
  prefix: KeyPrefix
  name: string
  brand?: string
  expiresAt?: string
  scope?: string[]
  allBrands?: boolean
}

interface Issued {
  key: string
  key_id: string
  account_id: string
  /** Null if the key has access to every brand of the account. */
  brand_id: string | null
  scopes: string[]
}

const accountOption = () => new Option('--account <id>', 'the account; optional when there is only one')

export function keysCommand(): Command {
  const keys = new Command('keys').description('issue, list, rotate, unbind and revoke API keys')
  keys
    .command('create')
    .description('issue a key; it is shown once, and only its hash is stored')
    .addOption(new Option('--prefix <prefix>', 'the kind of key').choices([...keyPrefixes]).makeOptionMandatory())
    .requiredOption('--name <name>', 'the purpose of the key')
    .option('--brand <id or slug>', 'restrict the key to one brand; implies the account')
    .option('--all-brands', 'give a storefront or stream key access to all brands of the account')
    .option('--scope <scopes...>', 'the scopes of the key; read scopes by default')
    .option('--expires-at <time>', 'ISO 8601 time; without it the key is valid until revoked', parseTime)
    .addOption(accountOption())
    .action(async (options: NewKey, command: Command) => {
      const issued = await onDatabase((sql) => create(sql, options))
      printOutcome(
        command,
        issued,
        `${issued.key}\nStore the key now: it is not shown again. Its id is ${issued.key_id}.\n${reach(issued)}`,
      )
    })
  keys
    .command('list')
    .description('list the keys of an account, oldest first')
    .addOption(accountOption())
    .action(async (options: { account?: string }, command: Command) => {
      const rows = await onDatabase(async (sql) => await list(sql, options.account))
      printRows(command, rows, 'There is no key yet.')
    })
  keys
    .command('rotate')
    .description('issue a replacement for a key; the old key expires after an overlap')
    .argument('<key_id>', 'id of the key to replace')
    .option('--overlap-hours <hours>', 'hours in which both keys are valid', parseHours, 24)
    .addOption(accountOption())
    .action(async (keyId: string, options: { overlapHours: number; account?: string }, command: Command) => {
      const issued = await onDatabase((sql) => rotate(sql, keyId, options))
      printOutcome(
        command,
        issued,
        `${issued.key}\nStore the key now: it is not shown again. Its id is ${issued.key_id}. ${keyId} expires at ${issued.previous_ends_at}.\n${reach(issued)}`,
      )
    })
  keys
    .command('unbind')
    .description('release a key from the platform (UCP) that it acts for; its next successful request chooses one')
    .argument('<key_id>', 'id of the key')
    .action(async (keyId: string, _options: unknown, command: Command) => {
      const [row] = await onDatabase((sql) => sql`select core.unbind_key(${keyId}) as unbound`)
      if (!row?.unbound) {
        throw new Error(`There is no key ${keyId} that acts for a platform. List the keys with vitrine keys list.`)
      }
      printOutcome(command, { key_id: keyId, unbound: true }, `${keyId} acts for no platform now.`)
    })
  keys
    .command('revoke')
    .description('revoke a key immediately')
    .argument('<key_id>', 'id of the key')
    .action(async (keyId: string, _options: unknown, command: Command) => {
      const [row] = await onDatabase((sql) => sql`select core.revoke_key(${keyId}) as revoked`)
      if (!row?.revoked) throw new Error(`There is no active key ${keyId}. List the keys with vitrine keys list.`)
      printOutcome(command, { key_id: keyId, revoked: true }, `${keyId} is revoked.`)
    })
  return keys
}

async function list(sql: Sql, account: string | undefined) {
  const accountId = await chooseAccount(sql, account)
  return await sql`
    select key_id, name, display, brand_id, scopes, created_at, last_used_at, expires_at, revoked_at, platform_origin
    from core.list_keys(${accountId})`
}

/** Creates a key. A brand implies its account; without a brand the account is the given one, or the only one. */
async function create(sql: Sql, { brand, account, ...options }: NewKey): Promise<Issued> {
  if (!brand) return await issue(sql, await chooseAccount(sql, account), options)
  const [found] = await sql`select account_id, brand_id from core.find_brand(${brand}, ${account ?? null})`
  return await issue(sql, found?.account_id as string, { ...options, brand: found?.brand_id as string })
}

async function issue(sql: ISql, accountId: string, options: Omit<NewKey, 'account'>): Promise<Issued> {
  const { key, hash, display } = createKey(options.prefix)
  const [created] = await sql`
    select core.create_key(
      ${accountId}, ${options.prefix}, ${hash}, ${display}, ${options.name}, ${options.brand ?? null},
      ${options.expiresAt ?? null}, ${options.scope ?? null}, ${options.allBrands ?? false}
    ) as key_id`
  const [row] = await sql`
    select key_id, account_id, brand_id, scopes from core.list_keys(${accountId}) where key_id = ${created?.key_id as string}`
  return { key, ...(row as Omit<Issued, 'key'>) }
}

function reach({ account_id, brand_id, scopes }: Issued): string {
  return `Access: ${brand_id ?? `all brands of ${account_id}, including future ones`}. Scopes: ${scopes.join(', ')}.`
}

async function rotate(sql: Sql, keyId: string, options: { overlapHours: number; account?: string }) {
  const accountId = await chooseAccount(sql, options.account)
  const [old] = await sql`select * from core.list_keys(${accountId}) where key_id = ${keyId} and revoked_at is null`
  if (!old) throw new Error(`${accountId} has no active key ${keyId}. List the keys with vitrine keys list.`)
  return await sql.begin(async (transaction) => {
    const issued = await issue(transaction, accountId, {
      prefix: old.prefix as KeyPrefix,
      name: old.name as string,
      scope: old.scopes as string[],
      ...(old.brand_id ? { brand: old.brand_id as string } : { allBrands: true }),
    })
    const [end] = await transaction`select platform.clock() + ${options.overlapHours} * interval '1 hour' as at`
    const endsAt = end?.at as Date
    await transaction`select core.expire_key(${keyId}, ${endsAt})`
    return { ...issued, previous_ends_at: endsAt.toISOString() }
  })
}

function parseTime(text: string): string {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('Expected a time such as 2027-01-31T00:00:00Z.')
  return time.toISOString()
}

function parseHours(text: string): number {
  const hours = Number(text)
  if (!(hours >= 0 && hours <= 8760)) throw new InvalidArgumentError('Expected hours from 0 to 8760.')
  return hours
}
