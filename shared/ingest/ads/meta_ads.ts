import type { Measure } from './ad_fields.ts'
import type { CsvDialect } from './csv_dialect.ts'

/**
 * Meta writes zero as an empty cell for these measures. Video plays are also empty for images, so they are not in this
 * list.
 */
export const emptyWhenZero: readonly Measure[] = [
  'clicks',
  'link_clicks',
  'landing_page_views',
  'conversions',
  'purchases',
  'revenue',
  'leads',
  'installs',
  'add_to_carts',
  'checkouts',
]

/** Meta Ads Manager export, broken down by day, and optionally by ad or ad set. */
export const metaAds: CsvDialect = {
  name: 'meta_ads',
  defaults: { platform: 'meta' },
  needsCampaign: true,
  required: ['date', 'campaign_name', 'spend'],
  emptyWhenZero,
  columns: {
    date: ['day', 'reporting starts'],
    date_end: ['reporting ends'],
    hour: ['time of day (ad account time zone)', 'time of day'],
    account_id: ['account id'],
    account_name: ['account name'],
    account_timezone: ['account timezone', 'account time zone'],
    currency: ['currency'],
    campaign_id: ['campaign id'],
    campaign_name: ['campaign name'],
    status: ['campaign delivery', 'campaign status'],
    objective: ['objective'],
    daily_budget: ['campaign daily budget'],
    adset_id: ['ad set id'],
    adset_name: ['ad set name'],
    ad_id: ['ad id'],
    ad_name: ['ad name'],
    creative_id: ['creative id', 'ad creative id'],
    spend: ['amount spent'],
    impressions: ['impressions'],
    reach: ['reach'],
    clicks: ['clicks (all)', 'clicks'],
    link_clicks: ['link clicks'],
    landing_page_views: ['landing page views', 'website landing page views'],
    conversions: ['conversions', 'purchases', 'website purchases'],
    purchases: ['purchases', 'website purchases'],
    revenue: ['purchases conversion value', 'purchase conversion value', 'website purchases conversion value'],
    leads: ['leads', 'website leads', 'on-facebook leads'],
    installs: ['app installs', 'mobile app installs'],
    add_to_carts: ['adds to cart', 'website adds to cart'],
    checkouts: ['checkouts initiated', 'website checkouts initiated'],
    video_views_3s: ['3-second video plays'],
    thruplays: ['thruplays'],
    video_p25: ['video plays at 25%'],
    video_p50: ['video plays at 50%'],
    video_p75: ['video plays at 75%'],
    video_p100: ['video plays at 100%'],
  },
}
