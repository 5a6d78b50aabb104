import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { acpAgent, acpVersion as version } from '../../support/acp_requests.ts'
import { useShops } from '../../support/shops.ts'
import { judge } from '../judge.ts'
import { missing, published } from './published.ts'
import type { Published } from './published.ts'

const shops = useShops()
const agent = acpAgent(shops)
const catalog = [
  { id: 'tent', title: 'Ridge tent', price: 100.5, link: 'https://shop.example/tent' },
  { id: 'lamp', title: 'Lamp', price: 9.99, link: 'https://shop.example/lamp', quantity: 3 },
  { id: 'gone', title: 'Gone', price: 5, link: 'https://shop.example/gone', availability: 'out_of_stock' },
  { id: 'euro', title: 'Euro', price: 5, currency: 'EUR', link: 'https://shop.example/euro' },
]
const lines = (...ids: string[]) => ({ line_items: ids.map((id) => ({ id })) })
let callers = 0
/** Returns the headers of requests with one key of one caller. Without a credential the client address is the caller. */
const once = (key: string = randomUUID()) => ({
  'Idempotency-Key': key,
  'X-Forwarded-For': `2001:db8:a${++callers}::1`,
})
let brandId = ''
beforeAll(async () => {
  ;({ brandId } = await shops.open(catalog))
})
const open = async (...ids: string[]) => (await agent.create(brandId, lines(...ids))).body

judge({ judge: 'ACP schemas', version, checks: 'checkout sessions', missing }, () => {
  let schemas: Published
  beforeAll(() => {
    schemas = published()
  })

  test('every response of every operation is valid, errors included', async () => {
    await shops.sql()`insert into storefront.shops (brand_id, terms_of_service) values (${brandId}, 'https://shop.example/terms') on conflict do nothing`
    const { id } = await open('tent', 'lamp')
    const answers = {
      created: await agent.create(brandId, lines('tent', 'gone')),
      seen: await agent.look(brandId, id),
      updated: await agent.update(brandId, id, { line_items: [{ id: 'lamp', quantity: 2 }] }),
      completed: await agent.complete(brandId, id, { payment_data: {} }),
      canceled: await agent.cancel(brandId, id, {}),
      again: await agent.cancel(brandId, id, {}),
      late: await agent.update(brandId, id, lines('tent')),
      unknown: await agent.look(brandId, 'chk_no'),
      noItem: await agent.create(brandId, lines('no')),
      wrong: await agent.create(brandId, { line_items: [{ id: 5 }] }),
      noVersion: await agent.look(brandId, id, { 'API-Version': '' }),
      oldVersion: await agent.look(brandId, id, { 'API-Version': '2025-09-29' }),
      noBrand: await agent.look('brd_no', id),
      noKey: await agent.look(brandId, id, { Authorization: 'Bearer junk' }),
      method: await shops.put(brandId, '/acp/checkout_sessions', {}),
      large: await agent.create(brandId, { order_notes: 'x'.repeat(70_000) }),
      noPath: await shops.look(brandId, '/acp/carts'),
    }
    const found = Object.entries(answers).map(([name, answer]) => [name, answer.status, schemas.answerFaults(answer)])
    const statuses = {
      created: 201,
      seen: 200,
      updated: 200,
      completed: 409,
      canceled: 200,
      again: 405,
      late: 409,
      unknown: 404,
      noItem: 400,
      wrong: 400,
      noVersion: 400,
      oldVersion: 400,
      noBrand: 404,
      noKey: 401,
      method: 405,
      large: 413,
      noPath: 404,
    }
    expect(found).toEqual(Object.entries(statuses).map(([name, status]) => [name, status, []]))
    // A code of the protocol has no page, and is not that of an error with the same status.
    const linked = Object.entries(answers).filter(([, { headers }]) => headers.link?.includes('/docs/errors/'))
    expect(linked.map(([name]) => name)).toEqual(['unknown', 'wrong', 'noBrand', 'noKey', 'method', 'large', 'noPath'])
  })

  test('the discovery document of a brand and that of the host are valid, and declare only what is served', async () => {
    const own = (await shops.look(brandId, '/.well-known/acp.json')).body
    const host = (await shops.get('/.well-known/acp.json')).body
    expect([schemas.faults('DiscoveryResponse', own), own]).toEqual([[], host])
    expect([own.transports, own.capabilities.services, own.capabilities.extensions]).toEqual([
      ['rest'],
      ['checkout'],
      undefined,
    ])
    const { pathname } = new URL(`${own.api_base_url}/checkout_sessions`)
    const { status } = await shops.get(pathname, { 'API-Version': version })
    expect(status).toBe(405)
  })
})

