import { z } from 'zod'
import { contract } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { marketingMeta } from '../../schema/connector.ts'
import { restatement } from '../../schema/restatement.ts'

const day = z.string().nullable()
const range = z.object({ first_date: day, last_date: day })
const covered = range.extend({ ready: z.boolean(), last_sync_at: z.string().nullable() })

export const dataStatus = contract({
  name: 'connector.data_status',
  scope: 'read:marketing',
  input: z.object({ brand_id: brandId }),
  output: z.object({
    brand_id: z.string(),
    ready: z.boolean().describe('Any ad data was ingested.'),
    reported_through: day.describe('The last day that every active account reported.'),
    platforms: z.array(
      z.object({
        platform: z.string(),
        connected: z.boolean().describe('An ad account is known or connected.'),
        stale: z.boolean().describe('A connected account stopped.'),
        attention: z.string().nullable().describe('What a person must do.'),
        accounts: z.int(),
        ready: z.boolean(),
        last_sync_at: z.string().nullable(),
        by_day: range,
        by_hour: range,
        restatement,
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
      detected_through: day.describe('The last day that was checked.'),
      detected_at: z.string().nullable(),
      open: z.int().describe('Active or confirmed anomalies.'),
    }),
    meta: marketingMeta.extend({ warnings: z.array(z.string()) }),
  }),
})
