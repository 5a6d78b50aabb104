import { dayMinutes, demand } from './calendar.ts'
import { customersOf, lifetimeDays } from './customers.ts'
import type { Order } from './customers.ts'
import { deliver } from './delivery.ts'
import type { Delivery, LiveAd } from './delivery.ts'
import { pathOfVisitor, pathTo } from './paths.ts'
import type { Touch } from './paths.ts'
import type { PlatformPlan, WorldPlan } from './plan.ts'
import { RandomStream } from './random_stream.ts'

/** The delivery of an ad on a day, with the sales that its platform claims. */
export interface AdDay extends Delivery {
  day: number
  conversions: number
  viewConversions: number
  newConversions: number
  revenueCents: number
  costCents: number
  addToCarts: number
  checkouts: number
}

export interface KnownTouch extends Touch {
  touchId: string
  customerId: string
}

/**
 * A simulation of customers who see ads, order, return and send goods back. Ad reports, journeys, orders and reviews
 * derive from the same customers. A day depends only on the plan and its date, so that extending a history day by day
 * gives the same result as generating it at once.
 */
export class World {
  readonly plan: WorldPlan
  readonly #deliveries = new Map<number, Delivery[]>()
  readonly #customers = new Map<number, Order[][]>()

  constructor(plan: WorldPlan) {
    this.plan = plan
  }

  deliveries(day: number): Delivery[] {
    const known = this.#deliveries.get(day) ?? deliver(this.plan, day)
    this.#deliveries.set(day, known)
    return known
  }

  /** Returns the orders placed from firstDay to lastDay, oldest first. */
  orders(firstDay: number, lastDay: number): Order[] {
    const orders: Order[] = []
    for (let day = firstDay - lifetimeDays; day <= lastDay; day++) {
      const customers = this.#customers.get(day) ?? customersOf(this.plan, day, this.deliveries(day))
      this.#customers.set(day, customers)
      for (const life of customers) {
        for (const order of life) if (order.day >= firstDay && order.day <= lastDay) orders.push(order)
      }
    }
    return orders.toSorted((one, other) => one.at - other.at)
  }

  /**
   * Returns the orders placed or refunded from firstDay to lastDay, which a shop would report again. Later refunds are
   * not known yet.
   */
  reportedOrders(firstDay: number, lastDay: number): Order[] {
    return this.orders(firstDay - 25, lastDay)
      .map((order) => (isRefundedBy(order, lastDay) ? order : { ...order, refundedCents: 0, refundedAt: undefined }))
      .filter((order) => order.day >= firstDay || (order.refundedAt ?? 0) >= firstDay * dayMinutes)
  }

  path(order: Order): Touch[] {
    const random = new RandomStream(`${this.plan.seed}/path/${order.orderId}`)
    return pathTo(order.at, order.reason, this.deliveries(order.day), random)
  }

  /** Returns the touchpoints of the orders of these days, and of visits without an order. */
  touches(firstDay: number, lastDay: number): KnownTouch[] {
    const ofOrders = this.orders(firstDay, lastDay).flatMap((order) =>
      this.path(order).map((touch, index) => ({
        ...touch,
        touchId: `${order.orderId}-${index + 1}`,
        customerId: order.customerId,
      })),
    )
    const ofVisitors: KnownTouch[] = []
    for (let day = firstDay; day <= lastDay; day++) ofVisitors.push(...this.#visits(day))
    return [...ofOrders, ...ofVisitors]
  }

  /** Returns the platforms' reports of their ads, with the orders that each claims. */
  adDays(firstDay: number, lastDay: number): AdDay[] {
    const ordersByDay = Map.groupBy(this.orders(firstDay, lastDay), ({ day }) => day)
    const adDays: AdDay[] = []
    for (let day = firstDay; day <= lastDay; day++) {
      const ofDay = new Map(this.deliveries(day).map((delivery) => [delivery.ad.key, unsold(delivery, day)]))
      for (const order of ordersByDay.get(day) ?? []) this.#claim(order, ofDay)
      for (const adDay of ofDay.values()) adDays.push(finish(adDay))
    }
    return adDays
  }

  #visits(day: number): KnownTouch[] {
    const random = new RandomStream(`${this.plan.seed}/visits/${day}`)
    return Array.from({ length: random.count(this.plan.visitorsWithoutOrder * demand(day)) }, (_, number) => {
      const customerId = `${this.plan.customerPrefix}${day}-visit-${number + 1}`
      const at = day * dayMinutes + Math.floor(random.between(7 * 60, 23.5 * 60))
      return pathOfVisitor(at, this.deliveries(day), random).map((touch, index) => ({
        ...touch,
        touchId: `${customerId}-${index + 1}`,
        customerId,
      }))
    }).flat()
  }

