import { describe, expect, test } from 'vitest'
import { tools } from '../../shared/tools.ts'
import { useConnector } from '../support/connector.ts'
import { createPerson, Client } from '../support/oauth.ts'

const { api, call, post, send, sql, tenant } = useConnector()

describe('POST /api/mcp/{tool}', () => {
  test('returns data and meta for brands', async () => {
    const { live, brandId } = await tenant()
    const { status, body, headers } = await post('/api/mcp/brands', live, {})
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [{ id: brandId, name: 'Brand', currency: 'USD', timezone: 'UTC', status: 'active', platforms: [] }],
      meta: { request_id: headers.get('x-request-id'), simulated: false, data_as_of: null },
    })
    expect(headers.get('x-ratelimit-remaining')).toBe('599')
  })

  test('returns the result of the tool to keys and apps', async () => {
    const { simulated, brandId } = await tenant()
    const client = new Client(api().url)
    const { body } = await client.connect(await createPerson(sql(), [brandId]))
    expect((await post('/api/mcp/brands', body.access_token as string, {})).body.data).toMatchObject([{ id: brandId }])
    const given = { brand_id: brandId, query: 'tent', limit: 2 }
    const { meta: _, ...mirrored } = (await post('/api/mcp/search_catalog', simulated, given)).body
    const { meta: __, ...called } = (await call(simulated, 'search_catalog', given)).result
    expect(mirrored).toEqual(called)
  })

  test.each([
    ['/api/mcp/brands', { nothing: 1 }, 400, 'invalid_request'],
    ['/api/mcp/brands', '{', 400, 'invalid_request'],
    ['/api/mcp/brands', '[]', 400, 'invalid_request'],
    ['/api/mcp/get_forecast', { type: 'revenue' }, 409, 'data_not_ready'],
    ['/api/mcp/get_product', { brand_id: 'brd_unknown', product_id: 'x' }, 404, 'not_found'],
    ['/api/mcp/no_such_tool', {}, 404, 'not_found'],
    ['/api/mcp/', {}, 404, 'not_found'],
  ])('%s with %j returns %i in the envelope of the analytics API', async (path, given, status, code) => {
    const { live } = await tenant()
    const { body, ...answer } = await post(path, live, given)
    expect([answer.status, body.error.code]).toEqual([status, code])
    expect(body.request_id).toBe(answer.headers.get('x-request-id'))
  })

  test('names no address that the key may not call when the brand is wrong', async () => {
    const { live } = await tenant()
    const { status, body } = await post('/api/mcp/get_data_status', live, { brand_id: 'brd_unknown' })
    expect([status, body.error.code]).toEqual([403, 'forbidden'])
    expect(body.error.message).toBe('`brand_id` must be a brand of this key.')
  })

  test('returns 405 for GET', async () => {
    const { status, headers } = await send('/api/mcp/brands', { method: 'GET' })
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('is in the OpenAPI document for every tool', async () => {
    const { body } = await api().http.get('/openapi.json')
    for (const { name, scope, address = name } of tools) {
      expect(body.paths[`/api/mcp/${address}`].post).toMatchObject({
        summary: `Call ${name}`,
        security: [{ connector: [] }],
        'x-scope': scope,
      })
    }
  })
})
