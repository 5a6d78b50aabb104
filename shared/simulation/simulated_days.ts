import { dateOf, dayNumber, localTime } from './calendar.ts'
import { creativesOf, picturePath } from './creatives.ts'
import { productRecords, reviewsOf, shopDays, signalsOf } from './shop.ts'
import { World } from './world.ts'
import type { AdDay } from './world.ts'
import { simulatedWorld } from './worlds/simulated.ts'

/** The days with hourly data: the last five weeks. */
const daysByHour = 35

/**
 * Returns days of the simulated brand in the form that `simulate.extend_ads` and `simulate.extend_customers` take:
 * tables as lines with tab-separated cells. They depend only on the dates (YYYY-MM-DD).
 */
export function simulatedDays(firstDate: string, lastDate: string): Record<string, unknown> {
  const [firstDay, lastDay] = [dayNumber(firstDate), dayNumber(lastDate)]
  const world = new World(simulatedWorld)
  const { plan } = world
  const adDays = world.adDays(Math.min(firstDay, lastDay - daysByHour + 1), lastDay)
  const numbers = new Map<string, number>()
  for (const { ad } of adDays) if (!numbers.has(ad.key)) numbers.set(ad.key, numbers.size + 1)
  const recent = world.orders(lastDay - shopDays, lastDay)
  return {
    first_on: firstDate,
    last_on: lastDate,
    ads: lines(adLines(adDays, numbers)),
    ad_days: lines(adDays.map((adDay) => adDayLine(adDay, numbers.get(adDay.ad.key) as number))),
    creatives: lines(
      creativesOf(plan, firstDay, lastDay).map((creative) => [
        creative.platform,
        creative.creativeId,
        creative.name,
        creative.format,
        creative.headline,
        creative.callToAction,
        creative.landingUrl,
        picturePath('simulated', creative.creativeId),
      ]),
    ),
    orders: lines(
      world
        .reportedOrders(firstDay, lastDay)
        .map((order) => [
          order.orderId,
          order.customerId,
          localTime(order.at),
          order.revenueCents * 10_000,
          order.isNew,
          order.refundedCents * 10_000,
          order.refundedAt === undefined ? '' : localTime(order.refundedAt),
        ]),
    ),
    touches: lines(
      world
        .touches(firstDay, lastDay)
        .map(({ customerId, at, channel, kind, ad }) => [
          customerId,
          localTime(at),
          channel,
          kind,
          ad?.campaign.id ?? '',
          ad?.adId ?? '',
          ad?.creativeId ?? '',
        ]),
    ),
    products: productRecords(plan, recent, lastDay),
    reviews: reviewsOf(plan, recent, lastDay).map((review) => ({
      id: review.id,
      product_id: review.productId,
      author: review.author,
      rating: review.rating,
      title: review.title,
      body: review.body,
      language: 'en',
      verified_purchase: review.isVerified,
      helpful_count: review.helpfulCount,
      created_at: localTime(review.at),
    })),
    signals: lines(
      signalsOf(plan, recent, lastDay).map(({ id, component, platform, value, at }) => [
        id,
        component,
        platform,
        value,
        localTime(at),
      ]),
    ),
  }
}

function adLines(adDays: AdDay[], numbers: Map<string, number>) {
  const ads = new Map(adDays.map(({ ad }) => [ad.key, ad]))
  return [...ads.values()].map(({ key, campaign, plan, adId, adName, creativeId }) => {
    const { accountId, accountName } = simulatedWorld.platforms.find(({ name }) => name === campaign.platform) ?? {}
    return [
      numbers.get(key),
      campaign.platform,
      accountId,
      accountName,
      campaign.id,
      campaign.name,
      campaign.objective,
      campaign.budget * 1_000_000,
      plan.adsetId,
      plan.adsetName,
      adId,
      adName,
      creativeId,
    ]
  })
}

function adDayLine(adDay: AdDay, number: number) {
  const millionths = (amount: number) => Math.round(amount * 100) * 10_000
  return [
    number,
    dateOf(adDay.day),
    adDay.ad.plan.format,
    adDay.spendCents * 10_000,
    adDay.revenueCents * 10_000,
    adDay.costCents * 10_000,
    adDay.impressions,
    adDay.clicks,
    adDay.reach,
    millionths(adDay.conversions),
    millionths(adDay.viewConversions),
    millionths(adDay.newConversions),
    adDay.addToCarts * 1_000_000,
    adDay.checkouts * 1_000_000,
  ]
}

function lines(rows: (string | number | boolean | undefined)[][]): string {
  return rows.map((cells) => cells.map((cell) => cell ?? '').join('\t')).join('\n')
}
