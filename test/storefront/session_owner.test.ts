import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { QuoteSigner } from '../../shared/commerce/quotes.ts'
import { acpAgent } from '../support/acp_requests.ts'
import { quoteKey } from '../support/commerce.ts'
import { issueKey } from '../support/factories.ts'
import { useShops } from '../support/shops.ts'
import { directoryOf, signedForBots, signingKey, startDirectories } from '../support/signing_agents.ts'

type Row = Record<string, unknown>

const directories = await startDirectories()
const quotes = await QuoteSigner.open(quoteKey, 'http://vitrine.test')
const shops = useShops({ agents: directories.options, quotes })
const acp = acpAgent(shops)
const signer = signingKey()
const other = signingKey()
let brandId = ''
let owner: Record<string, string>
let stranger: Record<string, string>

beforeAll(async () => {
  directories.responses.set('one.agents.example', directoryOf([signer.jwk]))
  directories.responses.set('two.agents.example', directoryOf([other.jwk]))
  const shop = await shops.open([{ id: 'tent', title: 'Tent', price: 5, link: 'https://shop.example/tent' }])
  brandId = shop.brandId
  const keyOf = async () => {
    const { key } = await issueKey(shops.sql(), shop.accountId, { prefix: 'sk_live_' })
    return { Authorization: `Bearer ${key}` }
  }
  owner = await keyOf()
  stranger = await keyOf()
})
afterAll(() => directories.stop())

const lines = { line_items: [{ item: { id: 'tent' }, quantity: 1 }] }
const codes = ({ messages }: { messages: Row[] }) => messages.map(({ code }) => code)
const one = () => signedForBots(directories.name('one'), signer)
const two = () => signedForBots(directories.name('two'), other)

describe('the address of the merchant', () => {
  test.each(['/checkout-sessions', '/carts'])(
    'has no identifier that gives access to a session of %s',
    async (path) => {
      const { body } = await shops.ask(brandId, path, lines)
      const opened = await shops.get(new URL(body.continue_url).pathname)
      const location = opened.headers.location ?? ''
      const { agent_order: reference, agent_quote: quote } = Object.fromEntries(new URL(location).searchParams)
      const payload = decodeJwt(quote as string)
      const token = body.continue_url.split('/').at(-1)
      for (const secret of [body.id, token]) {
        expect(`${location} ${opened.text} ${JSON.stringify(payload)}`).not.toContain(secret)
      }
      expect([reference, payload.jti, payload.transaction_id]).toEqual([
        expect.stringMatching(/^ord_\w{24}$/),
        reference,
        reference,
      ])
      expect((await shops.get(new URL(body.continue_url).pathname)).headers.location).toContain(
        `agent_order=${reference}&`,
      )
      const found = await shops.look(brandId, `/checkout-sessions/${reference}`)
      expect(codes(found.body)).toEqual(['not_found'])
    },
  )
})

/** Runs requests while the function that compares owners accepts every caller. */
async function withoutCheck(run: () => Promise<void>): Promise<void> {
  const [row] = await shops.sql()`select pg_get_functiondef('storefront.is_session_owner(text)'::regprocedure) as code`
  await shops
    .sql()
    .unsafe(
      'create or replace function storefront.is_session_owner(owner text) returns boolean language sql stable return true',
    )
  await run().finally(() => shops.sql().unsafe(row?.code as string))
}

describe('a session', () => {
  test.each([
    ['a key', () => owner, [() => ({}), () => stranger, one]],
    ['a verified signature', one, [() => ({}), () => stranger, two]],
  ])('created with %s is read and changed only by it', async (_, by, others) => {
    const { body } = await shops.ask(brandId, '/checkout-sessions', lines, by())
    const path = `/checkout-sessions/${body.id}`
    for (const caller of others) {
      const refused = [
        await shops.look(brandId, path, caller()),
        await shops.put(brandId, path, { line_items: [{ item: { id: 'tent' }, quantity: 7 }] }, caller()),
        await shops.ask(brandId, `${path}/complete`, {}, caller()),
        await shops.ask(brandId, `${path}/cancel`, {}, caller()),
      ]
      expect(refused.map((each) => codes(each.body))).toEqual(refused.map(() => ['not_found']))
      const { status } = await acp.cancel(brandId, body.id, {}, caller())
      expect(status).toBe(404)
    }
    const changed = await shops.put(brandId, path, { line_items: [{ item: { id: 'tent' }, quantity: 2 }] }, by())
    expect([changed.body.id, changed.body.totals.at(-1).amount]).toEqual([body.id, 1000])
    expect((await shops.get(new URL(body.continue_url).pathname)).status).toBe(303)
    expect((await shops.ask(brandId, `${path}/cancel`, {}, by())).body.status).toBe('canceled')
  })

  test('with an owner is hidden by row-level security if the functions do not check the owner', async () => {
    const made = [
      await shops.ask(brandId, '/checkout-sessions', lines, owner),
      await shops.ask(brandId, '/carts', lines, one()),
    ]
    const paths = [`/checkout-sessions/${made[0]?.body.id}`, `/carts/${made[1]?.body.id}`] as const
    await withoutCheck(async () => {
      for (const caller of [{}, stranger, two()]) {
        for (const path of paths) {
          const refused = [
            await shops.look(brandId, path, caller),
            await shops.put(brandId, path, lines, caller),
            await shops.ask(brandId, `${path}/cancel`, {}, caller),
          ]
          expect(refused.map((each) => codes(each.body))).toEqual([['not_found'], ['not_found'], ['not_found']])
        }
      }
      expect((await shops.look(brandId, paths[0], owner)).body.id).toBe(made[0]?.body.id)
      expect((await shops.look(brandId, paths[1], one())).body.id).toBe(made[1]?.body.id)
    })
  })

  test('of the Agentic Commerce Protocol created with a key is read and changed only by it', async () => {
    const { body } = await acp.create(brandId, { line_items: [{ id: 'tent', quantity: 1 }] }, owner)
    expect((await acp.cancel(brandId, body.id, {}, {})).status).toBe(404)
    expect((await acp.cancel(brandId, body.id, {}, owner)).body.status).toBe('canceled')
  })

  test('created without a credential is accessible by its id', async () => {
    const { body } = await shops.ask(brandId, '/checkout-sessions', lines)
    expect((await shops.look(brandId, `/checkout-sessions/${body.id}`, stranger)).body.id).toBe(body.id)
  })

  test('of a cart is not accessible by the id of the cart', async () => {
    const { body: cart } = await shops.ask(brandId, '/carts', lines)
    const made = await shops.ask(brandId, '/checkout-sessions', { cart_id: cart.id, line_items: [] }, owner)
    expect(made.body.status).toBe('requires_escalation')
    const again = await shops.ask(brandId, '/checkout-sessions', { cart_id: cart.id, line_items: [] })
    expect(codes(again.body)).toEqual(['not_found'])
    expect((await shops.look(brandId, `/carts/${cart.id}`, owner)).body.id).toBe(cart.id)
  })
})
