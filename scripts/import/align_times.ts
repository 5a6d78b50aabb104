import type { z } from 'zod'
import { readRecords } from './records.ts'

const dayMilliseconds = 86_400_000

/**
 * For demonstrations, as alignDays: moves the times of a file by whole weeks so that the last day of one column falls on
 * `alignTo` (YYYY-MM-DD) or up to six days later, and leaves out what would lie after it.
 */
export async function alignTimes<Schema extends z.ZodObject>(
  path: string,
  schema: Schema,
  columns: readonly string[],
  alignTo: string,
): Promise<(record: z.infer<Schema>) => z.infer<Schema> | null> {
  const [leading = ''] = columns
  let last = ''
  for await (const batch of readRecords(path, schema)) {
    for (const { value } of batch) {
      const day = String((value as Record<string, unknown> | null)?.[leading] ?? '').slice(0, 10)
      if (day > last) last = day
    }
  }
  const weeks = Math.ceil((Date.parse(alignTo) - Date.parse(last)) / dayMilliseconds / 7)
  const moved = (time: string) => new Date(Date.parse(time) + weeks * 7 * dayMilliseconds).toISOString()
  return (record) => {
    const times = columns.filter((column) => typeof record[column] === 'string')
    const changed = {
      ...record,
      ...Object.fromEntries(times.map((column) => [column, moved(record[column] as string)])),
    }
    return String((changed as Record<string, unknown>)[leading]).slice(0, 10) <= alignTo ? changed : null
  }
}
