import { createLocalJWKSet, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { stock } from '../support/catalog_rows.ts'
import { lamp, order, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('GET /handoff/{token}', () => {
  test('redirects to the merchant without a key and records when it was opened', async () => {
    const { agent, brandId, caller } = await commerce.shop()
    const made = await order(agent)
    const buyer = caller(brandId, null)
    for (let count = 0; count < 2; count++) {
      const { status, headers } = await buyer('GET', `/handoff/${made.handoff.token}`)
      expect(status).toBe(303)
      const { origin, pathname, searchParams } = new URL(headers.get('Location') as string)
      expect(origin + pathname).toBe('https://shop.example/lamp')
      const { agent_quote: quote, ...said } = Object.fromEntries(searchParams)
      expect(said).toEqual({
        agent_order: made.id,
        agent_quantity: '2',
        agent_price: '100.00',
        agent_total: '200.00',
        agent_currency: 'USD',
      })
      expect(quote).toBeTruthy()
      expect(headers.get('Cache-Control')).toContain('no-store')
    }
    expect((await agent('GET', `/transactions/${made.id}`)).body).toMatchObject({
      status: 'handed_off',
      handoff: { opened_at: '2026-11-20T12:00:00Z' },
    })
  })

  test('passes the agreed price in a signed token', async () => {
    const { agent, brandId, caller } = await commerce.shop()
    const { body: agreed } = await agent('POST', '/negotiations', lamp(96, { quantity: 3 }))
    const { body: made } = await agent('POST', '/transactions', { items: [{ hold_id: agreed.outcome.hold_id }] })
    const { headers } = await caller(brandId, null)('GET', `/handoff/${made.handoff.token}`)
    const { searchParams } = new URL(headers.get('Location') as string)
    expect([searchParams.get('agent_quantity'), searchParams.get('agent_price')]).toEqual(['3', '96.00'])
    const { keys } = (await agent('GET', '/.well-known/osp.json')).body
    const { payload } = await jwtVerify(searchParams.get('agent_quote') as string, createLocalJWKSet({ keys }), {
      currentDate: new Date('2026-11-20T12:01:00Z'),
    })
    expect(payload).toMatchObject({
      iss: `http://vitrine.test/api/storefront/${brandId}`,
      aud: brandId,
      jti: made.id,
      transaction_id: made.id,
      brand_id: brandId,
      items: [{ id: 'lamp', quantity: 3, unit_price: '96.00' }],
      total: '288.00',
      currency: 'USD',
      exp: Date.parse(made.handoff.expires_at) / 1000,
    })
  })

  test('lists all items of an order in `agent_items`', async () => {
    const { agent, brandId, caller } = await commerce.shop()
    const items = [{ product_id: 'lamp', quantity: 2 }, { product_id: 'desk' }]
    const { body: made } = await agent('POST', '/transactions', { items })
    const { headers } = await caller(brandId, null)('GET', `/handoff/${made.handoff.token}`)
    const { searchParams } = new URL(headers.get('Location') as string)
    expect(searchParams.get('agent_items')).toBe('lamp:2:100.00,desk:1:250.00')
    expect([searchParams.get('agent_total'), searchParams.get('agent_price')]).toEqual(['450.00', null])
  })

  test('returns 404 for an unknown token or another shop, and 410 after expiry', async () => {
    const { agent, brandId, caller } = await commerce.shop()
    const elsewhere = await commerce.shop()
    const made = await order(agent)
    expect((await caller(brandId, null)('GET', '/handoff/hnd_guess')).status).toBe(404)
    expect((await caller(elsewhere.brandId, null)('GET', `/handoff/${made.handoff.token}`)).status).toBe(404)
    await commerce.runOut(brandId)
    const late = await caller(brandId, null)('GET', `/handoff/${made.handoff.token}`)
    expect([late.status, late.body.code]).toEqual([410, 'gone'])
  })

  test('returns an error as a page with a link to the shop for a browser, and as JSON for a program', async () => {
    const { agent, brandId } = await commerce.shop()
    const made = await order(agent)
    await commerce.sql()`
      insert into storefront.shops (brand_id, website) values (${brandId}, 'https://shop.example/?a=1&b="')
      on conflict (brand_id) do update set website = excluded.website`
    const open = async (token: string, accept: string) => {
      const response = await fetch(`${commerce.api().url}/api/storefront/${brandId}/handoff/${token}`, {
        headers: { Accept: accept },
      })
      return { status: response.status, text: await response.text(), headers: response.headers }
    }
    const browser = 'text/html,application/xhtml+xml,*/*;q=0.8'
    await commerce.runOut(brandId)
    const late = await open(made.handoff.token, browser)
    expect([late.status, late.headers.get('Content-Type')]).toEqual([410, 'text/html; charset=UTF-8'])
    expect(late.text).toContain('This order is expired. Ask the agent for a new one.')
    expect(late.text).toContain('<a href="https://shop.example/lamp">Go to the shop</a>')
    expect(late.headers.get('Content-Security-Policy')).toContain("style-src 'self'")
    expect(late.headers.get('Link')?.match(/rel="help"/g)).toHaveLength(1)
    // A website that is no valid URL is not linked.
    const unknown = await open('hnd_guess', browser)
    expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('<a href="/docs">')])
    await commerce.sql()`update storefront.shops set website = 'https://shop.example/' where brand_id = ${brandId}`
    expect((await open('hnd_guess', browser)).text).toContain('<a href="https://shop.example/">Go to the shop</a>')
    for (const accept of ['*/*', 'application/json', 'application/json, text/html']) {
      const { status, text } = await open(made.handoff.token, accept)
      expect([status, JSON.parse(text).code]).toEqual([410, 'gone'])
    }
  })

  test('keeps query and fragment of the product link, and returns 410 for a canceled order', async () => {
    const { agent, brandId, caller } = await commerce.shop()
    const link = 'https://shop.example/lamp?color=red#reviews'
    await stock(commerce.database(), brandId, [{ id: 'lamp', title: 'Lamp', price: 100, link }])
    const made = await order(agent)
    const buyer = () => caller(brandId, null)('GET', `/handoff/${made.handoff.token}`)
    const location = (await buyer()).headers.get('Location') as string
    expect(location.startsWith(`https://shop.example/lamp?color=red&agent_order=${made.id}&agent_quantity=2&`)).toBe(
      true,
    )
    expect(location.endsWith('#reviews')).toBe(true)
    await agent('POST', `/transactions/${made.id}/cancel`, { reason: 'x' })
    expect((await buyer()).status).toBe(410)
  })
})
