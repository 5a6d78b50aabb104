import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { useShops } from '../../support/shops.ts'
import type { Answer } from '../../support/shops.ts'
import { judge } from '../judge.ts'
import { agent, fakePlatforms, profileOf } from './platforms.ts'
import { client, line } from './sessions.ts'
import { versions } from './published.ts'

type Row = Record<string, unknown>

const shops = useShops({ ucp: fakePlatforms() })
let brandId = ''
beforeAll(async () => {
  ;({ brandId } = await shops.open([{ id: 'tent', title: 'Tent', price: 100, link: 'https://shop.example/tent' }]))
})

const ada = { email: 'ada@example.com' }
const card = { instruments: [{ id: 'card-1', handler_id: 'cards', type: 'card' }] }

for (const { version, label } of versions) {
  /** Returns a function that sends requests of one platform with one new idempotency key from one address. */
  function keyed() {
    const key = randomUUID()
    const headers = { ...agent(profileOf(version)), 'Idempotency-Key': key, ...client() }
    return {
      key,
      headers,
      post: async (path: string, body: unknown) => await shops.ask(brandId, path, body, headers),
      put: async (path: string, body: unknown) => await shops.put(brandId, path, body, headers),
      tool: async (name: string, given: Row, edit = (text: string) => text) => {
        const meta = { 'ucp-agent': { profile: profileOf(version) }, 'idempotency-key': key }
        const params = { name, arguments: { meta, ...given } }
        const request = { jsonrpc: '2.0', id: randomUUID(), method: 'tools/call', params }
        return await shops.ask(brandId, '/ucp/mcp', edit(JSON.stringify(request)), {
          Accept: 'application/json',
          ...headers,
        })
      },
    }
  }
  const lines = { line_items: [line('tent')] }
  const create = async (root: string): Promise<string> =>
    `${root}/${(await shops.ask(brandId, root, lines, { ...agent(profileOf(version)), ...client() })).body.id as string}`
  // The page of a code is linked only where the status is that of the page, which is 422 for this code.
  const conflicts = ({ status, body, headers }: Answer) =>
    expect([status, body.code, headers.link]).toEqual([409, 'idempotency_conflict', undefined])

  judge({ judge: 'UCP, own reading of the text', version: label, checks: 'payload of an idempotency key' }, () => {
    test.each([
      ['another buyer', { buyer: { email: 'eve@example.com' } }],
      ['no buyer', { buyer: undefined }],
      ['payment data', { payment: card }],
      ['another intent', { context: { intent: 'a gift' } }],
      ['a member that is not used', { signals: { 'dev.ucp.buyer_ip': '192.0.2.1' } }],
    ])('conflicts with %s', async (_, change) => {
      for (const root of ['/carts', '/checkout-sessions']) {
        const { post } = keyed()
        const body = { ...lines, buyer: ada }
        const first = await post(root, body)
        expect(first.status).toBe(201)
        conflicts(await post(root, { ...body, ...change }))
        expect((await post(root, body)).body).toEqual(first.body)
      }
    })

    test('marks a stored response over both transports, and no first one', async () => {
      const replayed = ({ status, headers }: Answer) => [status, headers['idempotent-replayed']]
      for (const root of ['/carts', '/checkout-sessions']) {
        const { post, tool } = keyed()
        expect(replayed(await post(root, lines))).toEqual([201, undefined])
        const again = await post(root, lines)
        expect([...replayed(again), again.text.includes('is_replayed')]).toEqual([201, 'true', false])
        const [name, payload] = root === '/carts' ? ['create_cart', 'cart'] : ['create_checkout', 'checkout']
        const called = await tool(name as string, { [payload as string]: lines })
        expect([...replayed(called), called.body.result.structuredContent]).toEqual([200, 'true', again.body])
        const path = `${root}/${again.body.id as string}`
        for (const act of [
          (by: ReturnType<typeof keyed>) => by.put(path, lines),
          (by: ReturnType<typeof keyed>) => by.post(`${path}/cancel`, {}),
        ]) {
          const by = keyed()
          expect([replayed(await act(by)), replayed(await act(by))]).toEqual([
            [200, undefined],
            [200, 'true'],
          ])
        }
      }
    })

    test('conflicts with another street of a destination', async () => {
      const { put } = keyed()
      const path = await create('/checkout-sessions')
      const to = (street: string) => ({
        ...lines,
        fulfillment: {
          methods: [{ type: 'shipping', destinations: [{ street_address: street, address_country: 'US' }] }],
        },
      })
      const first = await put(path, to('1 Main Street'))
      expect(first.status).toBe(200)
      conflicts(await put(path, to('2 Main Street')))
      expect((await put(path, to('1 Main Street'))).body).toEqual(first.body)
    })

    test.each(['complete', 'cancel'])('of %s conflicts with other data', async (action) => {
      const { post } = keyed()
      const path = `${await create('/checkout-sessions')}/${action}`
      const first = await post(path, { payment: card })
      expect(first.status).toBe(200)
      conflicts(await post(path, { payment: { instruments: [] } }))
      conflicts(await post(path, {}))
      expect((await post(path, { payment: card })).body).toEqual(first.body)
    })

    test('is the same over REST and MCP, in any order of members', async () => {
      const { post, tool } = keyed()
      const { body } = await post('/checkout-sessions', { ...lines, buyer: ada, payment: card })
      const again = await tool('create_checkout', { checkout: { payment: card, buyer: ada, ...lines } })
      expect(again.body.result.structuredContent.id).toBe(body.id)
      const other = await tool('create_checkout', { checkout: { payment: card, ...lines } })
      expect([other.status, other.body.error.code, other.body.error.data.code]).toEqual([
        409,
        -32000,
        'idempotency_conflict',
      ])
    })

    test('of an empty body is that of an empty object', async () => {
      const { headers, post } = keyed()
      const path = `${await create('/carts')}/cancel`
      const first = await post(path, {})
      const address = `/api/storefront/${brandId}${path}`
      const again = await shops.api().http.post(address).set(headers)
      expect([again.status, again.body]).toEqual([200, first.body])
    })

    test('has at most 32 levels', async () => {
      const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
      // The profile is stored, whose fetch counts as a request of its own.
      await create('/carts')
      const { post, tool } = keyed()
      const body = (levels: number) =>
        `{"line_items":[{"item":{"id":"tent"},"quantity":1}],"signals":${nested(levels)}}`
      const rest = await post('/checkout-sessions', body(20_000))
      expect([rest.status, rest.body.code, rest.headers['x-ratelimit-remaining']]).toEqual([
        400,
        'invalid_request',
        '9',
      ])
      const mcp = await tool('create_checkout', { checkout: '$' }, (text) => text.replace('"$"', body(20_000)))
      expect([mcp.status, mcp.body.error.code]).toEqual([400, -32602])
      expect((await post('/checkout-sessions', body(30))).status).toBe(201)
    })
  })
}
