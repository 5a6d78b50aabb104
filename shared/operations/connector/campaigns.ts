import { z } from 'zod'
import { contract } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { choice } from '../../schema/choice.ts'
import { cursor, marketingMeta, page, platform, platformId } from '../../schema/connector.ts'
import { integer } from '../../schema/number.ts'
import { text } from '../../schema/text.ts'

const string = z.string().nullable()

export const campaigns = contract({
  name: 'connector.campaigns',
  scope: 'read:marketing',
  input: z.object({
    level: choice(['campaign', 'adset', 'ad']).default('campaign'),
    platform: platform.optional(),
    status: text(1, 60)
      .optional()
      .describe('Status value of the platform, such as paused. active matches every equivalent value.'),
    parent_id: platformId.optional().describe('Id of the parent account, campaign or ad set.'),
    search: text(1, 200).optional().describe('Part of the name, or the id.'),
    limit: integer(1, 200).default(50),
    cursor,
    brand_id: brandId,
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
