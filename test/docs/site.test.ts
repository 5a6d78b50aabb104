import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sources } from '../../functions/docs/built/sources.js'
import { operations } from '../../functions/docs/openapi/document.ts'
import { statusOfCode } from '../../shared/errors/api_error.ts'
import { operationId } from '../../functions/docs/openapi/operation_id.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

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

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(api.url + path, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const paths = () => [
  ...Object.keys(sources).map((path) => `/docs/${path}`),
  ...Object.keys(statusOfCode).map((code) => `/docs/errors/${code}`),
  ...operations.map(({ summary }) => `/docs/operations/${operationId(summary)}`),
]

describe('documentation site', () => {
  test('redirects / to /docs, which links every guide and every operation', async () => {
    const root = await get('/')
    expect([root.status, root.headers.get('location')]).toEqual([302, '/docs'])
    const { status, text } = await get('/docs')
    expect(status).toBe(200)
    for (const path of paths()) expect(text).toContain(`href="${path}"`)
  })

  test('serves every page as HTML, and as Markdown at the same address with .md', async () => {
    for (const path of ['/docs', ...paths()]) {
      const [page, markdown] = [await get(path), await get(`${path}.md`)]
      expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=UTF-8'])
      expect([path, markdown.status, markdown.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/markdown; charset=utf-8',
      ])
      expect(markdown.text).toMatch(/^# \S/)
      expect(page.text.match(/<h1/g)).toHaveLength(1)
      // Templates of dbt are not unfilled placeholders.
      const text = `${page.text}${markdown.text}`.replace(/\{\{ (config|env_var|ref|source)\(/g, '')
      expect(text).not.toMatch(/\{\{|vitrine\.test|<!-- |undefined/)
    }
  })

  test('has no broken internal link or heading anchor', async () => {
    const fetched = new Map<string, string>()
    const broken: string[] = []
    for (const path of ['/docs', ...paths()]) {
      const { text } = await get(path)
      for (const [, href = ''] of text.matchAll(/href="([^"]+)"/g)) {
        const url = new URL(href.replaceAll('&amp;', '&'), api.url + path)
        // Links to other hosts are not fetched. The reference handles its own fragments.
        if (url.origin !== api.url) continue
        const page = fetched.get(url.pathname) ?? (await readPage(url.pathname))
        fetched.set(url.pathname, page)
        const heading = url.hash.slice(1)
        if (page === '') broken.push(`${path} -> ${href}`)
        if (heading && !heading.startsWith('?') && !page.includes(`id="${heading}"`)) broken.push(`${path} -> ${href}`)
      }
    }
    expect(broken).toEqual([])
    expect(fetched.size).toBeGreaterThan(80)

    async function readPage(path: string): Promise<string> {
      const { status, text } = await get(path)
      return status < 400 ? text || 'elsewhere' : ''
    }
  })

  test('serves llms.txt with a title, a summary and a Markdown link for every page', async () => {
    const { status, text } = await get('/llms.txt')
    expect([status, text]).toEqual([200, expect.stringMatching(/^# Vitrine\n\n> \S[^\n]+\n/)])
    const links = [...text.matchAll(/^- \[([^\]]+)\]\((\S+)\): \S/gm)].map(([, , href]) => href as string)
    expect(links.length).toBe(text.match(/^- /gm)?.length)
    expect(links).toHaveLength(new Set(links).size)
    for (const path of paths()) expect(links).toContain(`${api.url}${path}.md`)
    for (const link of links) expect([link, (await get(link.slice(api.url.length))).status]).toEqual([link, 200])
  })

  test.each(['/docs', '/docs/reference', '/docs/guides/deploy'])(
    '%s has one title, one icon and one viewport',
    async (path) => {
      const { text } = await get(path)
      const [head = ''] = text.split('</head>')
      for (const element of ['<title>', 'rel="icon"', 'name="viewport"', 'href="/docs/style.css"']) {
        expect([element, head.split(element).length - 1]).toEqual([element, 1])
      }
      expect(head).not.toContain('noindex')
    },
  )

  test('serves the icon to browsers that request /favicon.ico', async () => {
    const { status, headers, text } = await get('/favicon.ico')
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(text).toBe((await get('/docs/icon.svg')).text)
  })

  test('allows only its own styles and scripts', async () => {
    for (const path of ['/docs', '/docs/guides/deploy']) {
      const { headers, text } = await get(path)
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; .*script-src 'self'; style-src 'self'$/,
      )
      expect(text.match(/<script.*?<\/script>/g)).toEqual([
        expect.stringMatching(/^<script type="module" src="\/docs\/copy\.js\?[0-9a-f]{12}"><\/script>$/),
      ])
    }
    const { headers } = await get('/docs/reference')
    expect(headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(headers.get('content-security-policy')).not.toMatch(/https:|\*|unsafe-eval/)
  })

  test('serves the script of copy buttons at an address with its hash', async () => {
    const { text } = await get('/docs')
    const { status, headers } = await get(/src="(\/docs\/copy\.js\?[0-9a-f]{12})"/.exec(text)?.[1] as string)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(headers.get('cache-control')).toContain('immutable')
  })

  test('serves the script of the reference compressed or plain, at an address with its hash', async () => {
    const { text } = await get('/docs/reference')
    const address = /src="(\/docs\/explorer\.js\?[0-9a-f]{12})"/.exec(text)?.[1] as string
    const plain = await fetch(api.url + address, { headers: { 'Accept-Encoding': 'identity' } })
    const compressed = await fetch(api.url + address, { headers: { 'Accept-Encoding': 'gzip' } })
    expect([plain.headers.get('content-encoding'), compressed.headers.get('content-encoding')]).toEqual([null, 'gzip'])
    expect((await plain.text()) === (await compressed.text())).toBe(true)
    expect(plain.headers.get('cache-control')).toContain('immutable')
  })

  test.each(['/docs', '/docs/guides/deploy', '/llms.txt', '/openapi.json'])('%s returns 405 for POST', async (path) => {
    const response = await fetch(api.url + path, { method: 'POST' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test.each(['/docs/guides/nothing', '/docs/nothing/', '/docs/%3Cscript%3E', '/docs/%E0%A4%A'])(
    '%s returns 404 as an HTML page with links',
    async (path) => {
      const { status, headers, text } = await get(path)
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8'])
      expect(headers.get('cache-control')).toBe('no-store')
      expect(text).toContain('<h1>Page not found</h1>')
      expect(text).toContain('href="/docs/guides/first_request"')
      expect(text).not.toContain('<script')
    },
  )

  test('returns 404 as Markdown for an unknown .md address', async () => {
    const { status, headers, text } = await get('/docs/guides/nothing.md')
    expect([status, headers.get('content-type')]).toEqual([404, 'text/markdown; charset=utf-8'])
    expect(text).toContain('/llms.txt')
  })

  test.each([
    ['/docs/', '/docs'],
    ['/docs/promises/', '/docs/promises'],
    ['/docs/reference/', '/docs/reference'],
    ['/docs/operations/getMetrics/', '/docs/operations/getMetrics'],
  ])('%s redirects to %s', async (path, location) => {
    const { status, headers } = await get(path)
    expect([status, headers.get('location')]).toEqual([301, location])
  })
})
