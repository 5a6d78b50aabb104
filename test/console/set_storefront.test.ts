import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene, ownForm } from '../support/console.ts'
import type { Member } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'

let scene: ConsoleScene
beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

const valid = { version: '0', description: 'Lamps & more', website: 'https://shop.example', shipping_state: 'partial' }

async function shop() {
  const tenant = await createTenant(scene.database.sql)
  const path = `/console/brands/${tenant.brandId}/settings/storefront`
  const admin = await scene.member(tenant.brandId, 'admin')
  const save = async (fields: Record<string, string>, { browser }: Member = admin, at = path) => {
    const page = await browser.open(path)
    return await browser.post(at, [...ownForm(page), ...Object.entries({ ...valid, ...fields })])
  }
  const stored = async () => {
    const [row] = await scene.database.sql`
      select description, website, shipping_state, version from storefront.shops where brand_id = ${tenant.brandId}`
    return row
  }
  return { ...tenant, path, admin, save, stored }
}

describe('POST /console/brands/{brand_id}/settings/storefront', () => {
  test('publishes the profile and keeps destinations, methods and bundles', async () => {
    const { save, stored, brandId } = await shop()
    expect((await save({ returns_policy: 'https://shop.example/returns' })).url.search).toBe('?done=saved')
    await scene.database.sql`
      insert into storefront.shipping_destinations (brand_id, position, country, service) values (${brandId}, 1, 'DE', 'Post')`
    await save({ version: '1', description: '' })
    expect(await stored()).toEqual({
      description: null,
      website: 'https://shop.example',
      shipping_state: 'partial',
      version: 2,
    })
    const manifest = await fetch(`${scene.api.url}/api/storefront/${brandId}/.well-known/osp.json`)
    expect((await manifest.json()).policies.returns).toBeNull()
    const shipping = await fetch(`${scene.api.url}/api/storefront/${brandId}/fulfillment`)
    expect((await shipping.json()).shipping.destinations.length).toBe(1)
    const events = await scene.database.sql`
      select from events.outbox where brand_id = ${brandId} and type = 'deployment.updated'`
    expect(events.length).toBe(2)
  })

  test.each(['viewer', 'analyst'] as const)('returns 403 for a %s', async (role) => {
    const { save, stored, brandId } = await shop()
    expect((await save({}, await scene.member(brandId, role))).status).toBe(403)
    expect(await stored()).toBeUndefined()
  })

  test('returns 404 for a brand of others', async () => {
    const [own, foreign] = [await shop(), await shop()]
    expect((await own.save({}, own.admin, foreign.path)).status).toBe(404)
    expect(await foreign.stored()).toBeUndefined()
  })

  test('returns 409 to the second of two admins, with the entered text, and overwrites nothing', async () => {
    const { save, stored, brandId } = await shop()
    await save({})
    const late = await save({ description: 'Later <script>' }, await scene.member(brandId, 'owner'))
    expect([late.status, />\s*Later &lt;script&gt;<\/textarea>/.test(late.html)]).toEqual([409, true])
    expect(await stored()).toMatchObject({ description: 'Lamps & more', version: 1 })
  })

  test.each([
    'https://shop.example/',
    'HTTP://shop.example/a?b=c&d=%27#e',
    'https://shop.example/@user?to=a@b.example',
    'https://müller.example/größe',
    'https://shop.example:8443/a(b)~c',
  ])('publishes the address %s', async (address) => {
    const { save, brandId } = await shop()
    expect((await save({ privacy_policy: address })).url.search).toBe('?done=saved')
    const manifest = await fetch(`${scene.api.url}/api/storefront/${brandId}/.well-known/osp.json`)
    expect((await manifest.json()).policies.privacy).toBe(address)
  })

  test.each([
    'https://shop.example/it"s',
    'https://shop.example/a b',
    'https://u@shop.example/',
    'https://shop.example/{',
    'ftp://a.example',
  ])('publishes nothing for a stored %s', async (address) => {
    const [row] = await scene.database.sql`select storefront.web_address(${address}) as published`
    expect(row?.published).toBeNull()
  })

  test('saves once for a form that is sent twice', async () => {
    const { path, admin, stored } = await shop()
    const form = [...ownForm(await admin.browser.open(path)), ...Object.entries(valid)] as [string, string][]
    const sent = [await admin.browser.post(path, form), await admin.browser.post(path, form)]
    expect(sent.map(({ status }) => status)).toEqual([200, 409])
    expect(await stored()).toMatchObject({ version: 1 })
  })

  test.each([
    [{ website: 'shop.example' }, 'website'],
    [{ website: `https://user:${'pw'}@shop.example/` }, 'website', 'must not contain a user name or a password.'],
    [{ website: 'https://user@shop.example/' }, 'website', 'must not contain a user name or a password.'],
    [{ website: 'https://shop.example/it"s' }, 'website', 'must not contain the character &quot;. Write it as %22.'],
    [
      { privacy_policy: 'https://shop.example/privacy policy' },
      'privacy_policy',
      'must not contain a space. Write it as %20.',
    ],
    [
      { terms_of_service: 'https://shop.example/{id}' },
      'terms_of_service',
      'must not contain the character {. Write it as %7B.',
    ],
    [{ returns_policy: 'javascript:alert(1)' }, 'returns_policy'],
    [{ description: 'd'.repeat(5001) }, 'description'],
    [{ shipping_state: 'soon' }, 'shipping_state'],
  ])('returns 400 for %j beside its field', async (fields, name, sentence = '') => {
    const { save, stored } = await shop()
    const sent = await save(fields as Record<string, string>)
    expect(sent.status).toBe(400)
    expect(sent.html.split(`id="form-${name}-error"`)[1]?.split('</span>')[0]).toContain(sentence)
    expect(await stored()).toBeUndefined()
  })
})
