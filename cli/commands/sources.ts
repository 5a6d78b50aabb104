import { setTimeout as delay } from 'node:timers/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { Row, Sql } from 'postgres'
import { MissingKey } from '../../shared/key_ring.ts'
import { shell } from '../../shared/sentences/audience.ts'
import { sourceStatements } from '../../shared/sentences/statements/sources.ts'
import { noAccounts, noReadableAccounts } from '../../shared/sentences/statements/no_accounts.ts'
import { statusOfAccount } from '../../shared/sentences/statements/platform_statuses.ts'
import type { PlatformAccount } from '../../shared/sources/platform.ts'
import { platformNames } from '../../shared/sources/platform.ts'
import { platforms } from '../../shared/sources/platforms.ts'
import { shopNamed } from '../../shared/sources/shopify/access/shop_domain.ts'
import { SourceError } from '../../shared/sources/source_error.ts'
import { endConnections } from '../../functions/worker/sources/end_connections.ts'
import { syncSource } from '../../functions/worker/sources/sync_source.ts'
import type { SyncOptions } from '../../functions/worker/sources/sync_source.ts'
import { brandOf } from '../database/brand_of.ts'
import { listenForCallback } from '../sources/callback.ts'
import { addSources, connectAccount } from '../sources/connect_account.ts'
import { answerDataRequest, listDataRequests } from '../sources/data_requests.ts'
import { listSources } from '../sources/list_sources.ts'
import { platformSetUp, syncOptions } from '../sources/source_context.ts'
import { syncAll } from '../sources/sync_all.ts'
import type { SyncResult } from '../sources/sync_all.ts'
import { describeSynced } from '../sources/describe_synced.ts'
import { isJson, printOutcome, printRows } from '../terminal/print.ts'
import { asWorker } from './database.ts'

interface SyncedSources {
  all?: boolean
  source?: string
  brand?: string
  wait?: boolean
}

interface ConnectOptions {
  brand: string
  account: string[]
  shop?: string
  port: number
  redirectUri?: string
}

function portOf(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('Expected a port from 0 to 65535.')
}

const collect = (value: string, values: string[]) => [...values, value]

export function sourcesCommand(): Command {
  const sources = new Command('sources').description('connect accounts of platforms and read them')
  sources
    .command('list', { isDefault: true })
    .description('list the sources, their status and how far their data reaches')
    .option('--brand <brand>', 'id or slug of a brand')
    .action(async ({ brand }: { brand?: string }, command: Command) => await list(brand, command))
  sources
    .command('connect')
    .description('print the address where a person gives access, wait for the return, and connect the accounts')
    .argument('<platform>', platformNames.join(', '))
    .requiredOption('--brand <brand>', 'id or slug of the brand')
    .option('--account <id>', 'an account to connect; repeat for several', collect, [])
    .option('--shop <domain>', 'the domain of the shop, for shopify: acme.myshopify.com')
    .option('--port <port>', 'the port on this machine to which the platform sends the person back', portOf, 8791)
    .option('--redirect-uri <address>', 'the registered redirect address, if a proxy leads to the port')
    .action(
      async (platform: string, options: ConnectOptions, command: Command) => await connect(platform, options, command),
    )
  sources
    .command('accounts')
    .description('list the accounts that a connection reaches, and connect those that are named')
    .argument('<connection>', 'id of the connection')
    .requiredOption('--brand <brand>', 'id or slug of the brand')
    .option('--account <id>', 'an account to connect; repeat for several', collect, [])
    .action(async (connection: string, options: { brand: string; account: string[] }, command: Command) => {
      await asWorker(async (sql) => await accounts(sql, connection, options, command))
    })
  sources
    .command('sync')
    .description('read what is due once; the exit code is 0 only if everything is stored')
    .addOption(new Option('--all', 'all sources').conflicts(['source', 'brand']))
    .addOption(new Option('--source <id>', 'one source').conflicts('brand'))
    .option('--brand <brand>', 'the sources of one brand')
    .option('--wait', 'wait for platforms that ask for patience')
    .action(async (options: SyncedSources, command: Command) => await sync(options, command))
  sources
    .command('requests')
    .description('list the requests of customers for their data, which are due within 30 days')
    .option('--brand <brand>', 'id or slug of a brand')
    .option('--answered <request>', 'record that a request is answered, and remove its ids')
    .action(async ({ brand, answered }: { brand?: string; answered?: string }, command: Command) => {
      await asWorker(async (sql) => {
        if (answered !== undefined) await answerDataRequest(sql, answered)
        const rows = await listDataRequests(sql, brand && (await brandOf(sql, brand)))
        printRows(command, rows, 'No request is open.')
      })
    })
  sources
    .command('disconnect')
    .description('end the access at the platform; the data stays unless --delete-data is given')
    .argument('<source>', 'id of the source')
    .option('--delete-data', 'delete the data of the account')
    .action(async (source: string, options: { deleteData?: boolean }, command: Command) => {
      await asWorker(async (sql) => await disconnect(sql, source, options.deleteData === true, command))
    })
  return sources
}

