import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stock } from '../support/catalog_rows.ts'
import { ConsoleScene, ownForm } from '../support/console.ts'
import type { Member } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'

let scene: ConsoleScene
beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

const valid = { action: 'save', version: '0', floor: '60', target_percent: '80', quantity_tiers: '10: 5' }
const removal = { action: 'remove', product_id: 'lamp', version: '1' }

/** Creates a brand with a policy of all products and one of its lamp. */
async function shop() {
  const { brandId } = await createTenant(scene.database.sql)
  await stock(scene.database, brandId, [{ id: 'lamp', title: 'Lamp', price: 100 }])
  const path = `/console/brands/${brandId}/settings/pricing`
  const admin = await scene.member(brandId, 'admin')
  const send = async (fields: Record<string, string>, { browser }: Member = admin, at = path) =>
    await browser.post(at, [...ownForm(await browser.open(path)), ...Object.entries(fields)])
  const stored = async () => {
    const rows = await scene.database.sql`
      select product_id from commerce.pricing_policies where brand_id = ${brandId} order by product_id nulls first`
    return rows.map(({ product_id }) => product_id as string | null)
  }
  await send(valid)
  await send({ ...valid, product_id: 'lamp' })
  return { brandId, path, admin, send, stored }
}

describe('POST /console/brands/{brand_id}/settings/pricing with action=remove', () => {
  test('removes the policy of a product, so that the policy of all products applies', async () => {
    const { brandId, path, admin, send, stored } = await shop()
    expect((await admin.browser.open(path)).html).not.toContain('Use the policy of all products')
    expect((await admin.browser.open(`${path}?product=lamp`)).html).toContain('Use the policy of all products')
    const removed = await send(removal)
    expect(removed.url.search).toBe('?product=lamp&done=removed')
    expect(removed.html).toContain('so the policy of all products applies.')
    expect(await stored()).toEqual([null])
    const tiers = await scene.database.sql`select from commerce.quantity_tiers where brand_id = ${brandId}`
    expect(tiers).toHaveLength(1)
  })

  test('returns 409 for an outdated form and for a policy that was removed, and removes nothing', async () => {
    const { send, stored } = await shop()
    const outdated = await send({ ...removal, version: '7' })
    expect([outdated.status, /<details class="ask" open>/.test(outdated.html)]).toEqual([409, true])
    expect(await stored()).toEqual([null, 'lamp'])
    await send(removal)
    expect((await send(removal)).status).toBe(409)
  })

  test('returns 400 without a product, so that the policy of all products stays', async () => {
    const { send, stored } = await shop()
    expect((await send({ action: 'remove', version: '1' })).status).toBe(400)
    expect(await stored()).toEqual([null, 'lamp'])
  })

  test.each(['viewer', 'analyst'] as const)('returns 403 for a %s', async (role) => {
    const { brandId, send, stored } = await shop()
    expect((await send(removal, await scene.member(brandId, role))).status).toBe(403)
    expect(await stored()).toEqual([null, 'lamp'])
  })

  test('returns 404 for a brand of others, with a link to the list of brands', async () => {
    const [own, foreign] = [await shop(), await shop()]
    const sent = await own.send(removal, own.admin, foreign.path)
    expect([sent.status, sent.html.includes('<a href="/console">Back to your brands</a>')]).toEqual([404, true])
    expect(await foreign.stored()).toEqual([null, 'lamp'])
  })

  test('leaves a currency that can change if it was the only policy', async () => {
    const { brandId, send } = await shop()
    await scene.database.sql`delete from commerce.pricing_policies where brand_id = ${brandId} and product_id is null`
    const stored = async () => {
      const [row] = await scene.database.sql`select console.stored_data(${brandId}) as kinds`
      return row?.kinds as string[]
    }
    expect(await stored()).toEqual(['pricing_policies'])
    await send(removal)
    expect(await stored()).toEqual([])
  })
})
