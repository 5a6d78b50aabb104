import { beforeAll, expect, test } from 'vitest'
import { useShops } from '../../support/shops.ts'
import { judge } from '../judge.ts'
import { extendedProfileOf, fakePlatforms, profileOf } from './platforms.ts'
import { published, versions } from './published.ts'
import { amounts, codes, line, sessionsOf } from './sessions.ts'

type Row = Record<string, unknown>

const shops = useShops({ ucp: fakePlatforms() })
const catalog = [
  { id: 'tent', title: 'Ridge tent', price: 100.5, link: 'https://shop.example/tent', category: 'Outdoor > Tents' },
  { id: 'lamp', title: 'Lamp', price: 9.99, link: 'https://shop.example/lamp', category: 'Home' },
]
let brandId = ''
/** The codes of the offers, by name. */
const offers: Record<string, string> = {}

async function publish(name: string, offer: Row, brand = brandId) {
  const given = { brand_id: brand, title: name, type: 'percent_off', ...offer }
  const [row] =
    await shops.sql()`insert into commerce.exclusive_offers ${shops.sql()(given as never)} returning offer_id`
  offers[name] = row?.offer_id as string
}

beforeAll(async () => {
  ;({ brandId } = await shops.open(catalog))
  await publish('third', { percent_off: 33.3 })
  await publish('tents', { percent_off: 10, category: 'Outdoor' })
  await publish('lamps', { type: 'amount_off', amount_micros: 1_000_000, currency: 'USD', product_ids: ['lamp'] })
  await publish('fixed', { type: 'fixed_price', amount_micros: 5_000_000, currency: 'USD', product_ids: ['lamp'] })
  await publish('dear', { type: 'fixed_price', amount_micros: 500_000_000, currency: 'USD', product_ids: ['lamp'] })
  await publish('euro', { type: 'amount_off', amount_micros: 1_000_000, currency: 'EUR' })
  await publish('ended', { percent_off: 10, starts_at: '2020-01-01', ends_at: '2020-02-01' })
  await publish('planned', { percent_off: 10, starts_at: '2099-01-01' })
  await publish('used', { percent_off: 10, redemptions_max: 1, redemptions: 1 })
  await publish('claude', { percent_off: 10, platforms: ['claude'] })
  await publish('gift', { type: 'gift', gift: 'A mug' })
  await publish('shipping', { type: 'free_shipping' })
  const other = await shops.open(catalog)
  await publish('foreign', { percent_off: 10 }, other.brandId)
})

const allocated = ({ allocations = [] }: { allocations?: { amount: number }[] }) =>
  allocations.reduce((sum, { amount }) => sum + amount, 0)

