import type { Sql } from 'postgres'
import { warning } from '../../sentences/warnings/stored_warning.ts'
import type { Warning } from '../../sentences/warnings/warning.ts'
import { openCsv } from './ad_csv.ts'
import { csvDialects } from './ad_dialects.ts'
import { measureColumns } from './ad_fields.ts'
import { mappedDialect, readMapping } from './ad_mapping.ts'
import type { AdMapping } from './ad_mapping.ts'
import { ImportError } from '../import_error.ts'
import type { RowSource } from './ad_fields.ts'
import type { DateOrder } from '../fields/date_order.ts'
import { copyInto } from '../files/copy_text.ts'
import { importTransaction } from '../import_transaction.ts'
import type { ImportReport } from '../import_report.ts'
import { openMetaJson } from './meta_json.ts'
import { withProgress } from '../files/progress.ts'
import { entityColumns } from './staged_entities.ts'
import { StagedRows } from './staged_rows.ts'
import { readHead } from '../files/text_file.ts'
import { openWide } from './wide_ads.ts'
import { nameOf } from '../files/input_file.ts'
import type { FileImport } from '../import_transaction.ts'

export interface ImportAdsOptions extends FileImport {
  dialect?: 'google_ads' | 'meta_ads' | 'tiktok_ads' | 'generic'
  /** The mapping of a file with other columns, or the path of its JSON file. */
  mapping?: string | AdMapping
  /** The order of day and month in dates such as 03.04.2026, which are rejected without it. */
  dates?: DateOrder
}

/**
 * Imports an ad report into a brand in one transaction. It streams, so that memory does not grow with the file. Invalid
 * rows are rejected and reported. Throws ImportError, with what to fix, if nothing can be imported.
 */
export async function importAds(sql: Sql, options: ImportAdsOptions): Promise<ImportReport> {
  const source = { ...(await openAds(options)), ...(options.dates ? { dates: options.dates } : {}) }
  const staged = new StagedRows(source)
  if (staged.measures.length === 0) {
    throw new ImportError('The file has no column with a measure such as spend or clicks. Add one to the report.')
  }
  const columns = staged.measures.map((measure) => measureColumns[measure])
  return await importTransaction(sql, options, async (transaction, brandId) => {
    await transaction`select analytics.open_ad_import(${columns})`
    await copyInto(
      transaction,
      'pg_temp.ad_facts',
      ['entity_no', 'line', 'day', 'hour', 'reason', ...columns],
      factLines(source, staged, options),
    )
    await copyInto(transaction, 'pg_temp.ad_entities', entityColumns, staged.entities.copyLines())
    return await transaction`
      select analytics.commit_ad_import(
        ${brandId}, ${source.dialect}, ${nameOf(options.file)}, ${staged.rowsRead}, ${columns},
        ${transaction.json(warningsOf(staged) as never)}
      ) as report`
  })
}

/** Opens a report in the format of its header or of its mapping. Throws ImportError, with what to fix. */
export async function openAds({
  file,
  dialect,
  mapping: given,
}: Pick<ImportAdsOptions, 'file' | 'dialect' | 'mapping'>): Promise<RowSource> {
  const head = await readHead(file)
  const mapping = given === undefined ? null : readMapping(given)
  if (mapping && 'channels' in mapping) return openWide(file, head, mapping)
  if (mapping) return openCsv(file, head, [mappedDialect(mapping)])
  if (/^\s*[[{]/.test(head)) return openMetaJson(file, head)
  return openCsv(file, head, dialect ? csvDialects.filter(({ name }) => name === dialect) : csvDialects)
}

async function* factLines(source: RowSource, staged: StagedRows, options: ImportAdsOptions) {
  for await (const batch of withProgress(source.batches, options)) {
    let lines = ''
    for (const row of batch) lines += staged.copyLine(row)
    yield lines
  }
}

function warningsOf({ rowsWithoutCampaign, rowsWithoutMeasures, countsRounded }: StagedRows): Warning[] {
  return [
    ...(rowsWithoutCampaign > 0 ? [warning('rows_without_campaign', { rows: rowsWithoutCampaign })] : []),
    ...(rowsWithoutMeasures > 0 ? [warning('rows_without_measures', { rows: rowsWithoutMeasures })] : []),
    ...(countsRounded > 0 ? [warning('counts_are_rounded', { values: countsRounded })] : []),
  ]
}
