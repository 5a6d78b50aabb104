import { nothing, plus } from '../ad_ledger.ts'
import type { AdLedger, Measures } from '../ad_ledger.ts'
import { report } from '../ad_report.ts'
import { addDays, localTime } from '../days.ts'
import type { Customer, Customers } from './customers.ts'
import { fields } from './fields.ts'
import type { Field, Row, Value } from './fields.ts'
import { boundsOf } from './gaql.ts'
import type { Condition, Query } from './gaql.ts'

export interface Source {
  ledger: AdLedger
  customers: Customers
  customer: Customer
  now: Date
}

/** Evaluates a query. Segmented rows of zeros are left out; without segments every entity has a row. */
export function rowsOf(query: Query, source: Source): Row[] {
  const isSegmented = query.fields.some((field) => field.startsWith('segments.'))
  const hasMetrics = [...query.fields, ...query.conditions.map(({ field }) => field)].some((field) =>
    field.startsWith('metrics.'),
  )
  const rows = isSegmented ? segmented(query, source) : entities(query, source, hasMetrics)
  const kept = rows.filter((row) => query.conditions.every((condition) => holds(condition, row)))
  return query.order.reduceRight((sorted, { field, isDescending }) => {
    const { read } = fields[field] as Field
    const sign = isDescending ? -1 : 1
    return sorted.toSorted((one, other) => sign * compare(read(one), read(other)))
  }, kept)
}

const levels = { customer: 'account', campaign: 'campaign', ad_group: 'group', ad_group_ad: 'ad' } as const

function segmented(query: Query, source: Source): Row[] {
  const byDay = query.fields.includes('segments.date')
  const byHour = query.fields.includes('segments.hour')
  const rows = new Map<string, Row>()
  for (const { finest, day, hour, measures } of report(source.ledger, {
    accountId: source.customer.id,
    level: levels[query.resource as keyof typeof levels],
    grain: byHour ? 'hour' : 'day',
    ...daysOf(query, source),
  })) {
    const entity = entityOf(query.resource, source.customer, finest)
    const key = [entity.ad?.id, entity.group?.id, entity.campaign?.id, byDay && day, byHour && hour].join(' ')
    const row = rows.get(key)
    if (row) row.measures = plus(row.measures, measures)
    else rows.set(key, { ...entity, day: byDay ? day : undefined, hour: byHour ? hour : undefined, measures })
  }
  return [...rows.values()]
}

function entities(query: Query, source: Source, hasMetrics: boolean): Row[] {
  const { ledger, customer, customers } = source
  const { id } = customer
  switch (query.resource) {
    case 'customer_client':
      return customers.below(id).map((client) => ({ customer, client, measures: nothing }))
    case 'conversion_action':
      return customers.actions
        .filter(({ customerId }) => customerId === id)
        .map((action) => ({ customer, action, measures: nothing }))
  }
  const sums = new Map<string | undefined, Measures>()
  if (hasMetrics) {
    const level = levels[query.resource as keyof typeof levels]
    for (const { finest, measures } of report(ledger, {
      accountId: id,
      level,
      grain: 'range',
      ...daysOf(query, source),
    })) {
      sums.set(idOf(entityOf(query.resource, customer, finest)), measures)
    }
  }
  const rows: Omit<Row, 'measures'>[] =
    query.resource === 'customer'
      ? [{ customer }]
      : query.resource === 'ad_group'
        ? ledger.groupsOf(id).map((group) => ({ customer, campaign: ledger.campaigns.get(group.campaignId)!, group }))
        : query.resource === 'ad_group_ad'
          ? ledger.adsOf(id).map((ad) => ({
              customer,
              campaign: ledger.campaigns.get(ad.campaignId)!,
              group: ledger.groups.get(ad.groupId),
              ad,
            }))
          : ledger.campaignsOf(id).map((campaign) => ({ customer, campaign }))
  return rows.map((row) => ({ ...row, measures: sums.get(idOf(row)) ?? nothing }))
}

function idOf({ ad, group, campaign }: Omit<Row, 'measures'>): string | undefined {
  return ad?.id ?? group?.id ?? campaign?.id
}

