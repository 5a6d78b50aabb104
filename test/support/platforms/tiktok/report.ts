import type { AdAccount, AdLedger, Finest, Measures } from '../ad_ledger.ts'
import { report } from '../ad_report.ts'
import type { ReportRequest, ReportRow } from '../ad_report.ts'
import { dayNumber, isDay } from '../days.ts'
import { amount, decimal } from '../money.ts'
import type { Reply } from '../server.ts'
import { arrayOf, invalidParameter } from './envelope.ts'
import { statusFilter } from './objects.ts'

interface TiktokReport {
  level: ReportRequest['level']
  idDimension: string
  time: 'stat_time_day' | 'stat_time_hour' | null
  metrics: string[]
  from: string
  to: string
  includes: (finest: Finest) => boolean
}

const levels: Record<string, { level: ReportRequest['level']; id: string; status: string | null }> = {
  AUCTION_AD: { level: 'ad', id: 'ad_id', status: 'ad_status' },
  AUCTION_ADGROUP: { level: 'group', id: 'adgroup_id', status: 'adgroup_status' },
  AUCTION_CAMPAIGN: { level: 'campaign', id: 'campaign_id', status: 'campaign_status' },
  AUCTION_ADVERTISER: { level: 'account', id: 'advertiser_id', status: null },
}

type Writer = (measures: Measures, account: AdAccount) => string | null

const count =
  (name: 'impressions' | 'clicks'): Writer =>
  (measures) =>
    String(measures[name])
const percent = (part: bigint, whole: bigint) =>
  whole === 0n ? '0.00' : ((Number(part) * 100) / Number(whole)).toFixed(2)
const per = (whole: bigint, parts: bigint) => (parts === 0n ? '0.00' : (Number(whole) / 1e6 / Number(parts)).toFixed(2))
const conversions: Writer = ({ conversions }) => decimal(conversions, 0)
const revenue: Writer = ({ revenue }, { currency }) => amount(revenue, currency)

/** All metrics are texts. `-` means that there is no value. */
const metrics: Record<string, Writer> = {
  spend: ({ spend }, { currency }) => amount(spend, currency),
  impressions: count('impressions'),
  clicks: count('clicks'),
  conversion: conversions,
  result: conversions,
  complete_payment: conversions,
  // In spite of its name, this is the value of all website purchases.
  total_complete_payment_rate: revenue,
  total_purchase_value: (_, { currency }) => amount(0n, currency),
  value_per_complete_payment: ({ revenue, conversions }) => per(revenue, conversions / 1_000_000n),
  reach: ({ impressions }) => String((impressions * 4n) / 5n),
  ctr: ({ clicks, impressions }) => percent(clicks, impressions),
  cpc: ({ spend, clicks }) => per(spend, clicks),
  cpm: ({ spend, impressions }) => per(spend * 1_000n, impressions),
  cost_per_conversion: ({ spend, conversions }) => per(spend, conversions / 1_000_000n),
  secondary_goal_result: () => '-',
  cost_per_secondary_goal_result: () => null,
  currency: (_, { currency }) => currency,
}

const attributes: Record<string, (finest: Finest) => string | bigint | undefined> = {
  campaign_id: ({ campaign }) => BigInt(campaign.id),
  campaign_name: ({ campaign }) => campaign.name,
  adgroup_id: ({ group }) => group && BigInt(group.id),
  adgroup_name: ({ group }) => group?.name,
  ad_name: ({ ad }) => ad?.name,
}
/** The levels that have an attribute. */
const attributeLevels: Record<string, ReportRequest['level'][]> = {
  campaign_id: ['group', 'ad'],
  campaign_name: ['campaign', 'group', 'ad'],
  adgroup_id: ['ad'],
  adgroup_name: ['group', 'ad'],
  ad_name: ['ad'],
}

/** Reads the parameters of a report (openapi_report_integrated_get.yml). Returns the reply that refuses them if invalid. */
export function readReport(params: URLSearchParams): TiktokReport | Reply {
  if (params.get('report_type') !== 'BASIC') return invalidParameter('report_type: only BASIC is supported here')
  if ((params.get('service_type') ?? 'AUCTION') !== 'AUCTION') return invalidParameter('service_type: invalid value')
  const found = levels[params.get('data_level') ?? '']
  if (!found) return invalidParameter('data_level: Missing data for required field.')
  const dimensions = arrayOf(params, 'dimensions') as string[] | null
  if (!dimensions?.includes(found.id))
    return invalidParameter(`dimensions: must contain ${found.id} at this data_level`)
  const times = dimensions.filter((dimension) => dimension !== found.id)
  if (times.length > 1 || times.some((time) => !/^stat_time_(day|hour)$/.test(time))) {
    return invalidParameter(`dimensions: invalid value ${times.join(', ')}`)
  }
  const asked = (arrayOf(params, 'metrics') ?? ['spend', 'impressions']) as string[]
  const unknown = asked.filter((name) => !(name in metrics) && !attributeLevels[name]?.includes(found.level))
  if (unknown.length > 0) return invalidParameter(`Invalid metric fields: ['${unknown.join("', '")}']`)
  const from = params.get('start_date') ?? ''
  const to = params.get('end_date') ?? ''
  if (!isDay(from) || !isDay(to)) return invalidParameter('start_date: Not a valid date. Expected format: %Y-%m-%d')
  const days = dayNumber(to) - dayNumber(from) + 1
  const time = (times[0] ?? null) as TiktokReport['time']
  if (days < 1) return invalidParameter('start_date must be earlier than or equal to end_date')
  if (time === 'stat_time_hour' && days > 1)
    return invalidParameter('The time range cannot exceed 1 day when stat_time_hour is used')
  if (time === 'stat_time_day' && days > 30)
    return invalidParameter('The time range cannot exceed 30 days when stat_time_day is used')
  if (days > 365) return invalidParameter('The time range cannot exceed 365 days')
  const includes = statusFilter(params, found.status)
  if (typeof includes !== 'function') return includes
  const isIncluded = ({ campaign, group, ad }: Finest) => {
    const entity = { ad, group, campaign, account: null }[found.level]
    return !entity || includes(entity.status)
  }
  return { level: found.level, idDimension: found.id, time, metrics: asked, from, to, includes: isIncluded }
}

export function reportRows(ledger: AdLedger, account: AdAccount, request: TiktokReport): Record<string, unknown>[] {
  const { level, time, from, to, includes } = request
  const grain = time === 'stat_time_hour' ? 'hour' : time === 'stat_time_day' ? 'day' : 'range'
  const rows = report(ledger, { accountId: account.id, level, grain, from, to, includes })
  return rows.map((row) => rowOf(row, account, request))
}

function rowOf(row: ReportRow, account: AdAccount, request: TiktokReport): Record<string, unknown> {
  const { finest, measures } = row
  const id = { ad: finest.id, group: finest.group?.id, campaign: finest.campaign.id, account: account.id }[
    request.level
  ]
  const hour = String(row.hour ?? 0).padStart(2, '0')
  const values = request.metrics.map((name) => [
    name,
    metrics[name]?.(measures, account) ?? attributes[name]?.(finest) ?? null,
  ])
  return {
    // Ids are texts in dimensions and numbers elsewhere.
    dimensions: { [request.idDimension]: id, ...(request.time ? { [request.time]: `${row.day} ${hour}:00:00` } : {}) },
    metrics: Object.fromEntries(values),
    advertiser_id: BigInt(account.id),
  }
}
