import { once } from 'node:events'
import { basename } from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import postgres from 'postgres'
import type { Sql, TransactionSql } from 'postgres'
import { openCsv } from './ad_csv.ts'
import { entityFields, ImportError, measureColumns } from './ad_fields.ts'
import type { RowSource } from './ad_fields.ts'
import { openMetaJson } from './meta_json.ts'
import { StagedRows } from './staged_rows.ts'
import type { Rejection } from './staged_rows.ts'
import { readHead } from './text_file.ts'
import { openWide } from './wide_ads.ts'

export interface ImportAdsOptions {
  /** Id or slug. */
  brand: string
  path: string
  dialect?: 'google_ads' | 'meta_ads' | 'tiktok_ads' | 'generic'
  /** JSON mapping of a file with one column per channel. */
  mapping?: string
  /** Demonstrations: moves the file by whole weeks so that it reaches this day (YYYY-MM-DD), and drops what lies after it. */
  alignTo?: string
  onProgress?: (progress: { rows: number; seconds: number }) => void
}

export interface ImportReport {
  import_id: string
  brand_id: string
  dialect: string
  file_name: string
  rows_read: number
  rows_accepted: number
  rows_rejected: number
  first_on: string
  last_on: string
  warnings: string[]
  /** The first hundred; all of them stand in analytics.import_rejections. */
  rejections: Rejection[]
}

const copyChunkCharacters = 262_144

/**
 * Imports an ad report into a brand: all of the file or, when anything fails, nothing of it. Streams, so that memory does
 * not grow with the file. Throws ImportError with what to fix; single rows that are wrong are rejected and reported instead.
 */
export async function importAds(sql: Sql, options: ImportAdsOptions): Promise<ImportReport> {
  const source = await openSource(options)
  const staged = new StagedRows(source, options.alignTo ? await alignment(options, options.alignTo) : undefined)
  if (staged.measures.length === 0)
    throw new ImportError('The file has no column with a measure such as spend or clicks.')
  return (await sql.begin(async (transaction) => {
    await transaction`set local role vitrine_worker`
    await transaction`set local work_mem = '256MB'`
    const brandId = await findBrand(transaction, options.brand)
    await transaction`select core.enter_brand(${brandId})`
    const columns = staged.measures.map((measure) => measureColumns[measure])
    await transaction`select analytics.open_ad_import(${columns})`
    await copyFacts(transaction, source, staged, columns, options.onProgress)
    await copyLines(transaction, `ad_entities (entity_no, ${entityColumns.join(', ')})`, entityLines(staged))
    await copyLines(transaction, 'ad_rejections (line, reason)', rejectionLines(staged))
    const [committed] = await transaction`
      select analytics.commit_ad_import(${brandId}, ${source.dialect}, ${basename(options.path)}, ${staged.rowsRead}, ${columns}) as report`
    const [rejected] = await transaction`
      select coalesce(json_agg(first), '[]') as rejections
      from (select line, reason from pg_temp.ad_rejections order by line limit 100) as first`
    const rejections = rejected?.rejections as Rejection[]
    if (committed?.report.rows_accepted === 0) {
      const reasons = rejections.slice(0, 3).map(({ line, reason }) => `Line ${line}: ${reason}`)
      throw new ImportError(
        `No row of the file can be imported. ${reasons.join(' ') || 'There are no rows below the header.'}`,
      )
    }
    return { ...committed?.report, rejections }
  })) as ImportReport
}

async function openSource(options: ImportAdsOptions): Promise<RowSource> {
  const head = await readHead(options.path)
  if (options.mapping) return openWide(options.path, head, options.mapping)
  if (/^\s*[[{]/.test(head)) return openMetaJson(options.path, head)
  return openCsv(options.path, head, options.dialect)
}

async function findBrand(transaction: TransactionSql, reference: string): Promise<string> {
  try {
    const [row] = await transaction`select (core.find_brand(${reference})).brand_id as id`
    return row?.id as string
  } catch (cause) {
    if (cause instanceof postgres.PostgresError && cause.code === 'NTFND')
      throw new ImportError(cause.message, { cause })
    throw cause
  }
}

async function copyFacts(
  transaction: TransactionSql,
  source: RowSource,
  staged: StagedRows,
  columns: string[],
  onProgress: ImportAdsOptions['onProgress'],
): Promise<void> {
  const startedAt = performance.now()
  async function* lines() {
    for await (const batch of source.batches) {
      let text = ''
      for (const row of batch) {
        text += staged.line(row) ?? ''
        if (text.length < copyChunkCharacters) continue
        yield text
        text = ''
      }
      yield text
      onProgress?.({ rows: staged.rowsRead, seconds: (performance.now() - startedAt) / 1000 })
    }
  }
  await copyLines(transaction, `ad_facts (entity_no, line, day, hour, ${columns.join(', ')})`, lines())
}

async function copyLines(
  transaction: TransactionSql,
  target: string,
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  const stream = (await transaction.unsafe(`copy pg_temp.${target} from stdin`).writable()) as Writable
  const copied = finished(stream)
  copied.catch(() => undefined)
  try {
    for await (const text of lines) {
      if (text !== '' && !stream.write(text)) await Promise.race([once(stream, 'drain'), copied])
    }
  } catch (error) {
    stream.destroy(error as Error)
    throw error
  }
  stream.end()
  await copied
}

const entityColumns = entityFields.map((field) => (field === 'daily_budget' ? 'daily_budget_micros' : field))

function* entityLines(staged: StagedRows): Generator<string> {
  for (const { number, values } of staged.entities.values()) yield `${number}\t${values.map(copyText).join('\t')}\n`
}

function* rejectionLines(staged: StagedRows): Generator<string> {
  for (const { line, reason } of staged.rejections) yield `${line}\t${copyText(reason)}\n`
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function copyText(value: string | null): string {
  return value === null || value === ''
    ? '\\N'
    : value.replace(/[\\\t\n\r]/g, (character) => escapes[character] as string)
}

const dayMilliseconds = 86_400_000

async function alignment(options: ImportAdsOptions, alignTo: string): Promise<(day: string) => string | null> {
  const source = await openSource(options)
  const index = source.columns.find(({ field }) => field === 'date')?.index ?? 0
  let last = ''
  for await (const batch of source.batches) {
    for (const { cells } of batch) if ((cells[index] ?? '') > last) last = cells[index]?.slice(0, 10) ?? ''
  }
  const weeks = Math.ceil((Date.parse(alignTo) - Date.parse(last)) / dayMilliseconds / 7)
  const moved = new Map<string, string | null>()
  return (day) => {
    let target = moved.get(day)
    if (target === undefined) {
      const shifted = new Date(Date.parse(day) + weeks * 7 * dayMilliseconds).toISOString().slice(0, 10)
      target = shifted <= alignTo ? shifted : null
      moved.set(day, target)
    }
    return target
  }
}
