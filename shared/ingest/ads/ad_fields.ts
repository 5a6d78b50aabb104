/** What a row of an ad report can say of the ad that it belongs to. */
export const entityFields = [
  'platform',
  'account_id',
  'account_name',
  'account_timezone',
  'currency',
  'campaign_id',
  'campaign_name',
  'status',
  'objective',
  'daily_budget',
  'adset_id',
  'adset_name',
  'ad_id',
  'ad_name',
  'creative_id',
] as const
export type EntityField = (typeof entityFields)[number]

/** Measures by their metric names, with the column of the facts; those in millionths end in _micros. */
export const measureColumns = {
  spend: 'spend_micros',
  revenue: 'revenue_micros',
  cogs: 'cogs_micros',
  refunds: 'refunds_micros',
  store_revenue: 'store_revenue_micros',
  impressions: 'impressions',
  clicks: 'clicks',
  link_clicks: 'link_clicks',
  landing_page_views: 'landing_page_views',
  reach: 'reach',
  conversions: 'conversions_micros',
  view_conversions: 'view_conversions_micros',
  purchases: 'purchases_micros',
  leads: 'leads_micros',
  installs: 'installs_micros',
  add_to_carts: 'add_to_carts_micros',
  checkouts: 'checkouts_micros',
  new_customers: 'new_customers_micros',
  orders: 'orders',
  video_views_3s: 'video_views_3s',
  thruplays: 'thruplays',
  video_p25: 'video_p25',
  video_p50: 'video_p50',
  video_p75: 'video_p75',
  video_p100: 'video_p100',
} as const
export type Measure = keyof typeof measureColumns
export const measures = Object.keys(measureColumns) as Measure[]

export type Field = EntityField | Measure | 'date' | 'date_end' | 'hour'

/** Which field stands in which cell of a row, and what its column is called in the file. One cell may hold two fields. */
export interface Column {
  field: Field
  index: number
  header: string
}

/** An opened file: what its cells mean, and its rows in batches. */
export interface RowSource {
  dialect: string
  columns: Column[]
  /** Values that hold for the whole file, such as the platform of a Google Ads report. */
  defaults: Partial<Record<EntityField, string>>
  /** True where a row that names no campaign is the report's own total, not an ad account. */
  needsCampaign: boolean
  /** True where "1.234,5" is how the file writes a number. */
  hasDecimalComma: boolean
  /** Measures of which an empty cell is 0 in a row that has spend or impressions. Everywhere else it is not reported. */
  emptyWhenZero?: readonly Measure[]
  batches: AsyncIterable<SourceRow[]>
}

export interface SourceRow {
  /** Line of the file, from 1, as an editor counts. */
  line: number
  cells: readonly (string | undefined)[]
  /** Why the row cannot be read at all, for example because cells are missing. */
  fault?: string
}
