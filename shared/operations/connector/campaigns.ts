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
  summary: 'Campaigns, ad sets or ads',
  description:
    'What there is and how it is set, by platform, name and id; no performance: get_ad_performance has that, get_campaign both for one ' +
    "campaign. daily_budget is in units of meta.currency, null where the platform sets none at this level. Status is in the platform's words.",
  input: z.object({
    level: choice(['campaign', 'adset', 'ad']).default('campaign'),
    platform: platform.optional(),
    status: text(1, 60)
      .optional()
      .describe('As the platform writes it, such as paused; active stands for every word of theirs that means it.'),
    parent_id: platformId.optional().describe('The account of campaigns, the campaign of ad sets, the ad set of ads.'),
    search: text(1, 200).optional().describe('Part of the name, or the whole id.'),
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
