import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stock } from '../support/catalog_rows.ts'
import { ConsoleScene, hostileName, textOf } from '../support/console.ts'

let scene: ConsoleScene

beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

/** A brand with one tent in its shop, its page of agents as a viewer opens it, and a request of an agent. */
async function shop() {
  const { brandId, root } = await scene.brand()
  await stock(scene.database, brandId, [{ id: 'tent', title: 'Ridge tent', price: 100 }])
  const { browser } = await scene.member(brandId, 'viewer')
  return {
    root,
    browser,
    open: async (query = '', at = root) => await browser.open(`${at}/agents${query}`),
    ask: async (platform: string, text: string) => {
      const asked = { agent: { platform }, query: { text } }
      expect((await scene.api.http.post(`/api/storefront/${brandId}/query`).send(asked)).status).toBe(200)
    },
  }
}

describe('agents page', () => {
  test('is not shown to a member of another brand', async () => {
    const [own, other] = [await shop(), await shop()]
    await own.ask('claude', 'a secret wish')
    const refused = await other.open('', own.root)
    expect(refused.status).toBe(404)
    expect(refused.html).not.toContain('a secret wish')
  })

  test('lists what was not found, escapes words of agents, and repeats a search in the catalog', async () => {
    const { ask, open, root } = await shop()
    for (const text of [hostileName, 'yurt', 'tent']) await ask('claude', text)
    const shown = await open()
    expect(shown.status).toBe(200)
    expect(textOf(shown)).toMatch(/Requests 3 Nothing found 2 66\.7% of requests/)
    expect(shown.html).toContain(`href="${root}/catalog?q=yurt"`)
    expect(shown.html).not.toContain('catalog?q=tent')
    expect(shown.html).not.toMatch(/<script>|<img/)
    expect((await open('?results=all')).html).toContain('catalog?q=tent')
    expect(textOf(shown)).toContain('No agent signed its requests')
  })

  test('does not count the searches of a member in the catalog', async () => {
    const { ask, open, root, browser } = await shop()
    await ask('claude', 'yurt')
    expect((await browser.open(`${root}/catalog?q=igloo`)).status).toBe(200)
    const shown = await open('?results=all')
    expect(textOf(shown)).toContain('Requests 1 ')
    expect(shown.html).not.toContain('catalog?q=igloo')
  })

  test('filters by day and platform, and states the filter', async () => {
    const { ask, open } = await shop()
    await ask('claude', 'yurt')
    await ask('chatgpt', 'igloo')
    const shown = await open('?platform=chatgpt')
    expect(textOf(shown)).toContain('chatgpt Show all days and platforms')
    expect(shown.html).toContain('catalog?q=igloo')
    expect(shown.html).not.toContain('catalog?q=yurt')
    expect(textOf(await open('?date=2020-01-01'))).toContain('Every search with words found something.')
  })

  test('states that no agent asked, and refuses an unknown parameter', async () => {
    const { open } = await shop()
    expect(textOf(await open())).toContain('No agent asked this shop in the last 7 days.')
    expect((await open('?words=x')).status).toBe(400)
  })
})
