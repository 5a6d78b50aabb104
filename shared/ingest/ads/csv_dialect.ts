import type { EntityField, Field, Measure } from './ad_fields.ts'

/** The report format of one platform. */
export interface CsvDialect {
  name: string
  defaults: Partial<Record<EntityField, string>>
  /** Whether a row without a campaign is the total of the report, not an ad account. */
  needsCampaign: boolean
  /**
   * Names of each field's column, in lower case and without a currency in parentheses. The first one present is used.
   */
  columns: Partial<Record<Field, readonly string[]>>
  required: readonly Field[]
  /** Columns that reports of other platforms lack. Without one, the required columns do not show whose report it is. */
  ownColumns?: readonly string[]
  /** Measures whose zero the platform writes as an empty cell. Without this list an empty cell means not reported. */
  emptyWhenZero?: readonly Measure[]
}
