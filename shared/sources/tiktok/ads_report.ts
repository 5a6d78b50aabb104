import { z } from 'zod'
import type { Field, Measure } from '../../ingest/ads/ad_fields.ts'
import type { Call } from '../call.ts'
import { campaignRemainders } from '../ads/campaign_remainder.ts'
import { factFields } from '../ads/fact_fields.ts'
import type { Grain } from '../ads/fact_fields.ts'
import type { AdsReply, PlatformAccount, Report, Window } from '../platform.ts'
import { decimalText, digits } from '../reply_form.ts'
import { SourceError } from '../source_error.ts'
import { listAdvertiserIds } from './advertisers.ts'
import { readPages } from './business_api.ts'
import { readCampaigns } from './campaigns.ts'

type Level = 'ad' | 'campaign'
type Row = (string | undefined)[]

/** A measure, or `-`, which means that TikTok does not report it here. */
const measure = z.union([decimalText, z.literal('-')])

/** The measures by the names of TikTok. Clicks are those that lead to the destination, and its `rate` is the value of purchases. */
const names = {
  spend: 'spend',
  impressions: 'impressions',
  clicks: 'clicks',
  link_clicks: 'clicks',
  conversions: 'conversion',
  purchases: 'complete_payment',
  revenue: 'total_complete_payment_rate',
} as const satisfies Partial<Record<Measure, string>>
type MetricName = (typeof names)[keyof typeof names]

const measures = Object.keys(names) as (keyof typeof names)[]
const metricNames = [...new Set(Object.values(names))]
const metrics = Object.fromEntries(metricNames.map((name) => [name, measure])) as Record<MetricName, typeof measure>

const nameFields = ['campaign_id', 'campaign_name', 'adgroup_id', 'adgroup_name', 'ad_name'] as const
const time = { stat_time_day: z.string().optional(), stat_time_hour: z.string().optional() }
const schemas = {
  ad: z.object({
    dimensions: z.object({ ad_id: digits, ...time }),
    metrics: z.object({
      ...metrics,
      campaign_id: digits,
      campaign_name: z.string(),
      adgroup_id: digits,
      adgroup_name: z.string(),
      ad_name: z.string(),
    }),
    advertiser_id: digits.optional(),
  }),
  campaign: z.object({
    dimensions: z.object({ campaign_id: digits, ...time }),
    metrics: z.object({ ...metrics, campaign_name: z.string() }),
    advertiser_id: digits.optional(),
  }),
}
type ReportRow = z.output<(typeof schemas)[Level]>

const fieldsOf: Record<Grain, readonly Field[]> = {
  day: factFields('day', measures, ['creative_id']),
  hour: factFields('hour', measures, ['creative_id']),
}

/**
 * The facts of ads by day or hour, deleted ads included. What campaigns report beyond their ads becomes rows of the campaigns. A
 * request covers at most 30 days by day, and one day by hour.
 */
export function adsReport(grain: Grain): Report {
  return {
    name: grain === 'day' ? 'ads_daily' : 'ads_hourly',
    daysMax: grain === 'day' ? 30 : 1,
    read: async (call, account, window) => {
      try {
        return await read(call, account, grain, window)
      } catch (thrown) {
        throw await explained(call, account, thrown)
      }
    },
  }
}

async function read(call: Call, account: PlatformAccount, grain: Grain, window: Window): Promise<AdsReply> {
  const unknownFields = new Set<string>()
  const campaigns = await readRows(call, account, 'campaign', grain, window, unknownFields)
  const ads = await readRows(call, account, 'ad', grain, window, unknownFields)
  const fields = fieldsOf[grain]
  const rows = [...ads, ...campaignRemainders({ fields, measures, ads, campaigns })]
  if (grain === 'day' && rows.length > 0) {
    const known = await readCampaigns(call, account)
    for (const row of rows) {
      const campaign = known.get(row[fields.indexOf('campaign_id')] ?? '')
      row[fields.indexOf('status')] = campaign?.status
      row[fields.indexOf('objective')] = campaign?.objective
      row[fields.indexOf('daily_budget')] = campaign?.dailyBudget
    }
  }
  return { kind: 'ads', fields, rows, unknownFields: [...unknownFields] }
}

