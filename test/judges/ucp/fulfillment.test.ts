import { beforeAll, expect, test } from 'vitest'
import { configure } from '../../support/configure_shop.ts'
import { useShops } from '../../support/shops.ts'
import { judge } from '../judge.ts'
import { extendedProfileOf, fakePlatforms, platformProfile, profileOf } from './platforms.ts'
import { published, versions } from './published.ts'
import { amounts, codes, line, sessionsOf } from './sessions.ts'

type Row = Record<string, unknown>

/** A platform that declares the extension, but no checkout. */
const orphan = (version: string) => `https://orphan.example/${version}.json`
const shops = useShops({
  ucp: fakePlatforms(
    Object.fromEntries(
      versions.map(({ version }) => [
        orphan(version),
        JSON.stringify(platformProfile(version, ['dev.ucp.shopping.cart', 'dev.ucp.shopping.fulfillment'])),
      ]),
    ),
  ),
})
const catalog = [
  { id: 'tent', title: 'Ridge tent', price: 100.5, link: 'https://shop.example/tent' },
  { id: 'lamp', title: 'Lamp', price: 9.99, link: 'https://shop.example/lamp' },
]
const destinations = [
  {
    country: 'US',
    service: 'Standard',
    price: 4.99,
    free_over: 200,
    currency: 'USD',
    handling_days: { min: 1, max: 2 },
    transit_days: { min: 3, max: 5 },
  },
  { country: 'US', service: 'Express', price: 14.99, currency: 'USD', transit_days: { min: 1, max: 1 } },
  { country: 'US', regions: ['AK', 'HI'], service: 'Standard', price: 24.99, currency: 'USD' },
  { country: 'CA', service: 'Courier' },
  { country: 'DE', service: 'Paket', price: 5, currency: 'EUR' },
  { country: 'FR', postal_codes: ['75*', '13000-13999'], service: 'Velo', price: 3, currency: 'USD' },
  { country: 'GB', service: 'Post', price: 9, currency: 'USD' },
]
const shop = {
  website: 'https://shop.example',
  shipping: { state: 'configured', destinations },
}
let brandId = ''
let unpublished = ''
beforeAll(async () => {
  ;({ brandId } = await shops.open(catalog))
  await configure(shops.database(), brandId, shop)
  unpublished = (await shops.open(catalog)).brandId
})

const toUs = { address_country: 'US', address_region: 'CA', postal_code: '94103' }
const shipTo = (destination: Row, method: Row = {}) => ({
  methods: [{ type: 'shipping', destinations: [destination], ...method }],
})
const methodOf = (body: { fulfillment: { methods: Row[] } }) =>
  // oxlint-disable-next-line no-explicit-any
  body.fulfillment.methods[0] as any
// oxlint-disable-next-line no-explicit-any
const optionsOf = (body: any): any[] => methodOf(body).groups[0]?.options ?? []
const priced = (body: never) =>
  optionsOf(body).map(({ title, totals }: { title: string; totals: Row[] }) => [title, totals[0]?.amount])

