import { double } from '../money.ts'
import { dimensions, metricTypes } from './report_request.ts'
import type { Fact, ReportRequest } from './report_request.ts'
import type { Property, SessionLedger } from './session_ledger.ts'

export interface Flags {
  /** Rare channels are rolled into "(other)". */
  dataLossFromOtherRow: boolean
  subjectToThresholding: boolean
  isSampled: boolean
}

interface Sums {
  sessions: number
  keyEvents: number
  purchases: number
  revenue: bigint
}

interface Row {
  dimensionValues: { value: string }[]
  metricValues: { value: string }[]
}

/** Returns a RunReportResponse: all values are texts, and what is empty is absent. */
export function runReport(
  ledger: SessionLedger,
  property: Property,
  request: ReportRequest,
  flags: Flags,
): Record<string, unknown> {
  const { from, to } = request
  const facts = factsOf(ledger, property.id, flags).filter(
    (fact) => fact.day >= from && fact.day <= to && request.filter(fact),
  )
  const rows = ordered(rowsOf(facts, request), request)
  const page = rows.slice(request.offset, request.offset + request.limit)
  return {
    ...(request.dimensions.length > 0 ? { dimensionHeaders: request.dimensions.map((name) => ({ name })) } : {}),
    ...(request.metrics.length > 0
      ? { metricHeaders: request.metrics.map((name) => ({ name, type: metricTypes[name] })) }
      : {}),
    ...(page.length > 0 ? { rows: page } : {}),
    ...(rows.length > 0 ? { rowCount: rows.length } : {}),
    metadata: metadataOf(property, flags, rows.length),
    kind: 'analyticsData#runReport',
  }
}

/** Sessions have no transaction: their id is "(not set)". */
function factsOf(ledger: SessionLedger, propertyId: string, flags: Flags): Fact[] {
  const rare = { source: '(other)', medium: '(other)', campaign: '(other)' }
  const facts = [
    ...ledger.sessions(propertyId).map((cell) => ({ ...cell, transactionId: '(not set)', purchases: 0, revenue: 0n })),
    ...ledger.transactions(propertyId).map(({ id, ...transaction }) => ({
      ...transaction,
      transactionId: id,
      sessions: 0,
      keyEvents: 1,
      purchases: 1,
    })),
  ]
  return facts.map((fact) => (flags.dataLossFromOtherRow && fact.source === 'newsletter' ? { ...fact, ...rare } : fact))
}

function rowsOf(facts: Fact[], request: ReportRequest): Row[] {
  const sums = new Map<string, { values: string[]; sums: Sums }>()
  for (const fact of facts) {
    const values = request.dimensions.map((name) => dimensions[name]!(fact))
    const key = values.join('\u0000')
    const found = sums.get(key) ?? { values, sums: { sessions: 0, keyEvents: 0, purchases: 0, revenue: 0n } }
    sums.set(key, found)
    found.sums.sessions += fact.sessions
    found.sums.keyEvents += fact.keyEvents
    found.sums.purchases += fact.purchases
    found.sums.revenue += fact.revenue
  }
  return [...sums.values()].map(({ values, sums: total }) => ({
    dimensionValues: values.map((value) => ({ value })),
    metricValues: request.metrics.map((name) => ({ value: metricValue(name, total) })),
  }))
}

function metricValue(name: string, { sessions, keyEvents, purchases, revenue }: Sums): string {
  const values: Record<string, number> = {
    sessions,
    keyEvents,
    ecommercePurchases: purchases,
    purchaseRevenue: double(revenue),
  }
  return String(values[name])
}

function ordered(rows: Row[], { orders, dimensions: names, metrics }: ReportRequest): Row[] {
  return orders.reduceRight((sorted, { name, isMetric, isDescending }) => {
    const index = (isMetric ? metrics : names).indexOf(name)
    const read = (row: Row) => (isMetric ? row.metricValues : row.dimensionValues)[index]?.value ?? ''
    const sign = isDescending ? -1 : 1
    return sorted.toSorted((one, other) =>
      isMetric ? sign * (Number(read(one)) - Number(read(other))) : sign * (read(one) < read(other) ? -1 : 1),
    )
  }, rows)
}

function metadataOf({ currency, timezone }: Property, flags: Flags, count: number): Record<string, unknown> {
  return {
    currencyCode: currency,
    timeZone: timezone,
    ...(flags.dataLossFromOtherRow ? { dataLossFromOtherRow: true } : {}),
    ...(flags.subjectToThresholding ? { subjectToThresholding: true } : {}),
    ...(flags.isSampled ? { samplingMetadatas: [{ samplesReadCount: '400000', samplingSpaceSize: '1000000' }] } : {}),
    ...(count === 0 ? { emptyReason: 'NO_DATA' } : {}),
  }
}
