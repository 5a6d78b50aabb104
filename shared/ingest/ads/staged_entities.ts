import { entityFields } from './ad_fields.ts'
import type { EntityField, RowSource, SourceRow } from './ad_fields.ts'
import { parseAmount } from '../fields/amount.ts'
import { minorUnits } from '../products/fields/currencies.ts'
import { copyText } from '../files/copy_text.ts'
import { isTimeZone } from '../fields/day.ts'
import { isVisible } from '../../text/visible_length.ts'

type Values = Partial<Record<EntityField, string>>

interface Entity {
  number: number
  lastDay: string
  /** COPY text of its values on the last day, because names and budgets change. */
  text: string
}

/** The columns of the entities' COPY text, in order. */
export const entityColumns = [
  'entity_no',
  'last_on',
  ...entityFields.map((field) => (field === 'daily_budget' ? 'daily_budget_micros' : field)),
]

const identity = ['platform', 'account_id', 'currency', 'campaign_id', 'adset_id', 'ad_id'] as const
const ids = ['account_id', 'campaign_id', 'adset_id', 'ad_id', 'creative_id'] as const
const lengthMax = 500
const knownCellsMax = 500_000

/** Numbers the distinct entities of a file: ads, ad sets, campaigns or accounts, depending on its rows. */
export class StagedEntities {
  readonly #source: RowSource
  readonly #cells: { field: EntityField; index: number; header: string }[]
  readonly #naming: number[]
  readonly #entities = new Map<string, Entity>()
  /** Entities by the raw cells of their rows, so that a known entity needs one lookup. */
  readonly #known = new Map<string, { entity: Entity; text: string }>()

  constructor(source: RowSource) {
    this.#source = source
    this.#cells = source.columns.flatMap(({ field, index, header }) =>
      isEntityField(field) ? [{ field, index, header }] : [],
    )
    const naming: readonly string[] = ['campaign_id', 'campaign_name', 'adset_id', 'adset_name', 'ad_id', 'ad_name']
    this.#naming = this.#cells.filter(({ field }) => naming.includes(field)).map(({ index }) => index)
  }

  /** Whether the row is the total of the report, which has no campaign, ad set or ad. */
  isTotal({ cells }: SourceRow): boolean {
    return this.#source.needsCampaign && this.#naming.every((index) => isAbsent(cells[index]))
  }

  /** Returns the number of the row's entity, from 1, or the reason why the row has none. */
  numberOf(row: SourceRow, day: string): number | { reason: string } {
    let raw = ''
    for (const { index } of this.#cells) raw += `${row.cells[index]}\u0001`
    let known = this.#known.get(raw)
    if (known === undefined) {
      const values = this.#read(row)
      if ('reason' in values) return values
      known = { entity: this.#entity(values), text: textOf(values) }
      if (this.#known.size >= knownCellsMax) this.#known.clear()
      this.#known.set(raw, known)
    }
    const { entity, text } = known
    if (day >= entity.lastDay) {
      entity.lastDay = day
      entity.text = text
    }
    return entity.number
  }

  /** Yields the entities as COPY text, one line each. */
  *copyLines(): Generator<string> {
    for (const { number, lastDay, text } of this.#entities.values()) yield `${number}\t${lastDay}\t${text}\n`
  }

  #entity(values: Values): Entity {
    const key = identity.map((field) => values[field] ?? '').join('\u0001')
    let entity = this.#entities.get(key)
    if (entity === undefined) {
      entity = { number: this.#entities.size + 1, lastDay: '', text: '' }
      this.#entities.set(key, entity)
    }
    return entity
  }

  #read({ cells }: SourceRow): Values | { reason: string } {
    const values: Values = {}
    for (const [field, value] of Object.entries(this.#source.defaults)) values[field as EntityField] = value
    for (const { field, index, header } of this.#cells) {
      const text = cells[index]
      if (isAbsent(text)) continue
      const value = text.trim()
      const complaint = complaintAbout(field, value)
      if (complaint) return { reason: `${header}: ${complaint}` }
      values[field] = value
    }
    return this.#completed(values)
  }

  /** If a source has names only, the name is the id. */
  #completed(values: Values): Values | { reason: string } {
    if (values.platform === undefined) return { reason: 'platform: is required in every row.' }
    values.platform = values.platform.toLowerCase()
    if (values.currency !== undefined) values.currency = values.currency.toUpperCase()
    for (const level of ['account', 'campaign', 'adset', 'ad'] as const) {
      const name = values[`${level}_name`]
      if (name !== undefined) values[`${level}_id`] ??= name
    }
    if (values.campaign_id === undefined && (values.adset_id ?? values.ad_id) !== undefined) {
      return { reason: 'campaign_name: is required, because the row has an ad or ad set.' }
    }
    if (values.adset_id === undefined && values.ad_id !== undefined) {
      return { reason: 'adset_name: is required, because the row has an ad.' }
    }
    if (values.daily_budget !== undefined) {
      const amount = parseAmount(values.daily_budget, this.#source.hasDecimalComma)
      // A budget can be text, such as "Using ad set budget". It is then unknown at this level.
      if (typeof amount === 'number' && amount >= 0) values.daily_budget = String(Math.round(amount * 1e6))
      else delete values.daily_budget
    }
    return values
  }
}

function complaintAbout(field: EntityField, value: string): string | null {
  if (value.length > lengthMax) return `must have at most ${lengthMax} characters.`
  if (!isVisible(value)) return 'must have a visible character.'
  if (value.includes('\0')) return 'contains a NUL character. Remove it.'
  if (field === 'currency' && !minorUnits.has(value.toUpperCase()))
    return `"${value}" is not an ISO 4217 code of a currency in use, such as USD.`
  if (field === 'account_timezone' && !isTimeZone(value))
    return `"${value}" is not an IANA zone such as America/New_York.`
  if ((ids as readonly string[]).includes(field) && /^\d([.,]\d+)?e\+\d+$/i.test(value)) {
    return `"${value}" is an id that a spreadsheet has rounded. Export the report again and do not open it there.`
  }
  return null
}

function isEntityField(field: string): field is EntityField {
  return (entityFields as readonly string[]).includes(field)
}

function isAbsent(text: string | undefined): text is undefined {
  if (text === undefined || text === '') return true
  const trimmed = text.trim()
  return trimmed === '' || trimmed === '--'
}

/** Returns a copy, because a substring of a cell keeps the whole chunk of the file in memory. */
function textOf(values: Values): string {
  return Buffer.from(entityFields.map((field) => copyText(values[field] ?? '')).join('\t')).toString()
}
