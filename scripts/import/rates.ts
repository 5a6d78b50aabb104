import type { Sql } from 'postgres'
import { z } from 'zod'
import { ImportError } from './ad_fields.ts'
import { parseDay } from './day.ts'
import { readRecords } from './records.ts'

const currency = z
  .string()
  .transform((code) => code.trim().toUpperCase())
  .pipe(z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as USD.'))

const rate = z.object({
  date: z.string().refine((text) => parseDay(text) !== null, 'must be a day as YYYY-MM-DD.'),
  from: currency,
  to: currency,
  rate: z.coerce.number('must be a number above 0.').positive('must be a number above 0.'),
})

/**
 * Takes daily exchange rates (date, from, to, rate: one unit of `from` in `to`) into core.exchange_rates, over those of the
 * same days. All of the file or nothing of it.
 */
export async function importRates(sql: Sql, path: string): Promise<{ rows_accepted: number }> {
  const rates = new Map<string, z.infer<typeof rate>>()
  for await (const batch of readRecords(path, rate)) {
    for (const { line, value, reason } of batch) {
      if (value === null) throw new ImportError(`Line ${line}: ${reason}`)
      rates.set(`${value.date} ${value.from} ${value.to}`, value)
    }
  }
  const rows = [...rates.values()]
  await requireCurrencies(
    sql,
    rows.flatMap((row) => [row.from, row.to]),
  )
  await sql.begin(async (transaction) => {
    await transaction`set local role vitrine_worker`
    await transaction`
      insert into core.exchange_rates (on_day, from_currency, to_currency, rate, source)
      select on_day, from_currency, to_currency, rate, 'import'
      from unnest(
        ${rows.map((row) => parseDay(row.date) as string)}::date[], ${rows.map((row) => row.from)}::text[],
        ${rows.map((row) => row.to)}::text[], ${rows.map((row) => row.rate)}::numeric[]
      ) as given (on_day, from_currency, to_currency, rate)
      on conflict on constraint exchange_rates_pkey do update set rate = excluded.rate, source = excluded.source`
  })
  return { rows_accepted: rows.length }
}

async function requireCurrencies(sql: Sql, codes: string[]): Promise<void> {
  const known = await sql`select currency from core.currencies`
  const names = new Set(known.map((row) => row.currency as string))
  const unknown = codes.find((code) => !names.has(code))
  if (unknown) throw new ImportError(`${unknown} is not an ISO 4217 code. Correct it.`)
}