async function readRows(
  call: Call,
  account: PlatformAccount,
  level: Level,
  grain: Grain,
  window: Window,
  unknownFields: Set<string>,
): Promise<Row[]> {
  const parameters = {
    advertiser_id: account.id,
    report_type: 'BASIC',
    service_type: 'AUCTION',
    data_level: level === 'ad' ? 'AUCTION_AD' : 'AUCTION_CAMPAIGN',
    dimensions: JSON.stringify([`${level}_id`, `stat_time_${grain}`]),
    metrics: JSON.stringify([...(level === 'ad' ? nameFields : ['campaign_name']), ...metricNames]),
    filtering: JSON.stringify([
      { field_name: `${level}_status`, filter_type: 'IN', filter_value: JSON.stringify(['STATUS_ALL']) },
    ]),
    start_date: window.from,
    end_date: window.to,
  }
  const rows: ReportRow[] = await readPages(call, 'report/integrated/get/', parameters, schemas[level], unknownFields)
  const keys = new Set<string>()
  return rows.map((row) => {
    const time = timeOf(row.dimensions[`stat_time_${grain}`], grain)
    if (time.day < window.from || time.day > window.to) throw inconsistent('day_outside_window')
    if ((row.advertiser_id ?? account.id) !== account.id) throw inconsistent('another_account')
    const id = 'ad_id' in row.dimensions ? row.dimensions.ad_id : row.dimensions.campaign_id
    const key = `${time.day} ${time.hour} ${id}`
    if (keys.has(key)) throw inconsistent('repeated_row')
    keys.add(key)
    return cellsOf(row, time, grain)
  })
}

interface Time {
  day: string
  hour: string
}

/** Reads `2026-10-01 09:00:00`, in the zone of the advertiser. */
function timeOf(text: string | undefined, grain: Grain): Time {
  const [, day, hour] = /^(\d{4}-\d\d-\d\d) ([01]\d|2[0-3]):00:00$/.exec(text ?? '') ?? []
  if (day === undefined || hour === undefined) {
    throw new SourceError('reply_has_another_form', 'stop', { field: `list.dimensions.stat_time_${grain}` })
  }
  return { day, hour: String(Number(hour)) }
}

function cellsOf(row: ReportRow, { day, hour }: Time, grain: Grain): Row {
  const { dimensions, metrics } = row
  const entity: Partial<Record<Field, string>> = {
    date: day,
    hour,
    campaign_name: metrics.campaign_name,
    ...('ad_id' in dimensions && 'ad_name' in metrics
      ? {
          campaign_id: metrics.campaign_id,
          adset_id: metrics.adgroup_id,
          adset_name: metrics.adgroup_name,
          ad_id: dimensions.ad_id,
          ad_name: metrics.ad_name,
        }
      : { campaign_id: (dimensions as { campaign_id: string }).campaign_id }),
  }
  return fieldsOf[grain].map((field) => {
    const name = names[field as keyof typeof names] as MetricName | undefined
    if (name === undefined) return entity[field]
    return metrics[name] === '-' ? undefined : metrics[name]
  })
}

/** A missing permission is a removed account if the token no longer reaches it, because TikTok has one code for both. */
async function explained(call: Call, account: PlatformAccount, thrown: unknown): Promise<unknown> {
  if (!(thrown instanceof SourceError) || thrown.reason !== 'permission_is_missing') return thrown
  const ids = await listAdvertiserIds(call)
  return ids.includes(account.id) ? thrown : new SourceError('account_is_unavailable', 'stop', thrown.values)
}

function inconsistent(problem: string): SourceError {
  return new SourceError('reply_is_inconsistent', 'retry', { problem })
}
