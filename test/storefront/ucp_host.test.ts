import { expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const path = '/.well-known/ucp'

// One test, because each step changes how many storefronts the installation has.
test('GET /.well-known/ucp of the host has the profile of the only published storefront, and 404 otherwise', async () => {
  const none = await shops.get(path)
  expect([none.status, none.body]).toEqual([
    404,
    expect.objectContaining({ code: 'not_found', error: 'This installation has no published storefront.' }),
  ])

  const first = await shops.open()
  const { body: own } = await shops.look(first.brandId, path)
  const one = await shops.get(path)
  expect([one.status, one.body]).toEqual([200, own])
  expect(shops.faults('get', path, one.body)).toEqual([])
  expect(one.headers['cache-control']).toBe('public, max-age=300')
  const draft = await shops.get(`${path}?version=2026-08-22`)
  expect([draft.body.ucp.version, draft.headers['ucp-version-status']]).toEqual(['2026-08-22', 'draft'])
  expect((await shops.get(`${path}?version=2025-01-01`)).status).toBe(400)

  const second = await shops.open()
  const several = await shops.get(path)
  expect(several.status).toBe(404)
  expect(several.body.error).toBe(
    'This installation has several storefronts. Each has its profile at /api/storefront/{brand_id}/.well-known/ucp.',
  )
  expect(several.text).not.toContain(first.brandId)

  await shops.sql()`update core.brands set is_storefront_published = false where brand_id = ${second.brandId}`
  const { body: again } = await shops.get(path)
  expect(again).toEqual(own)
})
