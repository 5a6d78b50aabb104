import type { Ad, AdGroup, Campaign, Measures, Status } from '../ad_ledger.ts'
import { double } from '../money.ts'
import type { ConversionAction, Customer } from './customers.ts'

export interface Row {
  customer: Customer
  client?: { customer: Customer; level: number }
  campaign?: Campaign
  group?: AdGroup | undefined
  ad?: Ad | undefined
  action?: ConversionAction
  day?: string | undefined
  hour?: number | undefined
  measures: Measures
}

/** The value of a field in JSON: 64-bit integers are texts (proto3 JSON). Undefined is left out. */
export type Value = string | number | boolean | undefined

export interface Field {
  kind: 'int64' | 'int32' | 'double' | 'string' | 'boolean' | 'enum'
  read: (row: Row) => Value
  /** The constants of an enum. */
  constants?: readonly string[]
}

const statuses: Record<Status, string> = { active: 'ENABLED', paused: 'PAUSED', deleted: 'REMOVED' }
const entityStatuses = ['UNSPECIFIED', 'UNKNOWN', 'ENABLED', 'PAUSED', 'REMOVED']
const customerStatuses = ['UNSPECIFIED', 'UNKNOWN', 'ENABLED', 'CANCELED', 'SUSPENDED', 'CLOSED']
const channels = ['UNSPECIFIED', 'UNKNOWN', 'SEARCH', 'DISPLAY', 'SHOPPING', 'VIDEO', 'PERFORMANCE_MAX', 'DEMAND_GEN']

const text = (read: Field['read']): Field => ({ kind: 'string', read })
const int64 = (read: Field['read']): Field => ({ kind: 'int64', read })
const flag = (read: Field['read']): Field => ({ kind: 'boolean', read })
const constant = (constants: readonly string[], read: Field['read']): Field => ({ kind: 'enum', constants, read })
const count = (name: keyof Measures): Field => int64(({ measures }) => String(measures[name]))
const number = (read: Field['read']): Field => ({ kind: 'double', read })
const ratio = (part: bigint, whole: bigint) => (whole === 0n ? undefined : Number(part) / Number(whole))

