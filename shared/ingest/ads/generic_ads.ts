import type { CsvDialect } from './csv_dialect.ts'
import { entityFields, measures } from './ad_fields.ts'

/** Vitrine's own format: fields and measures by their names (shared/ingest/README.md). */
export const genericAds: CsvDialect = {
  name: 'generic',
  defaults: {},
  needsCampaign: false,
  required: ['date', 'platform'],
  columns: Object.fromEntries(['date', 'hour', ...entityFields, ...measures].map((field) => [field, [field]])),
}
