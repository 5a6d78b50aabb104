import { Command, Option } from 'commander'
import { importAds } from '../import/ads.ts'
import type { ImportAdsOptions } from '../import/ads.ts'
import type { ImportReport } from '../import/import_report.ts'
import { importJourneys, importOrders } from '../import/journeys.ts'
import { importRates } from '../import/rates.ts'
import { importProducts, importReviews } from '../import/catalogue.ts'
import { importShop } from '../import/shop.ts'
import { importSignals } from '../import/signals.ts'
import type { ProductOptions } from '../import/catalogue.ts'
import { productFormats } from '../import/products/recognise.ts'
import { onDatabase } from './database.ts'
import { printOutcome } from './print.ts'

type AdOptions = Pick<ImportAdsOptions, 'brand' | 'dialect' | 'mapping'>

const rejectionsShown = 10

const recordImports = [
  ['journeys', importJourneys, 'customer_id or device_id, touched_at, channel; kind, touch_id, campaign'],
  [
    'orders',
    importOrders,
    'order_id, customer_id or device_id, ordered_at, revenue; currency, is_new_customer, refunded, refunded_at',
  ],
  [
    'reviews',
    importReviews,
    'product_id, rating, created_at; id, author, title, body, verified_purchase (or Google XML)',
  ],
  ['signals', importSignals, 'signal_id, component, value, occurred_at; platform: what was seen of a shop'],
] as const

export function importCommand(): Command {
  const command = new Command('import').description('bring files of other systems in')
  command
    .command('ads')
    .description('an ad report: all of the file or none, and the same file twice changes nothing')
    .argument('<file>', 'CSV of Google Ads, Meta, TikTok or the generic layout; JSON of Meta Insights')
    .requiredOption('--brand <id or slug>', 'the brand that it belongs to')
    .addOption(
      new Option('--dialect <name>', 'layout of the file; recognised by its header without it').choices([
        'google_ads',
        'meta_ads',
        'tiktok_ads',
        'generic',
      ]),
    )
    .option('--mapping <file>', 'JSON mapping for a file with one column per channel')
    .action(async (path: string, options: AdOptions, self: Command) => {
      const report = await onDatabase((sql) => importAds(sql, { ...options, path, onProgress: showProgress }))
      if (process.stderr.isTTY) process.stderr.write('\n')
      printOutcome(self, report, summary(report))
    })
  for (const [name, importFile, columns] of recordImports) {
    command
      .command(name)
      .description(`${name}: all of the file or none, and the same file twice changes nothing`)
      .argument('<file>', `CSV or JSON lines with ${columns}`)
      .requiredOption('--brand <id or slug>', 'the brand that it belongs to')
      .action(async (path: string, { brand }: { brand: string }, self: Command) => {
        const report = await onDatabase((sql) => importFile(sql, { brand, path, onProgress: showProgress }))
        if (process.stderr.isTTY) process.stderr.write('\n')
        printOutcome(self, report, summary(report))
      })
  }
  command
    .command('products')
    .description('a product feed: what it says is found at once, and the same file twice changes nothing')
    .argument(
      '<file>',
      'Google Merchant text or XML, Shopify CSV, OpenAI or ACP CSV or JSON lines, or generic JSON lines',
    )
    .requiredOption('--brand <id or slug>', 'the brand whose shop it is')
    .addOption(new Option('--format <name>', 'recognised without it').choices([...productFormats]))
    .option('--currency <code>', 'of prices that name none, such as those of Shopify')
    .option('--website <url>', "the shop's address, for links of feeds that have none")
    .option('--replaces', 'take out of the catalogue what the file does not have')
    .action(async (path: string, options: Omit<ProductOptions, 'path'>, self: Command) => {
      const report = await onDatabase((sql) => importProducts(sql, { ...options, path, onProgress: showProgress }))
      if (process.stderr.isTTY) process.stderr.write('\n')
      printOutcome(self, report, summary(report))
    })
  command
    .command('shop')
    .description(
      'what a merchant publishes: profile, policies, shipping, payment and bundles, in place of what was there',
    )
    .argument('<file>', 'JSON; scripts/import/README.md has an example')
    .requiredOption('--brand <id or slug>', 'the brand whose shop it is')
    .action(async (path: string, { brand }: { brand: string }, self: Command) => {
      const outcome = await onDatabase((sql) => importShop(sql, { brand, path }))
      printOutcome(self, outcome, `The shop of ${outcome.brand_id} is as the file says.`)
    })
  command
    .command('rates')
    .description('daily exchange rates, for accounts that bill in another currency than their brand')
    .argument('<file>', 'CSV with the columns date, from, to, rate: one unit of from in to')
    .action(async (path: string, _options: unknown, self: Command) => {
      const report = await onDatabase((sql) => importRates(sql, path))
      printOutcome(self, report, `Imported ${report.rows_accepted} rates. Import the reports of those days again.`)
    })
  return command
}

function showProgress({ rows, seconds }: { rows: number; seconds: number }): void {
  if (!process.stderr.isTTY) return
  process.stderr.write(
    `\r${rows.toLocaleString('en')} rows, ${Math.round(rows / seconds).toLocaleString('en')} a second`,
  )
}

function summary(report: ImportReport): string {
  const { rows_accepted, rows_rejected, rows_read, brand_id, dialect, first_on, last_on } = report
  const hidden = rows_rejected - rejectionsShown
  return [
    `Imported ${rows_accepted} of ${rows_read} rows (${dialect}) into ${brand_id}${first_on ? `: ${first_on} to ${last_on}` : ''}.`,
    ...report.warnings.map((warning) => `Warning: ${warning}`),
    ...report.rejections.slice(0, rejectionsShown).map(({ line, reason }) => `Line ${line} rejected: ${reason}`),
    ...(hidden > 0 ? [`${hidden} more are listed in analytics.import_rejections, import ${report.import_id}.`] : []),
  ].join('\n')
}
