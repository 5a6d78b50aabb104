import { z } from 'zod'
import { operation } from '../../operation.ts'
import { brandId } from '../../schema/brand.ts'
import { meta } from '../../schema/meta.ts'
import { integer } from '../../schema/number.ts'
import { text } from '../../schema/text.ts'

export const deleteAlertRule = operation({
  name: 'analytics.delete_alert_rule',
  method: 'delete',
  path: '/v1/alert-rules/{rule_id}',
  scope: 'write:alert_rules',
  summary: 'Remove an alert rule',
  description: 'Removes an alert rule with its alerts. An open alert ends.',
  input: z.object({
    rule_id: text(1, 100),
    version: integer(1, 999_999_999)
      .optional()
      .describe('The version that the caller read. A rule with another version returns 409 `version_conflict`.'),
    brand_id: brandId,
  }),
  output: z.object({ brand_id: z.string(), rule_id: z.string(), deleted: z.boolean(), meta }),
})
