import { z } from 'zod'
import { operation } from '../../operation.ts'
import { alertRuleName, alertRuleRow, alertRuleTerms } from '../../schema/analytics/alert_rule.ts'
import { brandId } from '../../schema/brand.ts'
import { meta } from '../../schema/meta.ts'

export const createAlertRule = operation({
  name: 'analytics.create_alert_rule',
  method: 'post',
  path: '/v1/alert-rules',
  scope: 'write:alert_rules',
  status: 201,
  summary: 'Add an alert rule',
  description: 'Adds an alert rule. Preview it first. A repeated request returns 409. A brand has at most 100 rules.',
  input: z.object({ ...alertRuleTerms, name: alertRuleName, brand_id: brandId }),
  output: z.object({ brand_id: z.string(), currency: z.string(), rule: alertRuleRow, meta }),
})
