import { z } from 'zod'
import { operation } from '../../operation.ts'
import { alertRuleName, alertRuleRow, alertRuleTerms } from '../../schema/analytics/alert_rule.ts'
import { brandId } from '../../schema/brand.ts'
import { flag } from '../../schema/flag.ts'
import { meta } from '../../schema/meta.ts'
import { integer } from '../../schema/number.ts'
import { text } from '../../schema/text.ts'

export const changeAlertRule = operation({
  name: 'analytics.change_alert_rule',
  method: 'put',
  path: '/v1/alert-rules/{rule_id}',
  scope: 'write:alert_rules',
  summary: 'Change an alert rule',
  description:
    'Replaces an alert rule, or turns it off. A rule that is off or has other terms ends its open alert. A rule with ' +
    'another version returns 409 `version_conflict`.',
  input: z.object({
    rule_id: text(1, 100),
    version: integer(1, 999_999_999).describe('The version that the change was made from.'),
    ...alertRuleTerms,
    name: alertRuleName,
    is_on: flag.describe('Whether the rule is judged.'),
    brand_id: brandId,
  }),
  output: z.object({ brand_id: z.string(), currency: z.string(), rule: alertRuleRow, meta }),
})
