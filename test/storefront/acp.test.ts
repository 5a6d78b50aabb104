import { expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()

test('returns the discovery document of a brand as documented, for an hour, without a credential', async () => {
  const { brandId } = await shops.open([{ id: 'tent', title: 'Tent', price: 5, currency: 'EUR' }])
  const { status, body, headers } = await shops.look(brandId, '/.well-known/acp.json')
  const path = '/api/storefront/{brand_id}/.well-known/acp.json'
  expect([status, shops.faults('get', path, body), headers['cache-control']]).toEqual([200, [], 'public, max-age=3600'])
  expect(body.api_base_url).toMatch(new RegExp(`/api/storefront/${brandId}/acp$`))
  expect(body.capabilities).toEqual({ services: ['checkout'], supported_currencies: ['eur'] })
  expect((await shops.get(new URL(body.protocol.documentation_url).pathname)).status).toBe(200)
})

test('has no currencies without a catalog', async () => {
  const { brandId } = await shops.open()
  expect((await shops.look(brandId, '/.well-known/acp.json')).body.capabilities).toEqual({ services: ['checkout'] })
})