/** The fields of the Google Ads API that this server knows. */
export const fields: Record<string, Field> = {
  'customer.id': int64(({ customer }) => customer.id),
  'customer.descriptive_name': text(({ customer }) => customer.name),
  'customer.currency_code': text(({ customer }) => customer.currency),
  'customer.time_zone': text(({ customer }) => customer.timezone),
  'customer.manager': flag(({ customer }) => customer.isManager),
  'customer.test_account': flag(() => false),
  'customer.auto_tagging_enabled': flag(() => true),
  'customer.status': constant(customerStatuses, ({ customer }) => customer.status),
  'customer.resource_name': text(({ customer }) => `customers/${customer.id}`),

  'customer_client.client_customer': text(({ client }) => `customers/${client?.customer.id}`),
  'customer_client.id': int64(({ client }) => client?.customer.id),
  'customer_client.level': int64(({ client }) => String(client?.level)),
  'customer_client.manager': flag(({ client }) => client?.customer.isManager),
  'customer_client.status': constant(customerStatuses, ({ client }) => client?.customer.status),
  'customer_client.time_zone': text(({ client }) => client?.customer.timezone),
  'customer_client.currency_code': text(({ client }) => client?.customer.currency),
  'customer_client.descriptive_name': text(({ client }) => client?.customer.name),
  'customer_client.hidden': flag(() => false),
  'customer_client.test_account': flag(() => false),
  'customer_client.resource_name': text(
    ({ customer, client }) => `customers/${customer.id}/customerClients/${client?.customer.id}`,
  ),

  'campaign.id': int64(({ campaign }) => campaign?.id),
  'campaign.name': text(({ campaign }) => campaign?.name),
  'campaign.status': constant(entityStatuses, ({ campaign }) => campaign && statuses[campaign.status]),
  'campaign.advertising_channel_type': constant(channels, ({ campaign }) =>
    campaign?.hasAds ? 'SEARCH' : 'PERFORMANCE_MAX',
  ),
  'campaign.campaign_budget': text(
    ({ customer, campaign }) => `customers/${customer.id}/campaignBudgets/${campaign?.id}`,
  ),
  'campaign.resource_name': text(({ customer, campaign }) => `customers/${customer.id}/campaigns/${campaign?.id}`),

  // Each campaign has a budget of its own, whose id is the id of the campaign.
  'campaign_budget.id': int64(({ campaign }) => campaign?.id),
  'campaign_budget.amount_micros': int64(({ campaign }) => String(campaign?.dailyBudget)),
  'campaign_budget.period': constant(['UNSPECIFIED', 'UNKNOWN', 'DAILY', 'CUSTOM_PERIOD'], () => 'DAILY'),
  'campaign_budget.explicitly_shared': flag(() => false),
  'campaign_budget.resource_name': text(
    ({ customer, campaign }) => `customers/${customer.id}/campaignBudgets/${campaign?.id}`,
  ),

  'ad_group.id': int64(({ group }) => group?.id),
  'ad_group.name': text(({ group }) => group?.name),
  'ad_group.status': constant(entityStatuses, ({ group }) => group && statuses[group.status]),
  'ad_group.campaign': text(({ customer, campaign }) => `customers/${customer.id}/campaigns/${campaign?.id}`),
  'ad_group.resource_name': text(({ customer, group }) => `customers/${customer.id}/adGroups/${group?.id}`),

  'ad_group_ad.ad.id': int64(({ ad }) => ad?.id),
  // Responsive search ads have no name: the field is absent for every third ad.
  'ad_group_ad.ad.name': text(({ ad }) => (ad && Number(ad.id.at(-1)) % 3 !== 0 ? ad.name : undefined)),
  'ad_group_ad.ad.type': constant(['RESPONSIVE_SEARCH_AD', 'IMAGE_AD', 'VIDEO_AD'], () => 'RESPONSIVE_SEARCH_AD'),
  'ad_group_ad.ad.resource_name': text(({ customer, ad }) => `customers/${customer.id}/ads/${ad?.id}`),
  'ad_group_ad.status': constant(entityStatuses, ({ ad }) => ad && statuses[ad.status]),
  'ad_group_ad.ad_group': text(({ customer, group }) => `customers/${customer.id}/adGroups/${group?.id}`),
  'ad_group_ad.resource_name': text(
    ({ customer, group, ad }) => `customers/${customer.id}/adGroupAds/${group?.id}~${ad?.id}`,
  ),

  'conversion_action.id': int64(({ action }) => action?.id),
  'conversion_action.name': text(({ action }) => action?.name),
  'conversion_action.category': constant(['DEFAULT', 'PURCHASE', 'SIGNUP', 'PAGE_VIEW'], () => 'PURCHASE'),
  'conversion_action.status': constant(['ENABLED', 'REMOVED', 'HIDDEN'], () => 'ENABLED'),
  'conversion_action.click_through_lookback_window_days': int64(({ action }) => String(action?.clickDays)),
  'conversion_action.view_through_lookback_window_days': int64(() => '1'),
  'conversion_action.resource_name': text(
    ({ customer, action }) => `customers/${customer.id}/conversionActions/${action?.id}`,
  ),

  'segments.date': text(({ day }) => day),
  'segments.hour': { kind: 'int32', read: ({ hour }) => hour },

  'metrics.impressions': count('impressions'),
  'metrics.clicks': count('clicks'),
  'metrics.cost_micros': count('spend'),
  'metrics.conversions': number(({ measures }) => double(measures.conversions)),
  'metrics.conversions_value': number(({ measures }) => double(measures.revenue)),
  'metrics.all_conversions': number(({ measures }) => double(measures.conversions)),
  'metrics.all_conversions_value': number(({ measures }) => double(measures.revenue)),
  'metrics.view_through_conversions': int64(() => '0'),
  'metrics.ctr': number(({ measures }) => ratio(measures.clicks, measures.impressions)),
  'metrics.average_cpc': number(({ measures }) => ratio(measures.spend, measures.clicks)),
}

/** Which resources a query may select beside the one in its FROM clause, and whether it has metrics. */
export const resources: Record<string, { with: readonly string[]; hasMetrics: boolean }> = {
  customer: { with: ['customer'], hasMetrics: true },
  campaign: { with: ['customer', 'campaign', 'campaign_budget'], hasMetrics: true },
  ad_group: { with: ['customer', 'campaign', 'campaign_budget', 'ad_group'], hasMetrics: true },
  ad_group_ad: { with: ['customer', 'campaign', 'campaign_budget', 'ad_group', 'ad_group_ad'], hasMetrics: true },
  campaign_budget: { with: ['customer', 'campaign_budget'], hasMetrics: false },
  customer_client: { with: ['customer', 'customer_client'], hasMetrics: false },
  conversion_action: { with: ['customer', 'conversion_action'], hasMetrics: false },
}
