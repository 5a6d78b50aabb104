import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { useConnector } from '../support/connector.ts'

const { api, message, post, send, call, tenant } = useConnector()

const envelope = (version = '2026-07-28') => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientInfo': { name: 'script', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
})

describe('invalid messages', () => {
  test.each([
    ['malformed JSON', '{"jsonrpc": "2.0", ', 400, -32700],
    ['not JSON-RPC', { hello: 'there' }, 400, -32600],
    ['a batch of junk', [1, 2, 3], 400, -32600],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'no/such' }, 200, -32601],
    ['an unknown tool', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'rm' } }, 200, -32602],
    ['a name that is none', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 5 } }, 200, -32602],
    [
      'arguments that are none',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_brands', arguments: 5 } },
      200,
      -32602,
    ],
    [
      'a list of arguments',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_brands', arguments: [] } },
      200,
      -32602,
    ],
    ['a call without params', { jsonrpc: '2.0', id: 1, method: 'tools/call' }, 200, -32602],
    ['a resource without uri', { jsonrpc: '2.0', id: 1, method: 'resources/read', params: {} }, 200, -32602],
    ['a cursor', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor: 'x' } }, 200, -32602],
    ['an empty cursor', { jsonrpc: '2.0', id: 1, method: 'resources/list', params: { cursor: '' } }, 200, -32602],
    ['params that are none', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: 'x' }, 400, -32600],
  ])('returns an error code for %s', async (_name, body, status, code) => {
    const { live } = await tenant()
    const answer = await post('/mcp', live, body)
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
    // No text of a validation library.
    expect(answer.body.error.message).not.toMatch(/invalid_type|"path"|received/)
  })

  test('returns -32602 for a tool named like a member of Object.prototype', async () => {
    const { live } = await tenant()
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect((await call(live, name)).body.error.code).toBe(-32602)
    }
  })

  test('returns 413 for a large body and 415 for another content type', async () => {
    const { live } = await tenant()
    const large = await post('/mcp', live, { jsonrpc: '2.0', id: 1, method: 'x', params: { a: 'x'.repeat(70_000) } })
    expect([large.status, large.body.error.code]).toEqual([413, 'payload_too_large'])
    const typed = await message(live, 'tools/list', {}, { 'Content-Type': 'text/plain' })
    expect(typed.status).toBe(415)
  })

  test.each(['GET', 'DELETE'])('returns 405 for %s', async (method) => {
    const { live } = await tenant()
    expect((await send('/mcp', { method, headers: { Authorization: `Bearer ${live}` } })).status).toBe(405)
  })
})

describe('protocol versions', () => {
  const modern = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'list_brands' }
  const params = { name: 'list_brands', arguments: {}, _meta: envelope() }

  test('accepts the envelope of the newest version', async () => {
    const { live } = await tenant()
    const answer = await message(live, 'tools/call', params, modern)
    expect([answer.status, answer.body.result.resultType]).toEqual([200, 'complete'])
    const listed = await message(live, 'tools/list', { _meta: envelope() }, { ...modern, 'Mcp-Method': 'tools/list' })
    expect(listed.body.result).toMatchObject({ ttlMs: 300_000, cacheScope: 'private' })
  })

  test.each([
    ['a header of another version', { ...modern, 'MCP-Protocol-Version': '2025-11-25' }, params, -32020],
    ['a header of another method', { ...modern, 'Mcp-Method': 'tools/list' }, params, -32020],
    ['a header of another tool', { ...modern, 'Mcp-Name': 'get_product' }, params, -32020],
    [
      'a version of the future',
      { ...modern, 'MCP-Protocol-Version': '2099-01-01' },
      { ...params, _meta: envelope('2099-01-01') },
      -32022,
    ],
  ])('returns 400 for %s', async (_name, headers, given, code) => {
    const { live } = await tenant()
    const answer = await message(live, 'tools/call', given, headers)
    expect([answer.status, answer.body.error.code]).toEqual([400, code])
  })

  test('returns 400 for an unknown older version', async () => {
    const { live } = await tenant()
    expect((await message(live, 'tools/list', {}, { 'MCP-Protocol-Version': '1999-01-01' })).status).toBe(400)
  })
})

describe('response framing', () => {
  test('returns JSON by default and a stream when the Accept header asks for one', async () => {
    const { live } = await tenant()
    for (const accept of ['*/*', 'application/json', 'text/html']) {
      const answer = await message(live, 'tools/list', {}, { Accept: accept })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
    }
    const streamed = await message(live, 'tools/list', {}, { Accept: 'application/json, text/event-stream' })
    expect(streamed.headers.get('content-type')).toBe('text/event-stream')
    expect(streamed.body).toMatch(/^event: message\ndata: \{/)
    expect(streamed.headers.get('cache-control')).toContain('no-store')
  })

  test('returns 202 without a body for a notification', async () => {
    const { live } = await tenant()
    const answer = await post('/mcp', live, { jsonrpc: '2.0', method: 'notifications/initialized' })
    expect([answer.status, answer.body]).toEqual([202, ''])
  })

  test('sends the same request id in header, log and meta', async () => {
    const { live, keyId } = await tenant()
    const { headers, result } = await call(live, 'list_brands')
    const id = headers.get('x-request-id')
    expect(result.meta.request_id).toBe(id)
    const lines = api().log.filter((line) => line.request_id === id)
    expect(lines).toMatchObject([{ method: 'POST', path: '/mcp', operation: 'analytics.brands', status: 200 }])
    expect(lines[0]?.key_id).not.toBe(keyId)
    expect(JSON.stringify(api().log)).not.toContain(live)
  })
})

/** fetch does not allow a Host header. */
async function statusForHost(host: string): Promise<number | undefined> {
  const { port } = new URL(api().url)
  return await new Promise((done, fail) => {
    const sent = request({ host: '127.0.0.1', port, path: '/mcp', headers: { Host: host } }, (response) => {
      response.resume()
      done(response.statusCode)
    })
    sent.on('error', fail).end()
  })
}

test.each([
  ['localhost:1', 401],
  ['127.0.0.1', 401],
  ['evil.example', 403],
  ['127.0.0.1.evil.example', 403],
])('GET /mcp with Host %s returns %i', async (host, status) => {
  expect(await statusForHost(host)).toBe(status)
})
