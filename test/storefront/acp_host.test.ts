import { expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const path = '/.well-known/acp.json'

// One test, because each step changes how many storefronts the installation has.
test('GET /.well-known/acp.json of the host has the document of the only published storefront, and 404 otherwise', async () => {
  const none = await shops.get(path)
  expect([none.status, none.body.error]).toEqual([404, 'This installation has no published storefront.'])

  const first = await shops.open()
  const { body: own } = await shops.look(first.brandId, path)
  const one = await shops.get(path)
  expect([one.status, one.body, one.headers['cache-control']]).toEqual([200, own, 'public, max-age=3600'])
  expect(shops.faults('get', path, one.body)).toEqual([])

  await shops.open()
  const several = await shops.get(path)
  expect([several.status, several.body.error]).toEqual([
    404,
    'This installation has several storefronts. Each has its profile at /api/storefront/{brand_id}/.well-known/acp.json.',
  ])
  expect(several.text).not.toContain(first.brandId)
})
