import { Command, Option } from 'commander'
import type { Sql } from 'postgres'
import { importAds } from '../../shared/ingest/ads/ads.ts'
import type { ImportAdsOptions } from '../../shared/ingest/ads/ads.ts'
import type { ImportReport } from '../../shared/ingest/import_report.ts'
import { importCreatives } from '../../shared/ingest/ads/creatives.ts'
import { importJourneys, importOrders } from '../../shared/ingest/journeys.ts'
import { importRates } from '../../shared/ingest/rates.ts'
import type { RatesReport } from '../../shared/ingest/rates.ts'
import { importProducts, importReviews } from '../../shared/ingest/products/catalog.ts'
import { importShop } from '../../shared/ingest/shop.ts'
import { importSignals } from '../../shared/ingest/signals.ts'
import type { ProductOptions } from '../../shared/ingest/products/catalog.ts'
import { productFormats } from '../../shared/ingest/products/recognize.ts'
import { shell } from '../../shared/sentences/audience.ts'
import { onDatabase } from './database.ts'
import { endProgress, showProgress } from '../terminal/import_progress.ts'
import { printOutcome } from '../terminal/print.ts'

type AdOptions = Pick<ImportAdsOptions, 'brand' | 'dialect' | 'mapping' | 'strict'>

const rejectionsShown = 10
/** The exit code of an import that rejected some rows. */
const someRejected = 3

const rules =
  'Invalid rows are rejected; all others are imported in one transaction. Importing the same file again changes nothing.'
const exitCodes = `
Exit code: 0 when every row was imported, 3 when some rows were rejected, 1 when nothing was imported.`

const recordImports = [
  ['journeys', importJourneys, 'customer_id or device_id, touched_at, channel; kind, touch_id, campaign, ad, creative'],
  [
    'creatives',
    importCreatives,
    'platform, creative_id; name, format, headline, body, call_to_action, landing_url, thumbnail_url',
  ],
  [
    'orders',
    importOrders,
    'order_id, customer_id or device_id, ordered_at, revenue; currency, is_new_customer, refunded, refunded_at',
  ],
  [
    'reviews',
    importReviews,
    'id, product_id, rating, created_at; author, title, body, verified_purchase (or Google XML)',
  ],
  ['signals', importSignals, 'signal_id, component, value, occurred_at; platform'],
] as const

