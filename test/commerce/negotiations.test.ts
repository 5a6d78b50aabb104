import { describe, expect, test } from 'vitest'
import { lamp, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('GET /negotiations', () => {
  test('lists an agent its own negotiations and the shop all of them, in pages', async () => {
    const { agent, other, merchant } = await commerce.shop({ answered_by: 'merchant' })
    const ids = []
    for (const amount of [51, 52, 53]) ids.push((await agent('POST', '/negotiations', lamp(amount))).body.id)
    const theirs = (await other('POST', '/negotiations', lamp(60))).body.id
    const list = async (by: typeof agent, query = '') => (await by('GET', `/negotiations${query}`)).body
    const idsOf = (answer: { negotiations: { id: string }[] }) => answer.negotiations.map(({ id }) => id).toSorted()
    expect(idsOf(await list(agent))).toEqual(ids.toSorted())
    expect(idsOf(await list(other))).toEqual([theirs])
    expect(idsOf(await list(merchant))).toEqual([...ids, theirs].toSorted())
    const pages = [await list(merchant, '?limit=3&page=1'), await list(merchant, '?limit=3&page=2')]
    expect(pages.flatMap(idsOf).toSorted()).toEqual([...ids, theirs].toSorted())
    expect(pages.map(({ pagination }) => pagination)).toEqual([
      { page: 1, limit: 3, total: 4, total_pages: 2, has_more: true },
      { page: 2, limit: 3, total: 4, total_pages: 2, has_more: false },
    ])
    await agent('POST', `/negotiations/${ids[0]}/withdraw`, {})
    expect(idsOf(await list(merchant, '?status=withdrawn'))).toEqual([ids[0]])
  })

  test.each(['status=sold', 'page=0', 'limit=101', 'limit=x'])('returns 400 for %s', async (query) => {
    const { agent } = await commerce.shop()
    expect((await agent('GET', `/negotiations?${query}`)).status).toBe(400)
  })
})
