import { z } from 'zod'
import { operation } from '../../operation.ts'
import { alertRuleRow } from '../../schema/analytics/alert_rule.ts'
import { brandId } from '../../schema/brand.ts'
import { meta } from '../../schema/meta.ts'
import { integer } from '../../schema/number.ts'

export const alertRules = operation({
  name: 'analytics.alert_rules',
  method: 'get',
  path: '/v1/alert-rules',
  scope: 'read:marketing',
  summary: 'List alert rules',
  description:
    'Returns the alert rules of a brand, the oldest first. Each is judged on complete days. It raises one alert when it ' +
    'begins to hold (`alert.triggered`), which ends when it no longer holds.',
  input: z.object({
    limit: integer(1, 100).default(50),
    page: integer(1, 1_000_000).default(1),
    brand_id: brandId,
  }),
  output: z.object({
    brand_id: z.string(),
    currency: z.string(),
    data: z.array(alertRuleRow),
    meta: meta.extend({ total_rows: z.int(), truncated: z.boolean() }),
  }),
})
