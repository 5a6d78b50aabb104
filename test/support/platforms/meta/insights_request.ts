import type { Finest, Status } from '../ad_ledger.ts'
import type { ReportRequest } from '../ad_report.ts'
import { addDays, dayNumber, isDay } from '../days.ts'
import type { Reply } from '../server.ts'
import { graphError, invalidParameter } from './graph_error.ts'

export interface InsightsRequest {
  fields: string[]
  level: ReportRequest['level']
  from: string
  to: string
  /** Whether rows are by day. Otherwise one row covers the range. */
  isDaily: boolean
  isHourly: boolean
  windows: string[]
  includes: (finest: Finest) => boolean
  /** Conditions on the finished rows. */
  moreImpressionsThan: bigint
}

export const hourlyBreakdown = 'hourly_stats_aggregated_by_advertiser_time_zone'
const levels: Record<string, ReportRequest['level']> = {
  account: 'account',
  campaign: 'campaign',
  adset: 'group',
  ad: 'ad',
}
/** The view windows of 7 and 28 days ended on 12 January 2026. */
const windows = ['1d_click', '7d_click', '28d_click', '1d_view', '1d_ev', 'default']
const defaultFields = ['account_id', 'impressions', 'spend']
export const knownFields = [
  'account_currency',
  'account_id',
  'account_name',
  'campaign_id',
  'campaign_name',
  'adset_id',
  'adset_name',
  'ad_id',
  'ad_name',
  'attribution_setting',
  'buying_type',
  'objective',
  'impressions',
  'clicks',
  'spend',
  'inline_link_clicks',
  'outbound_clicks',
  'actions',
  'action_values',
  'cpc',
  'cpm',
  'ctr',
  'date_start',
  'date_stop',
]

export const effectiveStatuses: Record<Status, string> = { active: 'ACTIVE', paused: 'PAUSED', deleted: 'DELETED' }

/** Reads the parameters of an insights call. Returns the reply that refuses them if they are invalid. */
export function readInsights(
  params: URLSearchParams,
  today: string,
  canFilterDeleted: boolean,
): InsightsRequest | Reply {
  const fields = listOf(params.get('fields')) ?? defaultFields
  const unknown = fields.find((field) => !knownFields.includes(field))
  if (unknown) {
    return invalidParameter(
      `${unknown} is not valid for fields param. please check https://developers.facebook.com/docs/marketing-api/reference/ads-insights/ for all valid values`,
    )
  }
  const level = levels[params.get('level') ?? 'account']
  if (!level) return invalidParameter(`Param level must be one of {ad, adset, campaign, account}`)
  const breakdowns = listOf(params.get('breakdowns')) ?? []
  if (breakdowns.some((breakdown) => breakdown !== hourlyBreakdown)) {
    return invalidParameter(`breakdowns must be one of the values of this server: ${hourlyBreakdown}`)
  }
  const asked = listOf(params.get('action_attribution_windows')) ?? []
  const ended = asked.find((window) => !windows.includes(window))
  if (ended)
    return invalidParameter(`Param action_attribution_windows[0] must be one of {${windows.join(', ')}}, got ${ended}`)
  const increment = params.get('time_increment') ?? 'all_days'
  if (increment !== 'all_days' && increment !== '1')
    return invalidParameter('time_increment must be 1 or all_days here')
  const range = readRange(params.get('time_range'), today)
  if ('status' in range) return range
  const filter = readFilters(params.get('filtering'), level, canFilterDeleted)
  if ('status' in filter) return filter
  return {
    fields,
    level,
    ...range,
    isDaily: increment === '1',
    isHourly: breakdowns.length > 0,
    windows: asked.filter((window) => window !== 'default'),
    ...filter,
  }
}

function readRange(text: string | null, today: string): { from: string; to: string } | Reply {
  if (text === null) return { from: addDays(today, -30), to: addDays(today, -1) }
  const { since = '', until = '' } = (jsonOrNull(text) ?? {}) as { since?: string; until?: string }
  if (!isDay(since) || !isDay(until)) return invalidParameter('Must be a date representation in the format YYYY-MM-DD')
  if (since > until) return graphError({ code: 100, subcode: 1487390, message: '(#100) Invalid parameter' })
  if (dayNumber(since) < dayNumber(today) - 1_128) {
    return graphError({
      code: 3018,
      message: '(#3018) The start date of the time range cannot be beyond 37 months from the current date',
    })
  }
  return { from: since, to: until }
}

interface Filter {
  field: string
  operator: string
  value: unknown
}

function readFilters(
  text: string | null,
  level: ReportRequest['level'],
  canFilterDeleted: boolean,
): Pick<InsightsRequest, 'includes' | 'moreImpressionsThan'> | Reply {
  const filters = text === null ? [] : (jsonOrNull(text) as Filter[] | null)
  if (!Array.isArray(filters)) return invalidParameter('Param filtering must be an array.')
  const tests: ((finest: Finest) => boolean)[] = []
  let moreImpressionsThan = -1n
  let namesStatus = false
  for (const { field, operator, value } of filters) {
    const values = (Array.isArray(value) ? value : [value]).map(String)
    const [entity = '', name = ''] = field.split('.')
    if (name === 'impressions' && operator === 'GREATER_THAN') {
      moreImpressionsThan = BigInt(values[0] ?? 0)
    } else if (name === 'effective_status' && operator === 'IN' && entity in levels) {
      if (values.includes('DELETED') && !canFilterDeleted) return deletedRefused()
      namesStatus ||= levels[entity] === level
      tests.push((finest) => values.includes(effectiveStatuses[statusOf(finest, levels[entity]!)]))
    } else if (name === 'id' && /^(IN|EQUAL)$/.test(operator) && entity in levels) {
      tests.push((finest) => values.includes(idOf(finest, levels[entity]!)))
    } else {
      return invalidParameter(`Filtering field ${field} with operation ${operator.toLowerCase()} is not supported`)
    }
  }
  // A deleted entity is left out at its own level unless it is asked for. Its parents still count it.
  if (!namesStatus) tests.push((finest) => level === 'account' || statusOf(finest, level) !== 'deleted')
  return { includes: (finest) => tests.every((test) => test(finest)), moreImpressionsThan }
}

export function deletedRefused(): Reply {
  return graphError({
    code: 100,
    subcode: 1815001,
    message: '(#100) Cannot Request for Deleted Objects',
  })
}

function statusOf({ campaign, group, ad }: Finest, level: ReportRequest['level']): Status {
  return (level === 'ad' ? ad : level === 'group' ? group : campaign)?.status ?? 'active'
}

function idOf({ campaign, group, ad }: Finest, level: ReportRequest['level']): string {
  return (level === 'ad' ? ad : level === 'group' ? group : campaign)?.id ?? ''
}

/** Lists are JSON arrays or words with commas. */
export function listOf(text: string | null): string[] | null {
  if (text === null || text === '') return null
  const parsed = jsonOrNull(text)
  return Array.isArray(parsed) ? parsed.map(String) : text.split(',').map((word) => word.trim())
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
