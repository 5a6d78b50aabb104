import type { Sql } from 'postgres'
import { z } from 'zod'
import { importRecords } from '../import_records.ts'
import type { ImportReport } from '../import_report.ts'
import { name } from '../fields/record_fields.ts'
import { nameOf } from '../files/input_file.ts'
import type { RecordFile } from '../import_records.ts'

/** A URL, or a path of this service. */
const address = name(2000).refine(
  (text) => /^\/(?!\/)/.test(text) || /^https?:\/\/[^\s@]+$/.test(text),
  'must be a URL such as https://shop.example/picture.jpg.',
)

export const creative = z.object({
  platform: name(50).transform((text) => text.toLowerCase()),
  creative_id: name(500),
  name: name(500).optional(),
  format: z
    .enum(['image', 'video', 'carousel', 'text', 'catalog'], 'must be image, video, carousel, text or catalog.')
    .optional(),
  headline: name(500).optional(),
  body: name(2000).optional(),
  call_to_action: name(100).optional(),
  landing_url: address.optional(),
  thumbnail_url: address.optional(),
})

/**
 * Imports descriptions of creatives (platform, creative_id; name, format, headline, body, call_to_action, landing_url,
 * thumbnail_url) from CSV or JSON Lines. Ad reports contain only the id of a creative.
 */
export async function importCreatives(sql: Sql, options: RecordFile): Promise<ImportReport> {
  return await importRecords(sql, {
    ...options,
    schema: creative,
    table: 'creatives',
    columns: Object.keys(creative.shape),
    open: (transaction) => transaction`select analytics.open_creative_import()`,
    commit: (transaction, { brandId, dialect, rowsRead }) =>
      transaction`select analytics.commit_creative_import(${brandId}, ${dialect}, ${nameOf(options.file)}, ${rowsRead}) as report`,
  })
}
