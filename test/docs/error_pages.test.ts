import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorPages } from '../../functions/docs/pages/error_pages.ts'
import { statusOfCode } from '../../shared/errors/api_error.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database, { isReachable: true })
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

/** Returns the code and the documentation link of an error response. */
async function helpOf(path: string, init: RequestInit = {}) {
  const response = await fetch(api.url + path, init)
  const { error, code } = (await response.json()) as { error: { code: string } | string; code?: string }
  const link = /^<([^>]+)>; rel="help"$/.exec(response.headers.get('Link') ?? '')?.[1]
  return { status: response.status, code: typeof error === 'string' ? code : error.code, link }
}

describe('/docs/errors/{code}', () => {
  test('has a page for each error code, with status, causes, advice and an example', () => {
    const [list, ...pages] = errorPages().pages
    expect(list?.title).toBe('Error codes')
    expect(pages.map(({ title }) => title)).toEqual(Object.keys(statusOfCode))
    for (const { title, markdown } of pages) {
      expect(markdown).toContain(`**Status ${statusOfCode[title as keyof typeof statusOfCode]}.**`)
      expect(markdown).toMatch(/## Causes\n\n- .+\n\n## What to do\n\n.+\n\n## Example\n/s)
      expect(markdown).toContain(`"code": "${title}"`)
    }
  })

  test.each([
    ['GET /v1/metrics', '/v1/metrics', 'unauthorized'],
    ['POST /v1/metrics', '/v1/metrics', 'method_not_allowed'],
    ['GET of a shop that does not exist', '/api/storefront/brd_none/products', 'not_found'],
    ['GET of a path that does not exist', '/v1/nothing', 'not_found'],
  ])('is linked from the error response: %s', async (name, path, expected) => {
    const { code, link } = await helpOf(path, { method: name.split(' ')[0] as string })
    expect([code, link?.endsWith(`/docs/errors/${expected}`)]).toEqual([expected, true])
    const page = await fetch(api.url + new URL(link as string).pathname)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(`<h1 id=`)])
  })

  test.each([
    ['the console', '/console/style', 'not_found'],
    ['the consent page', '/oauth/consent?request=none', 'not_found'],
    ['the authorization endpoint', '/oauth/authorize', 'invalid_request'],
  ])('is linked from an error page of %s', async (_, path, expected) => {
    const response = await fetch(api.url + path)
    expect(response.headers.get('Content-Type')).toContain('text/html')
    expect(response.headers.get('Link')).toMatch(new RegExp(`/docs/errors/${expected}>; rel="help"$`))
  })

  test.each([
    ['storefront', 'GET', '/api/storefront/brd_none/products'],
    ['commerce', 'POST', '/api/storefront/brd_none/holds'],
    ['oauth', 'POST', '/api/oauth/token'],
    ['mcp', 'POST', '/mcp'],
  ])('is readable for scripts of other origins: %s', async (_, method, path) => {
    const { headers } = await fetch(api.url + path, { method, headers: { Origin: 'http://localhost:6274' } })
    expect(headers.get('Link')).toContain('rel="help"')
    expect(headers.get('Access-Control-Expose-Headers')?.split(',')).toContain('Link')
  })

  test('is linked from an error that the database raises', async () => {
    const { accountId, brandId } = await createTenant(database.sql)
    const { key } = await issueKey(database.sql, accountId)
    const query = `brand_id=${brandId}&date_from=2026-11-02&date_to=2026-11-01&metrics=spend`
    const help = await helpOf(`/v1/metrics?${query}`, { headers: { Authorization: `Bearer ${key}` } })
    expect(help).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(help.link).toMatch(/\/docs\/errors\/invalid_request$/)
  })
})
