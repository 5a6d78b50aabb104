import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { agent, fakePlatforms, profileOf } from '../judges/ucp/platforms.ts'
import { issueKey } from '../support/factories.ts'
import { acpAgent } from '../support/acp_requests.ts'
import { useShops } from '../support/shops.ts'

type Row = Record<string, unknown>

const unreachable = 'https://down.example/2026-04-08.json'
const cause = new Error('Requires sys access to "ca"')
const shops = useShops({ ucp: fakePlatforms({ [unreachable]: cause }) })
const acp = acpAgent(shops)
const link = 'https://shop.example/1'
let brandId = ''
beforeAll(async () => {
  const tent = (title: string, id: string) => ({
    id,
    title,
    price: 5,
    link,
    item_group_id: 'valley',
    description: `Valley tent by Aurora, ${id}. Made for rain.`,
  })
  ;({ brandId } = await shops.open([
    tent('Valley tent, for one', 'one'),
    tent('Valley tent, for two', 'two'),
    tent('Valley tent, for four', 'four'),
    { id: 'lamp', title: 'Lamp', price: 5, link },
    { id: 'gold', title: 'Gold bar', price: 999_999_999.99, link },
  ]))
})
const line = (id: string, quantity = 1) => ({ item: { id }, quantity })
const create = async (body: Row, headers: Record<string, string> = {}) =>
  await shops.ask(brandId, '/checkout-sessions', { line_items: [line('lamp')], ...body }, headers)
const search = async (pagination: Row = {}) =>
  (await shops.ask(brandId, '/catalog/search', { query: 'valley lamp gold', pagination })).body

describe('a checkout session of a product with three pieces', () => {
  const mugs = (...quantities: number[]) => ({ line_items: quantities.map((quantity) => line('mug', quantity)) })
  const open = async () => await shops.open([{ id: 'mug', title: 'Mug', price: 5, link, quantity: 3 }])
  const stockMessages = ({ body }: { body: Row }) =>
    (body.messages as Row[]).filter(({ code }) => code === 'out_of_stock').length

  test('adds up its lines, as an order does', async () => {
    const { brandId: shop } = await open()
    const ask = async (...quantities: number[]) => await shops.ask(shop, '/checkout-sessions', mugs(...quantities))
    expect(stockMessages(await ask(2, 1))).toBe(0)
    expect(stockMessages(await ask(2, 2))).toBeGreaterThan(0)
    const lines = [2, 2].map((quantity) => ({ id: 'mug', quantity }))
    expect(stockMessages(await acp.create(shop, { line_items: lines }))).toBeGreaterThan(0)
  })

  test('says which items are not in stock, and how many are available', async () => {
    const { brandId: shop } = await shops.open([
      { id: 'mug', title: 'Mug', price: 5, link, quantity: 3 },
      { id: 'cup', title: 'Cup', price: 5, link, availability: 'out_of_stock' },
    ])
    const messagesOf = async (path: string, ...lines: Row[]) =>
      ((await shops.ask(shop, path, { line_items: lines })).body.messages as Row[])
        .filter(({ code }) => ['out_of_stock', 'item_unavailable'].includes(code as string))
        .map(({ type, severity, content }) => [type, severity, content].join(' | '))
    const mug = 'Not enough pieces are in stock: mug. Available: 3.'
    const cup = 'Not enough pieces are in stock: cup. Available: 0.'
    const gone = 'The item cannot be bought: gone'
    const unrecoverable = [mug, cup, gone].map((content) => `error | unrecoverable | ${content}`)
    for (const path of ['/checkout-sessions', '/carts'])
      expect(await messagesOf(path, line('mug', 4), line('cup'), line('gone'))).toEqual(unrecoverable)
    expect(await messagesOf('/checkout-sessions', line('mug', 4))).toEqual([`error | unrecoverable | ${mug}`])
    await shops.sql()`update storefront.shops set website = 'https://shop.example' where brand_id = ${shop}`
    expect(await messagesOf('/checkout-sessions', line('mug', 1), line('cup'))).toEqual([
      `error | recoverable | ${cup}`,
    ])
    const { body } = await acp.create(shop, { line_items: [{ id: 'mug', quantity: 4 }] })
    expect((body.messages as Row[]).map(({ content }) => content)).toContain(mug)
  })

  test('subtracts what agents have ordered since the shop reported its stock', async () => {
    const { brandId: shop, accountId } = await open()
    const { key } = await issueKey(shops.sql(), accountId, { prefix: 'sk_live_', scopes: ['write:negotiation'] })
    const ordered = await shops.ask(
      shop,
      '/transactions',
      { items: [{ product_id: 'mug', quantity: 3 }] },
      { Authorization: `Bearer ${key}`, 'Idempotency-Key': randomUUID() },
    )
    expect(ordered.status).toBe(201)
    expect(stockMessages(await shops.ask(shop, '/checkout-sessions', mugs(1)))).toBeGreaterThan(0)
  })
})

