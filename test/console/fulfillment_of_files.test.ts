import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sentenceOfError } from '../../shared/errors/refusal.ts'
import { shell } from '../../shared/sentences/audience.ts'
import { configure } from '../support/configure_shop.ts'
import { ConsoleScene, ownForm } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'

let scene: ConsoleScene
beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

const post = { country: 'DE', service: 'Post', price: 4.9 }

async function shop(file: Record<string, unknown>) {
  const { sql } = scene.database
  const { brandId } = await createTenant(sql)
  await configure(scene.database, brandId, file)
  const path = `/console/brands/${brandId}/settings/fulfillment`
  const { browser } = await scene.member(brandId, 'admin')
  const save = async (fields: Record<string, string>, end = 'fulfillment') => {
    const page = await browser.open(path)
    return await browser.post(path.replace('fulfillment', end), [...ownForm(page), ...Object.entries(fields)])
  }
  const stored = async () => {
    const [row] =
      await sql`select shipping_state, payment_state, version from storefront.shops where brand_id = ${brandId}`
    const destinations = await sql`
      select country, service from storefront.shipping_destinations where brand_id = ${brandId} order by position`
    const methods =
      await sql`select type, brands from storefront.payment_methods where brand_id = ${brandId} order by position`
    return { ...row, destinations: [...destinations], methods: [...methods] }
  }
  const insert = async (country: string, position: number) => {
    await sql`
      insert into storefront.shipping_destinations (brand_id, position, country, service, price_micros, currency)
      values (${brandId}, ${position}, ${country}, 'Post', 4900000, 'USD')`
  }
  return { brandId, sql, path, browser, save, stored, insert }
}

describe('a file that states entries and that they are not offered', () => {
  test('keeps the state of shipping after a save of payment methods or of a second option', async () => {
    const { save, stored, browser, path } = await shop({ shipping: { state: 'not_offered', destinations: [post] } })
    expect((await browser.open(path)).html).not.toContain('shipping is not offered.\n      A first entry')
    await save({ action: 'payment', version: '1', method: 'card' })
    expect(await stored()).toMatchObject({ shipping_state: 'not_offered', payment_state: 'configured' })
    await save({ action: 'add', version: '2', service: 'Express', countries: 'DE' })
    expect(await stored()).toMatchObject({ shipping_state: 'not_offered', version: 3 })
  })

  test('keeps the state of payment after a save of a shipping option or of a second method', async () => {
    const { save, stored, browser, path } = await shop({
      payment: { state: 'not_offered', methods: [{ type: 'card' }] },
    })
    const { html } = await browser.open(path)
    expect([html.includes('payment is not offered'), html.includes('A first entry here')]).toEqual([true, false])
    await save({ action: 'add', version: '1', service: 'Post', countries: 'DE' })
    expect(await stored()).toMatchObject({ shipping_state: 'configured', payment_state: 'not_offered' })
    await browser.post(path, [
      ...ownForm(await browser.open(path)),
      ['action', 'payment'],
      ['version', '2'],
      ['method', 'card'],
      ['method', 'invoice'],
    ])
    expect(await stored()).toMatchObject({ payment_state: 'not_offered', version: 3 })
  })
})

