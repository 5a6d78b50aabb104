import { addDays, hoursOf } from '../platforms/days.ts'
import type { Random } from '../platforms/random.ts'
import { refundedOf, totalOf } from '../platforms/shopify/shop_ledger.ts'
import type { Order } from '../platforms/shopify/shop_ledger.ts'
import type { AdSource, AllPlatforms } from './all_platforms.ts'

/** Changes the past as platforms do: in the days that they restate. Returns what was changed, for the message of a failure. */
export function changeAll(all: AllPlatforms, random: Random): string[] {
  const changes: string[] = []
  const note = (change: string) => void changes.push(change)
  for (const source of all.ads) {
    const today = all.today(source.account.timezone)
    for (let count = random.integer(1, 6); count > 0; count--) note(changeAds(source, random, today))
  }
  for (let count = random.integer(0, 3); count > 0; count--) note(changeSessions(all, random))
  // An order that was deleted is missed by the reads of the days on which it changed last as far as they know, the first of which are
  // three days. One that changes and is deleted between two reads is noticed by its webhook only.
  const since = Date.parse(all.program.now) - 36 * 3_600_000
  const deletable = [...all.shop.orders.values()].filter(({ updatedAt }) => Date.parse(updatedAt) > since)
  if (deletable.length > 0 && random.fraction() < 0.5) {
    const { id } = random.pick(deletable)
    all.shop.deleteOrder(id)
    note(`shopify deletes ${id}`)
  }
  for (let count = random.integer(0, 5); count > 0; count--) note(changeShop(all, random))
  return changes
}

function changeAds({ platform, ledger, account }: AdSource, random: Random, today: string): string {
  const { id, timezone } = account
  const day = addDays(today, -random.integer(0, 26))
  const finest = random.pick(ledger.finestOf(id))
  const named = (kind: string) => `${platform} ${kind} ${day} ${finest.id}`
  const share = random.fraction()
  if (share < 0.25) {
    ledger.restate(id, day, (cell) => ({
      ...cell,
      spend: (cell.spend / 20_000n) * 10_000n,
      clicks: cell.clicks / 2n,
      conversions: 0n,
      revenue: 0n,
    }))
    return named('falls')
  }
  if (share < 0.5) {
    const added = BigInt(random.integer(1, 3)) * 1_000_000n
    ledger.restate(id, day, (cell) => ({
      ...cell,
      conversions: cell.conversions + added,
      revenue: cell.revenue + added * 20n,
    }))
    return named('converts late')
  }
  if (share < 0.7) {
    ledger.vanish(finest.id, day)
    return named('vanishes')
  }
  if (share < 0.85) {
    ledger.put(finest.id, day, random.pick(hoursOf(day, timezone)), {
      spend: BigInt(random.integer(1, 900)) * 10_000n,
      impressions: BigInt(random.integer(1, 900)),
      clicks: BigInt(random.integer(0, 9)),
      conversions: 0n,
      revenue: 0n,
    })
    return named('appears')
  }
  if (share < 0.95 && finest.ad) {
    ledger.deleteAd(finest.id)
    return named('deletes the ad')
  }
  ledger.deleteCampaign(finest.campaign.id)
  return named('deletes the campaign of')
}

function changeSessions(all: AllPlatforms, random: Random): string {
  const { property } = all
  const { ledger } = all.servers.ga4
  const day = addDays(all.today(property.timezone), -random.integer(0, 12))
  const factor = random.pick([0, 0.01, 0.5, 2])
  ledger.restate(property.id, day, (cell) => ({
    ...cell,
    sessions: Math.floor(cell.sessions * factor),
    keyEvents: random.integer(0, 2),
  }))
  const ofDay = ledger.transactions(property.id).filter((each) => each.day === day)
  if (ofDay.length > 0) {
    const origin = { source: 'google', medium: 'organic', campaign: '(organic)' }
    ledger.attribute(property.id, random.pick(ofDay).id, origin)
  }
  return `ga4 ${day} times ${factor}`
}

function changeShop({ shop }: AllPlatforms, random: Random): string {
  const orders = [...shop.orders.values()]
  const order = random.pick(orders)
  const products = [...shop.products.values()]
  const product = random.pick(products)
  const variant = random.pick(product.variants)
  const share = random.fraction()
  if (share < 0.2) {
    const left = totalOf(order) - refundedOf(order)
    if (left > 0n) shop.refund(order.id, left < 1_000_000n ? left : 1_000_000n)
    return `shopify refunds ${order.id}`
  }
  if (share < 0.3) {
    shop.cancel(order.id)
    return `shopify cancels ${order.id}`
  }
  if (share < 0.4) {
    shop.edit(order.id, (edited) => (edited.shipping += 1_000_000n))
    return `shopify edits ${order.id}`
  }
  if (share < 0.75) {
    const added = newOrder(shop.nextId(), order, shop.now())
    shop.orders.set(added.id, added)
    return `shopify sells ${added.id}`
  }
  if (share < 0.85) {
    shop.change(product.id, () => (variant.price += 1_000_000n))
    return `shopify prices ${variant.id}`
  }
  if (share < 0.95 || products.length < 3) {
    shop.setInventory(product.id, variant.id, random.pick([...variant.inventory.keys()]), random.integer(0, 99))
    return `shopify counts ${variant.id}`
  }
  shop.deleteProduct(product.id)
  return `shopify deletes product ${product.id}`
}

function newOrder(id: number, like: Order, createdAt: string): Order {
  const lines = like.lines.map((line, index) => ({ ...line, id: id * 10 + index }))
  return {
    ...like,
    id,
    number: like.number + 5_000,
    createdAt,
    updatedAt: createdAt,
    canceledAt: null,
    lines,
    refunds: [],
  }
}
