import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setFulfillment } from '../../shared/operations/console/set_fulfillment.ts'
import { configure } from '../support/configure_shop.ts'
import { actionsOf, ConsoleScene, ownForm } from '../support/console.ts'
import type { Member } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'

let scene: ConsoleScene
beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

const post = { action: 'add', version: '0', service: 'Post', countries: 'DE, Austria', price: '4.90', free_over: '50' }
const named = '0|Post|DE AT'

async function shop(options: Parameters<typeof createTenant>[1] = {}) {
  const tenant = await createTenant(scene.database.sql, options)
  const path = `/console/brands/${tenant.brandId}/settings/fulfillment`
  const admin = await scene.member(tenant.brandId, 'admin')
  const save = async (fields: Record<string, string>, { browser }: Member = admin, at = path) => {
    const page = await browser.open(path)
    return await browser.post(at, [...ownForm(page), ...Object.entries(fields)])
  }
  const read = async () => {
    const response = await fetch(`${scene.api.url}/api/storefront/${tenant.brandId}/fulfillment`, {
      // Each request has an address of its own, so that the limit of anonymous callers does not apply.
      headers: { 'X-Forwarded-For': `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1` },
    })
    return (await response.json()) as {
      shipping: { state: string; destinations: Record<string, unknown>[] }
      payment: { state: string; methods: unknown[] }
    }
  }
  return { ...tenant, path, admin, save, read }
}

