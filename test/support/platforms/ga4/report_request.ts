import { addDays, isDay } from '../days.ts'
import { apiError } from '../google_identity/api_error.ts'
import type { Reply } from '../server.ts'
import type { Channel } from './session_ledger.ts'

/** One session cell or transaction, as the dimensions see it. */
export interface Fact extends Channel {
  day: string
  hour: number
  transactionId: string
  sessions: number
  keyEvents: number
  purchases: number
  revenue: bigint
}

export interface ReportRequest {
  dimensions: string[]
  metrics: string[]
  from: string
  to: string
  limit: number
  offset: number
  filter: (fact: Fact) => boolean
  orders: { name: string; isMetric: boolean; isDescending: boolean }[]
  returnsQuota: boolean
}

export const dimensions: Record<string, (fact: Fact) => string> = {
  date: ({ day }) => day.replaceAll('-', ''),
  dateHour: ({ day, hour }) => day.replaceAll('-', '') + String(hour).padStart(2, '0'),
  hour: ({ hour }) => String(hour).padStart(2, '0'),
  sessionSource: ({ source }) => source,
  sessionMedium: ({ medium }) => medium,
  sessionCampaignName: ({ campaign }) => campaign,
  sessionSourceMedium: ({ source, medium }) => `${source} / ${medium}`,
  transactionId: ({ transactionId }) => transactionId,
}

export const metricTypes: Record<string, string> = {
  sessions: 'TYPE_INTEGER',
  keyEvents: 'TYPE_FLOAT',
  ecommercePurchases: 'TYPE_INTEGER',
  purchaseRevenue: 'TYPE_CURRENCY',
}

const known = [
  'property',
  'dimensions',
  'metrics',
  'dateRanges',
  'dimensionFilter',
  'limit',
  'offset',
  'orderBys',
  'keepEmptyRows',
  'returnPropertyQuota',
  'currencyCode',
]
const rowsMax = 250_000

/** Reads a RunReportRequest (analytics_data_api.proto). Returns the reply that refuses it if it is invalid. */
export function readReport(body: Record<string, unknown> | null, today: string): ReportRequest | Reply {
  if (!body) return invalid('Invalid JSON payload received. Unexpected token.')
  const unknown = Object.keys(body).find((name) => !known.includes(name))
  if (unknown) return invalid(`Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`)
  const asked = namesOf(body['dimensions'])
  const metrics = namesOf(body['metrics'])
  if (asked.length > 9) {
    return invalid(
      `Requests are limited to 9 dimensions within a nested request. This request is for ${asked.length} dimensions.`,
    )
  }
  if (metrics.length > 10) {
    return invalid(
      `Requests are limited to 10 metrics within a nested request. This request is for ${metrics.length} metrics.`,
    )
  }
  const wrongDimension = asked.find((name) => !(name in dimensions))
  if (wrongDimension) return notValid(wrongDimension, 'dimension')
  const wrongMetric = metrics.find((name) => !(name in metricTypes))
  if (wrongMetric) return notValid(wrongMetric, 'metric')
  const range = readRange(body['dateRanges'], today)
  if ('status' in range) return range
  const filter = readFilter((body['dimensionFilter'] ?? null) as Expression | null)
  if (!filter) return invalid('The dimension filter is not supported by this server.')
  const offset = Number(body['offset'] ?? 0)
  const limit = Number(body['limit'] ?? 10_000)
  if (!Number.isInteger(offset) || offset < 0 || !Number.isInteger(limit) || limit < 0)
    return invalid('Invalid limit or offset.')
  return {
    dimensions: asked,
    metrics,
    ...range,
    offset,
    limit: Math.min(limit || 10_000, rowsMax),
    filter,
    orders: ((body['orderBys'] ?? []) as OrderBy[]).map(readOrder),
    returnsQuota: body['returnPropertyQuota'] === true,
  }
}

function namesOf(list: unknown): string[] {
  return ((list ?? []) as { name: string }[]).map(({ name }) => name)
}

function readRange(ranges: unknown, today: string): { from: string; to: string } | Reply {
  const list = (ranges ?? []) as { startDate?: string; endDate?: string }[]
  if (list.length !== 1) return invalid('This server needs exactly one date range.')
  const from = readDate(list[0]?.startDate ?? '', today)
  const to = readDate(list[0]?.endDate ?? '', today)
  if (!from || !to)
    return invalid(`Invalid startDate: ${list[0]?.startDate}. Use YYYY-MM-DD, NdaysAgo, yesterday or today.`)
  return from > to ? invalid('The start date must not be after the end date.') : { from, to }
}

function readDate(text: string, today: string): string | null {
  const ago = /^(\d+)daysAgo$/.exec(text)?.[1]
  if (ago) return addDays(today, -Number(ago))
  if (text === 'today') return today
  if (text === 'yesterday') return addDays(today, -1)
  return isDay(text) ? text : null
}

interface Expression {
  andGroup?: { expressions: Expression[] }
  orGroup?: { expressions: Expression[] }
  notExpression?: Expression
  filter?: {
    fieldName: string
    stringFilter?: { matchType?: string; value: string }
    inListFilter?: { values: string[] }
  }
}

function readFilter(expression: Expression | null): ((fact: Fact) => boolean) | null {
  if (!expression) return () => true
  const { andGroup, orGroup, notExpression, filter } = expression
  if (andGroup || orGroup) {
    const parts = (andGroup ?? orGroup)!.expressions.map(readFilter)
    if (parts.includes(null)) return null
    return (fact) => (andGroup ? parts.every((part) => part!(fact)) : parts.some((part) => part!(fact)))
  }
  if (notExpression) {
    const part = readFilter(notExpression)
    return part && ((fact) => !part(fact))
  }
  const read = dimensions[filter?.fieldName ?? '']
  if (!filter || !read) return null
  const { stringFilter, inListFilter } = filter
  if (inListFilter) return (fact) => inListFilter.values.includes(read(fact))
  if (!stringFilter) return null
  const isExact = (stringFilter.matchType ?? 'EXACT') === 'EXACT'
  return (fact) => (isExact ? read(fact) === stringFilter.value : read(fact).includes(stringFilter.value))
}

interface OrderBy {
  desc?: boolean
  metric?: { metricName: string }
  dimension?: { dimensionName: string }
}

function readOrder({ desc = false, metric, dimension }: OrderBy): ReportRequest['orders'][number] {
  return {
    name: metric?.metricName ?? dimension?.dimensionName ?? '',
    isMetric: metric !== undefined,
    isDescending: desc,
  }
}

export function invalid(message: string): Reply {
  return apiError({ code: 400, status: 'INVALID_ARGUMENT', message })
}

function notValid(name: string, kind: string): Reply {
  return invalid(
    `Field ${name} is not a valid ${kind}. For a list of valid dimensions and metrics, see https://developers.google.com/analytics/devguides/reporting/data/v1/api-schema `,
  )
}
