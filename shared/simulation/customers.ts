import { dayMinutes, demand, discount, saleNear } from './calendar.ts'
import type { Delivery } from './delivery.ts'
import type { Reason } from './paths.ts'
import type { ProductPlan, WorldPlan } from './plan.ts'
import { RandomStream } from './random_stream.ts'

/** Days after the first order in which a customer can order again. */
export const lifetimeDays = 730

export interface Order {
  orderId: string
  customerId: string
  /** Minutes since 1970-01-01 in the brand's zone. */
  at: number
  day: number
  isNew: boolean
  reason: Reason
  items: ProductPlan[]
  revenueCents: number
  /** Cost of the goods, in cents. */
  costCents: number
  refundedCents: number
  refundedAt: number | undefined
}

/** Returns, for each customer who first ordered on a day, all their orders, past and future, oldest first. */
export function customersOf(plan: WorldPlan, day: number, deliveries: Delivery[]): Order[][] {
  const random = new RandomStream(`${plan.seed}/customers/${day}`)
  const byAds = deliveries.reduce((sum, { newCustomers }) => sum + newCustomers, 0)
  const count = random.count(byAds + plan.organicCustomers * demand(day) * (1 + discount(day)))
  return Array.from({ length: count }, (_, number) => {
    const customerId = `${plan.customerPrefix}${day}-${number + 1}`
    const isByAd = random.next() * (byAds + plan.organicCustomers * demand(day)) < byAds
    const ad = isByAd ? random.weighted(deliveries, ({ newCustomers }) => newCustomers) : undefined
    return lifeOf(plan, customerId, day, ad ?? 'organic')
  })
}

function lifeOf(plan: WorldPlan, customerId: string, firstDay: number, reason: Reason): Order[] {
  const random = new RandomStream(`${plan.seed}/life/${customerId}`)
  // About half of the customers never return; some order four times a year.
  const returns = random.chance(0.42) ? random.between(0.2, 0.95) : 0
  const gapDays = random.between(40, 170)
  // Each customer prefers one category and a price range.
  const taste = random.pick(plan.products).category
  const budget = random.between(0.35, 1.65)
  const orders = [orderOf(plan, customerId, 0, firstDay, reason, { taste, budget }, random)]
  for (let day = firstDay; random.chance(returns);) {
    day += Math.ceil(9 + gapDays * random.next() * random.between(0.4, 2.2))
    // Many orders around Black Friday are delayed or brought forward to it.
    const sale = saleNear(day)
    if (sale !== undefined && sale > firstDay && random.chance(0.3)) day = sale + random.pick([0, 0, 0, 0, 1, 2, 3, 3])
    if (day > firstDay + lifetimeDays) break
    orders.push(orderOf(plan, customerId, orders.length, day, 'return', { taste, budget }, random))
  }
  return orders
}

function orderOf(
  plan: WorldPlan,
  customerId: string,
  number: number,
  day: number,
  reason: Reason,
  person: { taste: string; budget: number },
  random: RandomStream,
): Order {
  const at = day * dayMinutes + Math.floor(random.between(7 * 60, 23.5 * 60)) + random.below(60) / 60
  const items = chooseItems(plan, person, random)
  const off = discount(day)
  const goodsCents = items.reduce((sum, { price }) => sum + Math.round(price * (1 - off) * 100), 0)
  const { freeFrom, price } = plan.delivery
  const revenueCents = goodsCents + (goodsCents >= freeFrom * 100 ? 0 : Math.round(price * 100))
  const costCents = items.reduce((sum, item) => sum + Math.round(item.price * item.costShare * 100), 0)
  const isReturned = random.chance(0.02 + (5 - Math.min(...items.map(({ quality }) => quality))) * 0.05)
  const isWhole = random.chance(0.6)
  const waitMinutes = random.between(4, 24) * dayMinutes
  const refundedCents = !isReturned ? 0 : isWhole ? revenueCents : Math.round((goodsCents * 0.5) / items.length)
  return {
    orderId: `${plan.orderPrefix}${customerId.slice(plan.customerPrefix.length)}-${number + 1}`,
    customerId,
    at,
    day,
    isNew: number === 0,
    reason,
    items,
    revenueCents,
    costCents,
    refundedCents,
    refundedAt: isReturned ? Math.floor(at + waitMinutes) : undefined,
  }
}

function chooseItems(plan: WorldPlan, { taste, budget }: { taste: string; budget: number }, random: RandomStream) {
  const mean = plan.products.reduce((sum, { price }) => sum + price, 0) / plan.products.length
  const weigh = ({ category, price }: ProductPlan) => {
    const distance = price / (mean * budget)
    return (category === taste ? 4 : 1) / (0.3 + distance * distance)
  }
  const count = random.pick([1, 1, 1, 1, 2, 2, 3])
  return Array.from({ length: count }, () => random.weighted(plan.products, weigh) as ProductPlan)
}
