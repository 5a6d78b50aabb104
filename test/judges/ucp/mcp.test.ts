import { randomUUID } from 'node:crypto'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, expect, test } from 'vitest'
import { useShops } from '../../support/shops.ts'
import { judge } from '../judge.ts'
import { agent, fakePlatforms, profileOf } from './platforms.ts'
import { published, versions } from './published.ts'
import type { Published } from './published.ts'

const shops = useShops({ ucp: fakePlatforms() })
const catalog = [
  { id: 's', title: 'Ridge tent, small', price: 100, item_group_id: 'tent', attributes: { size: 'S' } },
  { id: 'l', title: 'Ridge tent, large', price: 140, item_group_id: 'tent', attributes: { size: 'L' } },
]
let brandId = ''
beforeAll(async () => {
  ;({ brandId } = await shops.open(catalog))
})

const meta = (version: string) => ({ 'ucp-agent': { profile: profileOf(version) } })

let clients = 0

async function connected<Result>(use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ name: 'judge', version: '1' })
  const url = new URL(`${shops.api().url}/api/storefront/${brandId}/ucp/mcp`)
  // Each client has its own address, because the rate limit of callers without a key is one for each address.
  const headers = { 'X-Forwarded-For': `2001:db8:cafe:${(clients++).toString(16)}::1` }
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  try {
    return await use(client)
  } finally {
    await client.close()
  }
}

const post = async (params: unknown, method = 'tools/call') =>
  await shops.ask(
    brandId,
    '/ucp/mcp',
    { jsonrpc: '2.0', id: 7, method, params },
    { Accept: 'application/json, text/event-stream' },
  )

for (const { version, label, missing } of versions) {
  judge({ judge: 'UCP schemas', version: label, checks: 'MCP tools (OpenRPC)', missing }, () => {
    let schemas: Published
    beforeAll(() => {
      schemas = published(version)
    })

    test.each([
      ['search_catalog', { query: 'tent' }],
      ['search_catalog', { query: 'zeppelin' }],
      ['lookup_catalog', { ids: ['tent', 'l', 'no'] }],
      ['get_product', { id: 'tent', selected: [{ name: 'size', label: 'L' }] }],
      ['get_product', { id: 'no' }],
    ])('%s with %j returns a valid result to a client', async (name, given) => {
      const result = await connected((client) =>
        client.callTool({ name, arguments: { meta: meta(version), catalog: given } }),
      )
      expect([result.isError ?? false, schemas.resultFaults(name, result.structuredContent)]).toEqual([false, []])
      const [part] = result.content as { type: string; text: string }[]
      expect(JSON.parse(part?.text ?? '')).toEqual(result.structuredContent)
    })
  })
}

const draft = versions.find(({ version }) => version === '2026-08-22')

judge(
  { judge: 'UCP schemas', version: draft?.label ?? '', checks: 'MCP envelope', missing: draft?.missing ?? null },
  () => {
    test.each([
      ['a result', '2026-08-22'],
      ['an error', '2024-01-01'],
    ])('%s is a valid answer to tools/call', async (_, version) => {
      const { faultsOf } = published('2026-08-22')
      const given = { meta: meta(version), catalog: { query: 'tent' } }
      const headers = { Accept: 'application/json' }
      const request = {
        jsonrpc: '2.0',
        id: 7,
        method: 'tools/call',
        params: { name: 'search_catalog', arguments: given },
      }
      const { body } = await shops.ask(brandId, '/ucp/mcp', request, headers)
      expect([
        faultsOf('transports/mcp_tool_call.json', body),
        faultsOf('transports/mcp_tool_call.json', request),
      ]).toEqual([[], []])
    })

    test('labels a result of the draft', async () => {
      const given = { meta: meta('2026-08-22'), catalog: { query: 'tent' } }
      const { headers } = await post({ name: 'search_catalog', arguments: given })
      expect(headers['ucp-version-status']).toBe('draft')
    })
  },
)

