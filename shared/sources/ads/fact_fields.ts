import { entityFields } from '../../ingest/ads/ad_fields.ts'
import type { EntityField, Field, Measure } from '../../ingest/ads/ad_fields.ts'

/** Whether facts are by day or by hour. */
export type Grain = 'day' | 'hour'

/** The source has these fields, so that rows do not repeat them. */
const fieldsOfSource: readonly EntityField[] = [
  'platform',
  'account_id',
  'account_name',
  'account_timezone',
  'currency',
]

/** Returns the fields of a row of facts, in order: the day, the hour of hourly facts, the fields of the ad, and measures. */
export function factFields(
  grain: Grain,
  measures: readonly Measure[],
  absent: readonly EntityField[] = [],
): readonly Field[] {
  const omitted = [...fieldsOfSource, ...absent]
  return [
    'date',
    ...(grain === 'hour' ? (['hour'] as const) : []),
    ...entityFields.filter((field) => !omitted.includes(field)),
    ...measures,
  ]
}
