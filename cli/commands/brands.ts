import { Command } from 'commander'
import type { Sql } from 'postgres'
import { chooseAccount, printExport } from './accounts.ts'
import { brandOf } from '../database/brand_of.ts'
import { confirmId } from '../erasure/confirm.ts'
import { endBrandAccess } from '../erasure/end_access.ts'
import { findBrand } from '../../shared/ingest/find_brand.ts'
import { shell } from '../../shared/sentences/audience.ts'
import { asWorker, onDatabase } from './database.ts'
import { findPlan } from './plans.ts'
import { printOutcome, printRows } from '../terminal/print.ts'

interface NewBrand {
  account?: string
  newAccount?: string
  plan: string
  slug: string
  name: string
  currency: string
  timezone: string
}

interface Attribution {
  model?: string
  clickDays?: number
  viewDays?: number
  halfLifeHours?: number
  accounting?: string
}

export function brandsCommand(): Command {
  const brands = new Command('brands').description('list, create, export and delete brands')
  brands
    .command('list')
    .description('list all brands of the installation')
    .action(async (_options: unknown, command: Command) => {
      const rows = await onDatabase(
        (sql) => sql`select brand_id, account_id, slug, name, currency, timezone, status from core.list_brands()`,
      )
      printRows(command, rows, 'There is no brand yet.')
    })
  brands
    .command('create')
    .description('create a brand in an existing or new account')
    .requiredOption('--slug <slug>', 'short name in lower case, unique in the account')
    .requiredOption('--name <name>', 'display name')
    .requiredOption('--currency <code>', 'ISO 4217 code of all its amounts, for example EUR')
    .requiredOption('--timezone <zone>', 'IANA zone of its days, for example Europe/Berlin')
    .option('--account <id>', 'the account; optional if there is only one')
    .option('--new-account <name>', 'create an account of this name for the brand')
    .option('--plan <plan>', 'plan of the new account', 'TRIAL')
    .action(async (options: NewBrand, command: Command) => {
      const created = await onDatabase((sql) => createBrand(sql, options))
      printOutcome(command, created, `Created ${created.brand_id} in ${created.account_id}.\n${publicationOf(created)}`)
    })
  brands
    .command('attribution')
    .description('configure the attribution of a brand, and attribute all its orders again')
    .argument('<brand>', 'id or slug')
    .option(
      '--model <model>',
      'first_touch, last_touch, last_non_direct, linear, linear_unique, position, time_decay or markov',
    )
    .option('--click-days <days>', 'attribution window of clicks', Number)
    .option('--view-days <days>', 'attribution window of views', Number)
    .option('--half-life-hours <hours>', 'half-life of the model time_decay', Number)
    .option('--accounting <kind>', 'accrual or cash')
    .action(async (brand: string, options: Attribution, command: Command) => {
      const settings = await onDatabase((sql) => configureAttribution(sql, brand, options))
      printOutcome(command, settings, `Attribution model of ${settings.brand_id}: ${settings.model}.`)
    })
  brands
    .command('detectors')
    .description('choose the anomaly detectors that run for a brand besides cpa_spike, roas_drop and spend_surge')
    .argument('<brand>', 'id or slug')
    .argument(
      '[detectors...]',
      'spend_drop, cpc_spike, ctr_drop, conversions_drop, conversions_surge, revenue_drop, revenue_surge; without any, none of these runs',
    )
    .action(async (brand: string, detectors: string[], _options: unknown, command: Command) => {
      const chosen = await onDatabase((sql) => chooseDetectors(sql, brand, detectors))
      printOutcome(command, chosen, `Detectors of ${chosen.brand_id}: ${chosen.detectors.join(', ')}.`)
    })
  brands
    .command('export')
    .description('write all rows of a brand to a new folder: a CSV file for each table, without credentials')
    .argument('<brand>', 'id or slug')
    .requiredOption('--out <folder>', 'a folder that does not exist yet')
    .action(async (brand: string, { out }: { out: string }, command: Command) => {
      const brandId = await onDatabase((sql) => brandOf(sql, brand))
      await printExport(command, { brand_id: brandId }, out)
    })
  brands
    .command('delete')
    .description('end the access of its sources at the platforms, and delete a brand with all its data')
    .argument('<brand>', 'id or slug')
    .option('--yes <id>', 'the id of the brand, to confirm without a question')
    .action(async (brand: string, { yes }: { yes?: string }, command: Command) => {
      const brandId = await onDatabase((sql) => brandOf(sql, brand))
      await confirmId(brandId, `All data of ${brandId} will be deleted. This cannot be undone.`, yes)
      const revoked = await asWorker((sql) => endBrandAccess(sql, brandId))
      await onDatabase((sql) => sql`select core.delete_brand(${brandId})`)
      printOutcome(command, { brand_id: brandId, grants_revoked: revoked }, `Deleted ${brandId}.`)
    })
  brands
    .command('restore')
    .description(
      'open a brand again that an owner deleted less than seven days ago; its keys and connections stay ended',
    )
    .argument('<brand>', 'id')
    .action(async (brand: string, _options: unknown, command: Command) => {
      const [row] = await onDatabase((sql) => sql`select core.restore_brand(${brand}) as has_owner`)
      const hasOwner = row?.has_owner === true
      const addOwner = `It has no owner. Add one with: vitrine people add <email> --brand ${brand} --role owner`
      const outcome = { brand_id: brand, has_owner: hasOwner }
      printOutcome(command, outcome, `Opened ${brand} again.${hasOwner ? '' : ` ${addOwner}`}`)
    })
  return brands
}

async function configureAttribution(sql: Sql, brand: string, options: Attribution) {
  return await sql.begin(async (transaction) => {
    const brandId = await findBrand(transaction, { brand, audience: shell })
    await transaction`select core.enter_brand(${brandId})`
    await transaction`
      select analytics.configure_attribution(
        ${brandId}, ${options.model ?? null}, ${options.clickDays ?? null}, ${options.viewDays ?? null},
        ${options.halfLifeHours ?? null}, ${options.accounting ?? null}
      )`
    const [settings] = await transaction`
      select brand_id, model, click_days, view_days, half_life_hours, accounting
      from analytics.attribution_settings where brand_id = ${brandId}`
    return settings as { brand_id: string; model: string }
  })
}

async function chooseDetectors(sql: Sql, brand: string, detectors: string[]) {
  return await sql.begin(async (transaction) => {
    const brandId = await findBrand(transaction, { brand, audience: shell })
    const [chosen] = await transaction`
      select core.enter_brand(${brandId}), analytics.choose_detectors(${brandId}, ${detectors}) as detectors`
    return { brand_id: brandId, detectors: chosen?.detectors as string[] }
  })
}

interface CreatedBrand {
  brand_id: string
  account_id: string
  is_storefront_published: boolean
}

/** Says what of a new brand is public, and how to change it. */
function publicationOf({ brand_id: id, is_storefront_published: isPublished }: CreatedBrand): string {
  const change = 'Change it in the console: Settings, Storefront.'
  return isPublished
    ? `Its storefront is public: everyone can read its catalog, offers and public profile at /api/storefront/${id} without a key. Its analytics are not. ${change}`
    : `Nothing of it is public: only keys of the brand reach its storefront at /api/storefront/${id}. ${change}`
}

async function createBrand(sql: Sql, options: NewBrand): Promise<CreatedBrand> {
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
    const [created] = await transaction`
      select brand_id, account_id, is_storefront_published from core.list_brands() where brand_id = ${brand?.id as string}`
    return created as CreatedBrand
  })
}
