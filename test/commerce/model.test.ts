import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { useCommerce } from '../support/commerce.ts'
import type { Caller, Reply } from '../support/commerce.ts'

const commerce = useCommerce()
const seed = Number(process.env.SOAK_SEED ?? 20261121)
const numRuns = Number(process.env.SOAK_ROUNDS ?? 40)

type Move = { act: 'offer'; cents: number } | { act: 'accept' | 'reject' | 'withdraw' | 'wait' }

const moves = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ act: fc.constant('offer' as const), cents: fc.integer({ min: -100, max: 11_000 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        act: fc.constantFrom('accept' as const, 'reject' as const, 'withdraw' as const, 'wait' as const),
      }),
    },
  ),
  { minLength: 1, maxLength: 9 },
)
const policies = fc
  .record({
    floor: fc.integer({ min: 1, max: 95 }),
    above: fc.integer({ min: 0, max: 40 }),
    rounds_max: fc.integer({ min: 1, max: 5 }),
    price_step: fc.constantFrom(0.01, 0.5, 1, 7),
    decline: fc.integer({ min: 0, max: 60 }),
    accept: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
  })
  .map(({ floor, above, decline, accept, ...rest }) => {
    const target_percent = Math.min(99, floor + above)
    return {
      ...rest,
      floor: { percent: floor },
      target_percent,
      decline_percent: Math.min(decline, target_percent),
      ...(accept === undefined ? {} : { accept_percent: Math.max(accept, target_percent) }),
    }
  })

/** Plays moves against a shop; each pair of moves may go at once. What comes back is what an agent gets to see. */
async function play(agent: Caller, brandId: string, sequence: Move[], atOnce: boolean): Promise<Reply[]> {
  const seen: Reply[] = []
  let id: string | null = null
  for (let index = 0; index < sequence.length; index += atOnce ? 2 : 1) {
    const pair = sequence.slice(index, index + (atOnce ? 2 : 1))
    const replies = await Promise.all(pair.map((move) => make(agent, brandId, id, move)))
    seen.push(...replies)
    id ??= replies.find(({ status }) => status === 201)?.body.id ?? null
  }
  return seen
}

async function make(agent: Caller, brandId: string, id: string | null, move: Move): Promise<Reply> {
  const offer = move.act === 'offer' ? { amount: move.cents / 100, currency: 'USD' } : undefined
  if (id === null) return await agent('POST', '/negotiations', { product_id: 'lamp', offer })
  if (move.act === 'wait') {
    await commerce.runOut(brandId)
    return await agent('GET', `/negotiations/${id}`)
  }
  if (offer) return await agent('POST', `/negotiations/${id}/offers`, { offer })
  return await agent('POST', `/negotiations/${id}/${move.act}`, {})
}

/** An answer without what differs from shop to shop by nature. */
function comparable({ status, body }: Reply): unknown {
  return JSON.parse(JSON.stringify({ status, body }).replace(/(neg|off|hold|req|brd)_\w+/g, '$1'))
}

describe('whatever an agent tries', () => {
  test('no price below the floor, no more rounds than there are, one acceptance at most, and an end', async () => {
    await fc.assert(
      fc.asyncProperty(policies, moves, fc.boolean(), async (policy, sequence, atOnce) => {
        const { agent, brandId } = await commerce.shop(policy)
        for (const { status, body } of await play(agent, brandId, sequence, atOnce)) {
          expect(status).toBeLessThan(500)
          if (status < 300) expect(body.round).toBeLessThanOrEqual(policy.rounds_max)
        }
        const { sql } = commerce
        const held = await sql()`
          select n.negotiation_id, n.status, n.price_micros::float / 1000000 as price, count(o.*)::integer as offers,
            count(o.*) filter (where o.party = 'agent')::integer as agents,
            count(o.*) filter (where o.status in ('accepted', 'auto_accepted'))::integer as accepted
          from commerce.negotiations n join commerce.negotiation_offers o using (brand_id, negotiation_id)
          where n.brand_id = ${brandId} group by n.brand_id, n.negotiation_id`
        for (const { price, agents, accepted } of held) {
          if (price !== null) expect(price).toBeGreaterThanOrEqual(policy.floor.percent)
          expect(agents).toBeLessThanOrEqual(policy.rounds_max)
          expect(accepted).toBe(price === null ? 0 : 1)
        }
        await commerce.runOut(brandId)
        await sql().begin(async (transaction) => {
          await transaction`select core.enter_brand(${brandId})`
          await transaction`select commerce.settle_due(${brandId})`
        })
        const after = await sql()`select status from commerce.negotiations where brand_id = ${brandId}`
        const ends = ['rejected', 'withdrawn', 'expired', 'lapsed']
        expect(after.filter(({ status }) => !ends.includes(status as string))).toEqual([])
        const told = await sql()`
          select data ->> 'negotiation_id' as id from events.outbox
          where brand_id = ${brandId} and type in ('negotiation.accepted', 'negotiation.rejected', 'negotiation.withdrawn', 'negotiation.expired')`
        expect(new Set(told.map(({ id }) => id as string)).size).toBe(told.length)
        expect(told).toHaveLength(held.length)
      }),
      { seed, numRuns },
    )
  }, 600_000)

  test('two shops that differ in the floor alone answer alike: nothing tells where it is', async () => {
    await fc.assert(
      fc.asyncProperty(policies, fc.integer({ min: 0, max: 99 }), moves, async (policy, other, sequence) => {
        const floor = { percent: Math.min(other, policy.target_percent) }
        const [one, two] = [await commerce.shop(policy), await commerce.shop({ ...policy, floor })]
        const answers = await Promise.all(
          [one, two].map(async ({ agent, brandId }) => (await play(agent, brandId, sequence, false)).map(comparable)),
        )
        expect(answers[0]).toEqual(answers[1])
      }),
      { seed, numRuns: Math.ceil(numRuns / 2) },
    )
  }, 600_000)
})
