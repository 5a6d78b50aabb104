import type { Grain } from '../ads/fact_fields.ts'
import type { Window } from '../platform.ts'
import type { Parameters } from './graph.ts'

export type Level = 'ad' | 'campaign' | 'account'

export const hourlyBreakdown = 'hourly_stats_aggregated_by_advertiser_time_zone'

/** All statuses of ads and campaigns. Without them, Meta leaves out archived and deleted ones, whose spend still counts. */
export const effectiveStatuses = {
  ad: [
    'ACTIVE',
    'PAUSED',
    'DELETED',
    'ARCHIVED',
    'PENDING_REVIEW',
    'DISAPPROVED',
    'PREAPPROVED',
    'PENDING_BILLING_INFO',
    'CAMPAIGN_PAUSED',
    'ADSET_PAUSED',
    'IN_PROCESS',
    'WITH_ISSUES',
  ],
  campaign: ['ACTIVE', 'PAUSED', 'DELETED', 'ARCHIVED', 'IN_PROCESS', 'WITH_ISSUES'],
} as const

const names = {
  account: ['account_id', 'account_currency'],
  campaign: ['campaign_id', 'campaign_name'],
  ad: ['adset_id', 'adset_name', 'ad_id', 'ad_name'],
}
const deliveryFields = ['spend', 'impressions', 'clicks', 'inline_link_clicks']
const dailyFields = ['actions', 'action_values']

/**
 * The parameters of insights. Hours have no actions, because Meta leaves actions outside of its own apps out of them: a purchase
 * would be 0 in each hour. The attribution is that of the ad sets, as the Ads Manager shows it.
 */
export function insightsQuery(level: Level, grain: Grain, window: Window, { hasDeleted = true } = {}): Parameters {
  const fields = [
    ...names.account,
    ...(level === 'account' ? [] : names.campaign),
    ...(level === 'ad' ? names.ad : []),
    ...deliveryFields,
    ...(grain === 'day' ? dailyFields : []),
  ]
  return {
    level,
    fields: fields.join(','),
    time_range: JSON.stringify({ since: window.from, until: window.to }),
    time_increment: '1',
    use_unified_attribution_setting: 'true',
    ...(grain === 'day'
      ? { action_attribution_windows: JSON.stringify(['7d_click', '1d_view']) }
      : { breakdowns: hourlyBreakdown }),
    ...(hasDeleted && level !== 'account' && { filtering: statusFilter(level) }),
  }
}

function statusFilter(level: 'ad' | 'campaign'): string {
  return JSON.stringify([{ field: `${level}.effective_status`, operator: 'IN', value: effectiveStatuses[level] }])
}
