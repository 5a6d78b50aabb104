import type { Column, EntityField, Field } from './ad_fields.ts'
import { entityFields, measures } from './ad_fields.ts'

export interface CsvDialect {
  name: string
  defaults: Partial<Record<EntityField, string>>
  /** Header names of each field, in lower case and without a currency in brackets; the first one present is taken. */
  columns: Partial<Record<Field, readonly string[]>>
  required: readonly Field[]
}

/** Google Ads report download; header names of the English interface. */
const googleAds: CsvDialect = {
  name: 'google_ads',
  defaults: { platform: 'google' },
  required: ['date', 'campaign_name', 'spend'],
  columns: {
    date: ['day'],
    hour: ['hour of the day', 'hour'],
    account_id: ['customer id', 'account id'],
    account_name: ['account', 'account name'],
    currency: ['currency code', 'currency'],
    campaign_id: ['campaign id'],
    campaign_name: ['campaign'],
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
    conversions: ['conversions'],
    revenue: ['conv. value', 'conversion value', 'total conv. value'],
    view_conversions: ['view-through conv.'],
    new_customers: ['new customers'],
  },
}

/** Meta Ads Manager export, broken down by day (and by ad or ad set where wanted). */
const metaAds: CsvDialect = {
  name: 'meta_ads',
  defaults: { platform: 'meta' },
  required: ['date', 'campaign_name', 'spend'],
  columns: {
    date: ['day', 'reporting starts'],
    date_end: ['reporting ends'],
    hour: ['time of day (ad account time zone)', 'time of day'],
    account_id: ['account id'],
    account_name: ['account name'],
    currency: ['currency'],
    campaign_id: ['campaign id'],
    campaign_name: ['campaign name'],
    status: ['campaign delivery', 'delivery status', 'campaign status'],
    objective: ['objective'],
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
    leads: ['leads', 'website leads'],
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

/** TikTok Ads Manager custom report. */
const tiktokAds: CsvDialect = {
  name: 'tiktok_ads',
  defaults: { platform: 'tiktok' },
  required: ['date', 'campaign_name', 'spend'],
  columns: {
    date: ['by day', 'by hour', 'date', 'stat time day', 'stat time hour'],
    account_id: ['account id', 'advertiser id'],
    account_name: ['account name', 'advertiser name'],
    currency: ['currency'],
    campaign_id: ['campaign id'],
    campaign_name: ['campaign name'],
    status: ['campaign status'],
    objective: ['advertising objective', 'objective'],
    adset_id: ['ad group id'],
    adset_name: ['ad group name'],
    ad_id: ['ad id'],
    ad_name: ['ad name'],
    spend: ['cost', 'spend'],
    impressions: ['impressions', 'impression'],
    reach: ['reach'],
    clicks: ['clicks (all)', 'clicks (destination)', 'clicks', 'click'],
    link_clicks: ['clicks (destination)'],
    landing_page_views: ['landing page views', 'landing page view (website)'],
    conversions: ['conversions', 'conversion'],
    purchases: ['purchases', 'complete payment', 'complete payment (website)', 'purchases (website)'],
    revenue: [
      'total complete payment value',
      'purchase value (website)',
      'total purchase value',
      'complete payment value',
    ],
    add_to_carts: ['adds to cart', 'add to cart (website)', 'adds to cart (website)'],
    installs: ['app installs', 'app install'],
    video_p25: ['video views at 25%'],
    video_p50: ['video views at 50%'],
    video_p75: ['video views at 75%'],
    video_p100: ['video views at 100%'],
  },
}

/** Our own: fields and measures by their names (scripts/import/README.md). */
const generic: CsvDialect = {
  name: 'generic',
  defaults: {},
  required: ['date', 'platform'],
  columns: Object.fromEntries(['date', 'hour', ...entityFields, ...measures].map((field) => [field, [field]])),
}

/** In the order in which a header is tried: whoever asks for more comes first. */
export const csvDialects: readonly CsvDialect[] = [metaAds, tiktokAds, googleAds, generic]

export interface ResolvedHeader {
  dialect: CsvDialect
  columns: Column[]
  /** From a header such as "Amount spent (USD)". */
  currency: string | null
}

/** Where the fields of a dialect stand in a header, or the required fields that it lacks. */
export function resolveHeader(header: readonly string[], dialect: CsvDialect): ResolvedHeader | Field[] {
  const names = header.map((name) => name.trim().toLowerCase())
  const plain = names.map((name) => name.replace(currencySuffix, ''))
  const columns: Column[] = []
  for (const [field, aliases] of Object.entries(dialect.columns) as [Field, readonly string[]][]) {
    const alias = aliases.find((candidate) => plain.includes(candidate) || names.includes(candidate))
    if (alias) columns.push({ field, index: names.includes(alias) ? names.indexOf(alias) : plain.indexOf(alias) })
  }
  const missing = dialect.required.filter((field) => !columns.some((column) => column.field === field))
  if (missing.length > 0) return missing
  const spend = columns.find((column) => column.field === 'spend')
  const currency = currencySuffix.exec(names[spend?.index ?? -1] ?? '')?.[1]
  return { dialect, columns, currency: currency?.toUpperCase() ?? null }
}

const currencySuffix = / \(([a-z]{3})\)$/
