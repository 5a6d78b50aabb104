import { describe, expect, test } from 'vitest'
import { delivered, useCommerce } from '../support/commerce.ts'
import type { Caller } from '../support/commerce.ts'

const commerce = useCommerce()

const idsOf = async (by: Caller, query = '') =>
  (await by('GET', `/disputes${query}`)).body.disputes.map(({ id }: { id: string }) => id).toSorted()

describe('GET /disputes', () => {
  test('lists an agent the disputes of its orders and the shop all of them, with their statements', async () => {
    const { agent, other, merchant } = await commerce.shop()
    const open = async (by: Caller) => {
      const { id } = await delivered(by, merchant)
      const body = { reason_code: 'damaged', description: 'It came broken.' }
      return (await by('POST', `/transactions/${id}/confirmation-window/dispute`, body)).body.dispute.id as string
    }
    const own = [await open(agent), await open(agent)]
    const foreign = await open(other)
    expect(await idsOf(agent)).toEqual(own.toSorted())
    expect(await idsOf(other)).toEqual([foreign])
    expect(await idsOf(merchant)).toEqual([...own, foreign].toSorted())
    expect((await merchant('GET', '/disputes?limit=2&page=2')).body.pagination).toMatchObject({
      total: 3,
      has_more: false,
    })
    await merchant('POST', `/disputes/${foreign}/statements`, { statement: 'A new one is on its way.' })
    expect(await idsOf(merchant, '?status=open')).toEqual(own.toSorted())
    const { body } = await merchant('GET', '/disputes?status=merchant_responded')
    expect(body.disputes).toMatchObject([
      { id: foreign, statements: [{ text: 'It came broken.' }, { party: 'merchant' }] },
    ])
    expect((await agent('GET', '/disputes?status=escaped')).status).toBe(400)
  })
})
