import { z } from 'zod'
import { operation } from '../../operation.ts'
import { marketingMeta, toolBrandId, toolRoot } from '../../schema/connector.ts'

const day = z.string().nullable()
const range = z.object({ first_date: day, last_date: day })
const covered = range.extend({ ready: z.boolean(), last_sync_at: z.string().nullable() })

export const dataStatus = operation({
  name: 'connector.data_status',
  method: 'post',
  path: `${toolRoot}/get_data_status`,
  scope: 'read:marketing',
  summary: 'What a brand has data of',
  description:
    'Which platforms are connected, when each last reported and from when to when, by day and by hour; likewise orders, journeys, forecasts ' +
    'and anomalies. Ask here when another tool answers data_not_ready: what is not ready was never ingested. Dates are inclusive.',
  input: z.object({ brand_id: toolBrandId }),
  output: z.object({
    brand_id: z.string(),
    ready: z.boolean().describe('Whether any ad data was ever ingested.'),
    reported_through: day.describe('The last finished day that every active ad account has reported.'),
    platforms: z.array(
      z.object({
        platform: z.string(),
        connected: z.boolean().describe('Whether an ad account of it is known.'),
        accounts: z.int(),
        ready: z.boolean(),
        last_sync_at: z.string().nullable(),
        by_day: range,
        by_hour: range,
      }),
    ),
    orders: covered,
    journeys: covered,
    forecasts: z.object({
      ready: z.boolean(),
      metrics: z.array(z.string()),
      trained_through: day,
    }),
    anomalies: z.object({
      ready: z.boolean(),
      detected_through: day.describe('Last day up to which every one was looked at, as reported now.'),
      detected_at: z.string().nullable(),
      open: z.int().describe('How many are active or confirmed.'),
    }),
    meta: marketingMeta.extend({ warnings: z.array(z.string()) }),
  }),
})
