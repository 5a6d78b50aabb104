import type { CsvDialect } from './csv_dialect.ts'

/** Google Ads report download, with English column names. */
export const googleAds: CsvDialect = {
  name: 'google_ads',
  defaults: { platform: 'google' },
  needsCampaign: true,
  required: ['date', 'campaign_name', 'spend'],
  columns: {
    date: ['day'],
    hour: ['hour of the day', 'hour of day', 'hour'],
    account_id: ['customer id', 'account id'],
    account_name: ['account', 'account name'],
    account_timezone: ['time zone', 'account time zone'],
    currency: ['currency code', 'currency'],
    campaign_id: ['campaign id'],
    campaign_name: ['campaign'],
    // "Campaign status" is Eligible or Limited by budget; "Campaign state" is the setting.
    status: ['campaign state', 'campaign status'],
    objective: ['campaign type'],
    daily_budget: ['budget'],
    adset_id: ['ad group id'],
    adset_name: ['ad group'],
    ad_id: ['ad id'],
    ad_name: ['ad name', 'ad'],
    spend: ['cost'],
    impressions: ['impr.', 'impressions'],
    clicks: ['clicks'],
    conversions: ['conversions', 'conv.'],
    revenue: ['conv. value', 'conversion value', 'total conv. value'],
    view_conversions: ['view-through conv.', 'view-through conversions'],
    video_p25: ['video played to 25%'],
    video_p50: ['video played to 50%'],
    video_p75: ['video played to 75%'],
    video_p100: ['video played to 100%'],
  },
}
