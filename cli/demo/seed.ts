import { join } from 'node:path'
import type { Sql } from 'postgres'
import { anomalies } from '../../functions/worker/queues/anomalies.ts'
import { extendSimulatedAds } from '../../functions/worker/queues/extend_simulation.ts'
import { forecasts } from '../../functions/worker/queues/forecasts.ts'
import { createKey, parseKey } from '../../shared/credentials/keys.ts'
import type { KeyPrefix } from '../../shared/credentials/keys.ts'
import { demoFiles, writeDemoFile } from './write_files.ts'
import type { DemoFile } from './write_files.ts'
import { proposeDemoChange, scoreDemoWeeks } from './to_decide.ts'
import type { Home, Installation } from '../installation/home.ts'
import { shell } from '../../shared/sentences/audience.ts'
import { importAds } from '../../shared/ingest/ads/ads.ts'
import { importCreatives } from '../../shared/ingest/ads/creatives.ts'
import { importProducts, importReviews } from '../../shared/ingest/products/catalog.ts'
import { importJourneys, importOrders } from '../../shared/ingest/journeys.ts'
import { importShop } from '../../shared/ingest/shop.ts'
import { importSignals } from '../../shared/ingest/signals.ts'

const demoFolder = join(import.meta.dirname, '..', '..', 'demo')

export const demoBrands = [
  { id: 'brd_aurora', slug: 'aurora', name: 'Aurora Outdoor', currency: 'USD', timezone: 'America/New_York' },
  { id: 'brd_lumen', slug: 'lumen', name: 'Lumen Home', currency: 'EUR', timezone: 'Europe/Berlin' },
  { id: 'brd_fresh', slug: 'fresh', name: 'Fresh Start', currency: 'GBP', timezone: 'Europe/London' },
]
const otherBrand = { id: 'brd_other', slug: 'other', name: 'Other Shop', currency: 'USD', timezone: 'UTC' }

interface DemoKey {
  prefix: KeyPrefix
  brandId?: string
  state?: 'expired' | 'revoked'
  /** The scopes of the key. The default is the read scopes of its kind. */
  scopes?: string[]
  /** Whether a storefront or stream key has access to all brands of the account. */
  allBrands?: boolean
}

const agentScopes = ['read:marketing', 'read:commerce', 'write:negotiation', 'write:proposals', 'write:webhooks']

const demoKeys: Record<string, DemoKey> = {
  analytics_live: { prefix: 'svc_sk_live_' },
  analytics_test: { prefix: 'svc_sk_test_' },
  analytics_live_one_brand: { prefix: 'svc_sk_live_', brandId: 'brd_aurora' },
  analytics_expired: { prefix: 'svc_sk_live_', state: 'expired' },
  analytics_revoked: { prefix: 'svc_sk_live_', state: 'revoked' },
  connector_live: { prefix: 'sk_live_', allBrands: true, scopes: agentScopes },
  connector_test: { prefix: 'sk_test_', allBrands: true, scopes: agentScopes },
  storefront_pk_live: { prefix: 'pk_live_', brandId: 'brd_aurora' },
  storefront_sk_live: { prefix: 'sk_live_', brandId: 'brd_aurora', scopes: agentScopes },
  storefront_merchant: {
    prefix: 'sk_live_',
    brandId: 'brd_aurora',
    scopes: ['read:commerce', 'write:negotiation', 'write:storefront'],
  },
  storefront_pk_test: { prefix: 'pk_test_', brandId: 'brd_aurora' },
  storefront_sk_test: { prefix: 'sk_test_', brandId: 'brd_aurora', scopes: agentScopes },
  storefront_other_brand: { prefix: 'sk_live_', brandId: otherBrand.id, scopes: agentScopes },
  events: { prefix: 'svc_ak_', allBrands: true },
}

type Demo = Pick<Installation, 'brands' | 'person' | 'keys'>

/** Creates the demo account, or its missing parts. `log` receives progress messages. */
export async function seedDemo(sql: Sql, home: Home, log: (line: string) => void): Promise<Demo> {
  const person = { email: 'ada@vitrine.example', password: home.secrets().person }
  const [account] = await sql`select from core.accounts where account_id = 'acc_demo'`
  if (!account) {
    log('Creating the demo account.')
    await sql.begin((transaction) => createDemoAccount(transaction as unknown as Sql, person))
  }
  // Open both connections first: the process then computes for seconds, in which a connection attempt would time out.
  await Promise.all([sql`select 1`, sql`select 1`])
  // Import two halves in parallel: customers and ads do not wait for locks or ids of each other.
  const files = await missingDemoFiles(sql)
  const isOfCustomers = ({ kind }: DemoFile) => kind === 'journeys' || kind === 'orders'
  const importDemo = (some: DemoFile[]) => importDemoFiles(sql, some, join(home.directory, 'demo'), log)
  const [finishSimulation] = await Promise.all([extendSimulatedAds(sql), importDemo(files.filter(isOfCustomers))])
  const finishDemo = async () => {
    await importDemo(files.filter((file) => !isOfCustomers(file)))
    await openShops(sql)
    await prepareDemoBrands(sql, log)
  }
  await Promise.all([finishSimulation(), finishDemo()])
  const keys = await ensureKeys(sql, home.readInstallation()?.keys ?? {})
  await proposeDemoChange(sql, keys.connector_live as string)
  return {
    brands: demoBrands.map(({ id, name, slug }) => ({ id, name, slug })),
    person,
    keys,
  }
}

