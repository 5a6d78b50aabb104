import { describe, expect, test } from 'vitest'
import { useCommerce } from '../support/commerce.ts'
import type { Caller } from '../support/commerce.ts'

const commerce = useCommerce()

const idsOf = async (by: Caller, query = '') =>
  (await by('GET', `/holds${query}`)).body.holds.map(({ id }: { id: string }) => id).toSorted()

describe('GET /holds', () => {
  test('lists an agent its own holds and the shop all of them, without quote tokens', async () => {
    const { agent, other, merchant, brandId } = await commerce.shop()
    const hold = async (by: Caller, product_id: string) =>
      (await by('POST', '/holds', { product_id })).body.id as string
    const own = [await hold(agent, 'lamp'), await hold(agent, 'desk')]
    const foreign = await hold(other, 'lamp')
    expect(await idsOf(agent)).toEqual(own.toSorted())
    expect(await idsOf(other)).toEqual([foreign])
    expect(await idsOf(merchant)).toEqual([...own, foreign].toSorted())
    const { body } = await merchant('GET', '/holds?limit=2&page=2')
    expect(body.pagination).toMatchObject({ page: 2, total: 3, has_more: false })
    expect(JSON.stringify(body)).not.toContain('quote')
    await agent('DELETE', `/holds/${own[0]}`)
    expect(await idsOf(agent, '?status=released')).toEqual([own[0]])
    await commerce.runOut(brandId)
    expect([await idsOf(agent, '?status=active'), await idsOf(agent, '?status=expired')]).toEqual([[], [own[1]]])
    expect((await agent('GET', '/holds?status=escaped')).status).toBe(400)
  })
})
