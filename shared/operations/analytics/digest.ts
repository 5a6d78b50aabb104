import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shownAlertRuleTerms } from '../../schema/analytics/alert_rule.ts'
import { explanation } from '../../schema/analytics/explanation.ts'
import { brandId } from '../../schema/brand.ts'
import { choice } from '../../schema/choice.ts'
import { date } from '../../schema/date.ts'
import { meta } from '../../schema/meta.ts'
import { anomaly } from './anomalies.ts'

const number = z.number().nullable()
const string = z.string().nullable()

const pace = {
  budget: number,
  spend_to_date: number,
  pacing_percent: number.describe('100 means that the month ends exactly on budget.'),
  projected_end_of_period: number,
  status: choice(['on_track', 'under', 'over']).nullable(),
}

const alert = shownAlertRuleTerms.extend({
  rule_id: z.string(),
  name: string,
  label: z.string(),
  unit: choice(['money', 'count', 'fraction', 'multiple']),
  campaign_name: string,
  alert_id: z.string(),
  first_on: z.string(),
  last_on: z.string(),
  value: z.number(),
  base: number,
  triggered_at: z.string(),
  ended_at: string,
  end_reason: string,
})

export const digest = operation({
  name: 'analytics.digest',
  method: 'get',
  path: '/v1/digest',
  scope: 'read:marketing',
  summary: 'Get the weekly digest',
  description:
    'Returns a complete week against the week before, as the weekly mail has it: totals, explanations as of GET /v1/explanations, anomalies and alerts ' +
    'that are still open, the pace of budgets, proposals that wait for a decision. Anomalies, alerts, proposals and paces are those of now, also for an earlier week. `meta.warnings` names days that are not reported.',
  input: z.object({
    week: date
      .optional()
      .describe(
        'The Monday with which the week begins. Default: the last complete week, in the time zone of the brand.',
      ),
    brand_id: brandId,
  }),
  output: z.object({
    brand_id: z.string(),
    week: z.string().describe('The first day, a Monday.'),
    date_to: z.string(),
    compared_from: z.string(),
    compared_to: z.string(),
    is_reported: z.boolean().describe('False if no report has a day of the week.'),
    is_complete: z.boolean().describe('Whether all days of the week are reported.'),
    metrics: z.array(
      z.object({
        metric: z.string(),
        label: z.string(),
        unit: choice(['money', 'count', 'fraction', 'multiple']),
        value: number,
        previous: number,
        change_rate: number.describe('Fraction of `previous`. Null if a day of the two weeks is not complete.'),
      }),
    ),
    explanations: z
      .array(explanation)
      .describe('Of spend, revenue and ROAS, with the three largest campaigns. Empty if nothing can be compared.'),
    anomalies: z.object({
      total: z.int(),
      data: z.array(anomaly.omit({ neighbors: true })).describe('The five most severe.'),
      detected_through: string.describe('The last day that was checked.'),
    }),
    alerts: z.object({ total: z.int(), data: z.array(alert).describe('The five latest.') }),
    budgets: z.object({
      month: z.string(),
      data_through: string,
      brand: z.object(pace).nullable().describe('The budget that the brand set for the month. Null without one.'),
      campaigns_off_pace: z.int(),
      campaigns: z
        .array(
          z.object({
            platform: z.string(),
            account_id: string,
            campaign_id: string,
            campaign_name: string,
            ...pace,
          }),
        )
        .describe('The five that miss their budgets by most.'),
    }),
    proposals: z.object({
      total: z.int(),
      data: z
        .array(
          z.object({
            id: z.string(),
            change: z.string(),
            level: z.string(),
            platform: z.string(),
            target_id: z.string(),
            name: string,
            expires_at: z.string(),
          }),
        )
        .describe('The five that expire first.'),
    }),
    meta: meta.extend({
      currency: z.string(),
      timezone: z.string(),
      data_through: z.string().describe('Last day with data.'),
      attribution_setting: z.string().describe('Source of the revenue: `platform` or `store`.'),
      warnings: z.array(z.string()),
    }),
  }),
})

export type Digest = z.output<typeof digest.output>
