import { entityFields, measureColumns } from './ad_fields.ts'
import type { EntityField, Field, Measure, RowSource, SourceRow } from './ad_fields.ts'
import { parseAmount } from './amount.ts'

export interface Rejection {
  line: number
  reason: string
}

const nameLengthMax = 500
const keyFields = ['platform', 'account_id', 'campaign_id', 'adset_id', 'ad_id'] as const
const earliest = '1990-01-01'
const latest = '2100-12-31'

/**
 * Turns rows into lines of COPY text: entities once each, facts as (entity number, line, day, hour, measures).
 * Memory grows with the number of distinct ads, not with the number of rows.
 */
export class StagedRows {
  readonly measures: Measure[]
  readonly isHourly: boolean
  readonly entities = new Map<string, { number: number; values: (string | null)[] }>()
  rowsRead = 0
  rowsRejected = 0
  readonly rejections: Rejection[] = []
  readonly #source: RowSource
  readonly #indexes: Partial<Record<Field, number>>
  readonly #measureIndexes: [index: number, measure: Measure, isMillionths: boolean][]
  readonly #entityIndexes: number[]
  /** Numbers by the raw cells, so that a row of a known ad costs one look-up. */
  readonly #numbers = new Map<string, number>()
  readonly #days = new Map<string, string | null>()
  readonly #moveDay: (day: string) => string | null

  constructor(source: RowSource, moveDay: (day: string) => string | null = (day) => day) {
    this.#source = source
    this.#moveDay = moveDay
    this.#indexes = Object.fromEntries(source.columns.map(({ field, index }) => [field, index]))
    this.#measureIndexes = source.columns
      .filter((column): column is { field: Measure; index: number } => column.field in measureColumns)
      .map(({ field, index }) => [index, field, measureColumns[field].endsWith('_micros')])
    this.#entityIndexes = source.columns.filter(({ field }) => isEntityField(field)).map(({ index }) => index)
    this.measures = this.#measureIndexes.map(([, measure]) => measure)
    this.isHourly = this.#indexes.hour !== undefined
  }

  /** The COPY line of a row, or null when it is rejected, reports nothing, or lies outside what is wanted. */
  line(row: SourceRow): string | null {
    const values = this.#measureIndexes.map(([index, measure, isMillionths]) =>
      this.#measure(row.cells[index], measure, isMillionths),
    )
    if (values.every((value) => value === '\\N')) return null
    this.rowsRead += 1
    const complaint = values.find((value) => value.startsWith('!'))
    if (complaint) return this.#reject(row.line, complaint.slice(1))

