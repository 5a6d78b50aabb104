import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { acpAgent, acpVersion } from '../../support/acp_requests.ts'
import { stock } from '../../support/catalog_rows.ts'
import { configure } from '../../support/configure_shop.ts'
import { useShops } from '../../support/shops.ts'
import { missing as acpMissing, published as acpPublished } from '../acp/published.ts'
import { judge } from '../judge.ts'
import { agent, extendedProfileOf, fakePlatforms, profileOf } from './platforms.ts'
import { versions } from './published.ts'
import { amounts, client, codes, line, sessionsOf } from './sessions.ts'

type Row = Record<string, unknown>

const shops = useShops({ ucp: fakePlatforms() })
const acp = acpAgent(shops)
const catalog = [
  { id: 'tent', title: 'Ridge tent', price: 100.5, link: 'https://shop.example/tent' },
  { id: 'lamp', title: 'Lamp', price: 9.99, link: 'https://shop.example/lamp' },
]
const destinations = [{ country: 'US', service: 'Standard', price: 4.99, currency: 'USD' }]
const fulfillment = { methods: [{ type: 'shipping', destinations: [{ address_country: 'US' }] }] }
let brandId = ''
let tenth = ''
let free = ''

beforeAll(async () => {
  ;({ brandId } = await shops.open(catalog))
  await configure(shops.database(), brandId, {
    website: 'https://shop.example',
    shipping: { state: 'configured', destinations },
  })
  ;[tenth, free] = (await Promise.all(
    [
      { title: 'Tenth', type: 'percent_off', percent_off: 10 },
      { title: 'Free', type: 'free_shipping' },
    ].map(async (offer) => {
      const [row] = await shops.sql()`
        insert into commerce.exclusive_offers ${shops.sql()({ brand_id: brandId, ...offer } as never)} returning offer_id`
      return row?.offer_id as string
    }),
  )) as [string, string]
})

const totalOf = ({ totals }: { totals: { type: string; amount: number }[] }) => amounts(totals).total

