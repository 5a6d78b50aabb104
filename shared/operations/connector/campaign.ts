import { z } from 'zod'
import { operation } from '../../operation.ts'
import { marketingMeta, platform, platformId, toolBrandId, toolRoot } from '../../schema/connector.ts'
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

export const campaign = operation({
  name: 'connector.campaign',
  method: 'post',
  path: `${toolRoot}/get_campaign`,
  scope: 'read:marketing',
  summary: 'One campaign',
  description:
    'What a campaign is set to, what it did in a range (the last 30 finished days unless told), its three ad sets with the highest and the ' +
    'lowest return, and its open anomalies. Dates are inclusive, money is in units of meta.currency, ratios are fractions, roas is a multiple.',
  input: z.object({
    campaign_id: platformId.describe('From list_campaigns.'),
    platform: platform.optional().describe('Needed where two platforms have a campaign of this id.'),
    account_id: platformId.optional().describe('Needed where two accounts of a platform have one.'),
    date_from: date.optional(),
    date_to: date.optional(),
    brand_id: toolBrandId,
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
    adsets: z.int().describe('How many it has.'),
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
        partial: z.literal(true).optional().describe('Where days of the range are missing; see meta.warnings.'),
      })
      .nullable()
      .describe('Null when nothing was reported in the range.'),
    adsets_by_roas: z
      .object({ top: z.array(adset), bottom: z.array(adset) })
      .describe('Best first and worst first; none stands in both.'),
    open_anomalies: z.array(z.record(z.string(), z.unknown())).describe('As list_anomalies tells them.'),
    meta: marketingMeta.extend({ data_through: string, warnings: z.array(z.string()) }),
  }),
})
