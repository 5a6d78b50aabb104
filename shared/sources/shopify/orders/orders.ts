import { z } from 'zod'
import { addDays } from '../../../calendar/days.ts'
import type { Call } from '../../call.ts'
import type { OrdersReply, PlatformAccount, Report, ShopOrder, Window } from '../../platform.ts'
import { readForm } from '../../reply_form.ts'
import { SourceError } from '../../source_error.ts'
import { askShop } from '../admin_api.ts'
import { idOf } from '../gid.ts'
import { isBulkReady, readBulk, startBulk } from '../bulk.ts'
import { readMoments } from './moments.ts'
import { startOfDay } from './local_day.ts'
import { journeyFields, journeyShape, orderFields, orderShape, toOrder, visitFields, visitShape } from './order_form.ts'
import type { GivenJourney, GivenOrder, GivenVisit } from './order_form.ts'
import { pageInfo } from '../pages.ts'

/** The search index of Shopify follows a change within minutes. */
const overlapMinutes = 10
/** With these sizes, a query of single orders costs less than 1,000 points, the most that a query may cost. */
const ordersOfQuery = 10
const momentsSize = 25
const daysWithoutAllOrders = 60

/**
 * Orders by the time of their last change, because refunds and edits change old orders. Windows are read by bulk operations, whose number
 * of requests does not depend on the number of orders.
 */
export const orders: Report = {
  name: 'orders',
  daysMax: 31,
  daysBackMaxWithout: { scope: 'read_all_orders', days: daysWithoutAllOrders },
  request: (call, account, window) =>
    startBulk(
      call,
      `{ orders(query: "${searchOf(spanOf(account, window))}") { edges { node { ${orderFields}
        customerJourneySummary { ${journeyFields} moments { edges { node { ${visitFields} } } } } } } } }`,
    ),
  isReady: (call, _account, reportId) => isBulkReady(call, reportId),
  read: readResult,
  readObjects,
}

interface Span {
  updatedFrom: string
  updatedTo?: string
}

function spanOf({ timezone }: PlatformAccount, { from, to, changedSince }: Window): Span {
  const start = changedSince ?? startOfDay(from, timezone)
  const updatedFrom = new Date(Date.parse(start) - overlapMinutes * 60_000).toISOString()
  return changedSince === undefined ? { updatedFrom, updatedTo: startOfDay(addDays(to, 1), timezone) } : { updatedFrom }
}

/**
 * Returns the instant from which the next read continues: the start of this one. A later change that this read saw says nothing about earlier
 * ones, which the search may not have shown yet. A window that ended before its read says nothing about now.
 */
function reachOf({ updatedTo }: Span, startedAt: string): { updatedUntil?: string } {
  return updatedTo !== undefined && Date.parse(updatedTo) <= Date.parse(startedAt) ? {} : { updatedUntil: startedAt }
}

function searchOf({ updatedFrom, updatedTo }: Span): string {
  return [`updated_at:>='${updatedFrom}'`, ...(updatedTo === undefined ? [] : [`updated_at:<'${updatedTo}'`])].join(' ')
}

/** Orders, their journeys and visits, as they are collected from lines or single orders. */
class Found {
  readonly unknownFields = new Set<string>()
  readonly #orders = new Map<string, { order: GivenOrder; journey: GivenJourney | null; visits: GivenVisit[] }>()

