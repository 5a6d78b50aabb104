import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startProcess } from '../../cli/installation/process.ts'
import type { RunningProcess } from '../../cli/installation/process.ts'
import { createTenant } from '../support/factories.ts'
import { addDays } from '../support/platforms/days.ts'
import { startMeta } from '../support/platforms/meta/meta.ts'
import type { Meta } from '../support/platforms/meta/meta.ts'
import { startShopify } from '../support/platforms/shopify/shopify.ts'
import type { Shopify } from '../support/platforms/shopify/shopify.ts'
import { ordersOf } from '../support/shopify_source.ts'
import { expectLedger, SourceProgram } from '../support/source_program.ts'
import { shownSource, tokenKey } from '../support/sources.ts'

// Shopify's tokens and changes have the time of the machine.
const now = new Date().toISOString()
const today = now.slice(0, 10)
let program: SourceProgram
let meta: Meta
let shopify: Shopify
let worker: RunningProcess

beforeAll(async () => {
  program = await SourceProgram.open(now)
  meta = await startMeta({ redirectUri: program.redirectUri })
  meta.clock.set(now)
  shopify = await startShopify({ redirectUri: program.redirectUri })
  program.environment = {
    ...meta.environment,
    META_CLIENT_ID: meta.app.id,
    META_CLIENT_SECRET: meta.app.secret,
    ...shopify.environment,
    SHOPIFY_CLIENT_ID: shopify.app.id,
    SHOPIFY_CLIENT_SECRET: shopify.app.secret,
    SHOPIFY_EXTRA_SCOPES: 'read_all_orders',
  }
  // Only the poll can find sources: the schedule would find them a minute later.
  await program.database.sql`delete from core.schedules where queue = 'sync_sources'`
  worker = startProcess('functions/worker/process.ts', {
    DATABASE_URL: program.database.workerUrl,
    SOURCE_TOKEN_KEY: tokenKey,
    SOURCE_WAIT_SCALE: '0.002',
    VITRINE_NOW: now,
    LOG_LEVEL: 'error',
    ...program.environment,
  })
})
afterAll(async () => {
  await worker.stop()
  await Promise.all([meta.stop(), shopify.stop()])
  await program.stop()
})

const settled = (source_id: string) =>
  vi.waitFor(
    async () => expect(await shownSource(program.database, { source_id })).toMatchObject({ status: 'connected' }),
    {
      timeout: 100_000,
      interval: 250,
    },
  )

test('the worker, with only the permissions of npm start, reads connected accounts without waiting for the schedule', async () => {
  const { sql } = program.database
  const { brandId } = await createTenant(sql)
  const { id } = meta.seed({
    seed: 3,
    from: addDays(today, -20),
    to: today,
    account: { currency: 'USD', timezone: 'UTC' },
  })
  const { ledger } = shopify.seed({ seed: 4, to: addDays(today, -1), orders: 20, products: 3 })
  const ads = await program.connect('meta', brandId, [id])
  const shop = await program.connect('shopify', brandId, [], { shop: ledger.shop.domain })
  for (const { result } of [ads, shop]) {
    const [source] = (result as unknown as { sources: [{ id: string }] }).sources
    await settled(source.id)
  }
  const compared = { brandId, accountId: id, from: addDays(today, -20), to: today }
  expect(await expectLedger(program.database, meta.ledger, compared)).toBeGreaterThan(100)
  const [stored] = await sql`select count(*)::integer as orders from analytics.orders where brand_id = ${brandId}`
  expect(stored?.orders).toBe(ordersOf(ledger).length)
})
