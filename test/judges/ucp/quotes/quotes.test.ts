import { randomBytes, randomUUID } from 'node:crypto'
import { base64url, SignJWT } from 'jose'
import { p256 } from '@noble/curves/nist.js'
import { beforeAll, expect, test } from 'vitest'
import { QuoteSigner } from '../../../../shared/commerce/quotes.ts'
import type { QuoteClaims } from '../../../../shared/commerce/quotes.ts'
import type { Answer } from '../../../support/shops.ts'
import { judge } from '../../judge.ts'
import { agreed, baseUrl, codes, extension, line, quotes, useNegotiation } from './negotiating.ts'
import type { Caller } from './negotiating.ts'
import { published, versions } from '../published.ts'

type Row = Record<string, unknown>
type Shop = Awaited<ReturnType<ReturnType<typeof useNegotiation>['shop']>>

const { shops, shop, caller } = useNegotiation()
const version = '2026-04-08'
const missing = versions.find((each) => each.version === version)?.missing ?? null
const root = '/checkout-sessions'
let own: Shop
beforeAll(async () => {
  own = await shop()
})

const create = async (agent: Caller, lines: Row[], tokens: unknown, headers: Record<string, string> = {}) =>
  await agent.post(root, { line_items: lines, negotiation: { quote_tokens: tokens } }, headers)
const claimsOf = (token: string) =>
  JSON.parse(new TextDecoder().decode(base64url.decode(token.split('.')[1] as string))) as QuoteClaims & Row
/** Signs claims with the key of the installation, as a leak of a token of another kind would. */
const signed = (claims: Row) => quotes.sign(claims as unknown as QuoteClaims)

judge({ judge: 'UCP schemas', version, checks: 'checkout with negotiated prices', missing }, () => {
  test('every response is valid against the checkout that is composed with the extension', async () => {
    const { body: schema } = await shops.get(extension.schema.slice(baseUrl.length))
    const schemas = published(version)
    const faults = schemas.extendedBy(schema as Row)
    const { quote_token: token } = await agreed(own.agent)
    const request = { line_items: [line('desk'), line('lamp', 2)], negotiation: { quote_tokens: [token] } }
    const created = await own.agent.post(root, request)
    const at = `${root}/${created.body.id}`
    const answers = [
      created,
      await own.agent.get(at),
      await own.agent.put(at, { line_items: [line('desk')] }),
      await own.agent.post(`${at}/complete`, {}),
      await own.agent.post(`${at}/cancel`, {}),
    ]
    expect(
      answers.map(({ body }) => [faults('dev.ucp.shopping.checkout', body), schemas.faults('checkout', body)]),
    ).toEqual(answers.map(() => [[], []]))
    const refused = await own.agent.post(root, request)
    expect([refused.status, codes(refused.body), schemas.faults('error', refused.body)]).toEqual([
      200,
      ['quote_used'],
      [],
    ])
  })
})