  add(order: GivenOrder, journey: GivenJourney | null): void {
    if (this.#orders.has(order.id)) throw new SourceError('reply_is_inconsistent', 'retry', { repeated: order.id })
    this.#orders.set(order.id, { order, journey, visits: [] })
  }

  addVisit(orderId: string, visit: GivenVisit): void {
    const parent = this.#orders.get(orderId)
    if (parent === undefined) throw new SourceError('reply_is_inconsistent', 'retry', { parent: orderId })
    if (visit.id !== undefined && parent.visits.some(({ id }) => id === visit.id)) {
      throw new SourceError('reply_is_inconsistent', 'retry', { repeated: visit.id })
    }
    parent.visits.push(visit)
  }

  reply(call: Call, rest: Partial<OrdersReply>): OrdersReply {
    const found: ShopOrder[] = []
    const unreadyJourneys: string[] = []
    for (const { order, journey, visits } of this.#orders.values()) {
      checkTimes(order, rest.updatedFrom)
      if (order.test) continue
      const shopOrder = toOrder(order, journey, visits)
      found.push(shopOrder)
      if (journey?.ready !== true) unreadyJourneys.push(shopOrder.order_id)
    }
    return {
      kind: 'orders',
      orders: found,
      unreadyJourneys,
      unknownFields: [...this.unknownFields],
      ...visibleSince(call),
      ...rest,
    }
  }
}

/** An order that changes while it is read may be later than the window, never earlier. */
function checkTimes({ id, createdAt, updatedAt }: GivenOrder, updatedFrom: string | undefined): void {
  const [created, updated] = [Date.parse(createdAt), Date.parse(updatedAt)]
  if (created > updated || (updatedFrom !== undefined && updated < Date.parse(updatedFrom))) {
    throw new SourceError('reply_is_inconsistent', 'retry', { order: id })
  }
}

function visibleSince({ scopes = [] }: Call): { visibleSince?: string } {
  if (scopes.includes('read_all_orders')) return {}
  // One day less, because Shopify does not say to the hour which orders are older than 60 days.
  return { visibleSince: new Date(Date.now() - (daysWithoutAllOrders - 1) * 86_400_000).toISOString() }
}

const bulkJourney = z.object(journeyShape).nullable()
const orderLine = z.object({ ...orderShape, customerJourneySummary: bulkJourney })
const visitLine = z.object({ ...visitShape, __parentId: z.string() })

async function readResult(
  call: Call,
  account: PlatformAccount,
  window: Window,
  reportId?: string,
): Promise<OrdersReply> {
  if (reportId === undefined) throw new SourceError('report_failed', 'restart')
  const found = new Found()
  const span = spanOf(account, window)
  const { lines, startedAt } = await readBulk(call, reportId)
  // Nested objects can be before their parents, because Shopify does not group them.
  for (const line of lines.filter((each) => !('__parentId' in each))) {
    const { customerJourneySummary, ...order } = readForm(orderLine, line, found.unknownFields)
    found.add(order, customerJourneySummary)
  }
  for (const line of lines.filter((each) => '__parentId' in each)) {
    const { __parentId, ...visit } = readForm(visitLine, line, found.unknownFields)
    found.addVisit(__parentId, visit)
  }
  return found.reply(call, { ...span, ...reachOf(span, startedAt) })
}

const node = z.object({
  ...orderShape,
  customerJourneySummary: z
    .object({
      ...journeyShape,
      moments: z.object({ pageInfo, nodes: z.array(z.object(visitShape)) }).nullable(),
    })
    .nullable(),
})
const nodeFields = `${orderFields}
  customerJourneySummary { ${journeyFields}
    moments(first: ${momentsSize}) { pageInfo { hasNextPage endCursor } nodes { ${visitFields} } } }`
const objects = z.record(z.string(), node.nullable())

async function readObjects(call: Call, _account: PlatformAccount, ids: readonly string[]): Promise<OrdersReply> {
  const found = new Found()
  const only = [...new Set(ids)]
  for (let start = 0; start < only.length; start += ordersOfQuery) {
    const part = only.slice(start, start + ordersOfQuery)
    const given = await askShop(
      call,
      objects,
      `query (${part.map((_, index) => `$id${index}: ID!`).join(' ')}) {
        ${part.map((_, index) => `order${index}: order(id: $id${index}) { ...fields }`).join(' ')}
      }
      fragment fields on Order { ${nodeFields} }`,
      Object.fromEntries(part.map((id, index) => [`id${index}`, `gid://shopify/Order/${id}`])),
      found.unknownFields,
    )
    for (const [index, id] of part.entries()) {
      const each = given[`order${index}`]
      if (each === undefined || (each !== null && idOf(each.id) !== id)) {
        throw new SourceError('reply_is_inconsistent', 'retry', { order: id })
      }
      if (each !== null) await addNode(call, found, each)
    }
  }
  return found.reply(call, { only })
}

async function addNode(call: Call, found: Found, given: z.output<typeof node>): Promise<void> {
  const { customerJourneySummary: summary, ...order } = given
  if (summary === null) return found.add(order, null)
  const { moments, ...journey } = summary
  const visits = [...(moments?.nodes ?? [])]
  if (journey.ready && moments !== null && moments.pageInfo.hasNextPage) {
    visits.push(...(await readMoments(call, order.id, moments.pageInfo.endCursor, found.unknownFields)))
  }
  found.add(order, journey)
  for (const visit of visits) found.addVisit(order.id, visit)
}
