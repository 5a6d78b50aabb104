import { warning } from '../../sentences/warnings/stored_warning.ts'
import type { Reason } from '../../sentences/warnings/warning.ts'
import { measureColumns } from './ad_fields.ts'
import type { Field, Measure, RowSource, SourceRow } from './ad_fields.ts'
import { parseAmount } from '../fields/amount.ts'
import { withIsoDate } from '../fields/date_order.ts'
import type { DateOrder } from '../fields/date_order.ts'
import { copyJson, copyNull } from '../files/copy_text.ts'
import { hasTime, isMissingDay, parseDay, parseHour } from '../fields/day.ts'
import { StagedEntities } from './staged_entities.ts'

interface MeasureColumn {
  measure: Measure
  index: number
  header: string
  isMillionths: boolean
  isEmptyWhenZero: boolean
}

// The largest amount that a double holds to the millionth.
const amountMax = 9_000_000_000
const knownDaysMax = 50_000

/**
 * Converts rows to COPY text: (entity number, line, day, hour, rejection reason, measures). Memory grows with the
 * number of distinct ads, not of rows.
 */
export class StagedRows {
  readonly measures: Measure[]
  readonly isHourly: boolean
  readonly entities: StagedEntities
  rowsRead = 0
  /** Rows without a measure, and totals of the report. They are neither imported nor rejected. */
  rowsWithoutMeasures = 0
  rowsWithoutCampaign = 0
  /** Counts, such as impressions, that have a fraction. Modeled reports contain them. */
  countsRounded = 0
  readonly #hasDecimalComma: boolean
  readonly #dates: DateOrder | undefined
  readonly #measureColumns: MeasureColumn[]
  readonly #indexes: Partial<Record<Field, number>>
  readonly #nothing: string
  readonly #days = new Map<string, string | Reason>()

  constructor(source: RowSource) {
    this.entities = new StagedEntities(source)
    this.#hasDecimalComma = source.hasDecimalComma
    this.#dates = source.dates
    this.#indexes = Object.fromEntries(source.columns.map(({ field, index }) => [field, index]))
    this.#measureColumns = source.columns.flatMap(({ field, index, header }) =>
      isMeasure(field)
        ? [
            {
              measure: field,
              index,
              header,
              isMillionths: measureColumns[field].endsWith('_micros'),
              isEmptyWhenZero: source.emptyWhenZero?.includes(field) ?? false,
            },
          ]
        : [],
    )
    this.#nothing = `\t${copyNull}`.repeat(this.#measureColumns.length)
    this.measures = this.#measureColumns.map(({ measure }) => measure)
    this.isHourly = this.#indexes.hour !== undefined
  }

  /** Returns the COPY text of a row, with the reason if it is rejected; empty if the row is skipped. */
  copyLine(row: SourceRow): string {
    if (row.error !== undefined) return this.#refuse(row, row.error)
    const measures = this.#measures(row)
    if (typeof measures !== 'string') return this.#refuse(row, measures)
    if (measures === this.#nothing) {
      this.rowsWithoutMeasures += 1
      return ''
    }
    if (this.entities.isTotal(row)) {
      this.rowsWithoutCampaign += 1
      return ''
    }
    const day = this.#day(row)
    if (typeof day !== 'string') return this.#refuse(row, day)
    const hour = this.isHourly ? this.#hour(row) : copyNull
    if (typeof hour !== 'string') return this.#refuse(row, hour)
    const entity = this.entities.numberOf(row, day)
    if (typeof entity !== 'number') return this.#refuse(row, entity)
    this.rowsRead += 1
    return `${entity}\t${row.line}\t${day}\t${hour}\t${copyNull}${measures}\n`
  }

  #refuse(row: SourceRow, reason: Reason): string {
    this.rowsRead += 1
    return `${copyNull}\t${row.line}\t${copyNull}\t${copyNull}\t${copyJson(reason)}${this.#nothing}\n`
  }

  #measures({ cells }: SourceRow): string | Reason {
    let text = ''
    for (const column of this.#measureColumns) {
      const cell = cells[column.index]
      const staged = cell === undefined || cell === '' ? copyNull : this.#amount(cell, column)
      if (typeof staged !== 'string') return staged
      text += `\t${staged === copyNull && column.isEmptyWhenZero && this.#isDelivered(cells) ? '0' : staged}`
    }
    return text
  }

  /** Whether the row has impressions or spend. */
  #isDelivered(cells: SourceRow['cells']): boolean {
    return [this.#indexes.spend, this.#indexes.impressions].some((index) => {
      const cell = index === undefined ? undefined : cells[index]
      return cell !== undefined && (parseAmount(cell, this.#hasDecimalComma) ?? null) !== null
    })
  }

  #amount(cell: string, column: MeasureColumn): string | Reason {
    if (isShortWhole(cell)) return !column.isMillionths || cell === '0' ? cell : `${cell}000000`
    const amount = parseAmount(cell, this.#hasDecimalComma)
    if (amount === null) return copyNull
    const given = () => ({ column: column.header, text: excerpt(cell) })
    if (amount === undefined) return warning('measure_is_not_a_number', given())
    if (amount < 0) return warning('measure_is_negative', given())
    if (amount > amountMax) return warning('measure_is_too_large', given())
    if (!column.isMillionths && !Number.isInteger(amount)) this.countsRounded += 1
    return String(Math.round(column.isMillionths ? amount * 1e6 : amount))
  }

  #day({ cells }: SourceRow): string | Reason {
    const given = cells[this.#indexes.date as number] ?? ''
    const text = this.#iso(given)
    const end = this.#indexes.date_end === undefined ? undefined : this.#iso(cells[this.#indexes.date_end] ?? '')
    const key = end === undefined || end === text ? given : `${given} to ${end}`
    let day = this.#days.get(key)
    if (day === undefined) {
      day = this.#readDay(text, end, given)
      if (this.#days.size < knownDaysMax) this.#days.set(key, day)
    }
    return day
  }

  #iso(text: string): string {
    return this.#dates ? withIsoDate(text, this.#dates) : text
  }

  #readDay(text: string, end: string | undefined, given: string): string | Reason {
    const day = parseDay(text)
    if (day === null && isMissingDay(text)) return warning('day_does_not_exist', { text: excerpt(given.trim()) })
    if (day === null) return warning('day_is_unreadable', { text: excerpt(text) })
    if (end !== undefined && end.trim() !== '' && parseDay(end) !== day) {
      return warning('row_covers_several_days', { first: excerpt(text), last: excerpt(end) })
    }
    if (!this.isHourly && hasTime(text)) return warning('day_has_a_time', { text: excerpt(text) })
    return day
  }

  #hour({ cells }: SourceRow): string | Reason {
    const text = this.#iso(cells[this.#indexes.hour as number] ?? '')
    const hour = parseHour(text)
    return hour === null ? warning('hour_is_unreadable', { text: excerpt(text) }) : String(hour)
  }
}

/** Whether a cell consists of one to nine digits. Most cells do, and need no parsing. */
function isShortWhole(cell: string): boolean {
  if (cell.length > 9) return false
  for (let index = 0; index < cell.length; index++) {
    const code = cell.charCodeAt(index)
    if (code < 48 || code > 57) return false
  }
  return true
}

function isMeasure(field: Field): field is Measure {
  return field in measureColumns
}

function excerpt(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
