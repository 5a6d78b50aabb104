import type { RowSource } from './ad_fields.ts'
import { parseDay } from './day.ts'

const dayMilliseconds = 86_400_000

/**
 * For demonstrations: moves days by whole weeks, so that weekdays stay and the last day of the file falls on `alignTo`
 * (YYYY-MM-DD) or up to six days later; what would lie after it is left out (null). Reads the file once for its last day.
 */
export async function alignDays(source: RowSource, alignTo: string): Promise<(day: string) => string | null> {
  const index = source.columns.find(({ field }) => field === 'date')?.index as number
  let last = ''
  for await (const batch of source.batches) {
    for (const { cells } of batch) {
      const day = parseDay(cells[index] ?? '')
      if (day !== null && day > last) last = day
    }
  }
  const weeks = Math.ceil((Date.parse(alignTo) - Date.parse(last)) / dayMilliseconds / 7)
  return (day) => {
    const moved = new Date(Date.parse(day) + weeks * 7 * dayMilliseconds).toISOString().slice(0, 10)
    return moved <= alignTo ? moved : null
  }
}
