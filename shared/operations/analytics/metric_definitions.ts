import { z } from 'zod'
import { operation } from '../../operation.ts'
import { meta } from '../../schema/meta.ts'

export const metricDefinitions = operation({
  name: 'analytics.metric_definitions',
  method: 'get',
  path: '/v1/metrics/definitions',
  scope: 'read:marketing',
  summary: 'List metric definitions',
  description:
    'Returns every metric with its unit and formula. Base metrics are sums of what the platforms report. Derived ' +
    'metrics are computed from these sums.',
  input: z.object({}),
  output: z.object({
    data: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        unit: z.enum(['money', 'count', 'fraction', 'multiple']),
        formula: z.string(),
        additive: z.boolean().describe('True when values of several rows may be added.'),
        better: z.enum(['up', 'down']),
        description: z
          .string()
          .nullable()
          .describe('Details that the formula does not contain. Null when there are none.'),
      }),
    ),
    meta,
  }),
})