/** Returns the entity of a row without what is below the resource of its query. */
function entityOf(
  resource: string,
  customer: Customer,
  finest: Pick<Row, 'campaign' | 'group' | 'ad'>,
): Omit<Row, 'measures'> {
  if (resource === 'customer') return { customer }
  if (resource === 'campaign') return { customer, campaign: finest.campaign! }
  if (resource === 'ad_group') return { customer, campaign: finest.campaign!, group: finest.group }
  return { customer, campaign: finest.campaign!, group: finest.group, ad: finest.ad }
}

/** Returns the days of a query, in the time zone of the customer. Without a filter, the last 37 months. */
function daysOf(query: Query, { customer, now }: Source): { from: string; to: string } {
  const { day: today } = localTime(now, customer.timezone)
  const { from, to, during } = boundsOf(query)
  if (during) return duringOf(during, today)
  return { from: from ?? addDays(today, -1_130), to: to ?? today }
}

function duringOf(name: string, today: string): { from: string; to: string } {
  const yesterday = addDays(today, -1)
  const monthStart = `${today.slice(0, 7)}-01`
  const lastMonthEnd = addDays(monthStart, -1)
  const count = /^LAST_(\d+)_DAYS$/.exec(name)?.[1]
  if (count) return { from: addDays(today, -Number(count)), to: yesterday }
  if (name === 'TODAY') return { from: today, to: today }
  if (name === 'YESTERDAY') return { from: yesterday, to: yesterday }
  if (name === 'THIS_MONTH') return { from: monthStart, to: today }
  return { from: `${lastMonthEnd.slice(0, 7)}-01`, to: lastMonthEnd }
}

function holds({ field, operator, values }: Condition, row: Row): boolean {
  const value = (fields[field] as Field).read(row)
  const [first = '', last = ''] = values
  if (field === 'segments.date') {
    // The days without a segment are already those of the condition.
    if (value === undefined || operator === 'DURING') return true
  }
  switch (operator) {
    case 'IS':
      return value === undefined
    case 'IS NOT':
      return value !== undefined
    case 'IN':
      return values.some((each) => compare(value, each) === 0)
    case 'NOT IN':
      return values.every((each) => compare(value, each) !== 0)
    case 'BETWEEN':
      return compare(value, first) >= 0 && compare(value, last) <= 0
    case 'LIKE':
    case 'NOT LIKE': {
      const pattern = first.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('%', '.*')
      return new RegExp(`^${pattern}$`).test(String(value)) === (operator === 'LIKE')
    }
  }
  const order = compare(value, first)
  return { '=': order === 0, '!=': order !== 0, '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 }[
    operator as '='
  ]
}

/** Compares as numbers where both are numbers, and as texts otherwise. Booleans are written TRUE and FALSE. */
function compare(one: Value, other: Value): number {
  if (typeof one === 'boolean') return String(one).toUpperCase() === String(other).toUpperCase() ? 0 : 1
  const [left, right] = [String(one ?? ''), String(other ?? '')]
  if (/^-?\d+$/.test(left) && /^-?\d+$/.test(right)) {
    const difference = BigInt(left) - BigInt(right)
    return difference === 0n ? 0 : difference < 0n ? -1 : 1
  }
  if (typeof one === 'number') return one - Number(other)
  return left === right ? 0 : left < right ? -1 : 1
}

/** Writes a row with the selected fields, in camelCase, with the resource name of each selected resource. */
export function rowJson(row: Row, selected: readonly string[]): Record<string, unknown> {
  const json: Record<string, unknown> = {}
  for (const field of selected) {
    const [resource = ''] = field.split('.')
    const resourceName = fields[`${resource}.resource_name`]
    if (resourceName) put(json, `${resource}.resource_name`, resourceName.read(row))
    if (field.startsWith('ad_group_ad.ad.')) {
      put(json, 'ad_group_ad.ad.resource_name', fields['ad_group_ad.ad.resource_name']?.read(row))
    }
    put(json, field, (fields[field] as Field).read(row))
  }
  return json
}

function put(json: Record<string, unknown>, field: string, value: Value): void {
  if (value === undefined) return
  const names = field.split('.').map(camelCase)
  const last = names.pop() as string
  let parent = json
  for (const name of names) parent = (parent[name] ??= {}) as Record<string, unknown>
  parent[last] = value
}

export function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
