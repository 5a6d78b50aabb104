import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { cursor, marketingMeta, page, platform, platformId, toolBrandId, toolRoot } from '../../schema/connector.ts'
import { integer } from '../../schema/number.ts'
import { text } from '../../schema/text.ts'

const string = z.string().nullable()

export const campaigns = operation({
  name: 'connector.campaigns',
  method: 'post',
  path: `${toolRoot}/list_campaigns`,
  scope: 'read:marketing',
  summary: 'List campaigns',
  description:
    'Returns campaigns, ad sets or ads with their settings, sorted by platform, name and id. Returns no performance: ' +
    'use get_ad_performance, or get_campaign for one campaign. daily_budget is in meta.currency and null when the ' +
    'platform sets none at this level. status is the value of the platform.',
  input: z.object({
    level: choice(['campaign', 'adset', 'ad']).default('campaign'),
    platform: platform.optional(),
    status: text(1, 60)
      .optional()
      .describe('Status value of the platform, such as paused. active matches every equivalent value.'),
    parent_id: platformId
      .optional()
      .describe('Id of the parent: the account of campaigns, the campaign of ad sets, the ad set of ads.'),
    search: text(1, 200).optional().describe('Part of the name, or the complete id.'),
    limit: integer(1, 200).default(50),
    cursor,
    brand_id: toolBrandId,
  }),
  output: z.object({
    brand_id: z.string(),
    level: z.string(),
    data: z.array(
      z.object({
        id: z.string(),
        name: string,
        level: z.string(),
        platform: z.string(),
        account_id: z.string(),
        parent_id: z.string(),
        status: string,
        objective: string,
        daily_budget: z.number().nullable(),
      }),
    ),
    ...page,
    meta: marketingMeta.extend({ warnings: z.array(z.string()) }),
  }),
})
