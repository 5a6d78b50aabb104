import type { Clock } from '../clock.ts'

export interface Shop {
  domain: string
  name: string
  currency: string
  timezone: string
}

export interface Variant {
  id: number
  title: string
  sku: string
  price: bigint
  compareAtPrice: bigint | null
  unitCost: bigint | null
  /** The available quantity by location. */
  inventory: Map<number, number>
  updatedAt: string
}

export interface Product {
  id: number
  title: string
  handle: string
  vendor: string
  status: 'ACTIVE' | 'ARCHIVED' | 'DRAFT'
  createdAt: string
  updatedAt: string
  /** The names of the options, in their order. The title of a variant has their values. By default it is the size. */
  options?: string[]
  variants: Variant[]
}

export interface Line {
  id: number
  productId: number
  variantId: number
  title: string
  sku: string
  quantity: number
  price: bigint
}

export interface Refund {
  id: number
  createdAt: string
  amount: bigint
  lines: { lineId: number; quantity: number }[]
}

export interface Visit {
  id: number
  occurredAt: string
  source: string
  utm: { source: string; medium: string; campaign: string; content?: string; term?: string } | null
}

export interface Journey {
  /** Until Shopify has attributed the order, this is false and there are no visits. */
  isReady: boolean
  visits: Visit[]
}

export interface Order {
  id: number
  number: number
  createdAt: string
  updatedAt: string
  canceledAt: string | null
  isTest: boolean
  presentmentCurrency: string
  customerId: number | null
  lines: Line[]
  discount: bigint
  shipping: bigint
  tax: bigint
  refunds: Refund[]
  journey: Journey | null
}

/** What is true in a shop. A change moves `updatedAt` of what it changes to the time of the clock. */
export class ShopLedger {
  readonly shop: Shop
  readonly products = new Map<number, Product>()
  readonly orders = new Map<number, Order>()
  readonly #clock: Clock
  #nextId = 5_400_000_000_001

  constructor(shop: Shop, clock: Clock) {
    this.shop = shop
    this.#clock = clock
  }

  nextId(): number {
    this.#nextId += 17
    return this.#nextId
  }

  now(): string {
    return `${this.#clock.now().toISOString().slice(0, 19)}Z`
  }

  order(id: number): Order {
    const order = this.orders.get(id)
    if (!order) throw new Error(`There is no order ${id}.`)
    return order
  }

  /** Refunds an amount, by default with all lines. */
  refund(orderId: number, amount: bigint, lines?: Refund['lines']): Refund {
    const order = this.order(orderId)
    const all = order.lines.map(({ id, quantity }) => ({ lineId: id, quantity }))
    const refund = { id: this.nextId(), createdAt: this.now(), amount, lines: lines ?? all }
    order.refunds.push(refund)
    order.updatedAt = refund.createdAt
    return refund
  }

  cancel(orderId: number): void {
    const order = this.order(orderId)
    order.canceledAt = this.now()
    order.updatedAt = order.canceledAt
  }

  /** Changes an order, as an edit in the admin does. */
  edit(orderId: number, change: (order: Order) => void): void {
    const order = this.order(orderId)
    change(order)
    order.updatedAt = this.now()
  }

  /** Attributes an order. Shopify does not change `updatedAt` for that. */
  setJourney(orderId: number, journey: Journey | null): void {
    this.order(orderId).journey = journey
  }

  deleteOrder(orderId: number): void {
    this.orders.delete(orderId)
  }

  change(productId: number, change: (product: Product) => void): void {
    const product = this.products.get(productId)
    if (!product) throw new Error(`There is no product ${productId}.`)
    change(product)
    product.updatedAt = this.now()
  }

  /** Sets an available quantity. Shopify changes the level, not the product. */
  setInventory(productId: number, variantId: number, locationId: number, quantity: number): void {
    const variant = this.products.get(productId)?.variants.find(({ id }) => id === variantId)
    if (!variant) throw new Error(`There is no variant ${variantId}.`)
    variant.inventory.set(locationId, quantity)
    variant.updatedAt = this.now()
  }

  deleteProduct(productId: number): void {
    this.products.delete(productId)
  }
}

/** Returns the total of an order in micros: lines less discount, plus shipping and tax. */
export function totalOf({ lines, discount, shipping, tax }: Order): bigint {
  return subtotalOf(lines) - discount + shipping + tax
}

export function subtotalOf(lines: readonly Line[]): bigint {
  return lines.reduce((sum, { price, quantity }) => sum + price * BigInt(quantity), 0n)
}

export function refundedOf({ refunds }: Order): bigint {
  return refunds.reduce((sum, { amount }) => sum + amount, 0n)
}
