import { z } from 'zod'
import { operation } from '../../operation.ts'
import { experimentRow, today } from '../../schema/analytics/experiment.ts'
import { brandId } from '../../schema/brand.ts'
import { choice } from '../../schema/choice.ts'
import { meta } from '../../schema/meta.ts'
import { integer } from '../../schema/number.ts'

export const experiments = operation({
  name: 'analytics.experiments',
  method: 'get',
  path: '/v1/experiments',
  scope: 'read:marketing',
  summary: 'List experiments',
  description:
    'Returns the experiments of a brand, the latest first, each with the effect that its plan can detect and, once ended, ' +
    'its read-out of that time.',
  input: z.object({
    status: choice(['planned', 'running', 'ended', 'canceled']).optional(),
    limit: integer(1, 200).default(50),
    page: integer(1, 1_000_000).default(1),
    brand_id: brandId,
  }),
  output: z.object({
    brand_id: z.string(),
    currency: z.string(),
    today,
    data: z.array(experimentRow),
    meta: meta.extend({ total_rows: z.int(), truncated: z.boolean() }),
  }),
})
