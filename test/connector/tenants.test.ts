import { beforeAll, describe, expect, test } from 'vitest'
import { tools as declaredTools } from '../../shared/tools.ts'
import { stock } from '../support/catalog_rows.ts'
import { configure } from '../support/configure_shop.ts'
import { useConnector } from '../support/connector_api.ts'
import type { Tenant } from '../support/connector_api.ts'
import { createBrand, issueKey } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { ingestJourneys } from '../support/journeys.ts'

const connector = useConnector()
const range = { date_from: '2026-11-01', date_to: '2026-11-10' }

/** Every tool whose operation is in shared/operations/connector/ must be listed here, or the completeness test fails. `isFound: false`: the tool returns 404 for this input. */
const tools: Record<string, { input: object; isFound?: boolean }> = {
  get_data_status: { input: {} },
  get_ad_performance: {
    input: { ...range, level: 'ad', granularity: 'none', campaign_ids: ['1'], compare_to: 'previous_period' },
  },
  list_campaigns: { input: { level: 'ad', limit: 200 } },
  get_campaign: { input: { campaign_id: '1', ...range } },
  get_budgets: { input: { level: 'campaign' } },
  get_profit: { input: { ...range, by: 'campaign' } },
  get_trust_signals: { input: {} },
  get_store_overview: { input: {} },
  negotiate_price: {
    input: {
      product_id: 'p',
      quantity: 1,
      action: 'open',
      offer: { amount: 1, currency: 'USD' },
      idempotency_key: 'tenants-1',
    },
    isFound: false,
  },
  propose_change: {
    input: {
      target: { level: 'campaign', id: '1', platform: 'google' },
      change: { kind: 'other', to: 'x' },
      rationale: 'x',
      idempotency_key: 'tenants-1',
    },
  },
}

/** The tools whose operation has no REST route of its own. */
const ownOperation = declaredTools.filter(({ operation }) => operation.name.startsWith('connector.'))

/** These tools read public storefronts, so they accept any brand. */
const ofShops = ['get_trust_signals', 'get_store_overview', 'negotiate_price']
const ofBrands = Object.keys(tools).filter((tool) => !ofShops.includes(tool))

let own: Tenant
let foreign: Tenant

async function stocked(name: string): Promise<Tenant> {
  const tenant = await connector.open({ name: `CANARY_${name}` })
  const database = connector.database()
  const canary = { campaign_name: `CANARY_${name}`, adset_name: `CANARY_${name}`, ad_name: `CANARY_${name}` }
  const ad = {
    platform: 'google',
    account_id: `CANARY_${name}`,
    campaign_id: '1',
    adset_id: '2',
    ad_id: '3',
    ...canary,
  }
  await ingest(database, tenant.brandId, [
    { date: '2026-11-02', ...ad, spend: 7, revenue: 9, cogs: 1, daily_budget: 3 },
  ])
  const order = { order_id: 'o', customer_id: 'c', ordered_at: '2026-11-02T00:00:00Z', revenue: 1 }
  await ingestJourneys(database, tenant.brandId, [], [order])
  await stock(database, tenant.brandId, [{ id: 'p', title: `CANARY_${name}`, category: `CANARY_${name}` }])
  await configure(database, tenant.brandId, { description: `CANARY_${name}` })
  return tenant
}
beforeAll(async () => {
  own = await stocked('own')
  foreign = await stocked('foreign')
})

const use = (key: string, tool: string, brandId: string | undefined) =>
  connector.use(key, tool, { ...tools[tool]?.input, brand_id: brandId })

describe('connector tools', () => {
  test('are all covered by these tests', () => {
    const declared = ownOperation.map(({ name }) => name)
    expect(Object.keys(tools).toSorted()).toEqual(declared.toSorted())
  })

  test.each(Object.keys(tools))('%s returns no data of another brand', async (tool) => {
    const { status, body } = await use(own.key, tool, own.brandId)
    expect(status).toBe(tools[tool]?.isFound === false ? 404 : 200)
    expect(JSON.stringify(body)).not.toContain('CANARY_foreign')
    const simulated = JSON.stringify((await use(own.testKey, tool, own.brandId)).body)
    // The simulated shop has the name of the caller's brand.
    expect(simulated.replace('"name":"CANARY_own"', '')).not.toContain('CANARY')
  })

  test.each(ofShops)('%s returns public data of the shop of another account', async (tool) => {
    const { status, body } = await use(own.key, tool, foreign.brandId)
    expect(status).toBe(tools[tool]?.isFound === false ? 404 : 200)
    expect(JSON.stringify(body)).not.toContain('CANARY_own')
  })

  test.each(ofBrands)('%s returns 403 without data for a brand of another account', async (tool) => {
    for (const key of [own.key, own.testKey]) {
      const { status, body } = await use(key, tool, foreign.brandId)
      expect([status, body.error.code]).toEqual([403, 'forbidden'])
      expect(JSON.stringify(body)).not.toContain('CANARY')
    }
  })

  test.each(Object.keys(tools))(
    '%s returns 403 for a narrowed key or missing scope and 401 for an invalid key',
    async (tool) => {
      const { sql } = connector.database()
      const scope = ownOperation.find(({ name }) => name === tool)?.scope as string
      const sibling = await createBrand(sql, own.accountId)
      const issue = async (options: Parameters<typeof issueKey>[2]) =>
        await issueKey(sql, own.accountId, { prefix: 'sk_live_', ...options })
      const narrowed = await issue({ brandId: sibling })
      if (ofBrands.includes(tool)) expect((await use(narrowed.key, tool, own.brandId)).status).toBe(403)
      const poor = await issue({})
      await sql`update core.api_keys set scopes = array_remove(scopes, ${scope}) where key_id = ${poor.keyId}`
      const { status, body } = await use(poor.key, tool, own.brandId)
      expect([status, body.error.message]).toEqual([403, expect.stringContaining(scope)])
      const expired = await issue({ expiresAt: '2026-01-01T00:00:00Z' })
      const analytics = await issueKey(sql, own.accountId)
      for (const key of [expired.key, analytics.key, 'junk', ''])
        expect((await use(key, tool, own.brandId)).status).toBe(401)
      await sql`update core.brands set status = 'archived' where brand_id = ${sibling}`
    },
  )
})
