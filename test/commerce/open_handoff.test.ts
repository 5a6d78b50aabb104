import { describe, expect, test } from 'vitest'
import { stock } from '../support/catalogue_rows.ts'
import { order, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('GET /handoff/{token}', () => {
  test('takes whoever has the link to the merchant, and says that it was opened', async () => {
    const { agent, brandId, caller } = await commerce.shop()
    const made = await order(agent)
    const buyer = caller(brandId, null)
    for (let count = 0; count < 2; count++) {
      const { status, headers } = await buyer('GET', `/handoff/${made.handoff.token}`)
      expect([status, headers.get('Location')]).toEqual([303, `https://shop.example/lamp?agent_order=${made.id}`])
      expect(headers.get('Cache-Control')).toContain('no-store')
    }
    expect((await agent('GET', `/transactions/${made.id}`)).body).toMatchObject({
      status: 'handed_off',
      handoff: { opened_at: '2026-11-20T12:00:00Z' },
    })
  })

  test('leads nowhere without its token, in another shop, or when it has run out', async () => {
    const { agent, brandId, caller } = await commerce.shop()
    const elsewhere = await commerce.shop()
    const made = await order(agent)
    expect((await caller(brandId, null)('GET', '/handoff/hnd_guess')).status).toBe(404)
    expect((await caller(elsewhere.brandId, null)('GET', `/handoff/${made.handoff.token}`)).status).toBe(404)
    await commerce.runOut(brandId)
    const late = await caller(brandId, null)('GET', `/handoff/${made.handoff.token}`)
    expect([late.status, late.body.code]).toEqual([410, 'gone'])
  })

  test('of an order that was called off leads nowhere; of an address with a fragment to the address', async () => {
    const { agent, brandId, caller } = await commerce.shop()
    const link = 'https://shop.example/lamp?colour=red#reviews'
    await stock(commerce.database(), brandId, [{ id: 'lamp', title: 'Lamp', price: 100, link }])
    const made = await order(agent)
    const buyer = () => caller(brandId, null)('GET', `/handoff/${made.handoff.token}`)
    expect((await buyer()).headers.get('Location')).toBe(
      `https://shop.example/lamp?colour=red&agent_order=${made.id}#reviews`,
    )
    await agent('POST', `/transactions/${made.id}/cancel`, { reason: 'x' })
    expect((await buyer()).status).toBe(410)
  })
})
