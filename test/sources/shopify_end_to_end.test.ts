import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTenant } from '../support/factories.ts'
import { addDays } from '../support/platforms/days.ts'
import { startShopify } from '../support/platforms/shopify/shopify.ts'
import type { Shopify } from '../support/platforms/shopify/shopify.ts'
import { ordersOf } from '../support/shopify_source.ts'
import { SourceProgram } from '../support/source_program.ts'
import { expectShop } from '../support/stored_shop.ts'

// Shopify's tokens and changes have the time of the machine.
const startedAt = Date.now()
const today = new Date(startedAt).toISOString().slice(0, 10)
const tokenPath = /^POST \/[^/]+\/admin\/oauth\/access_token$/
let program: SourceProgram
let shopify: Shopify

beforeAll(async () => {
  program = await SourceProgram.open(new Date(startedAt).toISOString())
  shopify = await startShopify({ redirectUri: program.redirectUri })
  program.environment = {
    ...shopify.environment,
    SHOPIFY_CLIENT_ID: shopify.app.id,
    SHOPIFY_CLIENT_SECRET: shopify.app.secret,
    SHOPIFY_EXTRA_SCOPES: 'read_all_orders',
  }
})
afterAll(async () => {
  await shopify.stop()
  await program.stop()
})

async function connectShop(seed: number) {
  const { ledger } = shopify.seed({ seed, to: addDays(today, -1), orders: 60, products: 4 })
  const { brandId } = await createTenant(program.database.sql)
  const { domain } = ledger.shop
  const connected = await program.connect('shopify', brandId, [], { shop: domain })
  expect(connected).toMatchObject({ code: 0, page: { status: 200 }, result: { sources: [{ account_id: domain }] } })
  return { ledger, brandId, domain }
}

const tokenRequests = () => shopify.recorder.matching(tokenPath).length

describe('a shop', { timeout: 120_000 }, () => {
  test('is stored as its ledger is: orders, refunds and products, while they change', async () => {
    const { ledger, brandId } = await connectShop(21)
    await program.syncWhole(new Date().toISOString())
    await expectShop(program.database, brandId, ledger)
    const [first, second, third] = ordersOf(ledger).toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
    ledger.refund(first!.id, 1_000_000n)
    ledger.cancel(second!.id)
    ledger.deleteOrder(third!.id)
    const [product, removed] = [...ledger.products.values()].filter(({ status }) => status === 'ACTIVE')
    ledger.setInventory(product!.id, product!.variants[0]!.id, [...product!.variants[0]!.inventory.keys()][0]!, 777)
    ledger.change(product!.id, ({ variants }) => (variants[1]!.price += 1_000_000n))
    ledger.deleteProduct(removed!.id)
    await program.syncWhole(new Date(startedAt + 86_400_000).toISOString())
    await expectShop(program.database, brandId, ledger)
    // The time of the data is a day later, but the token has not ended.
    expect(tokenRequests()).toBe(1)
    expect([shopify.recorder.violations, shopify.recorder.crashes]).toEqual([[], []])
  })
})