describe('a checkout session', () => {
  test('says that claims, payment data and data of the buyer are not used', async () => {
    const { body } = await create({
      context: { eligibility: ['dev.ucp.x', 'dev.ucp.y'] },
      payment: { instruments: [{ id: 'p', credential: { number: '4111111111111111' } }] },
      buyer: { email: 'secret@buyer.example' },
    })
    expect(body.messages.filter(({ path }: Row) => path)).toEqual([
      expect.objectContaining({ type: 'warning', code: 'eligibility_not_accepted', path: '$.context.eligibility[0]' }),
      expect.objectContaining({ type: 'warning', code: 'eligibility_not_accepted', path: '$.context.eligibility[1]' }),
      expect.objectContaining({ type: 'warning', code: 'payment_not_used', path: '$.payment' }),
      expect.objectContaining({ type: 'info', code: 'buyer_not_used', path: '$.buyer' }),
    ])
    expect(JSON.stringify(body)).not.toMatch(/4111|secret@/)
  })

  test('has no such message if nothing is left out', async () => {
    const { body } = await create({ payment: {}, context: { address_country: 'US' } })
    expect(body.messages.filter(({ path }: Row) => path)).toEqual([])
  })

  test('says that the total of a line is too large', async () => {
    const refused = await create({ line_items: [line('gold', 10_000)] })
    expect(refused.body.messages.map(({ code }: Row) => code)).toEqual(['total_too_large'])
    const partly = await create({ line_items: [line('gold', 10_000), line('lamp')] })
    expect(partly.body).toMatchObject({ status: 'incomplete', line_items: [{ item: { id: 'lamp' } }] })
    expect(partly.body.messages[0]).toMatchObject({ code: 'total_too_large', content: expect.stringContaining('gold') })
    const { body } = await acp.create(brandId, { line_items: [{ id: 'gold', quantity: 10_000 }] })
    expect([body.code, body.param]).toEqual(['quantity_exceeded', '$.line_items[0].quantity'])
  })
})

describe('the catalog', () => {
  test('counts the results of a cursor beyond the last page', async () => {
    const first = await search()
    expect(first.pagination.total_count).toBe(3)
    expect(await search({ cursor: '999999999999' })).toMatchObject({
      products: [],
      pagination: { total_count: 3, has_next_page: false },
    })
  })

  test('ends the title of a group with a phrase, and describes what all variants have', async () => {
    const group = (await search()).products.find(({ id }: Row) => id === 'valley')
    expect([group.title, group.description.plain]).toEqual(['Valley tent', 'Made for rain.'])
  })

  test.each([
    [['Tent, for one', 'Tent, for two'], 'Tent'],
    [['Tent for one', 'Tent for two'], 'Tent'],
    [['Dome tent, sleeps two', 'Dome tent, sleeps four'], 'Dome tent'],
    [['Kettle - 1.5 l', 'Kettle - 1.7 l'], 'Kettle'],
    [['Shirt, linen, S', 'Shirt, linen, M'], 'Shirt, linen'],
    [['Vitamin E 100 mg', 'Vitamin E 200 mg'], 'Vitamin E'],
    [['Monitor 24 in black', 'Monitor 24 in white'], 'Monitor 24 in'],
    [['Acme: Tent 2p', 'Acme: Tent 4p'], 'Acme: Tent'],
    [['Cable USB-A/USB-C 1 m', 'Cable USB-A/USB-C 2 m'], 'Cable USB-A/USB-C'],
    [['Linen shirt', 'Linen shirt, red'], 'Linen shirt'],
  ])('the title of %j is %s', async (titles, title) => {
    const [row] = await shops.sql()`select storefront.group_title(${titles}, ${titles[0] as string}) as title`
    expect(row?.title).toBe(title)
  })
})

