import type { Sql } from 'postgres'
import { z } from 'zod'
import { importRecords } from './import_records.ts'
import type { ImportReport } from './import_report.ts'
import { instant, name, numeric } from './fields/record_fields.ts'
import { nameOf } from './files/input_file.ts'
import type { RecordFile } from './import_records.ts'

const components = [
  'fulfillment',
  'description_accuracy',
  'price_and_stock',
  'disputes',
  'reviews',
  'policies',
  'responsiveness',
] as const

const platforms = [
  'chatgpt',
  'claude',
  'gemini',
  'perplexity',
  'copilot',
  'meta_ai',
  'grok',
  'alexa',
  'generic',
] as const

export const signal = z.object({
  signal_id: name(200),
  component: z.enum(components, `must be one of ${components.join(', ')}.`),
  value: numeric(
    z.number('must be a number from 0 to 1.').min(0, 'must be 0 to 1.').max(1, 'must be 0 to 1.'),
    'must be a number from 0 to 1.',
  ),
  occurred_at: instant,
  platform: z.enum(platforms, `must be one of ${platforms.join(', ')}.`).optional(),
})

/**
 * Imports trust signals (signal_id, component, value, occurred_at; platform) from CSV or JSON Lines and recomputes the
 * trust score. A value of 1 is good, 0 bad. A later import of a signal replaces it.
 */
export async function importSignals(sql: Sql, options: RecordFile): Promise<ImportReport> {
  return await importRecords(sql, {
    ...options,
    schema: signal,
    table: 'signals',
    columns: ['signal_id', 'component', 'platform', 'value', 'occurred_at'],
    open: (transaction) => transaction`select storefront.open_signal_import()`,
    commit: (transaction, { brandId, dialect, rowsRead }) =>
      transaction`select storefront.commit_signal_import(${brandId}, ${dialect}, ${nameOf(options.file)}, ${rowsRead}) as report`,
  })
}
