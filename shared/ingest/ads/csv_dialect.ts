import type { EntityField, Field, Measure } from './ad_fields.ts'

/** How one platform writes its reports. */
export interface CsvDialect {
  name: string
  defaults: Partial<Record<EntityField, string>>
  /** True where a row that names no campaign is the report's own total, not an ad account. */
  needsCampaign: boolean
  /** Header names of each field, in lower case and without a currency in brackets; the first one present is taken. */
  columns: Partial<Record<Field, readonly string[]>>
  required: readonly Field[]
  /** Measures whose zero the platform writes as an empty cell. Without this list an empty cell means not reported. */
  emptyWhenZero?: readonly Measure[]
}
