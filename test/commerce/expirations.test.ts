import { describe, expect, test } from 'vitest'
import { expirations } from '../../functions/worker/queues/expirations.ts'
import { delivered, lamp, order, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

/** Runs the expirations jobs of a brand, at the time of these tests. */
async function tick(brandId: string): Promise<Record<string, unknown>[]> {
  const { sql } = commerce.database()
  const jobs = (await expirations.split?.(sql, [])) ?? []
  return await Promise.all(jobs.filter((job) => job.brand_id === brandId).map((job) => expirations.run(sql, job)))
}

describe('expirations queue', () => {
  test('expires overdue rows once, emits one event each, and then finds none', async () => {
    const { agent, merchant, brandId } = await commerce.shop()
    await agent('POST', '/negotiations', lamp(60))
    await agent('POST', '/negotiations', lamp(95))
    await order(agent)
    await delivered(agent, merchant)
    const { id } = await delivered(agent, merchant)
    await agent('POST', `/transactions/${id}/confirmation-window/dispute`, { reason_code: 'other', description: 'x' })
    expect(await tick(brandId)).toEqual([])
    await commerce.runOut(brandId)
    // Two concurrent runs, as by two workers.
    const moved = (await Promise.all([tick(brandId), tick(brandId)])).flat()
    expect(moved.reduce((sum, job) => sum + Number(job.moved), 0)).toBe(5)
    expect(await tick(brandId)).toEqual([])
    const types = await commerce.events(brandId)
    const ends = [
      'negotiation.expired',
      'price_hold.expired',
      'transaction.expired',
      'confirmation_window.closed',
      'dispute.closed',
    ]
    for (const type of ends)
      expect([type, types.filter((name) => name === type).length]).toEqual([
        type,
        type === 'confirmation_window.closed' ? 2 : 1,
      ])
    expect(types.filter((name) => name === 'transaction.completed')).toHaveLength(2)
  })
})

describe('commerce.transitions', () => {
  test('rejects a state change that is not a transition', async () => {
    const { agent, brandId } = await commerce.shop()
    const { body } = await agent('POST', '/negotiations', lamp(60))
    for (const status of ['converted', 'lapsed', 'none', 'sold'])
      await expect(
        commerce.sql()`
          update commerce.negotiations set status = ${status}, price_micros = 1, hold_id = 'x'
          where brand_id = ${brandId} and negotiation_id = ${body.id}`,
      ).rejects.toThrow('This is not a transition; from: "pending_agent"; machine: "negotiation"')
    await expect(
      commerce.sql()`
        insert into commerce.price_holds (brand_id, status, product_id, quantity, unit_price_micros, currency, source, price_observed_at, created_by, expires_at)
        values (${brandId}, 'active', 'lamp', 1, 1, 'USD', 'list', now(), 'x', now() + interval '1 hour')`,
    ).rejects.toThrow('This is not a transition; machine: ')
  })

  test('has final states for each state machine, and no other dead ends', async () => {
    const stuck = await commerce.sql()`
      select distinct machine, to_state from commerce.transitions arrivals
      where not exists (select from commerce.transitions d where d.machine = arrivals.machine and d.from_state = arrivals.to_state)
      order by 1, 2`
    const ends = Object.groupBy(stuck, ({ machine }) => machine as string)
    const named = Object.fromEntries(
      Object.entries(ends).map(([machine, rows = []]) => [machine, rows.map(({ to_state }) => to_state as string)]),
    )
    expect(named).toEqual({
      confirmation_window: ['confirmed', 'disputed', 'lapsed'],
      dispute: ['closed_unresolved', 'resolved_by_parties', 'withdrawn'],
      negotiation: ['converted', 'expired', 'lapsed', 'rejected', 'withdrawn'],
      offer: ['accepted', 'auto_accepted', 'auto_declined', 'countered', 'declined', 'expired', 'retracted'],
      price_hold: ['consumed', 'expired', 'released'],
      transaction: ['canceled', 'completed', 'expired'],
    })
  })
})