for (const { version, label } of versions) {
  const profile = extendedProfileOf(version)
  const carts = sessionsOf(shops, '/carts', profile)
  const checkouts = sessionsOf(shops, '/checkout-sessions', profile)
  const create = async (lines: unknown[], more: Row = {}, headers: Record<string, string> = {}) =>
    await checkouts.create(brandId, { line_items: lines, ...more }, headers)

  judge({ judge: 'UCP, own reading of the text', version: label, checks: 'one session in two protocols' }, () => {
    test('has one total over REST, over MCP, in ACP and for a platform without extensions', async () => {
      for (const codesOf of [[tenth], [free], [tenth, free], []]) {
        const { body } = await create([line('tent', 2), line('lamp')], { discounts: { codes: codesOf }, fulfillment })
        const seen = await acp.look(brandId, body.id)
        const plain = sessionsOf(shops, '/checkout-sessions', profileOf(version))
        const all = [
          body,
          (await checkouts.look(brandId, body.id)).body,
          await checkouts.callTool(brandId, 'get_checkout', { id: body.id }),
          (await plain.look(brandId, body.id)).body,
          (await shops.look(brandId, `/checkout-sessions/${body.id}`)).body,
          seen.body,
        ]
        expect(all.map(totalOf)).toEqual(all.map(() => totalOf(body)))
        // All of them include the shipping, which the code of free shipping takes off again.
        const sum = Number(amounts(seen.body.totals).subtotal) + 499 - Number(amounts(seen.body.totals).discount ?? 0)
        expect(totalOf(seen.body)).toBe(sum)
      }
    })

    test('shows discounts of items in ACP as positive amounts before the subtotal', async () => {
      const { body } = await create([line('tent', 2), line('lamp')], {
        discounts: { codes: [tenth, free] },
        fulfillment,
      })
      const { body: seen } = await acp.look(brandId, body.id)
      expect(seen.totals.map(({ type, amount }: Row) => [type, amount])).toEqual([
        ['items_base_amount', 21_099],
        ['items_discount', 2109],
        ['subtotal', 18_990],
        ['fulfillment', 499],
        ['discount', 499],
        ['total', 18_990],
      ])
      expect(seen.line_items.map((each: never) => amounts((each as { totals: never }).totals).total)).toEqual([
        18_090, 900,
      ])
      expect(seen.totals.at(-1).description).toBe('Without taxes and other discounts, which the merchant adds.')
    })

    test('keeps its total when the other protocol changes its items, and the cart follows', async () => {
      const cart = await carts.create(brandId, { line_items: [line('tent')], discounts: { codes: [tenth] } })
      const { body } = await checkouts.create(brandId, { cart_id: cart.body.id, line_items: [], fulfillment })
      const { body: updated } = await acp.update(brandId, body.id, { line_items: [{ id: 'lamp', quantity: 2 }] })
      const { body: seen } = await checkouts.look(brandId, body.id)
      expect([totalOf(updated), amounts(seen.totals)]).toEqual([
        1800 + 499,
        { subtotal: 1998, items_discount: -198, fulfillment: 499, total: 2299 },
      ])
      expect(amounts((await carts.look(brandId, cart.body.id)).body.totals)).toEqual({
        subtotal: 1998,
        items_discount: -198,
        total: 1800,
      })
    })
  })

  judge(
    { judge: 'UCP, own reading of the text', version: label, checks: 'Cart-to-Checkout Conversion, messages' },
    () => {
      const ignored = (body: { messages: Row[] }, code: string) =>
        body.messages.filter((each) => each.code === code).map(({ type, content }) => [type, content])

      test('says which members are not used because the checkout has the content of the cart', async () => {
        const { body: cart } = await carts.create(brandId, { line_items: [line('tent')] })
        const more = { line_items: [line('lamp')], context: { address_country: 'CA' }, fulfillment }
        const first = await checkouts.create(brandId, { cart_id: cart.id, ...more })
        expect(ignored(first.body, 'cart_content_used')).toEqual([
          ['warning', expect.stringContaining('Not used: `context`, `line_items`.')],
        ])
        expect(amounts(first.body.totals).fulfillment).toBe(499)
        const again = await checkouts.create(brandId, { cart_id: cart.id, ...more })
        expect([again.body.id, again.body.line_items]).toEqual([first.body.id, first.body.line_items])
        expect(ignored(again.body, 'open_checkout_returned')).toEqual([
          ['warning', expect.stringContaining('Not used: `context`, `fulfillment`, `line_items`.')],
        ])
        const same = await checkouts.create(brandId, { cart_id: cart.id, line_items: [line('tent')] })
        expect(codes(same.body)).not.toContain('open_checkout_returned')
      })

      test('says that an update of a cart leaves its open checkout unchanged', async () => {
        const { body: cart } = await carts.create(brandId, { line_items: [line('tent')] })
        const put = async () => (await carts.put(brandId, cart.id, { line_items: [line('lamp')] })).body
        expect(codes(await put())).not.toContain('open_checkout_unchanged')
        const { body } = await checkouts.create(brandId, { cart_id: cart.id, line_items: [] })
        expect(ignored(await put(), 'open_checkout_unchanged')).toEqual([
          ['warning', expect.stringContaining(`The open checkout ${body.id} of the cart keeps its content.`)],
        ])
        await checkouts.post(brandId, body.id, 'cancel')
        expect(codes(await put())).not.toContain('open_checkout_unchanged')
      })

      test('changes neither an expired nor a canceled cart', async () => {
        const held = async (id: string) =>
          (await shops.sql()`select line_items from storefront.checkouts where checkout_id = ${id}`)[0]?.line_items
        for (const end of ['expired', 'canceled']) {
          const { body: cart } = await carts.create(brandId, { line_items: [line('tent')] })
          const { body } = await checkouts.create(brandId, { cart_id: cart.id, line_items: [] })
          if (end === 'canceled') await carts.post(brandId, cart.id, 'cancel')
          else {
            await shops.sql()`
            update storefront.checkouts set expires_at = platform.now() - interval '1 minute' where checkout_id = ${cart.id}`
          }
          const { body: updated } = await checkouts.put(brandId, body.id, { line_items: [line('lamp')] })
          expect(updated.line_items[0].item.id).toBe('lamp')
          expect(await held(cart.id)).toEqual([{ item_id: 'tent', quantity: 1 }])
        }
      })
    },
  )

  judge({ judge: 'UCP, own reading of the text', version: label, checks: 'Idempotency-Key' }, () => {
    const root = `/checkout-sessions`

    test('gives no stored response to another client, whatever profile it names', async () => {
      const key = { 'Idempotency-Key': randomUUID() }
      for (const named of [{}, agent(profile)]) {
        const send = async (from: Record<string, string>, lines = [line('tent')]) =>
          await shops.ask(brandId, root, { line_items: lines }, { ...key, ...named, ...from })
        const owner = client()
        const first = await send(owner)
        const attacker = client()
        const taken = await send(attacker)
        expect([taken.status, taken.body.id === first.body.id]).toEqual([201, false])
        // Another body of the attacker does not reveal that the key is used either.
        expect((await send(client(), [line('lamp')])).status).toBe(201)
        expect((await send(owner)).body.id).toBe(first.body.id)
      }
    })

    test('stores refused changes: a retry gets the refusal, a new key the present state', async () => {
      const { body: cart } = await carts.create(brandId, { line_items: [line('tent')] })
      const { body } = await create([line('tent')])
      const key = () => ({ 'Idempotency-Key': randomUUID() })
      const keys = [key(), key(), key(), key()] as const
      const expire = async (hours: number) =>
        await shops.sql()`
          update storefront.checkouts set expires_at = platform.now() - make_interval(hours => ${hours})
          where checkout_id in (${cart.id}, ${body.id})`
      const change = async (given: readonly Record<string, string>[]) => [
        await carts.put(brandId, cart.id, { line_items: [line('lamp')] }, given[0]),
        await checkouts.put(brandId, body.id, { line_items: [line('lamp')] }, given[1]),
        await checkouts.post(brandId, body.id, 'complete', given[2]),
        await checkouts.post(brandId, body.id, 'cancel', given[3]),
      ]
      await expire(1)
      const refused = await change(keys)
      expect(refused.map((each) => codes(each.body)[0])).toEqual([
        'not_found',
        ...Array(3).fill('operation_not_allowed'),
      ])
      await expire(-1)
      expect((await change(keys)).map((each) => each.body)).toEqual(refused.map((each) => each.body))
      const fresh = await change([key(), key(), key(), key()])
      expect(fresh.map((each) => codes(each.body)[0])).not.toContain('operation_not_allowed')
    })

    test('returns the stored refusal after stock returns', async () => {
      const shop = await shops.open([{ ...catalog[0], availability: 'out_of_stock' }])
      const key = { 'Idempotency-Key': randomUUID() }
      const send = async (headers: Record<string, string>) =>
        await checkouts.create(shop.brandId, { line_items: [line('tent')] }, headers)
      const refused = await send(key)
      expect([refused.status, codes(refused.body)]).toEqual([200, ['out_of_stock']])
      await stock(shops.database(), shop.brandId, [{ ...catalog[0], availability: 'in_stock' }])
      expect((await send(key)).body).toEqual(refused.body)
      expect((await send({ 'Idempotency-Key': randomUUID() })).status).toBe(201)
    })
  })
}

judge({ judge: 'ACP schemas', version: acpVersion, checks: 'totals of sessions of UCP', missing: acpMissing }, () => {
  test('are valid', async () => {
    const { id } = (
      await sessionsOf(shops, '/checkout-sessions', extendedProfileOf('2026-04-08')).create(brandId, {
        line_items: [line('tent')],
        discounts: { codes: [tenth, free] },
        fulfillment,
      })
    ).body
    const answers = [await acp.look(brandId, id), await acp.update(brandId, id, { line_items: [{ id: 'lamp' }] })]
    expect(answers.map((each) => acpPublished().answerFaults(each))).toEqual([[], []])
  })
})
