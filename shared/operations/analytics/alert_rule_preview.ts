import { z } from 'zod'
import { operation } from '../../operation.ts'
import { readAlertRule } from '../../question/alert_rule.ts'
import type { QuestionContext } from '../../question/question_context.ts'
import { alertRuleTerms, shownAlertRuleTerms } from '../../schema/analytics/alert_rule.ts'
import { brandId } from '../../schema/brand.ts'
import { meta } from '../../schema/meta.ts'
import { text } from '../../schema/text.ts'

const { metric, comparison, threshold, days, ...others } = alertRuleTerms

export const alertRulePreview = operation({
  name: 'analytics.alert_rule_preview',
  method: 'post',
  path: '/v1/alert-rules/preview',
  scope: 'read:marketing',
  summary: 'Preview an alert rule',
  description:
    'Returns the alerts that a rule would have raised in the last 90 complete days, judged with the present data. ' +
    'Stores nothing. Send `text`, for example "ROAS of Meta under 2 for two days", or the terms of the rule. Words that are ' +
    'not understood are refused.',
  input: z.object({
    text: text(1, 200).optional().describe('The rule in plain English, in place of its terms.'),
    metric: metric.optional(),
    comparison: comparison.optional(),
    threshold: threshold.optional(),
    days: days.unwrap().optional(),
    ...others,
    brand_id: brandId,
  }),
  prepare: {
    operation: 'analytics.question_context',
    reads: ['text'],
    adds: ['campaign_name', 'threshold_units'],
    run: (input, context) => ({ input: { ...input, ...readAlertRule(input, context as QuestionContext) } }),
  },
  output: z.object({
    brand_id: z.string(),
    currency: z.string(),
    rule: shownAlertRuleTerms,
    date_from: z.string(),
    date_to: z.string(),
    days_judged: z.int(),
    days_not_known: z
      .int()
      .describe('Days on which the rule cannot be judged, because a day has no report or no value.'),
    alerts: z.array(
      z.object({ first_on: z.string(), last_on: z.string(), value: z.number(), base: z.number().nullable() }),
    ),
    meta,
  }),
})
