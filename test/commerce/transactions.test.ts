import { describe, expect, test } from 'vitest'
import { order, useCommerce } from '../support/commerce.ts'
import { issueKey } from '../support/factories.ts'

const commerce = useCommerce({ isSimulated: true })

describe('GET /transactions', () => {
  test('lists an agent its own orders and the shop all of them', async () => {
    const { agent, other, merchant, brandId } = await commerce.shop()
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
    await commerce.runOut(brandId)
    expect(idsOf(await list(agent, '?status=created'))).toEqual([])
    expect(idsOf(await list(agent, '?status=expired'))).toEqual(ids.slice(0, 2).toSorted())
  })

  test('keeps orders of test keys with their items until the order itself is pruned', async () => {
    const { brandId, accountId, caller } = await commerce.shop()
    const simulated = caller(brandId, (await issueKey(commerce.sql(), accountId, { prefix: 'sk_test_' })).key)
    const { body: hold } = await simulated('POST', '/holds', { product_id: 'sim-01-1' })
    const { body: made } = await simulated('POST', '/transactions', { items: [{ hold_id: hold.id }] })
    const sql = commerce.sql()
    const sweep = async (table: string) => {
      await sql`
        update ${sql(table)} set created_at = created_at - interval '2 days', expires_at = expires_at - interval '2 days'
        where brand_id = 'brd_simulated'`
      await sql`select simulate.forget_moves()`
      return (await simulated('GET', '/transactions')).body.transactions
    }
    expect(await sweep('commerce.price_holds')).toMatchObject([{ id: made.id, items: [{ product_id: 'sim-01-1' }] }])
    expect(await sweep('commerce.transactions')).toEqual([])
  })
})