async function createDemoAccount(sql: Sql, person: Installation['person']): Promise<void> {
  await sql`select core.create_account('Demo', 'GROWTH', 'acc_demo')`
  await sql`select simulate.create_brand()`
  await sql`select core.create_account('Somebody else', 'TRIAL', 'acc_other')`
  const [row] = await sql`select core.create_person(${person.email}, ${person.password}, 'Ada') as id`
  for (const brand of demoBrands) {
    await createBrand(sql, 'acc_demo', brand)
    await sql`select core.add_member(${row?.id as string}, ${brand.id}, 'owner')`
  }
  await createBrand(sql, 'acc_other', otherBrand)
}

async function createBrand(sql: Sql, accountId: string, brand: typeof otherBrand): Promise<void> {
  await sql`select core.create_brand(${accountId}, ${brand.slug}, ${brand.name}, ${brand.currency}, ${brand.timezone}, ${brand.id})`
}

/** Returns the demo files that were not imported yet. Their history ends yesterday, so that holidays have their real dates. */
async function missingDemoFiles(sql: Sql): Promise<DemoFile[]> {
  const [clock] = await sql`select (platform.now() - interval '1 day')::date::text as yesterday`
  const known =
    await sql`select brand_id, file_name from analytics.imports where brand_id in ${sql(demoBrands.map(({ id }) => id))}`
  const isKnown = ({ brand, name }: DemoFile) => known.some((row) => row.brand_id === brand && row.file_name === name)
  return demoFiles(clock?.yesterday as string).filter((file) => !isKnown(file))
}

/** Writes the demo files in the layouts of the platforms and imports them with the importers. */
async function importDemoFiles(
  sql: Sql,
  files: DemoFile[],
  folder: string,
  log: (line: string) => void,
): Promise<void> {
  for (const file of files) {
    const { brand, name, kind, dialect } = file
    const path = writeDemoFile(folder, file)
    const report = await importers[kind](sql, { brand, file: path, audience: shell, ...(dialect ? { dialect } : {}) })
    const days = report.first_on ? `, ${report.first_on} to ${report.last_on}` : ''
    log(`Imported ${name} for ${brand}: ${report.rows_accepted} rows${days}.`)
  }
}

const importers = {
  ads: importAds,
  creatives: importCreatives,
  journeys: importJourneys,
  orders: importOrders,
  products: importProducts,
  reviews: importReviews,
  signals: importSignals,
}

async function openShops(sql: Sql): Promise<void> {
  const [open] = await sql`select from storefront.shops where brand_id = 'brd_aurora'`
  if (open) return
  await importShop(sql, { brand: 'brd_aurora', audience: shell, path: join(demoFolder, 'aurora_shop.json') })
  await sql.begin(async (transaction) => {
    await transaction`select core.enter_brand('brd_aurora')`
    await transaction`
      select commerce.set_pricing_policy(
        'brd_aurora', '{"percent": 70}', 85, accept_percent => 95, decline_percent => 50, price_step => 0.5,
        quantity_tiers => '[{"quantity_min": 5, "percent_off": 5}]')`
    await transaction`
      select commerce.publish_exclusive_offer('brd_aurora', 'percent_off', 'A tenth off lights', category => 'Outdoor > Lights', percent_off => 10)`
    await scoreDemoWeeks(transaction as unknown as Sql, 'brd_aurora')
  })
}

/** Runs the nightly jobs of the demo brands for the first time. */
async function prepareDemoBrands(sql: Sql, log: (line: string) => void): Promise<void> {
  const due = await sql`
    select distinct data_status.brand_id from analytics.data_status
    left join analytics.forecasts using (brand_id)
    where data_status.brand_id in ${sql(demoBrands.map((brand) => brand.id))} and kind = 'ads_daily' and forecasts.brand_id is null`
  const prepare = async (brand_id: string) => {
    for (const queue of [anomalies, forecasts]) {
      for (const job of (await queue.split?.(sql, [brand_id])) ?? []) await queue.run(sql, job)
    }
    await sql.begin(async (transaction) => {
      await transaction`select core.enter_brand(${brand_id})`
      // Only the last 60 days, so that the start is fast. The nightly job computes the others.
      await transaction`select analytics.credit_markov(${brand_id}, 60)`
    })
    log(`Detected anomalies and computed forecasts of ${brand_id}.`)
  }
  // One connection for each brand, to use two cores.
  await Promise.all(due.map(({ brand_id }) => prepare(brand_id as string)))
}

/** Returns the demo keys. The database has only hashes, so keys that dev.json lacks are issued again. */
async function ensureKeys(sql: Sql, kept: Record<string, string>): Promise<Record<string, string>> {
  const keys: Record<string, string> = {}
  for (const [name, wanted] of Object.entries(demoKeys)) {
    const parsed = kept[name] ? parseKey(kept[name]) : null
    const [known] = parsed ? await sql`select from core.api_keys where hash = ${parsed.hash}` : []
    keys[name] = known ? (kept[name] as string) : await issueKey(sql, name, wanted)
  }
  return keys
}

async function issueKey(sql: Sql, name: string, wanted: DemoKey): Promise<string> {
  const accountId = wanted.brandId === otherBrand.id ? 'acc_other' : 'acc_demo'
  const { key, hash, display } = createKey(wanted.prefix)
  const expiresAt = wanted.state === 'expired' ? '2020-01-01T00:00:00Z' : null
  const [row] = await sql`
    select core.create_key(${accountId}, ${wanted.prefix}, ${hash}, ${display}, ${name}, ${wanted.brandId ?? null}, ${expiresAt},
      ${wanted.scopes ?? null}, ${wanted.allBrands ?? false}) as id`
  if (wanted.state === 'revoked') await sql`select core.revoke_key(${row?.id as string})`
  return key
}
