import { addDays } from '../days.ts'
import { smallestAmount } from '../money.ts'
import { Random } from '../random.ts'
import { totalOf } from './shop_ledger.ts'
import type { Journey, Order, Product, ShopLedger, Variant } from './shop_ledger.ts'

export interface ShopSeed {
  seed: number
  products?: number
  variantsPerProduct?: number
  orders?: number
  /** The day of the last order. Orders are one to six hours apart, going back from here. */
  to: string
}

const locations = [3_001, 3_002]
const touches: NonNullable<Journey['visits'][number]['utm']>[] = [
  { source: 'google', medium: 'cpc', campaign: 'Brand', term: 'bags' },
  { source: 'facebook', medium: 'paid_social', campaign: 'Autumn, 20 % off', content: 'video' },
  { source: 'newsletter', medium: 'email', campaign: 'Week 44' },
]

/** Fills a shop with products, orders, refunds and journeys. The same seed gives the same shop. */
export function seedShop(ledger: ShopLedger, seed: ShopSeed): void {
  const random = new Random(seed.seed)
  const unit = smallestAmount(ledger.shop.currency)
  const amount = (low: number, high: number) => {
    const micros = BigInt(random.integer(low, high)) * 10_000n
    return micros - (micros % unit)
  }
  const start = `${addDays(seed.to, -400)}T08:00:00Z`
  for (let count = 1; count <= (seed.products ?? 3); count++) {
    const product: Product = {
      id: ledger.nextId(),
      title: `Product ${count} – 50 % “wool”`,
      handle: `product-${count}`,
      vendor: 'Acme',
      status: 'ACTIVE',
      createdAt: start,
      updatedAt: start,
      variants: [],
    }
    for (let index = 1; index <= (seed.variantsPerProduct ?? 2); index++) {
      const variant: Variant = {
        id: ledger.nextId(),
        title: `Size ${index}`,
        sku: `SKU-${count}-${index}`,
        price: amount(999, 19_999),
        compareAtPrice: random.fraction() < 0.3 ? amount(20_000, 29_999) : null,
        unitCost: random.fraction() < 0.8 ? amount(300, 900) : null,
        inventory: new Map(locations.map((location) => [location, random.integer(0, 50)])),
        updatedAt: start,
      }
      product.variants.push(variant)
    }
    ledger.products.set(product.id, product)
  }
  let time = Date.parse(`${seed.to}T20:00:00Z`)
  for (let count = seed.orders ?? 10; count >= 1; count--) {
    const order = orderOf(ledger, random, count, `${new Date(time).toISOString().slice(0, 19)}Z`, amount)
    ledger.orders.set(order.id, order)
    time -= random.integer(1, 6) * 3_600_000
  }
}

function orderOf(
  ledger: ShopLedger,
  random: Random,
  number: number,
  createdAt: string,
  amount: (low: number, high: number) => bigint,
): Order {
  const products = [...ledger.products.values()]
  const lines = Array.from({ length: random.integer(1, 3) }, () => {
    const product = random.pick(products)
    const variant = random.pick(product.variants)
    const { id: variantId, sku, price } = variant
    const quantity = random.integer(1, 3)
    return { id: ledger.nextId(), productId: product.id, variantId, title: product.title, sku, price, quantity }
  })
  const order: Order = {
    id: ledger.nextId(),
    number: 1_000 + number,
    createdAt,
    updatedAt: createdAt,
    canceledAt: null,
    isTest: random.fraction() < 0.1,
    presentmentCurrency: random.fraction() < 0.2 ? 'EUR' : ledger.shop.currency,
    // Guests have no customer.
    customerId: random.fraction() < 0.9 ? 207_119_551 + random.integer(0, 50) : null,
    lines,
    discount: random.fraction() < 0.3 ? amount(100, 900) : 0n,
    shipping: amount(0, 995),
    tax: amount(50, 950),
    refunds: [],
    journey: journeyOf(ledger, random, createdAt),
  }
  if (random.fraction() < 0.15) {
    const first = lines[0]!
    const total = totalOf(order)
    order.refunds.push({
      id: ledger.nextId(),
      createdAt,
      // A discount can make the order cheaper than its first line.
      amount: first.price < total ? first.price : total,
      lines: [{ lineId: first.id, quantity: 1 }],
    })
  }
  return order
}

function journeyOf(ledger: ShopLedger, random: Random, createdAt: string): Journey | null {
  if (random.fraction() < 0.1) return null
  const count = random.integer(0, 4)
  const visits = Array.from({ length: count }, (_, index) => {
    const occurredAt = new Date(Date.parse(createdAt) - (count - index) * 40_000_000).toISOString()
    const utm = random.fraction() < 0.6 ? random.pick(touches) : null
    return { id: ledger.nextId(), occurredAt: `${occurredAt.slice(0, 19)}Z`, source: utm?.source ?? 'direct', utm }
  })
  return { isReady: true, visits }
}
