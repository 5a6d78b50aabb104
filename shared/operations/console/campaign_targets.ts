import { z } from 'zod'
import { operation } from '../../operation.ts'
import { integer } from '../../schema/number.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'
import { monthText } from '../analytics/targets.ts'

const number = z.number().nullable()
const targets = z.object({ roas: number, cpa: number, budget: number })

export const campaignTargets = operation({
  name: 'console.campaign_targets',
  method: 'get',
  path: '/console/brands/{brand_id}/settings/targets/campaigns',
  scope: 'console',
  summary: 'List campaigns with their targets',
  description:
    'Returns every campaign of a month with its targets and those of the month before: campaigns with reports since the month before, ' +
    'campaigns that run, and campaigns with targets. `GET /v1/targets` returns the campaigns with targets beside their results.',
  input: z.object({
    brand_id: shopId,
    month: monthText.optional().describe('As YYYY-MM. Default: the current month of the brand.'),
    search: text(1, 200).optional().describe('A part of a name, id, platform or account.'),
    page: integer(1, 10_000).default(1),
    after: text(1, 600).optional().describe('A campaign of the list. Returns those after it, from page 1 on.'),
    limit: integer(1, 500).default(100),
  }),
  output: z.object({
    month: z.string(),
    previous_month: z.string(),
    currency: z.string(),
    total: z.int(),
    data: z.array(
      z.object({
        campaign: z.string().describe('Platform, account id and campaign id.'),
        campaign_id: z.string(),
        account_id: z.string(),
        account_name: z.string().nullable(),
        platform: z.string(),
        name: z.string().nullable(),
        version: z.int().describe('Increases with every change. 0: no target is set.'),
        month: targets.describe('Targets of the month. Null: not set.'),
        previous: targets.describe('Targets of the month before. Null: not set.'),
      }),
    ),
  }),
})