async function list(brand: string | undefined, command: Command): Promise<void> {
  const rows = await asWorker(async (sql) => await listSources(sql, brand && (await brandOf(sql, brand))))
  if (isJson(command)) {
    const options = syncOptions()
    const known = platforms.map((platform) => {
      return { platform: platform.name, title: platform.title, is_set_up: options.settings(platform) !== null }
    })
    printOutcome(command, { sources: rows, platforms: known }, '')
    return
  }
  const shown = rows.map(
    ({ id, brand, platform, account_id, name, status, progress, data_through, attention, version_notice }) => {
      const part = progress === null ? '' : `${Math.floor(progress * 100)} %`
      const notes = [attention, version_notice].filter((note) => note !== null).join(' ')
      return { id, brand, platform, account_id, name, status, progress: part, data_through, notes }
    },
  )
  printRows(command, shown, 'No account is connected.')
}

async function connect(name: string, given: ConnectOptions, command: Command): Promise<void> {
  const options = syncOptions()
  const { platform, settings } = platformSetUp(name, options)
  if (given.shop !== undefined && platform.name !== 'shopify') throw new Error('`--shop` is for shopify only.')
  const callback = await listenForCallback(given.port, given.redirectUri)
  try {
    await asWorker(async (sql) => {
      const brandId = await brandOf(sql, given.brand)
      const show = (authorization_url: string, redirect_uri: string) =>
        printLine(
          command,
          { platform: name, authorization_url, redirect_uri },
          `Open this address:\n${authorization_url}`,
        )
      const shop = shopNamed(given.shop ?? '')
      const connected = await connectAccount({ sql, brandId, platform, settings, options, callback, shop, show })
      const readable = connected.accounts.filter(({ unavailable }) => unavailable === undefined)
      const chosen = given.account.length > 0 ? given.account : readable.length === 1 ? [readable[0]?.id as string] : []
      const added = chosen.length > 0 ? await addSources(sql, brandId, connected.connection_id, chosen) : []
      const reached = connected.accounts.map(({ id, ...account }) => ({ account_id: id, ...account }))
      printLine(
        command,
        { connection_id: connected.connection_id, sources: added, accounts: reached },
        added.length > 0
          ? `Connected ${added.map((source) => `${source.name} (${source.id})`).join(', ')}.`
          : connected.accounts.length === 0
            ? noAccounts[platform.name]()
            : readable.length === 0
              ? noReadableAccounts(
                  platform.title,
                  connected.accounts.map(({ unavailable }) => unavailable),
                )
              : choiceOf(readable, `vitrine sources accounts ${connected.connection_id} --brand ${given.brand}`),
      )
    })
  } catch (cause) {
    throw inWords(cause)
  } finally {
    callback.close()
  }
}

/** Returns the accounts from which a person must choose, and the command. */
function choiceOf(readable: readonly PlatformAccount[], command: string): string {
  const listed = readable.map(({ id, name }) => `${id}  ${name}`)
  return [`${readable.length} accounts can be read:`, ...listed, `Choose with: ${command} --account ID`].join('\n')
}

async function accounts(
  sql: Sql,
  connectionId: string,
  given: { brand: string; account: string[] },
  command: Command,
): Promise<void> {
  const brandId = await brandOf(sql, given.brand)
  if (given.account.length > 0) {
    const added = await addSources(sql, brandId, connectionId, given.account)
    printOutcome(command, { sources: added }, `Connected ${added.map(({ name }) => name).join(', ')}.`)
    return
  }
  await sql`select core.enter_brand(${brandId}), sources.require_connection(${brandId}, ${connectionId})`
  const rows = await sql`
    select external_id as account_id, name, currency, timezone, manager_id, manager_name, unavailable
    from sources.reachable_accounts where connection_id = ${connectionId} order by name, external_id`
  const inWords = ({ unavailable, ...row }: Row) => {
    return { ...row, status: unavailable === null ? 'can be read' : statusOfAccount(unavailable as string) }
  }
  printRows(command, isJson(command) ? rows : rows.map(inWords), 'The connection reaches no account.')
}

