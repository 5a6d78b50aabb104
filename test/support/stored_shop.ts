import { expect } from 'vitest'
import type { TestDatabase } from './database.ts'
import { refundedOf, totalOf } from './platforms/shopify/shop_ledger.ts'
import type { ShopLedger } from './platforms/shopify/shop_ledger.ts'
import { ordersOf } from './shopify_source.ts'

const byId = ([one = '']: string[], [other = '']: string[]) => (one < other ? -1 : 1)

/** Compares the stored orders and products of a brand with the ledger of a shop: none is missing, and none is surplus. */
export async function expectShop({ sql }: TestDatabase, brandId: string, ledger: ShopLedger): Promise<void> {
  const orders = await sql`
    select order_id, revenue_micros, refunded_micros from analytics.orders where brand_id = ${brandId}`
  expect(orders.map((order) => Object.values(order).map(String)).toSorted(byId)).toEqual(
    ordersOf(ledger)
      .map((order) => [
        String(order.id),
        String(totalOf(order)),
        String(order.canceledAt === null ? refundedOf(order) : totalOf(order)),
      ])
      .toSorted(byId),
  )
  const products = await sql`
    select product_id, coalesce(sale_price_micros, regular_price_micros) as price, quantity
    from storefront.catalog_products where brand_id = ${brandId}`
  expect(products.map((product) => Object.values(product).map(String)).toSorted(byId)).toEqual(
    [...ledger.products.values()]
      .filter(({ status }) => status === 'ACTIVE')
      .flatMap(({ variants }) => variants)
      .map(({ id, price, inventory }) => [
        String(id),
        String(price),
        String([...inventory.values()].reduce((sum, quantity) => sum + quantity, 0)),
      ])
      .toSorted(byId),
  )
}