describe('POST /console/brands/{brand_id}/settings/fulfillment', () => {
  test('adds, changes and removes a shipping option, which agents read', async () => {
    const { save, read, brandId } = await shop()
    const added = await save({ ...post, handling_days: '1', transit_days: '2-4' })
    expect(added.url.search).toBe('?done=added')
    const { shipping } = await read()
    expect([shipping.state, shipping.destinations.map(({ country }) => country)]).toEqual(['configured', ['DE', 'AT']])
    expect(shipping.destinations[1]).toMatchObject({
      service: 'Post',
      price: 4.9,
      free_over: 50,
      handling_days: { min: 1, max: 1 },
      transit_days: { min: 2, max: 4 },
    })
    await save({ ...post, action: 'change', option: named, version: '1', price: '0', regions: 'DE-BY', free_over: '' })
    expect((await read()).shipping.destinations[0]).toMatchObject({ price: 0, free_over: null, regions: ['DE-BY'] })
    const removed = await save({ action: 'remove', option: named, version: '2' })
    expect(removed.url.search).toBe('?done=removed')
    expect((await read()).shipping).toMatchObject({ state: 'unconfigured', destinations: [] })
    const events = await scene.database.sql`
      select from events.outbox where brand_id = ${brandId} and type = 'deployment.updated'`
    expect(events.length).toBe(3)
  })

  test('states payment methods, and keeps the options, the profile and the bundles', async () => {
    const { save, read, path, admin, brandId } = await shop()
    await configure(scene.database, brandId, {
      description: 'Lamps',
      shipping: { state: 'partial', destinations: [{ country: 'CH', service: 'Post', price: 9, currency: 'CHF' }] },
    })
    const page = await admin.browser.open(path)
    const sent = await admin.browser.post(path, [
      ...ownForm(page),
      ['action', 'payment'],
      ['version', '1'],
      ['method', 'invoice'],
      ['method', 'card'],
      ['brands_card', 'visa\r\nVisa, Inc.\r\nvisa'],
    ])
    expect(sent.url.search).toBe('?done=payment')
    const { shipping, payment } = await read()
    expect(payment).toMatchObject({
      state: 'configured',
      methods: [
        { type: 'card', brands: ['visa', 'Visa, Inc.'] },
        { type: 'invoice', brands: [] },
      ],
    })
    expect(shipping).toMatchObject({ state: 'partial', destinations: [{ country: 'CH', price: 9, currency: 'CHF' }] })
    const [row] = await scene.database.sql`select description from storefront.shops where brand_id = ${brandId}`
    expect(row?.description).toBe('Lamps')
    expect((await save({ action: 'payment', version: '2' })).url.search).toBe('?done=payment')
    expect((await read()).payment).toMatchObject({ state: 'unconfigured', methods: [] })
  })

  test.each(['viewer', 'analyst'] as const)('returns 403 for a %s, who sees no form', async (role) => {
    const { save, read, path, brandId } = await shop()
    const member = await scene.member(brandId, role)
    expect((await save(post, member)).status).toBe(403)
    expect((await read()).shipping.destinations).toEqual([])
    const page = await member.browser.open(path)
    expect(actionsOf(page).filter((action) => action !== '/oauth/sign-out')).toEqual([])
  })

  test('returns 404 for a brand of others', async () => {
    const [own, foreign] = [await shop(), await shop()]
    expect((await own.save(post, own.admin, foreign.path)).status).toBe(404)
    expect((await own.admin.browser.open(`${foreign.path}?country=DE`)).status).toBe(404)
    expect((await foreign.read()).shipping.destinations).toEqual([])
  })

  test('returns 409 to the second of two admins, and overwrites nothing', async () => {
    const { save, read, brandId } = await shop()
    await save(post)
    await save({ ...post, version: '1', service: 'Express', price: '12' })
    const removal = await save({ action: 'remove', option: named, version: '2' })
    expect(removal.url.search).toBe('?done=removed')
    const late = await save(
      { ...post, action: 'change', option: '1|Express|DE AT', version: '2', service: 'Express', price: '13.37' },
      await scene.member(brandId, 'owner'),
    )
    // The place of the option is another one now, so its form has the entries.
    expect(late.status).toBe(409)
    expect(late.html).toMatch(/What the shop publishes changed meanwhile[^]*value="0\|Express\|DE AT"[^]*value="13.37"/)
    expect((await read()).shipping.destinations.map(({ price }) => price)).toEqual([12, 12])
  })

  test('returns 409 to a change of an option that another person removed, and keeps the entries', async () => {
    const { save, read } = await shop()
    await save(post)
    await save({ action: 'remove', option: named, version: '1' })
    const late = await save({ ...post, action: 'change', option: named, version: '1', price: '13.37' })
    expect(late.status).toBe(409)
    expect(late.html).toMatch(
      /Another person removed or renamed this option[^]*Add a shipping option[^]*name="action" value="add"[^]*value="13.37"/,
    )
    expect((await read()).shipping.destinations).toEqual([])
  })

  test('refuses new brands of a method that is not ticked, and removes stored ones with their method', async () => {
    const { save, read } = await shop()
    await save({ action: 'payment', version: '0', method: 'card', brands_card: 'visa' })
    const lost = await save({
      action: 'payment',
      version: '1',
      method: 'card',
      brands_card: 'visa',
      brands_wallet: 'pay',
    })
    expect([lost.status, lost.html.includes('>\npay</textarea>')]).toEqual([400, true])
    expect(lost.html).toMatch(/id="[^"]*brands_wallet-error" role="alert">Tick Wallet to publish these brands/)
    expect((await read()).payment.methods).toEqual([{ type: 'card', brands: ['visa'] }])
    const swapped = await save({ action: 'payment', version: '1', method: 'invoice', brands_card: 'visa' })
    expect(swapped.url.search).toBe('?done=payment')
    expect((await read()).payment.methods).toEqual([{ type: 'invoice', brands: [] }])
  })

  test('saves one of two forms that are sent at the same time', async () => {
    const { save, read, brandId } = await shop()
    const other = await scene.member(brandId, 'owner')
    const sent = await Promise.all([save(post), save({ ...post, service: 'Express' }, other)])
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await read()).shipping.destinations.length).toBe(2)
  })

  test.each([
    [{ countries: 'DE, Atlantis' }, /Countries must name countries[^<]*`Atlantis` is not a country code or name\./],
    [{ countries: 'ZZ' }, /`ZZ` is not a country code or name/],
    [{ countries: 'DE, Germany' }, /must not name DE twice/],
    [{ countries: '' }, /Countries must name a country/],
    [{ service: '' }, /Service must not be empty/],
    [{ price: '-1' }, /Price must be a number from 0/],
    [{ price: '1000000000001' }, /Price must be a number from 0/],
    [{ price: '4.9999' }, /Price must have at most 2 decimals/],
    [{ price: '1.000' }, /can mean thousands or decimals/],
    [{ price: '€4.90' }, /is an amount in Euro \(EUR\)/],
    [{ price: 'cheap' }, /Price must be a number/],
    [{ free_over: '1e9' }, /must be a number/],
    [{ handling_days: 'soon' }, /must be a whole number from 0 to 365/],
    [{ transit_days: '4-2' }, /must not end before it begins/],
    [{ transit_days: '366' }, /must be a whole number from 0 to 365/],
    [{ countries: '<b>'.repeat(20) }, /`(&lt;b&gt;){20}` is not a country code or name/],
    [{ countries: `${'<b>'.repeat(20)}x` }, /must have at most 60 characters/],
    [{ postal_codes: '94*, 10000' }, /Enter one postal code a line/],
    [{ postal_codes: Array.from({ length: 501 }, (_, code) => code).join('\n') }, /Postal codes must have at most 500/],
    [{ version: 'x' }, /must be a whole number/],
    [{ action: 'change', option: '0|Other|DE' }, /has no such shipping option/],
  ])('refuses %o and keeps the entries', async (fields, message) => {
    const { save, read } = await shop()
    const refused = await save({ ...post, ...fields } as Record<string, string>)
    expect(refused.status).toBe(400)
    expect(refused.html.replaceAll('&quot;', '"')).toMatch(message)
    expect((await read()).shipping.destinations).toEqual([])
  })

  test('refuses an unknown action and an unknown payment method', async () => {
    const { save, read } = await shop()
    expect((await save({ ...post, action: 'steal' })).status).toBe(400)
    expect((await save({ action: 'payment', version: '0', method: 'shells' })).status).toBe(400)
    expect((await read()).payment.methods).toEqual([])
  })

  test('reads amounts with the sign and the decimals of the brand', async () => {
    const { save, read } = await shop({ currency: 'KWD' })
    expect((await save({ ...post, price: 'KWD 1.125', free_over: '1.000,50' })).url.search).toBe('?done=added')
    expect((await read()).shipping.destinations[0]).toMatchObject({ price: 1.125, free_over: 1000.5, currency: 'KWD' })
  })

  test('stores 500 postal codes, and a repeated region once', async () => {
    const { save, read, path, admin } = await shop()
    const codes = Array.from({ length: 500 }, (_, code) => `${10000 + code}`)
    const sent = await save({ ...post, countries: 'DE', postal_codes: codes.join('\r\n'), regions: 'DE-BY\r\nDE-BY' })
    expect(sent.url.search).toBe('?done=added')
    expect((await read()).shipping.destinations[0]).toMatchObject({ postal_codes: codes, regions: ['DE-BY'] })
    expect((await admin.browser.open(path)).html).toContain(`>\n${codes.join('\n')}</textarea>`)
  })

  test('escapes the names of services', async () => {
    const { save, path, admin } = await shop()
    await save({ ...post, service: '<script>alert(1)</script>' })
    const { html } = await admin.browser.open(`${path}?country=DE`)
    expect(html).not.toContain('<script>alert')
  })
})

describe('the input of the operation', () => {
  test('has at most 500 countries in all options, and each method once', () => {
    const option = { service: 's', countries: Array.from({ length: 251 }, () => 'DE') }
    const given = { brand_id: 'brd_x', version: 0, options: [option, option] }
    const twice = { ...given, options: [], payment_methods: [{ type: 'card' }, { type: 'card' }] }
    expect([given, twice].map((input) => setFulfillment.input.safeParse(input).success)).toEqual([false, false])
  })
})