describe('stored entries that are refused today', () => {
  test('do not block other options, and are refused when they change', async () => {
    const { save, stored, insert } = await shop({ shipping: { state: 'configured', destinations: [post] } })
    await insert('ZZ', 2)
    await insert('DE', 3)
    const added = await save({ action: 'add', version: '1', service: 'Express', countries: 'DE' })
    expect(added.url.search).toBe('?done=added')
    expect((await stored()).destinations.map(({ country }) => country)).toEqual(['DE', 'ZZ', 'DE', 'DE'])
    const option = '0|Post|DE ZZ DE'
    const changed = await save({ action: 'change', option, version: '2', service: 'Post', countries: 'DE ,ZZ' })
    expect([changed.status, changed.html.includes('`ZZ` is not a country code or name.')]).toEqual([400, true])
    const repeated = await save({ action: 'add', version: '2', service: 'post', countries: 'Germany', price: '4.90' })
    expect([repeated.status, repeated.html.includes('must not name DE twice')]).toEqual([400, true])
    const copied = await save({ action: 'add', version: '2', service: 'Express', countries: 'DE' })
    expect([copied.status, copied.html.includes('must not name DE twice')]).toEqual([400, true])
    expect(await stored()).toMatchObject({ version: 2 })
  })

  test('do not block payment methods, and one type that is stored twice becomes one', async () => {
    const { save, stored, insert, sql, brandId, browser, path } = await shop({
      payment: { state: 'configured', methods: [{ type: 'card', brands: ['Visa, Inc.', 'x'] }] },
    })
    await insert('ZZ', 1)
    await sql`
      insert into storefront.payment_methods (brand_id, position, type, brands) values (${brandId}, 2, 'card', '{x,y; z}')`
    await save({ action: 'add', version: '1', service: 'Express', countries: 'DE' })
    expect((await stored()).methods.length).toBe(2)
    const page = await browser.open(path)
    const [, shown = ''] = /<textarea name="brands_card"[^>]*>\n([^<]*)</.exec(page.html) ?? []
    expect(shown).toBe('Visa, Inc.\nx\ny; z')
    await save({ action: 'payment', version: '2', method: 'card', brands_card: shown.replaceAll('\n', '\r\n') })
    expect((await stored()).methods).toEqual([{ type: 'card', brands: ['Visa, Inc.', 'x', 'y; z'] }])
  })

  test('keep a region with a comma when another field changes', async () => {
    const regions = ['Washington, D.C.', 'a;b']
    const { save, sql, brandId, browser, path } = await shop({
      shipping: { state: 'configured', destinations: [{ country: 'US', service: 'Post', regions }] },
    })
    const [, shown = ''] = /<textarea name="regions"[^>]*>\n([^<]*)</.exec((await browser.open(path)).html) ?? []
    const change = { action: 'change', option: '0|Post|US', version: '1', service: 'Post', countries: 'US', price: '1' }
    expect((await save({ ...change, regions: shown })).url.search).toBe('?done=changed')
    const [row] =
      await sql`select regions, price_micros::integer from storefront.shipping_destinations where brand_id = ${brandId}`
    expect(row).toEqual({ regions, price_micros: 1000000 })
  })
})

describe('vitrine import shop', () => {
  test.each([
    [[{ ...post, country: 'ZZ' }], '`shipping.destinations[0].country` must name countries'],
    [[post, { ...post, price: 4.999 }], '`shipping.destinations[1].price` must have at most 2 decimals (USD).'],
    [[post, { ...post, free_over: 0.001 }], '`shipping.destinations[1].free_over` must have at most 2 decimals (USD).'],
    [[post, { ...post, service: 'POST', price: 1 }], '`shipping.destinations[1].country` must not name DE twice'],
    [[{ ...post, currency: 'QQQ' }], '`shipping.destinations[0].currency` must be an ISO 4217 code.'],
  ])('refuses the destinations %j and names the entry', async (destinations, sentence) => {
    const { brandId, stored } = await shop({})
    const sent = configure(scene.database, brandId, { shipping: { state: 'configured', destinations } })
    const thrown: unknown = await sent.catch((error: unknown) => error)
    expect(await sentenceOfError(thrown, shell)).toContain(sentence)
    expect(await stored()).toMatchObject({ version: 1, destinations: [] })
  })

  test('refuses a payment type twice and names the entry', async () => {
    const { brandId } = await shop({})
    const methods = [{ type: 'card' }, { type: 'invoice' }, { type: 'card' }]
    await expect(configure(scene.database, brandId, { payment: { state: 'configured', methods } })).rejects.toThrow(
      'payment.methods.2.type: must name each payment method once. `card` is repeated.',
    )
  })

  test.each([
    ['fulfillment', '1', { action: 'payment', method: 'card' }],
    ['fulfillment', '0', { action: 'payment', method: 'card' }],
    ['storefront', '1', { description: 'Lost' }],
    ['storefront', '0', { description: 'Lost' }],
  ])('is not overwritten by a form of the page %s of version %s that is sent while it commits', async (...form) => {
    const [end, version, fields] = form
    const { sql, brandId, save, stored } = await shop({})
    if (version === '0') await sql`delete from storefront.shops where brand_id = ${brandId}`
    let sending: ReturnType<typeof save> | undefined
    await sql.begin(async (transaction) => {
      await transaction`set local role vitrine_worker`
      await transaction`select core.enter_brand(${brandId})`
      await transaction`select storefront.configure_shop(${brandId}, '{"description": "Imported"}')`
      sending = save({ ...fields, version } as Record<string, string>, end)
      await vi.waitFor(async () => {
        const waiting = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        expect(waiting.length).toBe(1)
      }, 20_000)
    })
    expect((await sending)?.status).toBe(409)
    expect(await stored()).toMatchObject({ version: Number(version) + 1, methods: [] })
    const [row] = await sql`select description from storefront.shops where brand_id = ${brandId}`
    expect(row?.description).toBe('Imported')
  })
})
