import { z } from 'zod'

const change = z.number().nullable()

/** Shares by which later reports changed the numbers of a platform or an ad account. */
export const restatement = z
  .object({
    last_week: z.object({ date_from: z.string(), date_to: z.string() }),
    this_week: z.object({ date_from: z.string(), date_to: z.string() }),
    metrics: z.array(
      z.object({
        metric: z.string(),
        last_week_change: change.describe('Change of last_week since it was first reported: 0.05 is 5 % more.'),
        expected_change: change.describe('Further change of this_week.'),
      }),
    ),
    last_week_reason: z.string().nullable().describe('Why last_week_change is null.'),
    reason: z.string().nullable().describe('Why expected_change is null.'),
  })
  .nullable()
  .describe('Null without reports for two weeks.')
