import { accountTitle, platformName } from '../pages/account_title.ts'
import { formatDay, formatDays, instantFormatter } from '../pages/day.ts'
import type { NamedOperation } from './addresses.ts'
import type { Audience } from './audience.ts'

/** The pages of the console that show what an operation of the API returns. */
const pages: Record<NamedOperation, string> = {
  'analytics.anomalies': 'The page Anomalies',
  'analytics.attribution': 'The page Attribution',
  'analytics.experiments': 'The page Experiments',
  'analytics.promotions': 'The API',
  'analytics.alert_rules': 'The page Alert rules',
  'analytics.brands': 'The list of your brands',
  'analytics.breakdown': 'The page Performance',
  'connector.campaigns': 'The page Overview',
  'storefront.bundles': 'The page Catalog',
  'storefront.products': 'The page Catalog',
  'webhooks.deliveries': 'The page of the endpoint',
  'webhooks.endpoints': 'The page Webhooks',
  'webhooks.event_types': 'The form',
  'webhooks.update_endpoint': 'through the API',
}

/** Labels of forms that differ from the name of the input. */
const labels: Record<string, string> = {
  accept_percent: 'Accept at once from',
  accounting: 'A refund counts',
  click_days: 'Click window',
  block_days: 'Days of a block',
  budget: 'Budget of the month',
  campaign_ids: 'Campaigns',
  compared_model: 'Compare with',
  cpa: 'Target CPA',
  decline_percent: 'Decline below',
  answer_minutes: 'Minutes to answer',
  answered_by: 'Who answers offers',
  email: 'E-mail address',
  end_previous: '"The secret leaked: stop using it now"',
  half_life_hours: 'Half-life',
  hold_minutes: 'Minutes an agreed price is held',
  is_enabled: 'Prices',
  negotiations_per_day_max: 'Negotiations of an agent in a day',
  percent_off: 'Discount by quantity (%)',
  prefix: 'Kind of key',
  q: 'Search',
  quantity_min: 'Quantity',
  rationale: 'Reason',
  'change.to': 'The proposed budget',
  quantity_tiers: 'Discounts by quantity',
  rounds_max: 'Offers of an agent',
  roas: 'Target ROAS',
  scope: 'Permissions',
  scopes: 'Permissions',
  starts_on: 'First day',
  subject: 'Product or bundle',
  target_percent: 'Target (last counter-offer)',
  timezone: 'Time zone',
  types: 'Event types',
  url: 'URL',
  view_days: 'View window',
  webhook_url: 'Webhook URL',
}

const numberFormat = new Intl.NumberFormat('en-US')
const exactly = (decimals: number, options: Intl.NumberFormatOptions = {}) =>
  new Intl.NumberFormat('en-US', { ...options, minimumFractionDigits: decimals, maximumFractionDigits: decimals })
const percentFormat = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 3 })
const formatInstant = instantFormatter('UTC')

/** Metrics whose names are abbreviations. */
const metrics: Record<string, string> = {
  cac: 'cost per new customer',
  cpa: 'CPA',
  cpc: 'cost per click',
  cpm: 'cost per thousand impressions',
  ctr: 'click-through rate',
  cvr: 'conversion rate',
  mer: 'marketing efficiency ratio',
  roas: 'ROAS',
}

/** Readers of a page: pages in place of addresses, labels of forms in place of parameters. */
export const page: Audience = {
  reader: 'page',
  operation: (name) => pages[name],
  field: (name) => {
    // One of several proposals has the same labels. Its page names the campaign.
    const label = name.replace(/^changes\[\d+\]\.(?=change|target)/, '')
    const words = labels[label] ?? label.replaceAll(/[._]/g, ' ')
    return words.charAt(0).toUpperCase() + words.slice(1)
  },
  day: formatDay,
  days: formatDays,
  instant: (text) => formatInstant(new Date(text)),
  number: (value, decimals) => (decimals === undefined ? numberFormat : exactly(decimals)).format(value),
  percent: (value, decimals) =>
    (decimals === undefined ? percentFormat : exactly(decimals, { style: 'percent' })).format(Number(value) / 100),
  money: (amount, currency, decimals) => {
    const options = { style: 'currency', currency } as const
    return (decimals === undefined ? new Intl.NumberFormat('en-US', options) : exactly(decimals, options)).format(
      Number(amount),
    )
  },
  platform: platformName,
  accountName: accountTitle,
  listedAccount: accountTitle,
  word: (name) => metrics[name] ?? name.replaceAll('_', ' '),
}
