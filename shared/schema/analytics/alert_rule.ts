import { z } from 'zod'
import { choice } from '../choice.ts'
import { integer, number } from '../number.ts'
import { text } from '../text.ts'
import { knownMetricNames } from './metric_names.ts'

const comparison = choice(['below', 'above', 'falls_by', 'rises_by']).describe(
  '`below` and `above` compare the value of each day. `falls_by` and `rises_by` compare the `days` together with as many days before.',
)

/** The terms of an alert rule in a request. */
export const alertRuleTerms = {
  metric: choice(knownMetricNames),
  comparison,
  threshold: number(-1e12, 1e12).describe(
    'In units of the metric for `below` and `above`: rates are fractions. For `falls_by` and `rises_by` a fraction: 0.2 is 20 %.',
  ),
  days: integer(1, 30)
    .default(1)
    .describe('The consecutive days that the comparison must hold on, or that are compared together.'),
  platform: text(1, 50).optional().describe('Only this platform. Default: all.'),
  campaign_id: text(1, 200).optional().describe('Only the campaign with this id on its platform. Default: all.'),
}

export const alertRuleName = text(1, 200).optional()

/** The terms of an alert rule in a response. */
export const shownAlertRuleTerms = z.object({
  metric: z.string(),
  platform: z.string().nullable(),
  campaign_id: z.string().nullable(),
  comparison: z.enum(['below', 'above', 'falls_by', 'rises_by']),
  threshold: z.number(),
  days: z.int(),
})

export type AlertRuleTerms = z.output<typeof shownAlertRuleTerms>

/** An alert rule as in responses. */
export const alertRuleRow = shownAlertRuleTerms.extend({
  rule_id: z.string(),
  name: z.string().nullable(),
  campaign_name: z.string().nullable(),
  is_on: z.boolean(),
  version: z.int().describe('Increases with each change. A change names the version that it was made from.'),
  created_at: z.string(),
  changed_at: z.string(),
  judged_through: z.string().nullable().describe('The last complete day on which the rule was judged.'),
  unknown_since: z
    .string()
    .nullable()
    .describe(
      'The day since which the rule is not judged: a day has no report, the metric has no value, or an account reports later than a day. Null while it is judged.',
    ),
  latest_alert: z
    .object({
      alert_id: z.string(),
      first_on: z.string(),
      last_on: z.string().describe('The last complete day on which the rule held.'),
      value: z.number(),
      base: z.number().nullable().describe('The value of the days before, for `falls_by` and `rises_by`.'),
      triggered_at: z.string(),
      ended_at: z.string().nullable().describe('Null while the rule holds.'),
      end_reason: z.enum(['no_longer_holds', 'rule_changed']).nullable(),
    })
    .nullable(),
})

export type AlertRule = z.output<typeof alertRuleRow>