judge({ judge: 'UCP, own reading of the text', version, checks: 'negotiated prices by quote token' }, () => {
  test('creates a session at the negotiated price, whose link leads to the merchant with the signed order', async () => {
    const { quote_token: token, quote_id: id } = await agreed(own.agent)
    const { status, body } = await create(own.agent, [line('desk'), line('lamp', 2)], [token])
    expect([status, body.status, body.ucp.capabilities]).toEqual([
      201,
      'requires_escalation',
      { 'dev.ucp.shopping.checkout': [{ version }], [extension.name]: [{ version: extension.version }] },
    ])
    expect(body.line_items.map(({ item, quantity }: Row) => [(item as Row).id, (item as Row).price, quantity])).toEqual(
      [
        ['desk', 25_000, 1],
        ['lamp', 9500, 2],
      ],
    )
    expect([body.totals.at(-1), body.negotiation]).toEqual([
      { type: 'total', amount: 44_000 },
      { applied: [{ line_item_id: 'li_2', quote_id: id, unit_amount: 9500, quantity: 2 }] },
    ])
    const opened = await shops.get(new URL(body.continue_url).pathname)
    const target = new URL(opened.headers.location ?? '').searchParams
    const order = quotes.verify(target.get('agent_quote') ?? '', own.brandId)
    expect([opened.status, target.get('agent_items'), order?.total, order?.jti]).toEqual([
      303,
      'desk:1:250.00,lamp:2:95.00',
      '440.00',
      target.get('agent_order'),
    ])
  })

  test('keeps the price after the catalog changes, and works over MCP', async () => {
    const { quote_token: token } = await agreed(own.agent, 1)
    const checkout = { line_items: [line('lamp')], negotiation: { quote_tokens: [token] } }
    const { body } = await own.agent.tool('create_checkout', { checkout })
    const { id, line_items: lines } = body.result.structuredContent
    expect(lines[0].item.price).toBe(9500)
    await shops.sql()`update storefront.catalog_products set regular_price_micros = 500000000 where brand_id = ${own.brandId} and product_id = 'lamp'`
    expect((await own.agent.get(`${root}/${id}`)).body.totals.at(-1)).toEqual({ type: 'total', amount: 9500 })
    await shops.sql()`update storefront.catalog_products set regular_price_micros = 100000000 where brand_id = ${own.brandId} and product_id = 'lamp'`
    expect((await own.agent.tool('cancel_checkout', { id })).body.result.structuredContent.status).toBe('canceled')
  })

  test('takes the token of a price hold without a negotiation', async () => {
    const { body: hold } = await own.agent.post('/holds', { product_id: 'desk', quantity: 3 })
    const { body } = await create(own.agent, [line('desk', 3)], [hold.quote_token])
    expect([body.line_items[0].item.price, body.negotiation.applied[0].quote_id]).toEqual([25_000, hold.id])
  })

  test('needs a credential with write:negotiation', async () => {
    const { quote_token: token } = await agreed(own.agent, 3)
    const checkout = { line_items: [line('lamp', 3)], negotiation: { quote_tokens: [token] } }
    const rest = await create(own.anonymous, [line('lamp', 3)], [token])
    const mcp = await own.anonymous.tool('create_checkout', { checkout })
    expect([rest.status, mcp.status]).toEqual([401, 401])
    const [left] = await shops.sql()`select status from commerce.price_holds where hold_id = ${claimsOf(token).jti}`
    expect(left?.status).toBe('active')
  })

  test('is private to the credential that created it', async () => {
    const { quote_token: token } = await agreed(own.agent, 1)
    const { body } = await create(own.agent, [line('lamp')], [token])
    for (const each of [own.other, own.anonymous, own.merchant]) {
      expect(codes((await each.get(`${root}/${body.id}`)).body)).toEqual(['not_found'])
      expect(codes((await each.post(`${root}/${body.id}/cancel`, {})).body)).toEqual(['not_found'])
    }
    expect((await own.agent.get(`${root}/${body.id}`)).body.status).toBe('requires_escalation')
    await own.agent.post(`${root}/${body.id}/cancel`, {})
  })

  test('replays the response for its idempotency key, and refuses the key with another token', async () => {
    const { quote_token: token } = await agreed(own.agent, 1)
    const key = { 'Idempotency-Key': randomUUID() }
    const [first, second] = [
      await create(own.agent, [line('lamp')], [token], key),
      await create(own.agent, [line('lamp')], [token], key),
    ]
    expect([second.status, second.body.id]).toEqual([201, first.body.id])
    expect((await create(own.agent, [line('lamp')], [`${token}x`], key)).status).toBe(409)
    // The same key of another credential is another request.
    expect(codes((await create(own.other, [line('lamp')], [token], key)).body)).toEqual(['quote_invalid'])
    await own.agent.post(`${root}/${first.body.id}/cancel`, {})
  })

  test('refuses the key of a request without tokens for one with tokens, and the reverse', async () => {
    const { quote_token: token, quote_id: id } = await agreed(own.agent, 1)
    const key = { 'Idempotency-Key': randomUUID() }
    const plain = () => own.agent.post(root, { line_items: [line('lamp')] }, key)
    const first = await plain()
    expect(first.status).toBe(201)
    const quoted = await create(own.agent, [line('lamp')], [token], key)
    expect([quoted.status, quoted.body.code]).toEqual([409, 'idempotency_conflict'])
    const [hold] = await shops.sql()`select status from commerce.price_holds where hold_id = ${id as string}`
    expect(hold?.status).toBe('active')
    expect((await plain()).body).toEqual(first.body)

    const other = { 'Idempotency-Key': randomUUID() }
    const { body } = await create(own.agent, [line('lamp')], [token], other)
    expect(body.status).toBe('requires_escalation')
    expect((await own.agent.post(root, { line_items: [line('lamp')] }, other)).status).toBe(409)
    await own.agent.post(`${root}/${body.id}/cancel`, {})
  })

  test('creates one session for a token that is sent twelve times at once', async () => {
    const { quote_token: token } = await agreed(own.agent, 1)
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(own.agent, [line('lamp')], [token])))
    const created = answers.filter(({ status }) => status === 201)
    expect(created).toHaveLength(1)
    expect(answers.filter(({ body }) => body.ucp.status === 'error').map(({ body }) => codes(body)[0])).toEqual(
      Array.from({ length: 11 }, () => 'quote_used'),
    )
    await own.agent.post(`${root}/${created[0]?.body.id}/cancel`, {})
  })

  test('reserves stock like an order, and creates nothing beyond it', async () => {
    const { quote_token: token, quote_id: id } = await agreed(own.agent, 8)
    const { body: order } = await own.other.post('/transactions', { items: [{ product_id: 'lamp', quantity: 5 }] })
    expect(codes((await create(own.agent, [line('lamp', 8)], [token])).body)).toEqual(['out_of_stock'])
    const [hold] = await shops.sql()`select status from commerce.price_holds where hold_id = ${id as string}`
    expect(hold?.status).toBe('active')
    await own.other.post(`/transactions/${order.id}/cancel`, { reason: 'test' })
  })
})