judge({ judge: 'UCP, own reading of the text', version: 'both', checks: 'MCP Binding' }, () => {
  test('lists exactly the tools of catalog, cart, checkout, orders and negotiations, each with its required arguments', async () => {
    const { tools } = await connected((client) => client.listTools())
    expect(tools.map(({ name, inputSchema }) => [name, inputSchema.required])).toEqual([
      ['search_catalog', ['meta', 'catalog']],
      ['lookup_catalog', ['meta', 'catalog']],
      ['get_product', ['meta', 'catalog']],
      ['create_cart', ['meta', 'cart']],
      ['get_cart', ['meta', 'id']],
      ['update_cart', ['meta', 'id', 'cart']],
      ['cancel_cart', ['meta', 'id']],
      ['create_checkout', ['meta', 'checkout']],
      ['get_checkout', ['meta', 'id']],
      ['update_checkout', ['meta', 'id', 'checkout']],
      ['complete_checkout', ['meta', 'id', 'checkout']],
      ['cancel_checkout', ['meta', 'id']],
      ['get_order', ['meta', 'id']],
      ['open_negotiation', ['meta', 'negotiation']],
      ['get_negotiation', ['meta', 'id']],
      ['counter_negotiation', ['meta', 'id', 'negotiation']],
      ['accept_negotiation', ['meta', 'id', 'negotiation']],
      ['reject_negotiation', ['meta', 'id', 'negotiation']],
      ['withdraw_negotiation', ['meta', 'id', 'negotiation']],
    ])
  })

  test('returns the same products as REST', async () => {
    const { body } = await shops.ask(brandId, '/catalog/search', { query: 'tent' })
    const { structuredContent } = await connected((client) =>
      client.callTool({ name: 'search_catalog', arguments: { meta: meta('2026-04-08'), catalog: { query: 'tent' } } }),
    )
    expect(structuredContent).toEqual(body)
  })

  test.each([
    ['no meta', { catalog: { query: 'tent' } }, 400, -32001, 'invalid_profile_url'],
    [
      'a profile that is too long when it is percent-encoded',
      { meta: { 'ucp-agent': { profile: `https://platform.example/${'é'.repeat(700)}` } }, catalog: { query: 'tent' } },
      400,
      -32001,
      'invalid_profile_url',
    ],
    ['another version', { meta: meta('2024-01-01'), catalog: { query: 'tent' } }, 422, -32001, 'version_unsupported'],
    ['no catalog', { meta: meta('2026-04-08') }, 400, -32602, 'invalid_request'],
    ['an invalid input', { meta: meta('2026-04-08'), catalog: { query: 5 } }, 400, -32602, 'invalid_request'],
  ])('returns a JSON-RPC error with its HTTP status for %s', async (_, given, status, code, name) => {
    const answer = await post({ name: 'search_catalog', arguments: given })
    expect([answer.status, answer.body.id, answer.body.error.code, answer.body.error.data.code]).toEqual([
      status,
      7,
      code,
      name,
    ])
  })

  test('returns -32602 for more ids than the maximum', async () => {
    const ids = Array.from({ length: 51 }, String)
    const { status, body } = await post({
      name: 'lookup_catalog',
      arguments: { meta: meta('2026-04-08'), catalog: { ids } },
    })
    expect([status, body.error.code, body.error.data.code]).toEqual([400, -32602, 'request_too_large'])
  })

  test('returns unknown ids of a lookup as a successful result', async () => {
    const params = { name: 'lookup_catalog', arguments: { meta: meta('2026-04-08'), catalog: { ids: ['no'] } } }
    const request = { jsonrpc: '2.0', id: 7, method: 'tools/call', params }
    const { status, body } = await shops.ask(brandId, '/ucp/mcp', request, { Accept: 'application/json' })
    expect([status, body.error, body.result.isError ?? false]).toEqual([200, undefined, false])
    const { products, messages } = body.result.structuredContent as { products: unknown[]; messages: object[] }
    expect(products).toEqual([])
    expect(messages).toEqual([expect.objectContaining({ code: 'not_found' })])
  })

  const search = async (given: object | undefined, headers: Record<string, string>) => {
    const params = { name: 'search_catalog', arguments: { ...(given && { meta: given }), catalog: { query: 'tent' } } }
    const request = { jsonrpc: '2.0', id: 7, method: 'tools/call', params }
    return await shops.ask(brandId, '/ucp/mcp', request, { Accept: 'application/json', ...headers })
  }

  test('takes the profile of the header UCP-Agent, as REST does', async () => {
    const [older, draft] = [agent(profileOf('2026-04-08')), agent(profileOf('2026-08-22'))]
    const { status, body } = await search(undefined, draft)
    expect([status, body.result.structuredContent.ucp.version]).toEqual([200, '2026-08-22'])
    expect((await search(meta('2026-08-22'), draft)).status).toBe(200)
    const two = await search(meta('2026-08-22'), older)
    expect([two.status, two.body.error.data.code]).toEqual([400, 'invalid_profile_url'])
    const none = await search(undefined, {})
    expect([none.status, none.body.error.data.code]).toEqual([400, 'invalid_profile_url'])
  })

  test('takes the key of the header Idempotency-Key, as REST does', async () => {
    const shop = await shops.open([{ id: 'lamp', title: 'Lamp', price: 5, link: 'https://shop.example/lamp' }])
    const create = async (name: string, given: object, key: string | undefined, inMeta?: string) => {
      const { 'ucp-agent': platform } = meta('2026-04-08')
      const sent = { 'ucp-agent': platform, ...(inMeta && { 'idempotency-key': inMeta }) }
      const params = { name, arguments: { meta: sent, ...given } }
      return await shops.ask(
        shop.brandId,
        '/ucp/mcp',
        { jsonrpc: '2.0', id: 7, method: 'tools/call', params },
        { Accept: 'application/json', 'X-Forwarded-For': '2001:db8:aaaa::1', ...(key && { 'Idempotency-Key': key }) },
      )
    }
    const cart = { cart: { line_items: [{ item: { id: 'lamp' }, quantity: 1 }] } }
    const key = randomUUID()
    const ids = []
    for (const [inHeader, inMeta] of [[key], [undefined, key], [key, key]] as const) {
      ids.push((await create('create_cart', cart, inHeader, inMeta)).body.result.structuredContent.id)
    }
    expect(ids).toEqual([expect.any(String), ids[0], ids[0]])
    const canceled = await create('cancel_cart', { id: ids[0] }, randomUUID())
    expect([canceled.status, canceled.body.error]).toEqual([200, undefined])
    const two = await create('create_cart', cart, key, randomUUID())
    expect([two.status, two.body.error.code]).toEqual([400, -32602])
  })

  test('adds no tool to the connector, which has 22', async () => {
    const { tools } = await import('../../../shared/tools.ts')
    expect([tools.length, tools.some(({ name }) => name === 'lookup_catalog')]).toEqual([22, false])
  })

  test('returns 404 for an unknown shop, and 405 for GET', async () => {
    const unknown = await shops.ask('brd_no', '/ucp/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_product', arguments: { meta: meta('2026-04-08'), catalog: { id: 's' } } },
    })
    expect([unknown.status, unknown.body.error.code]).toEqual([404, -32000])
    expect((await shops.look(brandId, '/ucp/mcp')).status).toBe(405)
  })
})
