import { warning } from '../../sentences/warnings/stored_warning.ts'
import type { Reason } from '../../sentences/warnings/warning.ts'
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
  numberOf(row: SourceRow, day: string): number | Reason {
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

  #read({ cells }: SourceRow): Values | Reason {
    const values: Values = {}
    for (const [field, value] of Object.entries(this.#source.defaults)) values[field as EntityField] = value
    for (const { field, index, header } of this.#cells) {
      const text = cells[index]
      if (isAbsent(text)) continue
      const value = text.trim()
      const complaint = complaintAbout(field, header, value)
      if (complaint) return complaint
      values[field] = value
    }
    return this.#completed(values)
  }

  /** If a source has names only, the name is the id. */
  #completed(values: Values): Values | Reason {
    if (values.platform === undefined) return warning('platform_is_missing')
    values.platform = values.platform.toLowerCase()
    if (values.currency !== undefined) values.currency = values.currency.toUpperCase()
    const { amountsCurrency } = this.#source
    if (amountsCurrency !== undefined && values.currency !== undefined && values.currency !== amountsCurrency) {
      return warning('row_has_another_currency', { currency: values.currency, header_currency: amountsCurrency })
    }
    for (const level of ['account', 'campaign', 'adset', 'ad'] as const) {
      const name = values[`${level}_name`]
      if (name !== undefined) values[`${level}_id`] ??= name
    }
    if (values.campaign_id === undefined && (values.adset_id ?? values.ad_id) !== undefined) {
      return warning('campaign_is_missing')
    }
    if (values.adset_id === undefined && values.ad_id !== undefined) {
      return warning('adset_is_missing')
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

function complaintAbout(field: EntityField, column: string, text: string): Reason | null {
  if (text.length > lengthMax) return warning('name_is_too_long', { column, characters_max: lengthMax })
  if (!isVisible(text)) return warning('name_is_invisible', { column })
  if (text.includes('\0')) return warning('name_has_a_nul', { column })
  if (field === 'currency' && !minorUnits.has(text.toUpperCase())) {
    return warning('account_currency_is_unknown', { column, text })
  }
  if (field === 'account_timezone' && !isTimeZone(text)) {
    return warning('account_timezone_is_unknown', { column, text })
  }
  if ((ids as readonly string[]).includes(field) && /^\d([.,]\d+)?e\+\d+$/i.test(text)) {
    return warning('id_is_rounded', { column, text })
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
