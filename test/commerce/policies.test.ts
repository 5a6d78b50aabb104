import { describe, expect, test } from 'vitest'
import { stock } from '../support/catalog_rows.ts'
import { lamp, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()
const wide = { floor: { percent: 10 }, target_percent: 40 }
const narrow = { product_id: 'lamp', floor: { percent: 90 }, target_percent: 95 }

describe('a policy of the product', () => {
  test('rejects the acceptance of a counter-offer that the shop’s policy made earlier', async () => {
    const { agent, merchant } = await commerce.shop({ ...wide, decline_percent: 5 })
    const { body: opened } = await agent('POST', '/negotiations', lamp(25))
    await merchant('POST', '/pricing-policies', narrow)
    const { body } = await agent('POST', `/negotiations/${opened.id}/accept`, {})
    expect(body).toMatchObject({ status: 'rejected', resolution: 'policy_changed', outcome: null })
  })

  test.each([
    ['that is off', { ...narrow, is_enabled: false }, 100],
    ['below the price for which it was set', { ...narrow, floor: { amount: 90, currency: 'USD' } }, 99],
  ])('%s disables negotiation despite the policy of the shop', async (_name, policy, price) => {
    const { agent, merchant, brandId } = await commerce.shop({ ...wide, decline_percent: 5 })
    await merchant('POST', '/pricing-policies', policy)
    await stock(commerce.database(), brandId, [{ id: 'lamp', title: 'Lamp', price }])
    expect((await agent('POST', '/negotiations', lamp(80))).status).toBe(404)
  })
})

describe('commerce.lock_agent', () => {
  test('returns 503 to a write while the lock is held, and 200 to a read', async () => {
    const { agent, brandId } = await commerce.shop()
    const { body: opened } = await agent('POST', '/negotiations', lamp(60))
    await commerce.sql().begin(async (sql) => {
      await sql`select commerce.lock_agent(brand_id, created_by) from commerce.negotiations where brand_id = ${brandId}`
      expect((await agent('GET', `/negotiations/${opened.id}`)).status).toBe(200)
      const { status, body, headers } = await agent('POST', `/negotiations/${opened.id}/withdraw`, {})
      expect([status, body.code, Number(headers.get('Retry-After')) > 0]).toEqual([503, 'service_unavailable', true])
    })
    expect((await agent('POST', `/negotiations/${opened.id}/withdraw`, {})).status).toBe(200)
  })
})
