import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { judge } from '../../judge.ts'
import { agreed, buyerOf, codes, extension, line, useNegotiation } from './negotiating.ts'
import type { Caller } from './negotiating.ts'
import { published, versions } from '../published.ts'

type Row = Record<string, unknown>

const { shops, shop } = useNegotiation()
const root = '/checkout-sessions'
let own: Awaited<ReturnType<typeof shop>>
let code = ''
beforeAll(async () => {
  own = await shop()
  const offer = { brand_id: own.brandId, title: 'Tenth', type: 'percent_off', percent_off: 10 }
  const [row] = await shops.sql()`insert into commerce.exclusive_offers ${shops.sql()(offer)} returning offer_id`
  code = row?.offer_id as string
})

for (const { version, label, missing } of versions) {
  judge({ judge: 'UCP schemas', version: label, checks: 'quotes with discounts and fulfillment', missing }, () => {
    /** Creates a session with a quote for lamps, a code and a destination. */
    async function created(agent: Caller, more: Row = {}) {
      const { quote_token: token } = await agreed(agent, 1)
      return await agent.post(root, {
        line_items: [line('lamp'), line('desk')],
        negotiation: { quote_tokens: [token] },
        discounts: { codes: [code] },
        fulfillment: { methods: [{ type: 'shipping', destinations: [{ id: 'home', address_country: 'US' }] }] },
        ...more,
      })
    }

    test('applies no code to a session with quotes, and keeps its shipping in updates', async () => {
      const { agent } = await own.platform(buyerOf(version))
      const { body: schema } = await shops.get(extension.schema.slice(extension.schema.indexOf('/', 8)))
      const faults = published(version).extendedBy(schema as Row)
      const { status, body } = await created(agent)
      expect([status, codes(body), body.discounts.applied, body.totals[0].amount]).toEqual([
        201,
        expect.arrayContaining(['discount_code_combination_disallowed']),
        [],
        34_500,
      ])
      expect(Object.keys(body.ucp.capabilities).toSorted()).toEqual(
        ['checkout', 'discount', 'fulfillment']
          .map((name) => `dev.ucp.shopping.${name}`)
          .concat(extension.name)
          .toSorted(),
      )
      expect(body.fulfillment.methods[0].destinations[0].id).toBe('home')
      const changed = await agent.put(`${root}/${body.id}`, {
        line_items: [line('lamp'), line('desk')],
        fulfillment: { methods: [{ type: 'shipping', destinations: [{ id: 'work', address_country: 'CA' }] }] },
      })
      expect(changed.body.fulfillment.methods[0].destinations.map(({ id }: Row) => id)).toEqual(['work'])
      expect([changed.body.line_items, changed.body.negotiation, changed.body.discounts.codes]).toEqual([
        body.line_items,
        body.negotiation,
        [],
      ])
      expect([body, changed.body].map((each) => faults('dev.ucp.shopping.checkout', each))).toEqual([[], []])
      const sold = await agent.post(`${root}/${body.id}/cancel`, {})
      expect(sold.body.status).toBe('canceled')
    })

    test('returns 400 for quote tokens with the id of a cart', async () => {
      const { agent } = await own.platform(buyerOf(version))
      const { status, body } = await created(agent, { cart_id: 'cart_1' })
      expect([status, body.code]).toEqual([400, 'invalid_request'])
    })

    test('hides a session with quotes from the Agentic Commerce Protocol', async () => {
      const { key, agent } = await own.platform(buyerOf(version))
      const { body } = await created(agent)
      const at = `/acp/checkout_sessions/${body.id as string}`
      const headers = { Authorization: `Bearer ${key}`, 'API-Version': '2026-04-17' }
      expect((await shops.look(own.brandId, at, headers)).status).toBe(404)
      expect(
        (await shops.ask(own.brandId, `${at}/cancel`, {}, { ...headers, 'Idempotency-Key': randomUUID() })).status,
      ).toBe(404)
      expect((await agent.get(`${root}/${body.id}`)).body.status).toBe('requires_escalation')
      await agent.post(`${root}/${body.id}/cancel`, {})
    })
  })
}