  #claim(order: Order, ofDay: Map<string, AdDay>): void {
    const random = new RandomStream(`${this.plan.seed}/claim/${order.orderId}`)
    const path = this.path(order)
    for (const platform of this.plan.platforms) {
      const isUnseen = random.chance(platform.unseenShare)
      const seen = path.filter((touch) => touch.channel === platform.name && isWithin(touch, order, platform))
      const met = seen.map(({ ad }) => ad as LiveAd)
      const unseen = () =>
        random.weighted([...ofDay.values()], ({ ad, impressions }) =>
          ad.campaign.platform === platform.name && ad.campaign.role !== 'brand' ? impressions : 0,
        )?.ad
      // The video of the touchpoint may have been replaced since; its successor is credited.
      const claimed = met.length > 0 ? met : isUnseen ? [unseen()] : []
      const credited = platform.isFractional ? claimed : claimed.slice(-1)
      for (const ad of credited) {
        const adDay = ad && [...ofDay.values()].find((candidate) => isSamePlace(candidate.ad, ad))
        if (adDay) credit(adDay, order, 1 / credited.length, met.length === 0 || seen.at(-1)?.kind === 'view', random)
      }
    }
  }
}

function isRefundedBy({ refundedAt }: Order, lastDay: number): boolean {
  return refundedAt !== undefined && refundedAt < (lastDay + 1) * dayMinutes
}

function isWithin({ at, kind }: Touch, order: Order, { clickDays, viewDays }: PlatformPlan): boolean {
  return order.at - at <= (kind === 'click' ? clickDays : viewDays) * dayMinutes
}

function isSamePlace(one: LiveAd, other: LiveAd): boolean {
  return one.campaign === other.campaign && one.plan === other.plan
}

function unsold(delivery: Delivery, day: number): AdDay {
  return {
    ...delivery,
    day,
    conversions: 0,
    viewConversions: 0,
    newConversions: 0,
    revenueCents: 0,
    costCents: 0,
    addToCarts: 0,
    checkouts: 0,
  }
}

function credit(adDay: AdDay, order: Order, share: number, isView: boolean, random: RandomStream): void {
  // A page that is broken for a day loses most of its campaign's conversions.
  if (adDay.planted === 'cpa_spike' && random.chance(0.8)) return
  const value = adDay.planted === 'roas_drop' ? 0.03 : 1
  adDay.conversions += share
  if (isView) adDay.viewConversions += share
  if (order.isNew) adDay.newConversions += share
  adDay.revenueCents += order.revenueCents * share * value
  adDay.costCents += order.costCents * share * value
}

/** Rounds as platforms do; without clicks and views there are no conversions. */
function finish(adDay: AdDay): AdDay {
  const hundredths = (amount: number) => Math.round(amount * 100) / 100
  const conversions = hundredths(adDay.conversions)
  const clicks = Math.max(adDay.clicks, Math.ceil(conversions * 3))
  const checkouts = Math.ceil(conversions) + Math.round(clicks * 0.03)
  return {
    ...adDay,
    clicks,
    impressions: Math.max(adDay.impressions, clicks * 8),
    conversions,
    viewConversions: hundredths(adDay.viewConversions),
    newConversions: hundredths(adDay.newConversions),
    revenueCents: Math.round(adDay.revenueCents),
    costCents: Math.round(adDay.costCents),
    checkouts,
    addToCarts: checkouts + Math.round(clicks * 0.06),
  }
}
