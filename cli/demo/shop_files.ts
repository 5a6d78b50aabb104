import { localTime } from '../../shared/simulation/calendar.ts'
import { creativesOf, picturePath } from '../../shared/simulation/creatives.ts'
import { productRecords, reviewsOf, shopDays, signalsOf } from '../../shared/simulation/shop.ts'
import type { World } from '../../shared/simulation/world.ts'

const money = (cents: number) => (cents / 100).toFixed(2)

/** Returns the orders of the shop with their refunds. */
export function ordersFile(world: World, firstDay: number, lastDay: number): string {
  const rows = world
    .reportedOrders(firstDay, lastDay)
    .filter(({ day }) => day >= firstDay)
    .map(({ orderId, customerId, at, revenueCents, isNew, refundedCents, refundedAt }) => {
      const refund = refundedAt === undefined ? ',' : `${money(refundedCents)},${localTime(refundedAt)}`
      return `${orderId},${customerId},${localTime(at)},${money(revenueCents)},${isNew},${refund}`
    })
  return ['order_id,customer_id,ordered_at,revenue,is_new_customer,refunded,refunded_at', ...rows].join('\n')
}

/** Returns the touches of known customers, with the platforms' ids of campaign, ad and creative. */
export function journeysFile(world: World, firstDay: number, lastDay: number): string {
  const rows = world
    .touches(firstDay, lastDay)
    .map(({ customerId, at, channel, kind, touchId, ad }) =>
      [
        customerId,
        localTime(at),
        channel,
        kind,
        touchId,
        ad?.campaign.id ?? '',
        ad?.adId ?? '',
        ad?.creativeId ?? '',
      ].join(','),
    )
  return ['customer_id,touched_at,channel,kind,touch_id,campaign,ad,creative', ...rows].join('\n')
}

/** Returns the creatives. The documentation serves their images. */
export function creativesFile({ plan }: World, brand: string, firstDay: number, lastDay: number): string {
  const rows = creativesOf(plan, firstDay, lastDay).map((creative) =>
    JSON.stringify({
      platform: creative.platform,
      creative_id: creative.creativeId,
      name: creative.name,
      format: creative.format,
      headline: creative.headline,
      call_to_action: creative.callToAction,
      landing_url: creative.landingUrl,
      thumbnail_url: picturePath(brand, creative.creativeId),
    }),
  )
  return rows.join('\n')
}

export function productsFile(world: World, lastDay: number): string {
  const orders = world.orders(lastDay - 6, lastDay)
  return productRecords(world.plan, orders, lastDay)
    .map((product) => JSON.stringify(product))
    .join('\n')
}

export function reviewsFile(world: World, lastDay: number): string {
  const rows = reviewsOf(world.plan, world.orders(lastDay - shopDays, lastDay), lastDay).map((review) =>
    [review.id, review.productId, review.author, review.rating, review.title, review.body, review.isVerified, 'en', review.helpfulCount, utc(review.at)].join(','),
  )
  return ['id,product_id,author,rating,title,body,verified_purchase,language,helpful_count,created_at', ...rows].join('\n')
}

export function signalsFile(world: World, lastDay: number): string {
  const rows = signalsOf(world.plan, world.orders(lastDay - shopDays, lastDay), lastDay).map(
    ({ id, component, value, platform, at }) => [id, component, value, platform, utc(at)].join(','),
  )
  return ['signal_id,component,value,platform,occurred_at', ...rows].join('\n')
}

/** Returns local time as UTC, which is precise enough for the date of a review. */
function utc(minutes: number): string {
  return `${localTime(minutes)}Z`
}