export function importCommand(): Command {
  const command = new Command('import').description('import files of other systems')
  command.addHelpText('after', exitCodes)
  rowImport(command, 'ads', 'an ad report')
    .argument('<file>', 'CSV of Google Ads, Meta, TikTok or the generic layout; JSON of Meta Insights')
    .requiredOption('--brand <id or slug>', 'the brand of the data')
    .addOption(
      new Option('--dialect <name>', 'layout of the file; detected from its header by default').choices([
        'google_ads',
        'meta_ads',
        'tiktok_ads',
        'generic',
      ]),
    )
    .option('--mapping <file>', 'JSON mapping for a file with one column per channel')
    .action(async (path: string, options: AdOptions, self: Command) => {
      await run(self, (sql) => importAds(sql, { ...options, file: path, audience: shell, onProgress: showProgress }))
    })
  for (const [name, importFile, columns] of recordImports) {
    rowImport(command, name, name)
      .argument('<file>', `CSV or JSON lines with ${columns}`)
      .requiredOption('--brand <id or slug>', 'the brand of the data')
      .action(async (path: string, options: { brand: string; strict?: boolean }, self: Command) => {
        await run(self, (sql) => importFile(sql, { ...options, file: path, audience: shell, onProgress: showProgress }))
      })
  }
  rowImport(command, 'products', 'a product feed')
    .argument(
      '<file>',
      'Google Merchant text or XML, Shopify CSV, OpenAI or ACP CSV or JSON lines, or generic JSON lines',
    )
    .requiredOption('--brand <id or slug>', 'the brand of the shop')
    .addOption(new Option('--format <name>', 'format of the file; detected by default').choices([...productFormats]))
    .option('--currency <code>', 'currency of prices without one, such as those of Shopify')
    .addOption(
      new Option(
        '--decimal <mark>',
        'decimal mark of ambiguous prices such as 1,234; derived from the other prices by default',
      ).choices(['point', 'comma']),
    )
    .option('--website <url>', "the shop's URL, for feeds without product links")
    .option('--replaces', 'remove products from the catalog that the file does not contain')
    .action(async (path: string, options: Omit<ProductOptions, 'path' | 'audience'>, self: Command) => {
      await run(self, (sql) =>
        importProducts(sql, { ...options, file: path, audience: shell, onProgress: showProgress }),
      )
    })
  rowImport(command, 'rates', 'daily exchange rates, for ad accounts whose currency differs from that of their brand')
    .argument('<file>', 'CSV with the columns date, from, to, rate: one unit of from in to')
    .action(async (path: string, options: { strict?: boolean }, self: Command) => {
      await run(self, (sql) => importRates(sql, { ...options, file: path, audience: shell, onProgress: showProgress }))
    })
  command
    .command('shop')
    .description(
      'profile, policies, shipping, payment and bundles of a shop. The file replaces the published version. An invalid file changes nothing.',
    )
    .argument('<file>', 'JSON; shared/ingest/README.md has an example')
    .requiredOption('--brand <id or slug>', 'the brand of the shop')
    .action(async (path: string, { brand }: { brand: string }, self: Command) => {
      const outcome = await onDatabase((sql) => importShop(sql, { brand, path, audience: shell }))
      printOutcome(self, outcome, `1 shop imported, 0 rejected: ${outcome.brand_id} is published.`)
    })
  return command
}

/** Adds a command that imports rows and may reject some of them. */
function rowImport(parent: Command, name: string, what: string): Command {
  return parent
    .command(name)
    .description(`${what}. ${rules}`)
    .option('--strict', 'import nothing if any row is invalid')
    .addHelpText('after', exitCodes)
}

async function run(command: Command, importRows: (sql: Sql) => Promise<ImportReport | RatesReport>): Promise<void> {
  const report = await onDatabase(importRows).finally(endProgress)
  printOutcome(command, report, summary(report))
  if (report.rows_rejected > 0) process.exitCode = someRejected
}

function summary(report: ImportReport | RatesReport): string {
  const { rows_accepted, rows_rejected, first_on, last_on } = report
  const hidden = rows_rejected - rejectionsShown
  const brand = 'brand_id' in report ? ` into ${report.brand_id} (${report.dialect})` : ''
  const days = first_on ? `: ${first_on} to ${last_on}` : ''
  return [
    `${counted(rows_accepted)} imported, ${rows_rejected.toLocaleString('en')} rejected${brand}${days}.`,
    ...('warnings' in report ? report.warnings.map((warning) => `Warning: ${warning}`) : []),
    ...report.rejections.slice(0, rejectionsShown).map(({ line, reason }) => `Line ${line} rejected: ${reason}`),
    ...(hidden > 0 && 'import_id' in report
      ? [`${hidden} more rejections: see analytics.import_rejections, import ${report.import_id}.`]
      : hidden > 0
        ? [`${hidden} more rejections.`]
        : []),
    ...('brand_id' in report ? [] : ratesApplied(report)),
  ].join('\n')
}

/** What the rates changed, and what a person must still do. */
function ratesApplied({ facts_converted: facts }: RatesReport): string[] {
  return [
    facts === 0
      ? 'No stored ad report has amounts at other rates.'
      : `Converted the stored ad reports at these rates: ${facts.toLocaleString('en')} daily ${facts === 1 ? 'fact' : 'facts'}.`,
    'Vitrine reads sessions and orders of connected accounts on these days again. Import files with orders of these days again.',
  ]
}

function counted(rows: number): string {
  return rows === 1 ? '1 row' : `${rows.toLocaleString('en')} rows`
}
