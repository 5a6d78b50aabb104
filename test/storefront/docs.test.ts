import { describe, expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const root = '/api/storefront/{brand_id}'

describe('200', () => {
  test('returns JSON with every endpoint, its request and its response', async () => {
    const { brandId } = await shops.open()
    const { body, headers } = await shops.look(brandId, '/docs')
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(body).toMatchObject({
      protocol: 'Agent Query Protocol',
      version: '1.0',
      supported_versions: ['1.0'],
      base_url: `http://vitrine.test/api/storefront/${brandId}`,
    })
    expect(Object.keys(body.endpoints.query).toSorted()).toEqual([
      'authentication',
      'content_type',
      'description',
      'method',
      'path',
      'request_schema',
      'response_shape',
      'version_negotiation',
    ])
    expect(body.endpoints.query).toMatchObject({ method: 'POST', path: '/query' })
    expect(body.endpoints.query.request_schema.properties.query.properties.text).toMatchObject({ maxLength: 500 })
    const { body: openapi } = await shops.get('/openapi.json')
    const served = Object.entries<object>(openapi.paths)
      .filter(([path]) => path.startsWith(root) && !path.endsWith('/stream'))
      // The MCP binding of UCP is not an operation of this document.
      .filter(([path]) => !path.endsWith('/ucp/mcp'))
      .flatMap(([, methods]) => Object.keys(methods))
    expect(Object.keys(body.endpoints)).toHaveLength(served.length)
  })

  test('returns HTML to a browser and escapes the name of the shop', async () => {
    const { brandId } = await shops.open()
    await shops.sql()`update core.brands set name = '<script>alert(1)</script>' where brand_id = ${brandId}`
    const { text, headers } = await shops.look(brandId, '/docs', { Accept: 'text/html,application/json;q=0.9' })
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(text).not.toContain('<script')
    expect(headers.vary).toContain('Accept')
  })
})