judge({ judge: 'UCP, own reading of the text', version, checks: 'refused quote tokens' }, () => {
  const other = async (claims: Row, key = randomBytes(32)) =>
    (await QuoteSigner.open(key.toString('base64url'), baseUrl)).sign(claims as unknown as QuoteClaims)

  test('refuses tokens that this shop has not signed: algorithm, key, text, type, issuer and audience', async () => {
    const { quote_token: token } = await agreed(own.agent, 2)
    const [head = '', body = '', signature = ''] = token.split('.')
    const claims = claimsOf(token)
    const encode = (value: unknown) => base64url.encode(JSON.stringify(value))
    const kid = (JSON.parse(new TextDecoder().decode(base64url.decode(head))) as Row).kid
    const cheaper = encode({ ...claims, unit_price: { amount: 1, currency: 'USD' } })
    const { privateKey, publicKey } = { privateKey: randomBytes(32), publicKey: quotes.publicKeys[0] }
    const forged = [
      `${encode({ alg: 'none', typ: 'quote+jwt', kid })}.${body}.`,
      `${encode({ alg: 'none', typ: 'quote+jwt', kid })}.${body}.${signature}`,
      // The public key as the secret of a MAC.
      await new SignJWT(claims as never)
        .setProtectedHeader({ alg: 'HS256', typ: 'quote+jwt', kid: kid as string })
        .sign(new TextEncoder().encode(JSON.stringify(publicKey))),
      // Another key under the id of ours.
      `${head}.${body}.${base64url.encode(p256.sign(new TextEncoder().encode(`${head}.${body}`), privateKey))}`,
      await other(claims),
      `${head}.${cheaper}.${signature}`,
      `${encode({ alg: 'ES256', typ: 'JWT', kid })}.${body}.${signature}`,
      signed({ ...claims, aud: 'brd_other' }),
      signed({ ...claims, iss: 'https://evil.example' }),
      `${token}.${signature}`,
      'junk',
      '..',
      'ey.ey.ey',
    ]
    for (const each of forged) {
      const { status, body: answer } = await create(own.agent, [line('lamp', 2)], [each])
      expect([each, status, codes(answer), answer.id]).toEqual([each, 200, ['quote_invalid'], undefined])
    }
    expect((await create(own.agent, [line('lamp', 2)], [token])).status).toBe(201)
  })

  test('refuses claims that differ from the stored hold, although the signature is right', async () => {
    const { quote_token: token } = await agreed(own.agent, 1)
    const claims = claimsOf(token)
    const price = claims.unit_price as Row
    const changed: Row[] = [
      { unit_price: { ...price, amount: 1 } },
      { unit_price: { ...price, currency: 'EUR' } },
      { quantity: 5 },
      { product_id: 'desk' },
      { hold_id: 'hold_no' },
      { hold_id: undefined },
    ]
    for (const each of changed) {
      const lines = [line('lamp'), line('lamp', 5), line('desk')]
      expect([each, codes((await create(own.agent, lines, [signed({ ...claims, ...each })])).body)]).toEqual([
        each,
        ['quote_invalid'],
      ])
    }
    // The same key signs the orders of handoff links.
    const { body: session } = await create(own.agent, [line('lamp')], [token])
    const opened = await shops.get(new URL(session.continue_url).pathname)
    const ofOrder = new URL(opened.headers.location ?? '').searchParams.get('agent_quote')
    expect(codes((await create(own.agent, [line('lamp')], [ofOrder])).body)).toEqual(['quote_invalid'])
    await own.agent.post(`${root}/${session.id}/cancel`, {})
  })

  test('refuses the token of another brand, of another agent, and of the merchant in the name of the agent', async () => {
    const foreign = await shop()
    const { quote_token: theirs } = await agreed(foreign.agent)
    expect(codes((await create(own.agent, [line('lamp', 2)], [theirs])).body)).toEqual(['quote_invalid'])
    const { quote_token: token } = await agreed(own.agent, 2)
    for (const each of [own.other, own.merchant]) {
      expect(codes((await create(each, [line('lamp', 2)], [token])).body)).toEqual(['quote_invalid'])
    }
    // A foreign key may not use it here either.
    const stranger = caller(own.brandId, foreign.key)
    expect((await create(stranger, [line('lamp', 2)], [token])).status).toBe(403)
    const [hold] = await shops.sql()`select status from commerce.price_holds where hold_id = ${claimsOf(token).jti}`
    expect(hold?.status).toBe('active')
  })

  test.each([
    ['quote_quantity_mismatch', 'a raised quantity', [line('lamp', 3)]],
    ['quote_quantity_mismatch', 'a lower quantity', [line('lamp', 1)]],
    ['quote_item_mismatch', 'another product', [line('desk', 2)]],
    ['quote_currency_mismatch', 'a line in another currency', [line('rug'), line('lamp', 2)]],
    ['item_unavailable', 'an unknown line', [line('lamp', 2), line('no')]],
  ])('answers with %s for %s', async (code, _, lines) => {
    const { quote_token: token } = await agreed(own.agent, 2)
    const { status, body } = await create(own.agent, lines, [token])
    expect([status, codes(body), body.id]).toEqual([200, [code], undefined])
  })

  test('refuses an expired and a released quote, and one that is sent twice in a request', async () => {
    const { quote_token: token, quote_id: id } = await agreed(own.agent, 4)
    expect(codes((await create(own.agent, [line('lamp', 4), line('lamp', 4)], [token, token])).body)).toEqual([
      'quote_used',
    ])
    await shops.sql()`
      update commerce.price_holds set created_at = '2026-11-20T11:00:00Z', expires_at = '2026-11-20T11:59:00Z' where hold_id = ${id as string}`
    expect(codes((await create(own.agent, [line('lamp', 4)], [token])).body)).toEqual(['quote_expired'])
    const released = await own.agent.post('/holds', { product_id: 'desk', quantity: 2 })
    await shops
      .api()
      .http.delete(`/api/storefront/${own.brandId}/holds/${released.body.id}`)
      .set({ Authorization: `Bearer ${own.key}` })
    expect(codes((await create(own.agent, [line('desk', 2)], [released.body.quote_token])).body)).toEqual([
      'quote_expired',
    ])
  })

  test('refuses tokens that would have no effect', async () => {
    const { quote_token: token } = await agreed(own.agent, 1)
    const { body: plain } = await own.agent.post(root, { line_items: [line('lamp')] })
    const request = { line_items: [line('lamp')], negotiation: { quote_tokens: [token] } }
    const { agent: without } = await own.platform('https://platform.example/2026-04-08.json')
    const answers = [
      await own.agent.put(`${root}/${plain.id}`, request),
      await without.post(root, request),
      await create(own.agent, [line('lamp')], []),
      await create(own.agent, [line('lamp')], 'token'),
      await create(
        own.agent,
        [line('lamp')],
        Array.from({ length: 51 }, () => token),
      ),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [400, 'invalid_request']))
  })

  test('does not change the lines of a session with quotes', async () => {
    const { quote_token: token } = await agreed(own.agent, 1)
    const { body } = await create(own.agent, [line('lamp')], [token])
    const changed = await own.agent.put(`${root}/${body.id}`, { line_items: [line('lamp', 9)] })
    expect([codes(changed.body), changed.body.line_items]).toEqual([
      expect.arrayContaining(['quoted_lines_are_fixed']),
      body.line_items,
    ])
    const severityOf = ({ body: { messages } }: Answer, name: string) =>
      messages.find(({ code }: Row) => code === name)?.severity
    // The session is open, so that its own lines can still be sent.
    expect(severityOf(changed, 'quoted_lines_are_fixed')).toBe('recoverable')
    expect((await own.agent.put(`${root}/${body.id}`, { line_items: [line('lamp')] })).body.status).toBe(
      'requires_escalation',
    )
    await own.agent.post(`${root}/${body.id}/cancel`, {})
    const late = await own.agent.put(`${root}/${body.id}`, { line_items: [line('lamp', 9)] })
    expect(severityOf(late, 'operation_not_allowed')).toBe('unrecoverable')
  })
})