describe('a tool call', () => {
  const speak = async (name: string, given: Row, meta: Row = {}) => {
    const all = { 'ucp-agent': { profile: profileOf('2026-04-08') }, 'idempotency-key': randomUUID(), ...meta }
    const params = { name, arguments: { meta: all, ...given } }
    return await shops.ask(brandId, '/ucp/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  }

  test('names its arguments in errors as the tool has them', async () => {
    expect((await speak('get_checkout', {})).body.error.message).toBe('`id` is required.')
    const checkout = { line_items: [line('lamp')] }
    const malformed = await speak('create_checkout', { checkout }, { 'idempotency-key': 'x' })
    expect(malformed.body.error.message).toBe('`meta["idempotency-key"]` must be a UUID.')
  })

  test('says that a profile is required', async () => {
    const { status, body } = await speak('get_checkout', { id: 'chk_no' }, { 'ucp-agent': {} })
    expect([status, body.error.data.code]).toEqual([400, 'invalid_profile_url'])
    expect(body.error.message).toContain('`meta["ucp-agent"].profile` is required')
  })
})

test('the log has the cause of a profile that cannot be fetched, and the response has not', async () => {
  for (const { status, text } of [await create({}, agent(unreachable)), await create({}, agent(unreachable))]) {
    expect([status, text.includes('sys access')]).toEqual([424, false])
  }
  const logged = shops.api().log.filter(({ cause: found }) => String(found).includes('Requires sys access'))
  expect(logged).toEqual([expect.objectContaining({ level: 'warn', fetched: unreachable })])
})

test('an ACP session needs a quantity that is a number', async () => {
  const { status, body } = await acp.create(brandId, { line_items: [{ id: 'lamp', quantity: '2' }] })
  expect([status, body.param]).toEqual([400, '$.line_items[0].quantity'])
})

describe('a request to change a checkout session', () => {
  const change = async (id: string, body: Row) => await shops.put(brandId, `/checkout-sessions/${id}`, body)
  const inMcp = async (id: string, checkout: Row) =>
    await shops.ask(brandId, '/ucp/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'update_checkout',
        arguments: { meta: { 'ucp-agent': { profile: profileOf('2026-04-08') } }, id, checkout },
      },
    })

  test('returns 400 for a quantity as text', async () => {
    const made = await create({})
    for (const answer of [
      await create({ line_items: [{ item: { id: 'lamp' }, quantity: '2' }] }),
      await change(made.body.id, { line_items: [{ item: { id: 'lamp' }, quantity: '2' }] }),
    ]) {
      expect([answer.status, answer.body.fields]).toEqual([
        400,
        [{ path: 'line_items[0].quantity', message: 'must be a whole number from 1 to 10,000.' }],
      ])
    }
  })

  test('returns 400 for the id of another session in its body', async () => {
    const { id } = (await create({})).body
    const body = { line_items: [line('lamp', 2)] }
    const other = await change(id, { id: 'chk_other', ...body })
    expect([other.status, other.body.fields[0].path]).toEqual([400, 'id'])
    const tool = await inMcp(id, { id: 'chk_other', ...body })
    expect([tool.status, tool.body.error.code, tool.body.error.data.fields[0].path]).toEqual([400, -32602, 'id'])
    expect((await shops.look(brandId, `/checkout-sessions/${id}`)).body.line_items[0].quantity).toBe(1)
    expect((await change(id, { id, ...body })).body.line_items[0].quantity).toBe(2)
  })

  test('names ids of line items that are not used', async () => {
    const { id } = (await create({ line_items: [line('lamp'), line('one')] })).body
    const noticesOf = async (...ids: (string | undefined)[]) => {
      const lines = ids.map((given, place) => ({
        ...line(place === 0 ? 'lamp' : 'one'),
        ...(given === undefined ? {} : { id: given }),
      }))
      const { messages } = (await change(id, { line_items: lines })).body
      return (messages as Row[]).filter(({ code }) => code === 'line_item_ids_not_used').map(({ path }) => path)
    }
    expect(await noticesOf('li_1', 'li_2')).toEqual([])
    expect(await noticesOf(undefined, undefined)).toEqual([])
    expect(await noticesOf(undefined, 'li_1')).toEqual(['$.line_items[1].id'])
  })
})

test('a batch of MCP messages is an invalid request', async () => {
  const { status, body } = await shops.ask(brandId, '/ucp/mcp', [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }])
  expect([status, body.id, body.error.code, body.error.message]).toEqual([
    400,
    null,
    -32600,
    'MCP 2025-06-18 and later have no batches. Send one message per request.',
  ])
})
