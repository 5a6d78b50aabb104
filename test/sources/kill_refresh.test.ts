import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTenant } from '../support/factories.ts'
import { addDays } from '../support/platforms/days.ts'
import { startShopify } from '../support/platforms/shopify/shopify.ts'
import type { Shopify } from '../support/platforms/shopify/shopify.ts'
import { ended, SourceProgram } from '../support/source_program.ts'

const now = new Date()
const today = now.toISOString().slice(0, 10)
let program: SourceProgram
let shopify: Shopify

beforeAll(async () => {
  program = await SourceProgram.open(now.toISOString())
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

/** Connects a shop, and kills a synchronization after Shopify replied to its refresh and before the pair is stored. */
async function killRefresh(seed: number) {
  const { ledger } = shopify.seed({ seed, to: addDays(today, -1), orders: 5, products: 1 })
  const tokenPath = new RegExp(`^POST /${ledger.shop.domain}/admin/oauth/access_token$`)
  const { brandId } = await createTenant(program.database.sql)
  await program.connect('shopify', brandId, [], { shop: ledger.shop.domain })
  shopify.access.expireAccessTokens()
  const before = shopify.recorder.matching(tokenPath).length
  shopify.faults.arm({ kind: 'slow', milliseconds: 1500 }, { on: tokenPath })
  const child = program.start(['sync', '--all', '--wait'])
  const end = ended(child)
  const request = await vi.waitUntil(() => shopify.recorder.matching(tokenPath)[before], { timeout: 20_000 })
  await program.database.sql.begin(async (sql) => {
    await sql`select from sources.connections for update`
    await vi.waitUntil(() => request.status !== null, { timeout: 10_000 })
    // The statement that stores the pair waits for the lock.
    const storing = async () => {
      return await program.database
        .sql`select pid from pg_stat_activity where query like '%sources.store_grant%' and wait_event_type = 'Lock'`
    }
    await vi.waitUntil(async () => (await storing()).length > 0, { timeout: 10_000 })
    child.kill('SIGKILL')
    await end
    for (const { pid } of await storing()) await program.database.sql`select pg_terminate_backend(${pid})`
  })
  const refreshes = () => shopify.recorder.matching(tokenPath).length - before
  return { brandId, refreshes }
}

describe('a kill -9 between the reply with a new pair and its storage', { timeout: 120_000 }, () => {
  test('is healed by a restart alone while the old refresh token still works', async () => {
    const { refreshes } = await killRefresh(41)
    expect(refreshes()).toBe(1)
    await program.syncWhole()
    expect(refreshes()).toBe(2)
    expect([shopify.recorder.violations, shopify.recorder.crashes]).toEqual([[], []])
  })

  test('needs a new access within one run if the old refresh token is spent', async () => {
    shopify.access.hasGrace = false
    const { refreshes, brandId } = await killRefresh(42)
    const { code, result } = await program.sync()
    expect([code, refreshes()]).toEqual([1, 2])
    const sources = await program.database.sql`
      select status, attention ->> 'reason' as reason from sources.sources where brand_id = ${brandId}`
    expect(sources.map((each) => ({ ...each }))).toEqual([{ status: 'needs_attention', reason: 'grant_is_dead' }])
    expect(result.complete).toBe(false)
  })
})