async function sync(given: SyncedSources, command: Command): Promise<void> {
  if (!given.all && given.source === undefined && given.brand === undefined) {
    throw new Error('Name the sources: --all, --brand BRAND or --source ID.')
  }
  const result = await asWorker(async (sql) => {
    const brandId = given.brand === undefined ? undefined : await brandOf(sql, given.brand)
    const all = await listSources(sql, brandId)
    const chosen = given.source === undefined ? all : all.filter(({ id }) => id === given.source)
    if (given.source !== undefined && chosen.length === 0) throw new Error(`There is no source ${given.source}.`)
    return await syncAll(
      sql,
      chosen,
      { ...syncOptions(), ...progress() },
      { isWaiting: given.wait === true, isAll: given.all === true },
    )
  })
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K')
  const sentences = result.sources.map(
    (source) => `${source.name} (${source.platform}, ${source.brand}): ${describeSynced(source)}`,
  )
  if (given.all) sentences.push(...unfinished(result))
  printOutcome(command, result, sentences.join('\n') || 'No account is connected.')
  if (!result.complete) process.exitCode = 1
}

/** What else of all sources is not done. */
function unfinished({ webhooks_failed: webhooks, revocations_waiting: grants }: SyncResult): string[] {
  return [
    ...(webhooks === 0 ? [] : [`Webhooks of platforms that failed: ${webhooks}. They are tried again.`]),
    ...(grants === 0
      ? []
      : [`Ended grants that are not revoked at the platform yet: ${grants}. They are tried again.`]),
  ]
}

/** Shows the window that was read last on a terminal. */
function progress(): Pick<ReturnType<typeof syncOptions>, 'onStep'> {
  if (!process.stderr.isTTY) return {}
  let steps = 0
  return {
    onStep: ({ name }, { report, first_on, last_on }) => {
      steps += 1
      process.stderr.write(`\r\u001B[K${steps}: ${name}, ${report}, ${first_on} to ${last_on}`)
    },
  }
}

async function disconnect(sql: Sql, sourceId: string, deletesData: boolean, command: Command): Promise<void> {
  const source = (await listSources(sql)).find(({ id }) => id === sourceId)
  if (!source) throw new Error(`There is no source ${sourceId}.`)
  const { brand_id } = source
  const options = syncOptions()
  await sql`select core.enter_brand(${brand_id}), sources.end_source(${brand_id}, ${sourceId}, ${deletesData})`
  const revoked = await endConnections(sql, options)
  const isDeleted = deletesData && (await deleteData(sql, { brand_id, source_id: sourceId }, options))
  const deletion = isDeleted
    ? 'Its data is deleted.'
    : 'The worker deletes its data when the running synchronization ends.'
  printOutcome(
    command,
    { source: sourceId, grants_revoked: revoked, is_data_deleted: isDeleted },
    `Disconnected ${source.name}. ${deletesData ? deletion : 'Its data stays.'}`,
  )
}

/** Deletes the data of a disconnected source. Returns false if another process still reads it after a minute. */
async function deleteData(
  sql: Sql,
  source: { brand_id: string; source_id: string },
  options: SyncOptions,
): Promise<boolean> {
  for (const endsAt = performance.now() + 60_000; performance.now() < endsAt; await delay(500)) {
    const { is_busy } = await syncSource(sql, source, options)
    if (!is_busy) return true
  }
  return false
}

/** Prints one line of JSON with --json, because a program reads the first line before the second exists. */
function printLine(command: Command, facts: object, sentence: string): void {
  console.log(isJson(command) ? JSON.stringify(facts) : sentence)
}

/** Returns an error of a platform as an Error with one sentence. */
function inWords(cause: unknown): unknown {
  if (cause instanceof MissingKey) return new Error('SOURCE_TOKEN_KEY is not set, or lacks a key.', { cause })
  if (!(cause instanceof SourceError)) return cause
  if (cause.values.field === 'shop') {
    return new Error('`--shop` must be the domain of a shop at Shopify, such as acme.myshopify.com.', { cause })
  }
  return new Error(sourceStatements[cause.reason]({}, shell), { cause })
}
