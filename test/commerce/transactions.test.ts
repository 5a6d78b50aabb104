import { describe, expect, test } from 'vitest'
import { order, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('GET /transactions', () => {
  test('are an agent’s own, and all of them for the shop', async () => {
    const { agent, other, merchant } = await commerce.shop()
    const ids = [(await order(agent)).id, (await order(agent)).id, (await order(other)).id]
    const list = async (by: typeof agent, query = '') => (await by('GET', `/transactions${query}`)).body
    const idsOf = (answer: { transactions: { id: string }[] }) => answer.transactions.map(({ id }) => id).toSorted()
    expect(idsOf(await list(agent))).toEqual(ids.slice(0, 2).toSorted())
    expect(idsOf(await list(merchant))).toEqual(ids.toSorted())
    await merchant('POST', `/transactions/${ids[0]}/report`, { action: 'acknowledge' })
    expect(idsOf(await list(merchant, '?status=handed_off'))).toEqual([ids[0]])
    expect((await list(merchant, '?limit=2&page=2')).pagination).toEqual({
      page: 2,
      limit: 2,
      total: 3,
      total_pages: 2,
      has_more: false,
    })
    expect((await agent('GET', '/transactions?status=escaped')).status).toBe(400)
  })
})
