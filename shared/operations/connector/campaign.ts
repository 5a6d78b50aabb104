import { z } from 'zod'
import { contract } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { marketingMeta, platform, platformId } from '../../schema/connector.ts'
import { date } from '../../schema/date.ts'

const number = z.number().nullable()
const string = z.string().nullable()

const adset = z.object({
  id: z.string(),
  name: string,
  roas: number,
  spend: number,
  revenue: number,
  conversions: number,
  cpa: number,
})

export const campaign = contract({
  name: 'connector.campaign',
  scope: 'read:marketing',
  input: z.object({
    campaign_id: platformId.describe('Id from list_campaigns.'),
    platform: platform.optional().describe('Required when several platforms have a campaign with this id.'),
    account_id: platformId
      .optional()
      .describe('Required when several accounts of a platform have a campaign with this id.'),
    date_from: date.optional(),
    date_to: date.optional(),
    brand_id: brandId,
  }),
  output: z.object({
    brand_id: z.string(),
    id: z.string(),
    name: string,
    platform: z.string(),
    account: z.object({ id: z.string(), name: string }),
    status: string,
    objective: string,
    daily_budget: number,
    adsets: z.int().describe('Number of ad sets.'),
    ads: z.int(),
    date_from: z.string(),
    date_to: z.string(),
    totals: z
      .object({
        spend: number,
        revenue: number,
        conversions: number,
        impressions: number,
        clicks: number,
        roas: number,
        cpa: number,
        ctr: number,
        cpc: number,
        cvr: number,
        partial: z.literal(true).optional().describe('Present when days of the range are missing. See meta.warnings.'),
      })
      .nullable()
      .describe('Null when nothing was reported in the range.'),
    adsets_by_roas: z
      .object({ top: z.array(adset), bottom: z.array(adset) })
      .describe('Highest roas first, and lowest roas first. No ad set is in both lists.'),
    open_anomalies: z.array(z.record(z.string(), z.unknown())).describe('In the format of list_anomalies.'),
    meta: marketingMeta.extend({ data_through: string, warnings: z.array(z.string()) }),
  }),
})
