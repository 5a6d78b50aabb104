import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { editDistance } from '../../shared/text/edit_distance.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

vi.mock(import('../../shared/text/edit_distance.ts'), async (original) => {
  const actual = await original()
  return { ...actual, editDistance: vi.fn(actual.editDistance) }
})

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

async function search(query: string) {
  const response = await fetch(`${api.url}/docs/search?${new URLSearchParams({ q: query })}`)
  const text = await response.text()
  const [, main = ''] = text.split('<main id="content">')
  const [, ...groups] = main.split('</main>')[0]?.split('<ol class="results">') ?? []
  const pathsOf = (list: string) => [...list.matchAll(/href="\/docs\/([^"]+)"/g)].map(([, path = '']) => path)
  const paths = groups.flatMap(pathsOf)
  /** The first three pages of each kind. */
  const first = groups.flatMap((group) => pathsOf(group).slice(0, 3))
  return { status: response.status, headers: response.headers, text, main, paths, first }
}

describe('search of the documentation', () => {
  test.each([
    ['rotate a webhook secret', ['operations/rotateWebhookSecret']],
    ['429', ['errors/rate_limited']],
    ['roas', ['operations/callGetAdPerformance', 'operations/getBreakdown', 'operations/callGetCampaign']],
    ['connect shopify', ['guides/connect_shopify']],
    ['undo import', ['guides/upload_files#undo-an-import']],
    ['invite people', ['guides/manage_people']],
    ['getMetrics', ['operations/getMetrics']],
    ['GET /v1/metrics', ['operations/getMetrics']],
    ['How do I verify the signature of a webhook?', ['guides/receive_webhooks', 'client#receive-webhooks']],
    ['data_not_ready', ['errors/data_not_ready']],
    ['reset password', ['guides/sign_in']],
    ['Metabase', ['guides/connect_dashboards']],
    ['backup', ['guides/operate#back-up-and-restore']],
  ])('%s has its page among the first results of its kind', async (query, expected) => {
    const { status, first } = await search(query)
    expect(status).toBe(200)
    expect([query, first, expected.some((path) => first.some((found) => found.startsWith(path)))]).toEqual([
      query,
      first,
      true,
    ])
  })

  test.each([
    ['forecast', 'Guides'],
    ['upload a file', 'Guides'],
    ['roas', 'Guides'],
    ['connect meta', 'Guides'],
    ['invite people', 'Guides'],
    ['getMetrics', 'API operations'],
    ['GET /v1/metrics', 'API operations'],
    ['429', 'Error codes'],
    ['data_not_ready', 'Error codes'],
  ])('%s shows %s first', async (query, kind) => {
    const { main } = await search(query)
    expect(main.match(/<h2>([^<]+)<\/h2>/)?.[1]).toBe(kind)
  })

  test.each([
    ['webhok secrt', 'operations/rotateWebhookSecret', ['webhook', 'secret']],
    ['atribution', 'operations/callGetAttribution', ['attribution']],
  ])('%s finds the near words and states them', async (query, path, words) => {
    const { main, first } = await search(query)
    expect(first).toContain(path)
    for (const word of words) expect(main).toContain(`The results are for "${word}".`)
  })

  test.each([
    ['conversoin', 'conversion'],
    ['publicatoin', 'publication'],
  ])('%s finds what %s finds', async (misspelled, right) => {
    const { main, paths } = await search(misspelled)
    expect(main).toContain(`The results are for "${right}".`)
    expect(paths).toEqual((await search(right)).paths)
  })

  test.each(['qwxzptlkj', '!!!', '🙂', '\u0000', "'; --"])(
    '%s finds no page and links the front page',
    async (query) => {
      const { status, paths, main } = await search(query)
      expect([status, paths]).toEqual([200, []])
      expect(main).toContain('No page contains these words.')
    },
  )

  test('an unknown word beside known ones is stated', async () => {
    const { main, paths } = await search('webhook qwxzptlkj')
    expect(main).toContain('No page contains a word like "qwxzptlkj".')
    expect(paths.length).toBeGreaterThan(0)
  })

  test('compares an unknown word with few known ones, and searches at most 8 words', async () => {
    const unknown = [
      'conversionally',
      'webhoskerate',
      'attrobuted',
      'settlemints',
      'personilize',
      'restoremant',
      'expectorat',
      'calculatrix',
    ]
    vi.mocked(editDistance).mockClear()
    await search(unknown.join(' '))
    const compared = vi.mocked(editDistance).mock.calls.length
    expect(compared).toBeGreaterThan(0)
    expect(compared).toBeLessThan(8 * 400)
    await search([...unknown, 'interpoletion', 'denominatur', 'acknowledgd'].join(' '))
    expect(vi.mocked(editDistance).mock.calls.length).toBe(2 * compared)
  })

  test('states the words that it omits', async () => {
    const { main } = await search('webhook secret key brand catalog order hold price negotiation dispute')
    expect(main).toContain('A search has at most 8 words. It omits "negotiation dispute".')
  })

  test.each(['q=roas&x=1', 'q=roas&q=cpa'])('returns 400 for ?%s', async (query) => {
    expect((await fetch(`${api.url}/docs/search?${query}`)).status).toBe(400)
  })

  test('escapes a script in the query', async () => {
    const { text, headers } = await search('"><script>alert(1)</script>')
    expect(text).not.toContain('<script>alert')
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*form-action 'self'/)
  })

  test.each([
    ['', 'Enter words'],
    ['   ', 'Enter words'],
    ['a'.repeat(201), 'at most 200 characters'],
  ])('a query "%s" returns the form with an instruction', async (query, instruction) => {
    const { status, main, text } = await search(query)
    expect([status, main.includes(instruction)]).toEqual([200, true])
    expect(text).toContain('action="/docs/search"')
  })

  test('results are not listed by search engines and link to existing anchors', async () => {
    const { text, paths } = await search('webhook secret')
    expect(text).toContain('<meta name="robots" content="noindex" />')
    for (const path of paths) {
      const [page, anchor] = path.split('#')
      const target = await fetch(`${api.url}/docs/${page}`)
      const body = await target.text()
      expect([path, target.status, anchor === undefined || body.includes(`id="${anchor}"`)]).toEqual([path, 200, true])
    }
  })
})