    const day = this.#day(row)
    if (day.startsWith('!')) return this.#reject(row.line, day.slice(1))
    const moved = this.#moveDay(day)
    if (moved === null) {
      this.rowsRead -= 1
      return null
    }
    const hour = this.#hour(row)
    if (hour.startsWith('!')) return this.#reject(row.line, hour.slice(1))
    const entity = this.#entity(row)
    if (typeof entity === 'string') return this.#reject(row.line, entity)
    return `${entity}\t${row.line}\t${moved}\t${hour}\t${values.join('\t')}\n`
  }

  #reject(line: number, reason: string): null {
    this.rowsRejected += 1
    if (this.rejections.length < 10_000) this.rejections.push({ line, reason })
    return null
  }

  #cell(row: SourceRow, field: Field): string | undefined {
    const index = this.#indexes[field]
    const text = index === undefined ? undefined : row.cells[index]?.trim()
    return text === '' || text === '--' ? undefined : text
  }

  #measure(cell: string | undefined, measure: Measure, isMillionths: boolean): string {
    if (cell === undefined || cell === '') return '\\N'
    const amount = parseAmount(cell, this.#source.hasDecimalComma)
    if (amount === null) return '\\N'
    if (amount === undefined) return `!${measure}: "${excerpt(cell)}" is not a number.`
    if (amount < 0) return `!${measure}: ${excerpt(cell)} is negative. Correct the report, or leave the cell empty.`
    if (amount > 9_000_000_000) return `!${measure}: ${excerpt(cell)} is more than a row can hold.`
    return String(isMillionths ? Math.round(amount * 1e6) : Math.round(amount))
  }

  #day(row: SourceRow): string {
    const text = this.#cell(row, 'date') ?? ''
    const day = text.slice(0, 10).replaceAll('/', '-')
    let known = this.#days.get(day)
    if (known === undefined) {
      known = isCalendarDay(day) && day >= earliest && day <= latest ? day : null
      if (this.#days.size < 50_000) this.#days.set(day, known)
    }
    if (known === null) return `!date: "${excerpt(text)}" is not a day from 1990 to 2100 as YYYY-MM-DD.`
    const end = this.#cell(row, 'date_end')
    if (end !== undefined && end.slice(0, 10).replaceAll('/', '-') !== day) {
      return `!date: the row covers ${excerpt(text)} to ${excerpt(end)}. Break the report down by day.`
    }
    return known
  }

  #hour(row: SourceRow): string {
    if (!this.isHourly) return '\\N'
    const text = this.#cell(row, 'hour') ?? ''
    const hour = /^(\d{1,2})(:00:00 - \d\d:59:59|:00(:00)?)?$/.exec(text)?.[1]
    return hour !== undefined && Number(hour) < 24
      ? String(Number(hour))
      : `!hour: "${excerpt(text)}" is not an hour from 0 to 23.`
  }

  #entity(row: SourceRow): number | string {
    let raw = ''
    for (const index of this.#entityIndexes) raw += `${row.cells[index]}\u0001`
    const known = this.#numbers.get(raw)
    if (known !== undefined) return known
    const number = this.#resolveEntity(row)
    if (typeof number === 'number') this.#numbers.set(raw, number)
    return number
  }

  /** The number of the row's entity, or what is wrong with it. A later name of the same ids takes the place of an earlier one. */
  #resolveEntity(row: SourceRow): number | string {
    const values: Partial<Record<EntityField, string>> = {}
    for (const field of entityFields) {
      const value = this.#cell(row, field) ?? this.#source.defaults[field]
      if (value === undefined) continue
      if (value.length > nameLengthMax) return `${field}: longer than ${nameLengthMax} characters.`
      if (value.includes('\0')) return `${field}: contains a NUL character. Remove it.`
      values[field] = value
    }
    if (!values.platform) return 'platform: empty. Name the platform of every row.'
    values.platform = values.platform.toLowerCase()
    values.account_id ??= values.account_name ?? values.platform
    if (values.campaign_name !== undefined) values.campaign_id ??= values.campaign_name
    if (values.adset_name !== undefined) values.adset_id ??= values.adset_name
    if (values.ad_name !== undefined) values.ad_id ??= values.ad_name
    if (values.adset_id && !values.campaign_id) return 'campaign_name: empty, though the row names an ad set.'
    if (values.ad_id && !values.adset_id) return 'adset_name: empty, though the row names an ad.'
    if (values.daily_budget !== undefined) values.daily_budget = this.#budget(values.daily_budget)

    const key = keyFields.map((field) => values[field] ?? '').join('\u0001')
    const ordered = entityFields.map((field) => values[field] ?? null)
    const known = this.entities.get(key)
    if (known) {
      known.values = ordered
      return known.number
    }
    this.entities.set(key, { number: this.entities.size + 1, values: ordered })
    return this.entities.size
  }

  #budget(text: string): string {
    const amount = parseAmount(text, this.#source.hasDecimalComma)
    return typeof amount === 'number' && amount >= 0 ? String(Math.round(amount * 1e6)) : ''
  }
}

function isEntityField(field: Field): field is EntityField {
  return (entityFields as readonly string[]).includes(field)
}

function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

function excerpt(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
