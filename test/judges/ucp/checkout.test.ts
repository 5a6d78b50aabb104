import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { useShops } from '../../support/shops.ts'
import { judge } from '../judge.ts'
import { agent, fakePlatforms, profileOf } from './platforms.ts'
import { published, versions } from './published.ts'
import type { Published } from './published.ts'
import { client } from './sessions.ts'

type Row = Record<string, unknown>

const shops = useShops({ ucp: fakePlatforms() })
const root = '/checkout-sessions'
const line = (id: string, quantity = 1) => ({ item: { id }, quantity })
const catalog = [
  { id: 'tent', title: 'Ridge tent', price: 100.5, link: 'https://shop.example/tent' },
  { id: 'lamp', title: 'Lamp', price: 9.99, link: 'https://shop.example/lamp', quantity: 3 },
  { id: 'gone', title: 'Gone', price: 5, link: 'https://shop.example/gone', availability: 'out_of_stock' },
]
let brandId = ''
beforeAll(async () => {
  ;({ brandId } = await shops.open(catalog))
})
const codes = (body: { messages: Row[] }) => body.messages.map(({ code }) => code)

for (const { version, label, missing } of versions) {
  const headers = agent(profileOf(version))
  const create = async (lines: unknown[], more: Row = {}, others: Record<string, string> = {}) =>
    await shops.ask(brandId, root, { line_items: lines, ...more }, { ...headers, ...others })
  const look = async (id: string, brand = brandId) => await shops.look(brand, `${root}/${id}`, headers)
  const post = async (id: string, action: string, body: Row = {}, others: Record<string, string> = {}) =>
    await shops.ask(brandId, `${root}/${id}/${action}`, body, { ...headers, ...others })
  const put = async (id: string, lines: unknown[]) =>
    await shops.put(brandId, `${root}/${id}`, { line_items: lines }, headers)

  judge({ judge: 'UCP schemas', version: label, checks: 'checkout sessions', missing }, () => {
    let schemas: Published
    beforeAll(() => {
      schemas = published(version)
    })

    test('every response of every operation is valid', async () => {
      const created = await create([line('tent', 2), line('lamp')])
      const { id } = created.body
      const answers = [
        created,
        await look(id),
        await put(id, [line('gone'), line('no'), line('tent')]),
        await post(id, 'complete', { payment: {} }),
        await post(id, 'cancel'),
        await post(id, 'cancel'),
      ]
      expect(answers.map(({ body }) => [schemas.faults('checkout', body), body.ucp.payment_handlers])).toEqual(
        answers.map(() => [[], {}]),
      )
      for (const refused of [await create([line('no')]), await look('chk_no')]) {
        expect([refused.status, schemas.faults('error', refused.body)]).toEqual([200, []])
      }
    })

    test('every result of every tool is valid', async () => {
      const callTool = async (name: string, given: Row) => {
        const meta = { 'ucp-agent': { profile: profileOf(version) }, 'idempotency-key': randomUUID() }
        const params = { name, arguments: { meta, ...given } }
        const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
        const { body } = await shops.ask(brandId, '/ucp/mcp', request, { Accept: 'application/json' })
        expect([name, schemas.resultFaults(name, body.result?.structuredContent)]).toEqual([name, []])
        return body.result.structuredContent
      }
      const {
        id,
        status,
        continue_url: url,
      } = await callTool('create_checkout', { checkout: { line_items: [line('tent')] } })
      expect([status, url]).toEqual(['requires_escalation', expect.stringContaining('/handoff/hnd_')])
      expect((await callTool('get_checkout', { id })).id).toBe(id)
      const updated = await callTool('update_checkout', { id, checkout: { line_items: [line('lamp', 2)] } })
      expect(updated.totals.at(-1)).toEqual({ type: 'total', amount: 1998 })
      expect((await callTool('complete_checkout', { id, checkout: { payment: {} } })).status).toBe(
        'requires_escalation',
      )
      expect((await callTool('cancel_checkout', { id })).status).toBe('canceled')
      expect((await callTool('get_checkout', { id: 'chk_no' })).ucp.status).toBe('error')
    })
  })

  judge({ judge: 'UCP, own reading of the text', version: label, checks: 'Checkout' }, () => {
    test('creates a session with status 201, and hands the buyer over by continue_url', async () => {
      const { status, body, headers: answered } = await create([line('tent', 2), line('lamp')])
      expect([status, body.status, answered['cache-control']]).toEqual([201, 'requires_escalation', 'no-store'])
      expect(body.totals).toEqual([
        { type: 'subtotal', amount: 21_099 },
        { type: 'total', amount: 21_099 },
      ])
      expect(body.messages).toContainEqual(expect.objectContaining({ severity: 'requires_buyer_input' }))
      const opened = await shops.get(new URL(body.continue_url).pathname)
      expect(opened.status).toBe(303)
      const target = new URL(opened.headers.location ?? '')
      expect([target.origin, Object.fromEntries(target.searchParams)]).toEqual([
        'https://shop.example',
        expect.objectContaining({
          agent_items: 'tent:2:100.50,lamp:1:9.99',
          agent_order: expect.stringMatching(/^ord_/),
        }),
      ])
    })

    test('never completes, and neither returns nor stores payment data', async () => {
      const instrument = { id: 'p', handler_id: 'h', type: 'card', credential: { token: '4111111111111111' } }
      const payment = { instruments: [instrument] }
      const { body } = await create([line('tent')], { payment, buyer: { email: 'secret@buyer.example' } })
      const completed = await post(body.id, 'complete', { payment })
      expect([completed.status, completed.body.status, completed.body.order]).toEqual([
        200,
        'requires_escalation',
        undefined,
      ])
      const stored = await shops.sql()`
      select held::text from storefront.checkouts as held union all select answer::text from storefront.checkout_requests`
      expect(JSON.stringify([stored, body, completed.body])).not.toMatch(/4111111111111111|secret@buyer/)
    })

    test('is incomplete with recoverable errors while an item cannot be bought', async () => {
      const { body } = await create([line('tent'), line('no'), line('lamp', 4)])
      expect([body.status, body.line_items.map((each: Row) => (each.item as Row).id)]).toEqual([
        'incomplete',
        ['tent', 'lamp'],
      ])
      expect(body.messages.slice(0, 2)).toEqual([
        expect.objectContaining({ code: 'item_unavailable', severity: 'recoverable' }),
        expect.objectContaining({ code: 'out_of_stock', severity: 'recoverable', path: '$.line_items[1]' }),
      ])
      expect((await put(body.id, [line('tent')])).body.status).toBe('requires_escalation')
    })

    test.each([
      ['out_of_stock', 'gone'],
      ['item_unavailable', 'no'],
    ])('creates no session and returns %s if nothing can be bought', async (code, id) => {
      const { status, body } = await create([line(id)])
      expect([status, body.ucp.status, body.id, codes(body)]).toEqual([200, 'error', undefined, [code]])
    })

    test.each([[[]], [[line('tent', 0)]], [[line('tent', 10_001)]], [Array.from({ length: 51 }, () => line('tent'))]])(
      'returns 400 for too few or too many items',
      async (lines) => {
        expect((await create(lines)).status).toBe(400)
      },
    )

    test('returns not_found for a session of another brand, for every operation', async () => {
      const { body } = await create([line('tent')])
      const other = await shops.open(catalog)
      const path = `${root}/${body.id}`
      const answers = [
        await look(body.id, other.brandId),
        await shops.put(other.brandId, path, { line_items: [line('lamp')] }, headers),
        await shops.ask(other.brandId, `${path}/complete`, {}, headers),
        await shops.ask(other.brandId, `${path}/cancel`, {}, headers),
      ]
      expect(answers.map((each) => [each.status, codes(each.body)])).toEqual(answers.map(() => [200, ['not_found']]))
      expect((await look(body.id)).body.status).toBe('requires_escalation')
      expect(
        (await shops.get(`/api/storefront/${other.brandId}/handoff/${body.continue_url.split('/').at(-1)}`)).status,
      ).toBe(404)
    })

    test('returns the stored response for an idempotency key, and 409 for the key with another body', async () => {
      const key = { 'Idempotency-Key': randomUUID(), ...client() }
      const first = await create([line('tent')], {}, key)
      const again = await create([line('tent')], {}, key)
      expect(again.body).toEqual(first.body)
      const other = await create([line('lamp')], {}, key)
      expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict'])
      expect((await create([line('tent')], {}, { 'Idempotency-Key': 'x' })).status).toBe(400)
    })

    test('separates the idempotency keys of platforms and brands, and shares them between REST and MCP', async () => {
      const key = randomUUID()
      const from = client()
      const keyed = { 'Idempotency-Key': key, ...from }
      // A member of the body names no platform.
      const named = { platform: profileOf(version) }
      const first = await create([line('tent')], named, keyed)
      const foreign = agent(`https://other.example/${version}.json`)
      const others = [
        await create([line('tent')], named, { ...keyed, ...foreign }),
        await create([line('lamp')], {}, { ...keyed, 'UCP-Agent': `profile="https://third.example/${version}.json"` }),
        await shops.ask(brandId, root, { line_items: [line('tent')], ...named }, keyed),
        await shops.ask(
          (await shops.open(catalog)).brandId,
          root,
          { line_items: [line('tent')] },
          { ...headers, ...keyed },
        ),
      ]
      expect(others.map(({ status }) => status)).toEqual([201, 201, 201, 201])
      expect(new Set([first, ...others].map(({ body }) => body.id)).size).toBe(5)
      const callTool = async (profile: string) => {
        const meta = { 'ucp-agent': { profile }, 'idempotency-key': key }
        const given = { meta, checkout: { line_items: [line('tent')], ...named } }
        const request = {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'create_checkout', arguments: given },
        }
        return (await shops.ask(brandId, '/ucp/mcp', request, { Accept: 'application/json', ...from })).body.result
          .structuredContent.id
      }
      expect(await callTool(profileOf(version))).toBe(first.body.id)
      expect(await callTool(`https://other.example/${version}.json`)).toBe(others[0]?.body.id)
    })

    test('creates one session for concurrent requests with one idempotency key', async () => {
      const key = { 'Idempotency-Key': randomUUID(), ...client() }
      const answers = await Promise.all(Array.from({ length: 5 }, () => create([line('tent')], {}, key)))
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    })

    test('applies concurrent updates one after another, each as a whole', async () => {
      const { body } = await create([line('tent')])
      const updates = await Promise.all([1, 2, 3].map((quantity) => put(body.id, [line('lamp', quantity)])))
      expect(updates.map((each) => [each.status, each.body.totals.at(-1).amount])).toEqual([
        [200, 999],
        [200, 1998],
        [200, 2997],
      ])
      expect(updates.map((each) => each.body.totals)).toContainEqual((await look(body.id)).body.totals)
    })

    test('a canceled session has no continue_url, cannot be changed, and its link is gone', async () => {
      const { body } = await create([line('tent')])
      const canceled = await post(body.id, 'cancel')
      expect([canceled.body.status, canceled.body.continue_url]).toEqual(['canceled', undefined])
      for (const refused of [
        await post(body.id, 'cancel'),
        await post(body.id, 'complete'),
        await put(body.id, [line('lamp')]),
      ]) {
        expect([refused.status, refused.body.status, codes(refused.body)[0]]).toEqual([
          200,
          'canceled',
          'operation_not_allowed',
        ])
      }
      expect((await look(body.id)).body.line_items).toEqual(body.line_items)
      expect((await shops.get(new URL(body.continue_url).pathname)).status).toBe(410)
    })

    test('an expired session is canceled, and pruned a day later', async () => {
      const { body } = await create([line('tent')])
      const expire = async (hours: number) =>
        await shops.sql()`
        update storefront.checkouts set expires_at = platform.now() - make_interval(hours => ${hours}) where checkout_id = ${body.id}`
      await expire(1)
      const expired = await look(body.id)
      expect([expired.body.status, codes(expired.body)]).toEqual(['canceled', ['checkout_expired', 'total_of_items']])
      expect(codes((await put(body.id, [line('lamp')])).body)[0]).toBe('operation_not_allowed')
      await shops.sql()`select storefront.prune_checkouts()`
      expect((await look(body.id)).body.id).toBe(body.id)
      await expire(25)
      await shops.sql()`select storefront.prune_checkouts()`
      expect(codes((await look(body.id)).body)).toEqual(['not_found'])
    })

    test('is declared in the profile, and labeled in the draft', async () => {
      const { body } = await shops.look(brandId, `/.well-known/ucp?version=${version}`)
      expect(Object.keys(body.ucp.capabilities)).toContain('dev.ucp.shopping.checkout')
      const created = await create([line('tent')])
      expect([created.body.ucp.version, created.headers['ucp-version-status']]).toEqual([
        version,
        version === '2026-08-22' ? 'draft' : undefined,
      ])
    })

    test.each(['complete_checkout', 'cancel_checkout'])('%s over MCP requires an idempotency key', async (name) => {
      const meta = { 'ucp-agent': { profile: profileOf(version) } }
      const params = { name, arguments: { meta, id: 'chk_no', checkout: {} } }
      const answer = await shops.ask(brandId, '/ucp/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
      expect([answer.status, answer.body.error.code]).toEqual([400, -32602])
    })
  })
}