for (const { version, label, missing } of versions) {
  const sessions = sessionsOf(shops, '/checkout-sessions', extendedProfileOf(version))
  const create = async (fulfillment?: Row, more: Row = {}, brand = brandId) =>
    await sessions.create(brand, { line_items: [line('tent'), line('lamp')], fulfillment, ...more })
  const put = async (id: string, fulfillment?: Row, more: Row = {}) =>
    await sessions.put(brandId, id, { line_items: [line('tent'), line('lamp')], fulfillment, ...more })

  judge({ judge: 'UCP schemas', version: label, checks: 'fulfillment of checkout sessions', missing }, () => {
    test('every response is valid', async () => {
      const { faults } = published(version)
      const { body } = await create(shipTo(toUs))
      const answers = [
        body,
        (
          await put(body.id, {
            methods: [{ selected_destination_id: 'dest_1', groups: [{ selected_option_id: optionsOf(body)[1].id }] }],
          })
        ).body,
        (await put(body.id, { methods: [{ type: 'pickup' }] })).body,
        (await create()).body,
        (await create(shipTo({ address_country: 'CA' }))).body,
        (await create(shipTo({ address_country: 'ZZ' }))).body,
        (await create(shipTo(toUs), {}, unpublished)).body,
      ]
      for (const each of answers)
        expect([each.fulfillment, faults('checkoutWithFulfillment', each)]).toEqual([each.fulfillment, []])
    })
  })

  judge({ judge: 'UCP, own reading of the text', version: label, checks: 'Fulfillment' }, () => {
    test('returns one method and one group of all items with the published options, the cheapest first', async () => {
      const { body } = await create(shipTo({ ...toUs, id: 'home', street_address: '1 Secret St', first_name: 'Jane' }))
      const { groups, ...method } = methodOf(body)
      const typed = version === '2026-08-22' ? { type: 'shipping_address' } : {}
      expect(method).toEqual({
        id: 'shipping',
        type: 'shipping',
        line_item_ids: ['li_1', 'li_2'],
        destinations: [{ ...typed, id: 'home', ...toUs }],
        selected_destination_id: 'home',
      })
      const text = 'Dispatched within 1 to 2 days. In transit for 3 to 5 days.'
      expect(groups).toEqual([
        {
          id: 'package',
          line_item_ids: ['li_1', 'li_2'],
          options: [
            {
              id: expect.any(String),
              title: 'Standard',
              description: version === '2026-08-22' ? { plain: text } : text,
              totals: [{ type: 'total', amount: 499 }],
            },
            expect.objectContaining({ title: 'Express', totals: [{ type: 'total', amount: 1499 }] }),
          ],
        },
      ])
      expect(amounts(body.totals)).toEqual({ subtotal: 11_049, total: 11_049 })
      const stored = await shops.sql()`select held::text from storefront.checkouts as held`
      expect(JSON.stringify([stored, body])).not.toMatch(/Secret St|Jane/)
    })

    test('includes the cost in the totals once destination and option are chosen', async () => {
      const { body } = await create(shipTo(toUs))
      const express = optionsOf(body)[1].id
      const chosen = { methods: [{ selected_destination_id: 'dest_1', groups: [{ selected_option_id: express }] }] }
      const updated = await put(body.id, chosen)
      expect([amounts(updated.body.totals), methodOf(updated.body).groups[0].selected_option_id]).toEqual([
        { subtotal: 11_049, fulfillment: 1499, total: 12_548 },
        express,
      ])
      expect(codes(updated.body)).toContain('total_without_taxes')
      expect((await sessions.look(brandId, body.id)).body.totals).toEqual(updated.body.totals)
      // An update replaces the whole session.
      expect(amounts((await put(body.id)).body.totals)).toEqual({ subtotal: 11_049, total: 11_049 })
    })

    test('selects the only destination and the only option', async () => {
      const { body } = await create(shipTo({ address_country: 'United Kingdom' }))
      expect(amounts(body.totals)).toEqual({ subtotal: 11_049, fulfillment: 900, total: 11_949 })
      const several = { methods: [{ destinations: [{ address_country: 'GB' }, { address_country: 'US' }] }] }
      const { body: open } = await create(several)
      expect([methodOf(open).selected_destination_id, amounts(open.totals).fulfillment]).toEqual([undefined, undefined])
    })

    test('prices by region, by postal code and by the amount of the items', async () => {
      expect(priced((await create(shipTo({ ...toUs, address_region: 'hi' }))).body as never)).toEqual([
        ['Express', 1499],
        ['Standard', 2499],
      ])
      const inFrance = async (code?: string) =>
        (await create(shipTo({ address_country: 'FR', ...(code ? { postal_code: code } : {}) }))).body
      expect(priced((await inFrance('75 011')) as never)).toEqual([['Velo', 300]])
      expect(priced((await inFrance('13500')) as never)).toEqual([['Velo', 300]])
      expect(codes(await inFrance('69001'))).toContain('fulfillment_not_published_here')
      expect(codes(await inFrance())).toContain('fulfillment_destination_incomplete')
      const many = await create(shipTo(toUs), { line_items: [line('tent', 2)] })
      expect(priced(many.body as never)).toEqual([
        ['Standard', 0],
        ['Express', 1499],
      ])
    })

    test.each([
      ['CA', 'Courier', 'a price that is not published'],
      ['DE', 'Paket', 'a price in another currency'],
    ])('says that the cost to %s is not known, for %s with %s', async (country, title) => {
      const { body } = await create(shipTo({ address_country: country }))
      expect(optionsOf(body)).toEqual([expect.objectContaining({ title, totals: [] })])
      expect(amounts(body.totals)).toEqual({ subtotal: 11_049, total: 11_049 })
      expect(body.messages).toContainEqual(
        expect.objectContaining({ type: 'warning', code: 'fulfillment_cost_unknown' }),
      )
    })

    test.each([
      ['no destination', undefined, 'fulfillment_destination_missing'],
      ['a country without published shipping', shipTo({ address_country: 'JP' }), 'fulfillment_not_published_here'],
      ['a country that does not exist', shipTo({ address_country: 'Atlantis' }), 'fulfillment_country_unknown'],
    ])('invents no option for %s', async (_, fulfillment, code) => {
      const { body } = await create(fulfillment)
      expect([methodOf(body).groups, amounts(body.totals).fulfillment]).toEqual([[], undefined])
      expect(codes(body)).toContain(code)
    })

    test('says that a shop has published nothing, or does not ship', async () => {
      const { body } = await create(shipTo(toUs), {}, unpublished)
      expect([methodOf(body).groups, codes(body)]).toEqual([[], expect.arrayContaining(['fulfillment_not_published'])])
      const { brandId: shut } = await shops.open(catalog)
      await configure(shops.database(), shut, { ...shop, shipping: { state: 'not_offered' } })
      const refused = await create(shipTo(toUs), {}, shut)
      expect([refused.body.fulfillment, codes(refused.body)]).toEqual([
        { methods: [] },
        expect.arrayContaining(['fulfillment_not_offered']),
      ])
    })

    test('shows options for the place of the context, and no cost before a destination is chosen', async () => {
      const { body } = await create(undefined, { context: { address_country: 'GB' } })
      expect([priced(body as never), amounts(body.totals).fulfillment]).toEqual([[['Post', 900]], undefined])
    })

    test('uses the rate of a product for one piece only', async () => {
      const { brandId: own } = await shops.open(catalog)
      await configure(shops.database(), own, shop)
      const rates = JSON.stringify([{ country: 'US', service: 'Freight', price: '49.00 USD' }])
      await shops.sql()`
        update storefront.catalog_products set feed_fields = jsonb_build_object('shipping', ${rates}::text::jsonb)
        where brand_id = ${own} and product_id = 'tent'`
      const one = await create(shipTo(toUs), { line_items: [line('tent')] }, own)
      expect([priced(one.body as never), amounts(one.body.totals).fulfillment]).toEqual([[['Freight', 4900]], 4900])
      const both = await create(shipTo(toUs), {}, own)
      expect(priced(both.body as never)).toEqual([
        ['Standard', undefined],
        ['Express', undefined],
      ])
      expect(codes(both.body)).toContain('fulfillment_costs_unknown')
    })

    test.each([
      [
        'an unknown destination',
        { methods: [{ selected_destination_id: 'loc_no' }] },
        'fulfillment_destination_unknown',
        '[0].selected_destination_id',
      ],
      [
        'an unknown option',
        shipTo(toUs, { groups: [{ selected_option_id: 'no' }] }),
        'fulfillment_option_unknown',
        '[0].groups[0].selected_option_id',
      ],
      ['pickup', { methods: [{ type: 'pickup' }] }, 'fulfillment_method_unsupported', '[0].type'],
      [
        'several methods',
        { methods: [{ type: 'shipping' }, { type: 'shipping' }] },
        'fulfillment_split_unsupported',
        '',
      ],
      ['a part of the items', shipTo(toUs, { line_item_ids: ['li_1'] }), 'fulfillment_split_unsupported', ''],
      [
        'destinations with one id',
        { methods: [{ destinations: [{ id: 'a' }, { id: 'a' }] }] },
        'fulfillment_destinations_equal',
        '[0].destinations',
      ],
    ])('an update with %s changes nothing and returns a recoverable error', async (_, fulfillment, code, path) => {
      const { body } = await create(shipTo({ address_country: 'GB' }))
      const refused = await put(body.id, fulfillment, { line_items: [line('tent', 3), line('lamp')] })
      expect(refused.body.messages[0]).toEqual({
        type: 'error',
        code,
        severity: 'recoverable',
        path: `$.fulfillment.methods${path}`,
        content: expect.any(String),
      })
      const { body: present } = await sessions.look(brandId, body.id)
      expect([present.totals, present.fulfillment, refused.body.totals]).toEqual([
        body.totals,
        body.fulfillment,
        body.totals,
      ])
      const created = await create(fulfillment)
      expect([created.status, codes(created.body)[0]]).toEqual([201, code])
    })

    test('says that a selected option is gone', async () => {
      const { brandId: changing } = await shops.open(catalog)
      await configure(shops.database(), changing, shop)
      const first = await create(shipTo(toUs), {}, changing)
      const choice = shipTo(toUs, { groups: [{ selected_option_id: optionsOf(first.body)[0].id }] })
      const { body } = await create(choice, {}, changing)
      expect(amounts(body.totals).fulfillment).toBe(499)
      await configure(shops.database(), changing, {
        ...shop,
        shipping: { state: 'configured', destinations: destinations.slice(1, 2) },
      })
      const { body: present } = await sessions.look(changing, body.id)
      expect([amounts(present.totals).fulfillment, codes(present)]).toEqual([
        undefined,
        expect.arrayContaining(['fulfillment_changed']),
      ])
    })

    test('free shipping takes off the known cost, and allocates it to shipping', async () => {
      const [offer] = await shops.sql()`
        insert into commerce.exclusive_offers (brand_id, type, title) values (${brandId}, 'free_shipping', 'Free') returning offer_id`
      const { body } = await create(shipTo({ address_country: 'GB' }), { discounts: { codes: [offer?.offer_id] } })
      expect([amounts(body.totals), body.discounts.applied]).toEqual([
        { subtotal: 11_049, fulfillment: 900, discount: -900, total: 11_049 },
        [
          {
            code: offer?.offer_id,
            title: 'Free',
            amount: 900,
            allocations: [{ path: '$.totals.shipping', amount: 900 }],
          },
        ],
      ])
    })

    test('is inactive for a platform that does not declare it, and pruned without checkout', async () => {
      const plain = sessionsOf(shops, '/checkout-sessions', profileOf(version))
      const { body } = await plain.create(brandId, { line_items: [line('tent')], fulfillment: shipTo(toUs) })
      expect([body.fulfillment, codes(body)[0], Object.keys(body.ucp.capabilities)]).toEqual([
        undefined,
        'extension_not_negotiated',
        ['dev.ucp.shopping.checkout'],
      ])
      const cart = await sessionsOf(shops, '/carts', orphan(version)).create(brandId, { line_items: [line('tent')] })
      expect(Object.keys(cart.body.ucp.capabilities)).toEqual(['dev.ucp.shopping.cart'])
    })

    test('is declared in the profile as an extension of checkout', async () => {
      const { body } = await shops.look(brandId, `/.well-known/ucp?version=${version}`)
      expect(body.ucp.capabilities['dev.ucp.shopping.fulfillment']).toEqual([
        {
          version,
          extends: ['dev.ucp.shopping.checkout'],
          spec: `https://ucp.dev/${version}/specification/fulfillment`,
          schema: `https://ucp.dev/${version}/schemas/shopping/fulfillment.json`,
        },
      ])
    })

    test.each([
      [{ methods: Array.from({ length: 11 }, () => ({})) }],
      [{ methods: 'shipping' }],
      [shipTo({ address_country: 5 })],
      [shipTo({ address_country: 'x'.repeat(101) })],
      [shipTo({ id: 'a\u0000' })],
    ])('returns 400 for %j', async (fulfillment) => {
      expect((await create(fulfillment as Row)).status).toBe(400)
    })
  })
}
