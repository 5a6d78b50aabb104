import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { useShops } from '../../support/shops.ts'
import { judge } from '../judge.ts'
import { agent, fakePlatforms, platformProfile, profileOf } from './platforms.ts'
import { published, versions } from './published.ts'
import type { Published } from './published.ts'
import { amounts, codes, line, sessionsOf } from './sessions.ts'

type Row = Record<string, unknown>

const withoutCart = (version: string) => `https://no-cart.example/${version}.json`
const shops = useShops({
  ucp: fakePlatforms(
    Object.fromEntries(
      versions.map(({ version }) => [
        withoutCart(version),
        JSON.stringify(platformProfile(version, ['dev.ucp.shopping.checkout'])),
      ]),
    ),
  ),
})
const catalog = [
  { id: 'tent', title: 'Ridge tent', price: 100.5, link: 'https://shop.example/tent' },
  { id: 'lamp', title: 'Lamp', price: 9.99, link: 'https://shop.example/lamp', quantity: 3 },
  { id: 'gone', title: 'Gone', price: 5, link: 'https://shop.example/gone', availability: 'out_of_stock' },
]
let brandId = ''
beforeAll(async () => {
  ;({ brandId } = await shops.open(catalog))
})

for (const { version, label, missing } of versions) {
  const carts = sessionsOf(shops, '/carts', profileOf(version))
  const checkouts = sessionsOf(shops, '/checkout-sessions', profileOf(version))
  const create = async (lines: unknown[], more: Row = {}, headers: Record<string, string> = {}) =>
    await carts.create(brandId, { line_items: lines, ...more }, headers)
  const convert = async (id: string, more: Row = {}) =>
    await checkouts.create(brandId, { cart_id: id, line_items: [], ...more })

  judge({ judge: 'UCP schemas', version: label, checks: 'carts', missing }, () => {
    let schemas: Published
    beforeAll(() => {
      schemas = published(version)
    })

    test('every response of every operation is valid', async () => {
      const created = await create([line('tent', 2), line('lamp')], { context: { address_country: 'US' } })
      const { id } = created.body
      const answers = [
        created,
        await carts.look(brandId, id),
        await carts.put(brandId, id, { line_items: [line('gone'), line('no'), line('tent')] }),
        await carts.put(brandId, id, { line_items: [] }),
        await carts.post(brandId, id, 'cancel'),
      ]
      expect(answers.map(({ body }) => [schemas.faults('cart', body), body.ucp.payment_handlers])).toEqual(
        answers.map(() => [[], undefined]),
      )
      for (const refused of [await create([line('no')]), await carts.look(brandId, id)]) {
        expect([refused.status, schemas.faults('error', refused.body)]).toEqual([200, []])
      }
    })

    test('a checkout of a cart is valid', async () => {
      const { body } = await create([line('tent')])
      expect(schemas.faults('checkout', (await convert(body.id)).body)).toEqual([])
    })

    test('every result of every tool is valid', async () => {
      const callTool = async (name: string, given: Row) => {
        const result = await carts.callTool(brandId, name, given, randomUUID())
        expect([name, schemas.resultFaults(name, result)]).toEqual([name, []])
        return result
      }
      const { id } = await callTool('create_cart', { cart: { line_items: [line('tent')] } })
      expect((await callTool('get_cart', { id })).id).toBe(id)
      const updated = await callTool('update_cart', { id, cart: { line_items: [line('lamp', 2)] } })
      expect(amounts(updated.totals).total).toBe(1998)
      const checkout = await callTool('create_checkout', { checkout: { cart_id: id, line_items: [] } })
      expect(amounts(checkout.totals).total).toBe(1998)
      expect((await callTool('cancel_cart', { id })).id).toBe(id)
      expect((await callTool('get_cart', { id })).ucp.status).toBe('error')
    })
  })

  judge({ judge: 'UCP, own reading of the text', version: label, checks: 'Cart' }, () => {
    test('creates a cart with status 201, estimated totals and a link to the merchant', async () => {
      const { status, body, headers } = await create([line('tent', 2), line('lamp')])
      expect([status, headers['cache-control'], body.ucp, body.status, body.payment]).toEqual([
        201,
        'no-store',
        { version, capabilities: { 'dev.ucp.shopping.cart': [{ version }] } },
        undefined,
        undefined,
      ])
      expect(amounts(body.totals)).toEqual({ subtotal: 21_099, total: 21_099 })
      const opened = await shops.get(new URL(body.continue_url).pathname)
      const target = new URL(opened.headers.location ?? '')
      expect([opened.status, target.searchParams.get('agent_items')]).toEqual([303, 'tent:2:100.50,lamp:1:9.99'])
    })

    test('replaces the whole cart with an update', async () => {
      const { body } = await create([line('tent'), line('lamp')])
      const { body: updated } = await carts.put(brandId, body.id, { line_items: [line('lamp', 2)] })
      expect(updated.line_items.map((each: Row) => [each.item, each.quantity])).toEqual([
        [{ id: 'lamp', title: 'Lamp', price: 999 }, 2],
      ])
      expect((await carts.look(brandId, body.id)).body).toEqual(updated)
      const emptied = await carts.put(brandId, body.id, { line_items: [] })
      expect([emptied.body.line_items, amounts(emptied.body.totals)]).toEqual([[], { subtotal: 0, total: 0 }])
    })

    test('warns of items that cannot be bought, and lists the others', async () => {
      const { body } = await create([line('tent'), line('no'), line('lamp', 4)])
      expect(body.line_items.map((each: Row) => (each.item as Row).id)).toEqual(['tent', 'lamp'])
      expect(body.messages.slice(0, 2)).toEqual([
        expect.objectContaining({ type: 'warning', code: 'item_unavailable' }),
        expect.objectContaining({ type: 'warning', code: 'out_of_stock', path: '$.line_items[1]' }),
      ])
    })

    test('creates no cart and returns an error if nothing can be bought', async () => {
      const { status, body } = await create([line('gone')])
      expect([status, body.ucp.status, body.id, codes(body)]).toEqual([200, 'error', undefined, ['out_of_stock']])
    })

    test('returns the cart as it was when it is canceled, and not_found afterwards', async () => {
      const { body } = await create([line('tent')])
      const canceled = await carts.post(brandId, body.id, 'cancel')
      expect([canceled.body.id, canceled.body.line_items]).toEqual([body.id, body.line_items])
      const after = [
        await carts.look(brandId, body.id),
        await carts.put(brandId, body.id, { line_items: [line('lamp')] }),
        await carts.post(brandId, body.id, 'cancel'),
        await convert(body.id),
      ]
      expect(after.map((each) => [each.status, codes(each.body)])).toEqual(after.map(() => [200, ['not_found']]))
    })

    test('returns not_found for an expired cart, and prunes it a day later', async () => {
      const { body } = await create([line('tent')])
      const expire = async (hours: number) =>
        await shops.sql()`
          update storefront.checkouts set expires_at = platform.now() - make_interval(hours => ${hours}) where checkout_id = ${body.id}`
      await expire(1)
      for (const answer of [
        await carts.look(brandId, body.id),
        await carts.put(brandId, body.id, { line_items: [line('lamp')] }),
        await convert(body.id),
      ])
        expect(codes(answer.body)).toEqual(['not_found'])
      await expire(25)
      await shops.sql()`select storefront.prune_checkouts()`
      expect(await shops.sql()`select from storefront.checkouts where checkout_id = ${body.id}`).toHaveLength(0)
    })

    test('returns not_found for a cart of another brand, for every operation', async () => {
      const { body } = await create([line('tent')])
      const other = await shops.open(catalog)
      const answers = [
        await carts.look(other.brandId, body.id),
        await carts.put(other.brandId, body.id, { line_items: [line('lamp')] }),
        await carts.post(other.brandId, body.id, 'cancel'),
        await checkouts.create(other.brandId, { cart_id: body.id, line_items: [] }),
        // A cart is no checkout session, and the reverse.
        await checkouts.look(brandId, body.id),
        await carts.look(brandId, (await convert(body.id)).body.id),
      ]
      expect(answers.map((each) => [each.status, codes(each.body)])).toEqual(answers.map(() => [200, ['not_found']]))
      expect((await carts.look(brandId, body.id)).body.line_items).toEqual(body.line_items)
    })

    test.each([
      [[line('tent', 0)]],
      [[line('tent', -1)]],
      [[line('tent', 1.5)]],
      [[line('tent', 10_001)]],
      [[{ item: { id: 'tent' } }]],
      [[{ item: { id: 'a\u0000b' }, quantity: 1 }]],
      [Array.from({ length: 51 }, () => line('tent'))],
      ['tent'],
    ])('returns 400 for %j', async (lines) => {
      const { status, body } = await carts.create(brandId, { line_items: lines })
      expect([status, typeof body.code, typeof body.content]).toEqual([400, 'string', 'string'])
    })

    test('neither returns nor stores the buyer', async () => {
      const { body } = await create([line('tent')], {
        buyer: { email: 'secret@buyer.example' },
        signals: { ip: '1.2.3.4' },
      })
      const stored = await shops.sql()`
        select held::text from storefront.checkouts as held union all select answer::text from storefront.checkout_requests`
      expect(JSON.stringify([stored, body])).not.toMatch(/secret@buyer|1\.2\.3\.4/)
    })

    test('returns the stored response for an idempotency key, and 409 for the key with another body', async () => {
      const key = { 'Idempotency-Key': randomUUID() }
      const first = await create([line('tent')], {}, key)
      const again = await create([line('tent')], {}, key)
      expect([again.status, again.body]).toEqual([201, first.body])
      const other = await create([line('lamp')], {}, key)
      expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict'])
      const canceled = await carts.post(brandId, first.body.id, 'cancel', key)
      expect((await carts.post(brandId, first.body.id, 'cancel', key)).body).toEqual(canceled.body)
    })

    test('applies concurrent updates one after another, each as a whole', async () => {
      const { body } = await create([line('tent')])
      const updates = await Promise.all(
        [1, 2, 3].map((quantity) => carts.put(brandId, body.id, { line_items: [line('lamp', quantity)] })),
      )
      expect(updates.map((each) => amounts(each.body.totals).total)).toEqual([999, 1998, 2997])
      expect(updates.map((each) => each.body.totals)).toContainEqual((await carts.look(brandId, body.id)).body.totals)
    })
  })

  judge({ judge: 'UCP, own reading of the text', version: label, checks: 'Cart-to-Checkout Conversion' }, () => {
    test('uses the content of the cart and ignores that of the request', async () => {
      const { body } = await create([line('tent', 2)])
      const { status, body: checkout } = await convert(body.id, { line_items: [line('lamp')] })
      expect([status, checkout.status, checkout.line_items]).toEqual([201, 'requires_escalation', body.line_items])
    })

    test('returns the open checkout of a cart, also for concurrent requests', async () => {
      const { body } = await create([line('tent')])
      const answers = await Promise.all(Array.from({ length: 5 }, () => convert(body.id)))
      const ids = new Set(answers.map((each) => each.body.id))
      expect([ids.size, [...ids][0]]).toEqual([1, expect.stringMatching(/^chk_/)])
      await checkouts.post(brandId, [...ids][0] as string, 'cancel')
      expect(ids).not.toContain((await convert(body.id)).body.id)
    })

    test('reflects changes of the checkout in the cart', async () => {
      const { body } = await create([line('tent')])
      const checkout = await convert(body.id)
      await checkouts.put(brandId, checkout.body.id, { line_items: [line('lamp', 2)] })
      expect(amounts((await carts.look(brandId, body.id)).body.totals).total).toBe(1998)
    })

    test('creates no checkout of an empty cart', async () => {
      const { body } = await create([])
      const { status, body: refused } = await convert(body.id)
      expect([status, refused.ucp.status, codes(refused)]).toEqual([200, 'error', ['cart_is_empty']])
    })

    test('says that a cart is not used if the platform does not declare carts', async () => {
      const { body } = await create([line('tent')])
      const headers = agent(withoutCart(version))
      const given = { cart_id: body.id, line_items: [line('lamp')] }
      const answer = await shops.ask(brandId, '/checkout-sessions', given, headers)
      expect([amounts(answer.body.totals).total, codes(answer.body)[0]]).toEqual([999, 'extension_not_negotiated'])
      const empty = await shops.ask(brandId, '/checkout-sessions', { cart_id: body.id, line_items: [] }, headers)
      expect(empty.status).toBe(400)
      const refused = await shops.look(brandId, `/carts/${body.id}`, headers)
      expect([refused.status, codes(refused.body)]).toEqual([200, ['capabilities_incompatible']])
    })
  })
}
