import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expirations } from '../../functions/worker/queues/expirations.ts'
import { useCommerce } from '../support/commerce.ts'
import type { Caller, Reply } from '../support/commerce.ts'

const commerce = useCommerce()
const seed = Number(process.env.SOAK_SEED ?? 20261121)
const numRuns = Number(process.env.SOAK_ROUNDS ?? 40)

type Move = { act: 'offer'; offer: object } | { act: 'accept' | 'reject' | 'withdraw' | 'wait' }

const currency = 'USD'
const amount = (min: number, max: number) => fc.integer({ min, max }).map((cents) => cents / 100)
const offers = fc.oneof(
  { weight: 5, arbitrary: fc.record({ amount: amount(-100, 11_000), currency: fc.constant(currency) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('quantity_break'),
      amount: amount(1, 9_999),
      currency: fc.constant(currency),
      quantity_min: fc.constantFrom(1, 2, 9, 10, 1000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('percent_off'), percent: fc.integer({ min: 1, max: 99 }) }),
  },
)
const moves = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ act: fc.constant('offer' as const), offer: offers }) },
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
    target_percent: fc.integer({ min: 10, max: 99 }),
    floor: fc.integer({ min: 0, max: 100 }),
    off: fc.integer({ min: 1, max: 60 }),
    rounds_max: fc.integer({ min: 1, max: 5 }),
    price_step: fc.constantFrom(0.01, 0.5, 1, 7),
    decline: fc.integer({ min: 0, max: 60 }),
    accept: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
    isForProduct: fc.boolean(),
  })
  .map(({ target_percent, floor, off, decline, accept, isForProduct, ...rest }) => ({
    ...rest,
    target_percent,
    quantity_tiers: [{ quantity_min: 10, percent_off: off }],
    decline_percent: Math.min(decline, target_percent),
    ...(accept === undefined ? {} : { accept_percent: Math.max(accept, target_percent) }),
    ...floorOf({ target_percent, off, isForProduct }, floor),
  }))

/** The given share, in percent, of the highest floor that the policy allows; an amount for a policy of the product, which costs 100. */
function floorOf(policy: { target_percent: number; off: number; isForProduct: boolean }, share: number) {
  const percent = Math.floor((policy.target_percent * (100 - policy.off) * share) / 10_000)
  return policy.isForProduct
    ? { product_id: 'lamp', floor: { amount: Math.max(percent, 0.01), currency } }
    : { floor: { percent } }
}

/** Sends moves to a shop, in concurrent pairs if `atOnce`. Returns the responses that the agent receives. */
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
  const offer = move.act === 'offer' ? move.offer : undefined
  if (id === null) return await agent('POST', '/negotiations', { product_id: 'lamp', offer })
  if (move.act === 'wait') {
    await commerce.runOut(brandId)
    return await agent('GET', `/negotiations/${id}`)
  }
  if (offer) return await agent('POST', `/negotiations/${id}/offers`, { offer })
  return await agent('POST', `/negotiations/${id}/${move.act}`, {})
}

/** A response without the ids, which differ between shops. */
function comparable({ status, body }: Reply): unknown {
  return JSON.parse(JSON.stringify({ status, body }).replace(/(neg|off|hold|req|brd)_\w+/g, '$1'))
}

describe('negotiations with random policies and moves', () => {
  test('keep prices above the floor, rounds within the limit, and end in one final state', async () => {
    await fc.assert(
      fc.asyncProperty(policies, moves, fc.boolean(), async (policy, sequence, atOnce) => {
        const { agent, brandId } = await commerce.shop(policy)
        for (const { status, body } of await play(agent, brandId, sequence, atOnce)) {
          expect(status).toBeLessThan(500)
          if (status < 300) expect(body.round).toBeLessThanOrEqual(policy.rounds_max)
        }
        const { sql } = commerce
        const held = await sql()`
          select n.negotiation_id, n.status, n.quantity, n.price_micros::float / 1000000 as price, count(o.*)::integer as offers,
            count(o.*) filter (where o.party = 'agent')::integer as agents,
            count(o.*) filter (where o.status in ('accepted', 'auto_accepted'))::integer as accepted
          from commerce.negotiations n join commerce.negotiation_offers o using (brand_id, negotiation_id)
          where n.brand_id = ${brandId} group by n.brand_id, n.negotiation_id`
        const [{ percent_off: off = 0 } = {}] = policy.quantity_tiers
        for (const { price, quantity, agents, accepted } of held) {
          const target = ((100 - (quantity >= 10 ? off : 0)) * policy.target_percent) / 100
          // The target of the policy for this quantity, which is above the floor.
          if (price !== null) expect(price).toBeGreaterThanOrEqual(target - 1e-9)
          expect(agents).toBeLessThanOrEqual(policy.rounds_max)
          expect(accepted).toBe(price === null ? 0 : 1)
        }
        await commerce.runOut(brandId)
        await expirations.run(sql(), { brand_id: brandId })
        const after = await sql()`select status from commerce.negotiations where brand_id = ${brandId}`
        const ends = ['rejected', 'withdrawn', 'expired', 'lapsed']
        expect(after.filter(({ status }) => !ends.includes(status as string))).toEqual([])
        const emitted = await sql()`
          select data ->> 'negotiation_id' as id from events.outbox
          where brand_id = ${brandId} and type in ('negotiation.accepted', 'negotiation.rejected', 'negotiation.withdrawn', 'negotiation.expired')`
        expect(new Set(emitted.map(({ id }) => id as string)).size).toBe(emitted.length)
        expect(emitted).toHaveLength(held.length)
      }),
      { seed, numRuns },
    )
  }, 600_000)

  test('return equal responses for two shops that differ only in the floor', async () => {
    await fc.assert(
      fc.asyncProperty(policies, fc.integer({ min: 0, max: 100 }), moves, async (policy, share, sequence) => {
        const [{ percent_off: off = 0 } = {}] = policy.quantity_tiers
        const isForProduct = 'product_id' in policy
        const other = floorOf({ target_percent: policy.target_percent, off, isForProduct }, share)
        const [one, two] = [await commerce.shop(policy), await commerce.shop({ ...policy, ...other })]
        const answers = await Promise.all(
          [one, two].map(async ({ agent, brandId }) => (await play(agent, brandId, sequence, false)).map(comparable)),
        )
        expect(answers[0]).toEqual(answers[1])
      }),
      { seed, numRuns: Math.ceil(numRuns / 2) },
    )
  }, 600_000)
})
