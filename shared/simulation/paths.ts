import { dayMinutes } from './calendar.ts'
import type { Delivery, LiveAd } from './delivery.ts'
import type { RandomStream } from './random_stream.ts'

/** An impression or a click. */
export interface Touch {
  /** Minutes since 1970-01-01 in the brand's zone. */
  at: number
  channel: string
  kind: 'click' | 'view'
  ad: LiveAd | undefined
}

/** The cause of a visit: an ad that brought a new customer, or an unpaid one. */
export type Reason = Delivery | 'organic' | 'return'

const unpaid = {
  organic: { 'organic search': 5, direct: 3, email: 1 },
  return: { email: 5, direct: 4, 'organic search': 2 },
} as const

/** How often a customer meets campaigns of each role on the way to an order, per click. */
const meetsNew = { discovery: 0.5, shopping: 0.5, closing: 2.4, brand: 1.1, retention: 0 }
const meetsAgain = { discovery: 0.12, shopping: 0.25, closing: 1.6, brand: 1.3, retention: 5 }

/** Returns the touchpoints before an order, oldest first; empty if none is known. */
export function pathTo(orderedAt: number, reason: Reason, deliveries: Delivery[], random: RandomStream): Touch[] {
  if (random.chance(0.07)) return []
  const touches: Touch[] = []
  const last = orderedAt - random.between(4, 90)
  const meet = (weights: typeof meetsNew, at: number, unpaidChance: number) => {
    if (random.chance(unpaidChance))
      return touches.push(unpaidTouch(reason === 'return' ? 'return' : 'organic', at, random))
    const met = random.weighted(deliveries, ({ ad, clicks }) => clicks * weights[ad.campaign.role])
    if (met) touches.push(adTouch(met.ad, at, random))
  }
  if (reason === 'return') {
    meet(meetsAgain, last, 0.5)
    if (random.chance(0.5)) meet(meetsAgain, last - daysBefore(random, 6), 0.5)
    if (random.chance(0.2)) meet(meetsAgain, last - daysBefore(random, 14), 0.5)
  } else if (reason === 'organic') {
    meet(meetsNew, last, 0.6)
    if (random.chance(0.55)) meet(meetsNew, last - daysBefore(random, 8), 0.5)
    if (random.chance(0.2)) meet(meetsNew, last - daysBefore(random, 20), 0.6)
  } else {
    const isLast = reason.ad.campaign.role === 'brand' || reason.ad.campaign.role === 'closing' || random.chance(0.4)
    touches.push(adTouch(reason.ad, isLast ? last : last - daysBefore(random, 9), random))
    if (!isLast) meet(meetsNew, last, 0.35)
    if (random.chance(isLast ? 0.6 : 0.4)) meet(meetsNew, last - daysBefore(random, 8), 0.2)
    if (random.chance(0.15)) meet(meetsNew, last - daysBefore(random, 24), 0.3)
  }
  return touches.toSorted((one, other) => one.at - other.at)
}

/** Returns the touchpoints of a visitor without an order. */
export function pathOfVisitor(at: number, deliveries: Delivery[], random: RandomStream): Touch[] {
  const touches: Touch[] = []
  for (let left = random.pick([1, 1, 1, 2, 2, 3]); left > 0; left--) {
    const touchedAt = at - (left - 1) * random.between(0.4, 5) * dayMinutes
    const met = random.chance(0.3) ? undefined : random.weighted(deliveries, ({ clicks }) => clicks)
    touches.push(met ? adTouch(met.ad, touchedAt, random) : unpaidTouch('organic', touchedAt, random))
  }
  return touches
}

function daysBefore(random: RandomStream, daysMax: number): number {
  // Most intervals are short: the product of two uniform numbers.
  return (0.05 + random.next() * random.next() * daysMax) * dayMinutes
}

function unpaidTouch(kind: keyof typeof unpaid, at: number, random: RandomStream): Touch {
  const channels = Object.entries(unpaid[kind])
  const [channel] = random.weighted(channels, ([, weight]) => weight) as [string, number]
  return { at, channel, kind: 'click', ad: undefined }
}

/** Only ads in feeds have view touchpoints without a click. */
function adTouch(ad: LiveAd, at: number, random: RandomStream): Touch {
  const isView = ad.plan.creativeId !== undefined && random.chance(0.22)
  return { at, channel: ad.campaign.platform, kind: isView ? 'view' : 'click', ad }
}
