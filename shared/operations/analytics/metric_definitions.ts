import { z } from 'zod'
import { operation } from '../../operation.ts'
import { meta } from '../../schema/meta.ts'

export const metricDefinitions = operation({
  name: 'analytics.metric_definitions',
  method: 'get',
  path: '/v1/metrics/definitions',
  scope: 'read:marketing',
  summary: 'Every metric with its unit and formula',
  description: 'Base metrics are summed as the platforms report them; the others are derived from those sums.',
  input: z.object({}),
  output: z.object({
    data: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        unit: z.enum(['money', 'count', 'fraction', 'multiple']),
        formula: z.string(),
        additive: z.boolean().describe('Whether rows may be added up.'),
        better: z.enum(['up', 'down']),
        description: z.string().nullable().describe('What the formula does not say; null where it says everything.'),
      }),
    ),
    meta,
  }),
})