for (const { version, label, missing } of versions) {
  for (const [root, schema] of [
    ['/carts', 'cartWithDiscount'],
    ['/checkout-sessions', 'checkoutWithDiscount'],
  ] as const) {
    const sessions = sessionsOf(shops, root, extendedProfileOf(version))
    const create = async (lines: unknown[], names: string[]) =>
      await sessions.create(brandId, { line_items: lines, discounts: { codes: names } })

    judge({ judge: 'UCP schemas', version: label, checks: `discounts of ${root}`, missing }, () => {
      test('every response with codes is valid', async () => {
        const { faults } = published(version)
        const all = Object.values(offers)
        for (const given of [
          [],
          ['JUNK'],
          all.slice(0, 10),
          all.slice(4, 14),
          [offers.third ?? '', offers.third ?? ''],
        ]) {
          const { body } = await create([line('tent', 3), line('lamp')], given)
          expect([given, faults(schema, body), body.discounts.codes]).toEqual([given, [], given])
        }
      })
    })

    judge({ judge: 'UCP, own reading of the text', version: label, checks: `Discount of ${root}` }, () => {
      test('reduces items, and allocations add up to the amount and the totals', async () => {
        const { body } = await create([line('tent', 3), line('lamp', 7)], [offers.third ?? ''])
        const [applied] = body.discounts.applied
        // 33.3 % of 100.50 leave 67.04, of 9.99 leave 6.67.
        expect(applied).toEqual({
          code: offers.third,
          title: 'third',
          amount: 3 * 3346 + 7 * 332,
          method: 'each',
          allocations: [
            { path: '$.line_items[0]', amount: 3 * 3346 },
            { path: '$.line_items[1]', amount: 7 * 332 },
          ],
        })
        expect(allocated(applied)).toBe(applied.amount)
        const items = body.line_items.map(({ totals }: { totals: never }) => amounts(totals))
        const { subtotal = 0, items_discount = 0, total } = amounts(body.totals)
        expect(items_discount).toBe(-applied.amount)
        expect(items_discount).toBe(items.reduce((sum: number, each: Row) => sum + (each.items_discount as number), 0))
        expect([total, items[0]]).toEqual([
          subtotal + items_discount,
          { subtotal: 30_150, items_discount: -10_038, total: 20_112 },
        ])
      })

      test('gives the reduced price to the checkout of the merchant', async () => {
        const { body } = await create([line('tent', 2), line('lamp')], [offers.lamps ?? ''])
        const { headers } = await shops.get(new URL(body.continue_url).pathname)
        const target = new URL(headers.location ?? '').searchParams
        expect([target.get('agent_items'), target.get('agent_total'), amounts(body.totals).total]).toEqual([
          'tent:2:100.50,lamp:1:8.99',
          '209.99',
          20_999,
        ])
      })

      test('compares codes without regard to case', async () => {
        const { body } = await create([line('lamp')], [` ${(offers.lamps ?? '').toUpperCase()} `])
        expect(amounts(body.totals)).toEqual({ subtotal: 999, items_discount: -100, total: 899 })
      })

      test('replaces codes with each update, and removes them without any', async () => {
        const { body } = await create([line('lamp')], [offers.lamps ?? ''])
        const put = async (discounts?: Row) =>
          amounts((await sessions.put(brandId, body.id, { line_items: [line('lamp')], discounts })).body.totals).total
        expect([
          await put({ codes: [offers.fixed ?? ''] }),
          await put({ codes: [] }),
          await put({ codes: [offers.lamps ?? ''] }),
          await put(),
        ]).toEqual([500, 999, 899, 999])
      })

      test.each([
        ['JUNK', 'discount_code_invalid'],
        ['', 'discount_code_invalid'],
        ["'; drop table x; --", 'discount_code_invalid'],
        ['foreign', 'discount_code_invalid'],
        ['planned', 'discount_code_invalid'],
        ['ended', 'discount_code_expired'],
        ['used', 'discount_code_expired'],
        ['claude', 'discount_code_user_ineligible'],
        ['tents', 'discount_code_user_ineligible'],
        ['dear', 'discount_code_user_ineligible'],
        ['euro', 'discount_code_user_ineligible'],
      ])('warns that the code %j is not applied: %s', async (name, code) => {
        const { body } = await create([line('lamp')], [offers[name] ?? name])
        expect([body.discounts.applied, amounts(body.totals)]).toEqual([[], { subtotal: 999, total: 999 }])
        expect(body.messages).toContainEqual({
          type: 'warning',
          code,
          path: '$.discounts.codes[0]',
          content: expect.stringContaining(offers[name] ?? name),
        })
      })

      test('warns of a code that is applied already, and of one that cannot be combined', async () => {
        const given = [offers.lamps ?? '', (offers.lamps ?? '').toUpperCase(), offers.fixed ?? '', offers.tents ?? '']
        const { body } = await create([line('tent'), line('lamp')], given)
        const rejected = body.messages.filter(({ type }: Row) => type === 'warning')
        expect(rejected.map(({ code, path }: Row) => [code, path])).toEqual([
          ['discount_code_already_applied', '$.discounts.codes[1]'],
          ['discount_code_combination_disallowed', '$.discounts.codes[2]'],
        ])
        expect(body.discounts.applied.map(({ amount }: Row) => amount)).toEqual([100, 1005])
      })

      test('applies a gift and free shipping without an amount, and says so', async () => {
        const { body } = await create([line('lamp')], [offers.gift ?? '', offers.shipping ?? ''])
        expect(body.discounts.applied.map(({ title, amount }: Row) => [title, amount])).toEqual([
          ['gift', 0],
          ['shipping', 0],
        ])
        expect(codes(body)).toEqual(expect.arrayContaining(['discount_is_a_gift', 'discount_of_unknown_shipping']))
        expect(amounts(body.totals).total).toBe(999)
      })

      test('returns 400 for more than ten codes and for codes that are no texts', async () => {
        for (const given of [Array.from({ length: 11 }, () => 'X'), [5], 'X', ['a\u0000b'], ['x'.repeat(501)]]) {
          const { status } = await sessions.create(brandId, { line_items: [line('lamp')], discounts: { codes: given } })
          expect([given, status]).toEqual([given, 400])
        }
      })

      test('does not use codes of a platform that does not declare the extension, and says so', async () => {
        const plain = sessionsOf(shops, root, profileOf(version))
        const given = { line_items: [line('lamp')], discounts: { codes: [offers.lamps] } }
        const { body } = await plain.create(brandId, given)
        expect([amounts(body.totals).total, body.discounts, codes(body)[0]]).toEqual([
          999,
          undefined,
          'extension_not_negotiated',
        ])
        expect(Object.keys(body.ucp.capabilities)).toEqual([
          `dev.ucp.shopping.${root === '/carts' ? 'cart' : 'checkout'}`,
        ])
      })
    })
  }

  judge(
    { judge: 'UCP, own reading of the text', version: label, checks: 'Discount, cart-to-checkout continuity' },
    () => {
      const carts = sessionsOf(shops, '/carts', extendedProfileOf(version))
      const checkouts = sessionsOf(shops, '/checkout-sessions', extendedProfileOf(version))

      test('carries the codes of a cart forward, and warns of those that are no longer valid', async () => {
        await publish('brief', { percent_off: 50 })
        const codesOfCart = [offers.lamps ?? '', offers.brief ?? '']
        const { body: cart } = await carts.create(brandId, {
          line_items: [line('lamp'), line('tent')],
          discounts: { codes: codesOfCart },
        })
        expect(amounts(cart.totals).items_discount).toBe(-100 - 5025)
        await shops.sql()`update commerce.exclusive_offers set ends_at = starts_at where offer_id = ${offers.brief ?? ''}`
        const { body } = await checkouts.create(brandId, {
          cart_id: cart.id,
          line_items: [],
          discounts: { codes: ['JUNK'] },
        })
        expect([body.discounts.codes, amounts(body.totals).items_discount]).toEqual([codesOfCart, -100])
        expect(codes(body)).toContain('discount_code_expired')
      })

      test('reads codes without a credential and reserves no redemption', async () => {
        await publish('once', { percent_off: 50, redemptions_max: 1 })
        for (const turn of [1, 2]) {
          const { body } = await carts.create(brandId, {
            line_items: [line('lamp')],
            discounts: { codes: [offers.once ?? ''] },
          })
          expect([turn, body.discounts.applied.length]).toEqual([turn, 1])
        }
      })

      test('is declared in the profile with the capabilities that it extends', async () => {
        const { body } = await shops.look(brandId, `/.well-known/ucp?version=${version}`)
        expect(body.ucp.capabilities['dev.ucp.shopping.discount']).toEqual([
          {
            version,
            extends: ['dev.ucp.shopping.cart', 'dev.ucp.shopping.checkout'],
            spec: `https://ucp.dev/${version}/specification/discount`,
            schema: `https://ucp.dev/${version}/schemas/shopping/discount.json`,
          },
        ])
        const { body: created } = await carts.create(brandId, { line_items: [line('lamp')] })
        expect(Object.keys(created.ucp.capabilities)).toEqual(['dev.ucp.shopping.cart', 'dev.ucp.shopping.discount'])
      })
    },
  )
}
