import { dayMinutes, nextSale, startOfDay } from './calendar.ts'
import type { Order } from './customers.ts'
import type { ProductPlan, WorldPlan } from './plan.ts'
import { RandomStream } from './random_stream.ts'

/** Days of reviews and signals. */
export const shopDays = 330

export interface Review {
  id: string
  productId: string
  author: string
  rating: number
  title: string
  body: string
  isVerified: boolean
  helpfulCount: number
  /** Minutes since 1970-01-01 in the brand's zone, as `Signal.at`. */
  at: number
}

export interface Signal {
  id: string
  component: (typeof components)[number]
  platform: string
  value: 0 | 1
  at: number
}

const components = ['fulfillment', 'description_accuracy', 'price_and_stock', 'disputes', 'responsiveness'] as const
const assistants = ['chatgpt', 'chatgpt', 'claude', 'claude', 'gemini', 'perplexity', 'generic']
const words = {
  good: ['As described', 'Good for the price', 'Would buy again', 'Kept me dry for a week'],
  fair: ['Does what it should', 'Smaller than I thought', 'Good with one flaw'],
  poor: ['Not quite for me', 'Went back', 'Expected more'],
}

/**
 * Returns the catalog as product records. Stock follows from sales since the delivery of Monday morning; sale prices
 * are those of the sale of the next day or the next sale.
 */
export function productRecords(plan: WorldPlan, orders: Order[], lastDay: number): Record<string, unknown>[] {
  // 1970-01-01 was a Thursday.
  const monday = lastDay - ((lastDay + 3) % 7)
  const sold = new Map<ProductPlan, number>()
  for (const { day, items } of orders) {
    if (day >= monday) for (const item of items) sold.set(item, (sold.get(item) ?? 0) + 1)
  }
  const sale = nextSale(lastDay + 1)
  const window = {
    sale_starts_at: startOfDay(sale.firstDay, plan.timezone),
    sale_ends_at: startOfDay(sale.lastDay + 1, plan.timezone),
  }
  const reduced = (price: number) => Math.round(price * (1 - sale.discount) * 100) / 100
  // A preorder is delivered with the delivery of the next Monday.
  const preorder = { feed_fields: { availability_date: startOfDay(monday + 7, plan.timezone) } }
  return plan.products.map((product) => ({
    id: product.id,
    item_group_id: product.groupId,
    title: product.title,
    description: product.description,
    link: `${plan.website}${product.path}`,
    image_links: [`${plan.website}${product.image}`],
    price: product.price,
    // A product with a permanent discount has no sale.
    ...(product.listPrice ? { list_price: product.listPrice } : { sale_price: reduced(product.price), ...window }),
    currency: plan.currency,
    ...(product.stock ?? stockOf(plan, product, sold.get(product) ?? 0)),
    ...(product.stock?.availability === 'preorder' ? preorder : {}),
    brand: product.brand,
    category: product.category,
    mpn: product.mpn,
    condition: 'new',
    attributes: product.attributes,
  }))
}

function stockOf(plan: WorldPlan, product: ProductPlan, sold: number): NonNullable<ProductPlan['stock']> {
  // Weekly delivery; for some products always too little.
  const quantity = Math.max(0, new RandomStream(`${plan.seed}/stock/${product.id}`).below(24) - 1 - sold)
  return { quantity, availability: quantity === 0 ? 'out_of_stock' : quantity <= 4 ? 'low_stock' : 'in_stock' }
}

/** Returns the reviews of orders through a day. Better products have better reviews. */
export function reviewsOf(plan: WorldPlan, orders: Order[], lastDay: number): Review[] {
  return orders
    .flatMap((order) =>
      order.items.map((product, index) => {
        const random = new RandomStream(`${plan.seed}/review/${order.orderId}/${index}`)
        if (!random.chance(plan.reviewShare)) return undefined
        const at = Math.floor(order.at + random.between(5, 30) * dayMinutes)
        const rating = Math.max(1, Math.min(5, Math.round(product.quality + 0.1 + random.normal() * 0.9)))
        const title = random.pick(words[rating >= 4 ? 'good' : rating === 3 ? 'fair' : 'poor'])
        return {
          id: `r-${order.orderId}-${index + 1}`,
          productId: product.id,
          author: `Buyer ${1 + random.below(900)}`,
          rating,
          title,
          body: `Used on ${1 + random.below(30)} days out.`,
          isVerified: random.chance(0.85),
          helpfulCount: random.below(12),
          at,
        }
      }),
    )
    .filter((review) => review !== undefined)
    .filter(({ at }) => at < (lastDay + 1) * dayMinutes)
}

/** Returns the signals of orders through a day that assistants led to; most are good. */
export function signalsOf(plan: WorldPlan, orders: Order[], lastDay: number): Signal[] {
  return orders
    .flatMap((order) =>
      components.map((component): Signal | undefined => {
        const random = new RandomStream(`${plan.seed}/signal/${order.orderId}/${component}`)
        if (!random.chance(plan.signalShare)) return undefined
        const isNegative = component === 'description_accuracy' ? order.refundedCents > 0 : random.chance(0.05)
        return {
          id: `s-${order.orderId}-${component}`,
          component,
          platform: random.pick(assistants),
          value: isNegative ? 0 : 1,
          at: Math.floor(order.at + random.between(1, 9) * dayMinutes),
        }
      }),
    )
    .filter((signal) => signal !== undefined)
    .filter(({ at }) => at < (lastDay + 1) * dayMinutes)
}
