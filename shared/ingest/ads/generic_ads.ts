import type { CsvDialect } from './csv_dialect.ts'
import { entityFields, measures } from './ad_fields.ts'
import type { Field } from './ad_fields.ts'

/** Other names of a level of the report. Its rows would be duplicates of each other without it. */
const aliases: Partial<Record<Field, readonly string[]>> = {
  currency: ['currency code'],
  account_name: ['account'],
  campaign_name: ['campaign'],
  adset_name: ['ad set name', 'ad set', 'adset', 'ad_set'],
  adset_id: ['ad set id'],
  ad_name: ['ad'],
}

/** Vitrine's own format: fields and measures by their names (shared/ingest/README.md). */
export const genericAds: CsvDialect = {
  name: 'generic',
  defaults: {},
  needsCampaign: false,
  required: ['date', 'platform'],
  columns: Object.fromEntries(
    (['date', 'hour', ...entityFields, ...measures] as const).map((field) => [
      field,
      [field, field.replaceAll('_', ' '), ...(aliases[field] ?? [])],
    ]),
  ),
}
