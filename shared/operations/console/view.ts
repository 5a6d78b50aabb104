import { z } from 'zod'
import { operation } from '../../operation.ts'
import { date } from '../../schema/date.ts'
import { adScope } from '../../schema/analytics/scope_of_ads.ts'
import { shopId } from '../../schema/storefront/product_card.ts'

export const view = operation({
  name: 'console.view',
  method: 'get',
  path: '/console/brands/{brand_id}',
  scope: 'console',
  summary: 'Get a view',
  description:
    'Returns the days of a page, the platforms and campaigns that its menus offer, and the accounts that are still being read.',
  input: z.object({
    brand_id: shopId,
    date_from: date,
    date_to: date,
    platform: adScope.platform,
    campaign_ids: adScope.campaign_ids,
  }),
  output: z.object({
    date_from: z.string(),
    date_to: z.string(),
    platforms: z.array(z.string()),
    revenue_source: z.enum(['platform', 'store']).describe('Who reports the revenue: the ad platforms or the store.'),
    unread: z
      .array(
        z.object({
          source_id: z.string(),
          name: z.string(),
          platform: z.string(),
          status: z.string(),
          progress: z.number().nullable(),
          missing_from: z
            .string()
            .nullable()
            .describe('The first day that a paused account lacks since its last read.'),
        }),
      )
      .describe('The accounts of which days of the page have not been read, with the part of all days that was.'),
    accounts: z
      .array(z.object({ id: z.string(), name: z.string().nullable(), platform: z.string() }))
      .describe('All ad accounts of the brand, with the names that the platforms report.'),
    campaigns: z.array(
      z.object({
        id: z.string(),
        name: z.string().nullable(),
        platform: z.string(),
        account_id: z.string(),
        account_name: z.string().nullable(),
      }),
    ),
  }),
})
