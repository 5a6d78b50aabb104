import { html } from 'hono/html'
import type { FieldError } from '../../../shared/errors/api_error.ts'
import { dateOrders, hasTwoMeanings, orderedDates, possibleOrders } from '../../../shared/ingest/fields/date_order.ts'
import type { DateOrder } from '../../../shared/ingest/fields/date_order.ts'
import { parseDay } from '../../../shared/ingest/fields/day.ts'
import type { RecognizedFile } from '../../../shared/ingest/recognize_file.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { Refused } from '../page_context.ts'
import { selectField } from '../parts/forms.ts'

const dateFields = ['date', 'ordered_at', 'refunded_at', 'touched_at', 'occurred_at']
const orderTexts: Record<DateOrder, string> = {
  day_first: 'The day: 03.04.2026 is April 3',
  month_first: 'The month: 03.04.2026 is March 4',
}

type Columns = Readonly<Record<string, string>>

/** Returns the column of each field of a known format. */
export function columnsOf({ fields }: RecognizedFile): Columns {
  return Object.fromEntries(fields.map(({ field, column }) => [field, column]))
}

/** Returns the dates of the mapped columns whose order of day and month must be known. */
function datesOf({ columns, sample }: RecognizedFile, mapped: Columns): string[] {
  const indexes = dateFields.flatMap((field) => {
    const index = columns.indexOf(mapped[field] ?? '')
    return index < 0 ? [] : [index]
  })
  return indexes.flatMap((index) => orderedDates(sample.map((cells) => cells[index] ?? '')))
}

/** Returns the order that was chosen, or else the only possible one of the dates in the beginning of the file. */
export function datesOrder(file: RecognizedFile, mapped: Columns, chosen: string): DateOrder | undefined {
  const dates = datesOf(file, mapped)
  if (dates.length === 0) return undefined
  const given = dateOrders.find((order) => order === chosen)
  const possible = possibleOrders(dates)
  return given ?? (possible.length === 1 ? possible[0] : undefined)
}

/** Returns why dates cannot be read in the chosen order, or that it must be chosen. */
export function dateFaults(file: RecognizedFile, mapped: Columns, chosen: string): FieldError[] {
  const dates = datesOf(file, mapped)
  const possible = possibleOrders(dates)
  const order = datesOrder(file, mapped, chosen)
  if (dates.length === 0 || (order !== undefined && possible.includes(order))) return []
  const fault = (message: string) => [{ path: 'dates', message }]
  if (possible.length === 0) {
    return fault('The dates have the day first in some rows and the month first in others. Correct the file.')
  }
  const [ambiguous] = dates.filter((date) => hasTwoMeanings(date))
  if (order === undefined && ambiguous === undefined) return []
  if (order === undefined) return fault(`${ambiguous} has two meanings. Choose what its dates begin with.`)
  const wrong = dates.find((date) => !possibleOrders([date]).includes(order)) ?? ''
  return fault(`${wrong} is no date with the ${order === 'day_first' ? 'day' : 'month'} first.`)
}

/** The menu of the order of day and month. Empty if no column of the file has dates that need one. */
export function dateChoice(file: RecognizedFile, mapped: Columns, stored: string, refused?: Refused): Markup | string {
  const [example] = file.columns.flatMap((_, index) => orderedDates(file.sample.map((cells) => cells[index] ?? '')))
  if (example === undefined) return ''
  return selectField({
    label: `Dates such as ${example} begin with`,
    name: 'dates',
    options: [{ value: '', text: 'Choose' }, ...dateOrders.map((order) => ({ value: order, text: orderTexts[order] }))],
    selected: datesOrder(file, mapped, stored) ?? '',
    isOptional: true,
    refused,
  })
}

/** States that a column has dates of a report by week, which are stored as days. Empty if no column has. */
export function weeklyNote({ columns, sample }: RecognizedFile): Markup | string {
  const weekly = columns.find((_, index) => isWeekly(sample.map((cells) => cells[index] ?? '')))
  if (weekly === undefined) return ''
  return html`<ul class="warnings">
    <li>
      The dates of the column <bdi>${weekly}</bdi> are seven days apart, as in a report by week. Each row is stored as
      the numbers of its one day, and replaces what this day has. Export the report by day.
    </li>
  </ul>`
}

/** Whether cells are days of at least three weeks, and all on the same weekday. */
function isWeekly(cells: readonly string[]): boolean {
  const days = cells.map((cell) => parseDay(cell))
  const known = [...new Set(days)].map((found) => (found === null ? Number.NaN : Date.parse(found) / 86_400_000))
  return known.length >= 3 && known.every((each) => (each - (known[0] as number)) % 7 === 0)
}