judge({ judge: 'ACP, own reading of the text', version, checks: 'Agentic Checkout' }, () => {
  test('creates a session with status 201, and hands the buyer over by continue_url', async () => {
    const { status, body, headers } = await agent.create(brandId, {
      line_items: [{ id: 'tent', quantity: 2 }, { id: 'lamp' }],
    })
    expect([status, body.status, body.currency, headers['cache-control']]).toEqual([
      201,
      'requires_escalation',
      'usd',
      'no-store',
    ])
    expect(body.totals.map(({ type, amount }: { type: string; amount: number }) => [type, amount])).toEqual([
      ['items_base_amount', 21_099],
      ['subtotal', 21_099],
      ['total', 21_099],
    ])
    expect(body.messages[0]).toMatchObject({ type: 'info', resolution: 'requires_buyer_input' })
    const opened = await shops.get(new URL(body.continue_url).pathname)
    expect(opened.status).toBe(303)
    expect(Object.fromEntries(new URL(opened.headers.location ?? '').searchParams)).toMatchObject({
      agent_items: 'tent:2:100.50,lamp:1:9.99',
      agent_order: expect.stringMatching(/^ord_/),
    })
  })

  test('has no payment handler, and the intersection of interventions is empty', async () => {
    const capabilities = {
      interventions: { supported: ['3ds', 'biometric'], max_redirects: 1 },
      extensions: ['discount'],
    }
    const { body } = await agent.create(brandId, { ...lines('tent'), capabilities })
    expect(body.capabilities).toEqual({ payment: { handlers: [] }, interventions: { supported: [], required: [] } })
  })

  test('refuses to complete, with the link to the checkout of the merchant in message and Link', async () => {
    const { id, continue_url: url } = await open('tent')
    const { status, body, headers } = await agent.complete(brandId, id, { payment_data: { handler_id: 'h' } })
    expect([status, body]).toEqual([
      409,
      {
        type: 'invalid_request',
        code: 'unsupported',
        param: '$.payment_data',
        message: `No payment takes place here. The buyer orders and pays in the checkout of the merchant: ${url}`,
      },
    ])
    expect(headers.link).toContain(`<${url}>; rel="payment"`)
    expect((await agent.look(brandId, id)).body.status).toBe('requires_escalation')
  })

  test('neither returns, stores nor logs buyer and payment data', async () => {
    const buyer = { email: 'secret@buyer.example', first_name: 'Zebediah' }
    const payment_data = { handler_id: 'card', instrument: { type: 'card', credential: { token: '4111111111111111' } } }
    const risk = { ip_address: '203.0.113.77' }
    const given = {
      buyer,
      payment_data,
      risk_signals: risk,
      fulfillment_details: { address: { line_one: '7 Hidden Lane' } },
    }
    const created = await agent.create(brandId, { ...lines('tent'), ...given })
    const { id } = created.body
    const answers = [
      created,
      await agent.update(brandId, id, given),
      await agent.complete(brandId, id, given),
      await agent.cancel(brandId, id, { intent_trace: { reason_code: 'other', trace_summary: 'Zebediah left' } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 409, 200])
    expect(created.body.messages.at(-1).content).toContain('`payment_data`')
    const stored = []
    const tables = await shops.sql()<{ name: string }[]>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`
    for (const { name } of tables) stored.push(await shops.sql().unsafe(`select held::text from ${name} as held`))
    const everything = JSON.stringify([stored, shops.api().log, answers.map(({ text }) => text)])
    expect(everything).not.toMatch(/4111111111111111|secret@buyer|Zebediah|203\.0\.113\.77|Hidden Lane/)
    expect(everything).toContain(id)
  })

  test('is not ready for payment while an item is out of stock, and expired after six hours', async () => {
    const { body } = await agent.create(brandId, { line_items: [{ id: 'tent' }, { id: 'lamp', quantity: 4 }] })
    expect([body.status, body.messages[0]]).toEqual([
      'not_ready_for_payment',
      expect.objectContaining({
        type: 'error',
        code: 'out_of_stock',
        resolution: 'recoverable',
        param: '$.line_items[1]',
      }),
    ])
    const { body: updated } = await agent.update(brandId, body.id, lines('tent'))
    expect(updated.status).toBe('requires_escalation')
    await shops.sql()`update storefront.checkouts set expires_at = platform.now() where checkout_id = ${body.id}`
    const { body: expired } = await agent.look(brandId, body.id)
    expect([expired.status, expired.continue_url]).toEqual(['expired', undefined])
    expect((await agent.update(brandId, body.id, {})).body.code).toBe('session_expired')
  })

  test('an update without items keeps them, and one in another currency is refused', async () => {
    const { id } = await open('tent')
    const kept = await agent.update(brandId, id, { selected_fulfillment_options: [] })
    expect([kept.status, kept.body.line_items[0].item.id]).toEqual([200, 'tent'])
    const other = await agent.update(brandId, id, lines('euro'))
    expect([other.status, other.body.code, other.body.param]).toEqual([
      400,
      'unsupported_currency',
      '$.line_items[0].id',
    ])
    expect((await agent.create(brandId, { ...lines('tent'), currency: 'eur' })).body.code).toBe('unsupported_currency')
  })

  test('says which discount codes and members are not used, and where a price differs', async () => {
    const { body } = await agent.create(brandId, {
      line_items: [{ id: 'tent', unit_amount: 300 }],
      discounts: { codes: ['SAVE10'] },
      quote_id: 'q',
    })
    expect(body.discounts).toMatchObject({ codes: ['SAVE10'], applied: [], rejected: [] })
    expect(body.messages.slice(1)).toEqual([
      expect.objectContaining({ code: 'price_change', param: '$.line_items[0].unit_amount' }),
      expect.objectContaining({
        type: 'info',
        param: '$.discounts.codes[0]',
        content: expect.stringContaining("'SAVE10' was not checked"),
      }),
      expect.objectContaining({ type: 'info', content: expect.stringContaining('`quote_id`') }),
    ])
    expect((await agent.create(brandId, { ...lines('tent'), coupons: [5] })).body.param).toBe('$.coupons')
  })

  test.each([
    ['0', [{ id: 'tent', quantity: 0 }], '$.line_items[0].quantity'],
    ['10^9', [{ id: 'tent' }, { id: 'lamp', quantity: 1e9 }], '$.line_items[1].quantity'],
    ['1.5', [{ id: 'tent', quantity: 1.5 }], '$.line_items[0].quantity'],
    ['an unknown item', [{ id: 'tent' }, { id: 'no' }], '$.line_items[1].id'],
    ['NUL in an id', [{ id: 'a\u0000b' }], '$.line_items[0].id'],
    ['no items', [], '$.line_items'],
    ['51 items', Array.from({ length: 51 }, () => ({ id: 'tent' })), '$.line_items'],
    ['no list', null, '$.line_items'],
  ])('returns 400 with the JSONPath for %s', async (_, line_items, param) => {
    const { status, body } = await agent.create(brandId, { line_items })
    expect([status, body.type, body.param]).toEqual([400, 'invalid_request', param])
  })

  test('returns 400 for a body that is no JSON object or has too many levels', async () => {
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) as unknown
    expect((await agent.create(brandId, { ...lines('tent'), metadata: deep })).status).toBe(400)
    expect((await agent.create(brandId, [] as never)).status).toBe(400)
  })
})

judge({ judge: 'ACP, own reading of the text', version, checks: 'headers, idempotency and errors' }, () => {
  test.each([
    ['', 'missing_api_version'],
    ['2099-01-01', 'unsupported_api_version'],
    ["'; drop table x", 'unsupported_api_version'],
    [`${version}, 2025-09-29`, 'unsupported_api_version'],
  ])('returns 400 with the supported versions for API-Version %j', async (given, code) => {
    const { status, body } = await agent.create(brandId, lines('tent'), { 'API-Version': given })
    expect([status, body.code, body.supported_versions]).toEqual([400, code, [version]])
  })

  test('returns Request-Id and Idempotency-Key, also of errors', async () => {
    const sent = { 'Request-Id': 'request_id_123', 'Idempotency-Key': 'opaque key' }
    for (const body of [lines('tent'), {}]) {
      const { headers } = await agent.create(brandId, body, sent)
      expect(headers).toMatchObject({ 'request-id': 'request_id_123', 'idempotency-key': 'opaque key' })
    }
  })

  test.each([
    ['', 'idempotency_key_required'],
    ['k'.repeat(256), 'invalid'],
  ])('returns 400 for the idempotency key %j', async (key, code) => {
    const { status, body } = await agent.create(brandId, lines('tent'), { 'Idempotency-Key': key })
    expect([status, body.code]).toEqual([400, code])
  })

  test('replays the response of an equal body, in any order of members, and refuses another body with 422', async () => {
    const key = once('Order 1')
    const first = await agent.create(brandId, { ...lines('tent'), buyer: { email: 'a@b.example' } }, key)
    const given = { buyer: { email: 'a@b.example' }, line_items: [{ id: 'tent' }], capabilities: {}, currency: 'usd' }
    const again = await shops.ask(brandId, '/acp/checkout_sessions', given, { 'API-Version': version, ...key })
    expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([201, 'true', first.body])
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    for (const other of [lines('lamp'), { ...lines('tent'), buyer: null }, lines('tent')]) {
      const { status, body } = await agent.create(brandId, other, key)
      expect([status, body.type, body.code]).toEqual([422, 'invalid_request', 'idempotency_conflict'])
    }
    // Keys are opaque, so the case of letters counts, and each path and caller has its own.
    const others = [
      await agent.create(brandId, lines('lamp'), { ...key, 'Idempotency-Key': 'order 1' }),
      await agent.update(brandId, first.body.id, lines('lamp'), key),
      await agent.create(brandId, lines('lamp'), { ...key, 'X-Forwarded-For': '2001:db8:b::1' }),
    ]
    expect(others.map(({ status }) => status)).toEqual([201, 200, 201])
  })

  test('replays refusals with their status', async () => {
    const key = once()
    const { id } = await open('tent')
    for (const ask of [
      () => agent.complete(brandId, id, { payment_data: { token: 't' } }, key),
      () => agent.create(brandId, lines('no'), key),
    ]) {
      const [first, again] = [await ask(), await ask()]
      expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([
        first.status,
        first.body,
        'true',
      ])
    }
    expect((await agent.complete(brandId, id, { payment_data: { token: 'u' } }, key)).status).toBe(422)
  })

  test('creates one session for concurrent requests with one key; others are 409 in flight or replays', async () => {
    const key = once()
    const answers = await Promise.all(Array.from({ length: 6 }, () => agent.create(brandId, lines('tent'), key)))
    const created = answers.filter(({ status }) => status === 201)
    expect(new Set(created.map(({ body }) => body.id)).size).toBe(1)
    const rest = answers.filter(({ status }) => status !== 201)
    expect(rest.map(({ status, body }) => [status, body.code])).toEqual(rest.map(() => [409, 'idempotency_in_flight']))
  })

  test('returns 409 with Retry-After while the first request with a key runs', async () => {
    const { id } = await open('tent')
    const key = once()
    let first: ReturnType<typeof agent.update> | undefined
    await shops.sql().begin(async (sql) => {
      await sql`select from storefront.checkouts where checkout_id = ${id} for update`
      first = agent.update(brandId, id, lines('lamp'), key)
      await expect
        .poll(async () => (await shops.sql()`select from pg_stat_activity where wait_event_type = 'Lock'`).length)
        .toBeGreaterThan(0)
      const { status, body, headers } = await agent.update(brandId, id, lines('lamp'), key)
      expect([status, body.code, headers['retry-after']]).toEqual([409, 'idempotency_in_flight', '1'])
    })
    expect((await first)?.status).toBe(200)
  })

  test('returns 404 for a session of another brand, for every operation, and changes nothing', async () => {
    const { id, line_items: before } = await open('tent')
    const other = await shops.open(catalog)
    const answers = [
      await agent.look(other.brandId, id),
      await agent.update(other.brandId, id, lines('lamp')),
      await agent.complete(other.brandId, id),
      await agent.cancel(other.brandId, id),
    ]
    expect(answers.map(({ status, body }) => [status, body.type, body.code])).toEqual(
      answers.map(() => [404, 'invalid_request', 'not_found']),
    )
    expect((await agent.look(brandId, id)).body.line_items).toEqual(before)
  })

  test('a session of UCP is one of ACP and the reverse', async () => {
    const { id } = await open('tent')
    expect((await shops.look(brandId, `/checkout-sessions/${id}`)).body.status).toBe('requires_escalation')
    await agent.cancel(brandId, id)
    expect((await shops.look(brandId, `/checkout-sessions/${id}`)).body.status).toBe('canceled')
  })
})
