import type { DateOrder } from '../fields/date_order.ts'
import type { Reason } from '../../sentences/warnings/warning.ts'

/** The fields of a report row that identify and describe its ad. */
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

/** Measures by metric name, with the column of the fact tables; names in _micros are integer millionths. */
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

/** The fields with amounts of money. */
export const moneyFields: readonly Field[] = ['spend', 'revenue', 'cogs', 'refunds', 'store_revenue', 'daily_budget']

/** The column of a field: its index in a row and its name in the file. One cell may contain two fields. */
export interface Column {
  field: Field
  index: number
  header: string
}

/** An opened report: the meaning of its cells, and its rows in batches. */
export interface RowSource {
  dialect: string
  columns: Column[]
  /** Values for the whole file, such as the platform of a Google Ads report. */
  defaults: Partial<Record<EntityField, string>>
  /** The currency in the names of the columns with amounts. A row with another one in its column of currencies is rejected. */
  amountsCurrency?: string
  /** Whether a row without a campaign is the total of the report, not an ad account. */
  needsCampaign: boolean
  /** Whether the file writes numbers like "1.234,5". */
  hasDecimalComma: boolean
  /** The order of day and month in dates such as 03.04.2026. Without it they are rejected. */
  dates?: DateOrder
  /** Measures whose empty cell means 0 in a row with spend or impressions. Any other empty cell means not reported. */
  emptyWhenZero?: readonly Measure[]
  batches: AsyncIterable<SourceRow[]>
}

export interface SourceRow {
  /** Line in the file, from 1. */
  line: number
  cells: readonly (string | undefined)[]
  /** Why the row cannot be parsed, for example because cells are missing. */
  error?: Reason
}
