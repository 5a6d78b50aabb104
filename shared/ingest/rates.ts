import type { Sql, TransactionSql } from 'postgres'
import { z } from 'zod'
import type { Audience } from '../sentences/audience.ts'
import { warning } from '../sentences/warnings/stored_warning.ts'
import { sentenceOfWarning } from '../sentences/warnings/warning.ts'
import { parseDay } from './fields/day.ts'
import { requireRows } from './import_report.ts'
import type { ImportReport } from './import_report.ts'
import type { Rejection } from './import_error.ts'
import { FileProgress } from './files/progress.ts'
import type { OnProgress } from './files/progress.ts'
import { numeric } from './fields/record_fields.ts'
import { readRecords } from './files/records.ts'
import { nameOf } from './files/input_file.ts'
import type { FileSource } from './files/input_file.ts'

export type RatesReport = Pick<
  ImportReport,
  'file_name' | 'rows_read' | 'rows_accepted' | 'rows_rejected' | 'first_on' | 'last_on' | 'rejections'
> & {
  /** The stored daily facts of ads, of all brands, whose amounts changed with these rates. */
  facts_converted: number
}

const currency = z
  .string()
  .transform((code) => code.trim().toUpperCase())
  .pipe(z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as USD.'))

const rate = z.object({
  date: z.string().refine((text) => parseDay(text) !== null, 'must be a day as YYYY-MM-DD.'),
  from: currency,
  to: currency,
  rate: numeric(
    z.number('must be a number above 0.').positive('must be a number above 0.'),
    'must be a number above 0.',
  ),
})

/**
 * Imports daily exchange rates (date, from, to, rate: one unit of `from` in `to`) into core.exchange_rates and replaces
 * those of the same days. Stored facts of ads are converted again at new and changed rates, and sessions and orders of connected accounts
 * become due. Invalid rows are rejected and reported. Throws ImportError if no row is accepted or, under
 * strict, if one is rejected; nothing is imported then.
 */
export async function importRates(
  sql: Sql,
  {
    file,
    audience,
    strict,
    onProgress,
  }: { file: FileSource; audience: Audience; strict?: boolean; onProgress?: OnProgress },
): Promise<RatesReport> {
  const known = new Set((await sql`select currency from core.currencies`).map((row) => row.currency as string))
  const rates = new Map<string, z.infer<typeof rate>>()
  const rejections: Rejection[] = []
  let rowsRead = 0
  let progress: FileProgress | undefined
  try {
    for await (const batch of readRecords(file, rate)) {
      progress ??= new FileProgress(file, onProgress)
      rowsRead += batch.length
      for (const { line, value, reason } of batch) {
        const unknown = value && [value.from, value.to].find((code) => !known.has(code))
        if (value === null) {
          rejections.push({ line, reason: sentenceOfWarning(reason, audience) })
        } else if (unknown) {
          const reason = warning('rate_currency_is_unknown', { currency: unknown })
          rejections.push({ line, reason: sentenceOfWarning(reason, audience) })
        } else rates.set(`${value.date} ${value.from} ${value.to}`, value)
      }
      progress.report(rowsRead)
    }
  } finally {
    progress?.stop()
  }
  const rows = [...rates.values()].map((row) => ({ ...row, date: parseDay(row.date) as string }))
  const days = rows.map((row) => row.date).toSorted()
  const report: RatesReport = {
    file_name: nameOf(file),
    rows_read: rowsRead,
    rows_accepted: rowsRead - rejections.length,
    rows_rejected: rejections.length,
    first_on: days[0] ?? null,
    last_on: days.at(-1) ?? null,
    rejections: rejections.slice(0, 100),
    facts_converted: 0,
  }
  requireRows(report, { audience, strict })
  await sql.begin(async (transaction) => {
    await transaction`set local role vitrine_worker`
    const changed = await transaction`
      insert into core.exchange_rates as held (on_day, from_currency, to_currency, rate, source)
      select on_day, from_currency, to_currency, rate, 'import'
      from unnest(
        ${rows.map((row) => row.date)}::date[], ${rows.map((row) => row.from)}::text[],
        ${rows.map((row) => row.to)}::text[], ${rows.map((row) => row.rate)}::numeric[]
      ) as given (on_day, from_currency, to_currency, rate)
      on conflict on constraint exchange_rates_pkey do update
      set rate = excluded.rate, source = excluded.source where (held.rate, held.source) is distinct from (excluded.rate, excluded.source)
      returning held.on_day::text, held.from_currency, held.to_currency`
    report.facts_converted = await applyRates(transaction, [...changed] as ChangedRate[])
  })
  return report
}

interface ChangedRate {
  on_day: string
  from_currency: string
  to_currency: string
}

/** Applies changed rates to the stored data of all brands. Returns the number of changed daily facts. */
async function applyRates(transaction: TransactionSql, changed: ChangedRate[]): Promise<number> {
  const currencies = [...new Set(changed.map(({ to_currency }) => to_currency))]
  const brands = await transaction`select brand_id from sources.brands_of_currencies(${currencies}) as brand_id`
  let facts = 0
  for (const { brand_id } of brands) {
    const [row] = await transaction`
      select core.enter_brand(${brand_id}), sources.apply_rates(${brand_id}, ${JSON.stringify(changed)}::text::jsonb)::integer as facts`
    facts += row?.facts as number
  }
  return facts
}
