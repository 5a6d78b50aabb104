import { describe, expect, test } from 'vitest'
import { useCommerce, usualPolicy } from '../support/commerce.ts'

const commerce = useCommerce()
const path = '/pricing-policies/simulations'

/** The answers to an offer by the status of the negotiation after it, and if it is refused, by that before it. */
const answers: Record<string, string> = {
  accepted: 'accept',
  rejected: 'decline',
  pending_agent: 'counter',
  pending_merchant: 'merchant',
}
const refusals: Record<string, string> = {
  accepted: 'negotiation_is_over',
  rejected: 'negotiation_is_over',
  pending_agent: 'no_round_left',
  pending_merchant: 'pending_merchant',
}

// oxlint-disable-next-line no-explicit-any
const answersOf = ({ rounds }: any) =>
  // oxlint-disable-next-line no-explicit-any
  rounds.map(({ answer, counter_offer }: any) => [answer, counter_offer?.amount ?? null])

describe('POST /pricing-policies/simulations', () => {
  test.each([
    { quantity: 1, offers: [50, 60, 70], policy: {} },
    { quantity: 1, offers: [50, 95], policy: { price_step: 7 } },
    { quantity: 12, offers: [40, 55, 61], policy: { quantity_tiers: [{ quantity_min: 10, percent_off: 10 }] } },
    { quantity: 1, offers: [30, 90], policy: { accept_percent: 90 } },
    { quantity: 1, offers: [10], policy: {} },
    { quantity: 1, offers: [70, 90], policy: { answered_by: 'merchant' } },
    { quantity: 1, offers: [70, 90, 95], policy: { answered_by: 'merchant', accept_percent: 85 } },
    { quantity: 1, offers: [50, 55, 60], policy: { rounds_max: 2 } },
  ])('answers %j as a negotiation does', async ({ quantity, offers, policy }) => {
    const { merchant, agent } = await commerce.shop(policy)
    const simulated = await merchant('POST', path, { product_id: 'lamp', quantity, offers })
    expect([simulated.status, simulated.body.draft_applies, simulated.body.draft]).toEqual([200, null, null])
    const offer = (amount: number) => ({ offer: { amount, currency: 'USD' } })
    let negotiation = await agent('POST', '/negotiations', {
      product_id: 'lamp',
      quantity,
      ...offer(offers[0] as number),
    })
    const { id } = negotiation.body
    let { status } = negotiation.body
    const real: [string, number | null][] = []
    for (const [index, amount] of offers.entries()) {
      if (index > 0) negotiation = await agent('POST', `/negotiations/${id}/offers`, offer(amount))
      if (negotiation.status === 409) {
        real.push([refusals[status as string] ?? status, null])
      } else {
        status = negotiation.body.status
        const { unit_price } = negotiation.body.current_offer
        real.push([answers[status as string] ?? status, status === 'pending_agent' ? unit_price.amount : null])
      }
    }
    expect(answersOf(simulated.body.stored)).toEqual(real)
    expect(simulated.body.stored.outcome).toBe(status)
  })

  test('leaves no negotiation, hold, offer or event', async () => {
    const { merchant, brandId } = await commerce.shop()
    const sql = commerce.sql()
    const count = async () =>
      await sql`
      select
        (select count(*) from commerce.negotiations where brand_id = ${brandId})::int as negotiations,
        (select count(*) from commerce.negotiation_offers where brand_id = ${brandId})::int as offers,
        (select count(*) from commerce.price_holds where brand_id = ${brandId})::int as holds,
        (select count(*) from events.outbox where brand_id = ${brandId})::int as events,
        (select max(version) from commerce.pricing_policies where brand_id = ${brandId}) as version`
    const before = await count()
    const { body } = await merchant('POST', path, {
      product_id: 'lamp',
      offers: [70, 99],
      policy: { ...usualPolicy, target_percent: 90 },
    })
    expect([body.stored.outcome, body.draft.outcome]).toEqual(['accepted', 'accepted'])
    expect(await count()).toEqual(before)
  })

  test('answers with a draft beside the stored policy, and says where the draft does not apply', async () => {
    const { merchant } = await commerce.shop({ rounds_max: 3 })
    const draft = { ...usualPolicy, floor: { percent: 1 }, target_percent: 60, rounds_max: 1 }
    const both = await merchant('POST', path, { product_id: 'lamp', offers: [50, 55], policy: draft })
    expect(answersOf(both.body.stored)).toEqual([
      ['counter', 93.34],
      ['counter', 86.67],
    ])
    expect(answersOf(both.body.draft)).toEqual([
      ['counter', 60],
      ['no_round_left', null],
    ])
    const own = { ...usualPolicy, product_id: 'lamp' }
    const other = await merchant('POST', path, { product_id: 'desk', offers: [50], policy: own })
    expect([other.body.draft_applies, other.body.draft]).toEqual([false, null])
    await merchant('POST', '/pricing-policies', own)
    const hidden = await merchant('POST', path, { product_id: 'lamp', offers: [50], policy: draft })
    expect([hidden.body.draft_applies, hidden.body.stored.policy_product_id]).toEqual([false, 'lamp'])
  })

  test('names the limits by their fields where the floor is too high', async () => {
    const { merchant } = await commerce.shop()
    const { body } = await merchant('POST', path, {
      product_id: 'lamp',
      offers: [1],
      policy: { ...usualPolicy, floor: { percent: 77 }, quantity_tiers: [{ quantity_min: 10, percent_off: 10 }] },
    })
    expect(body.fields).toEqual([
      { path: 'floor', message: 'must not be above `target_percent` reduced by the highest `percent_off`.' },
    ])
  })

  test('has no outcome without offers, for a caller of the SQL function', async () => {
    const { brandId } = await commerce.shop()
    const [row] = await commerce.sql()`
      select commerce.simulate_negotiation(${brandId}, '[]', product_id => 'lamp') as simulated`
    expect(row?.simulated.stored).toMatchObject({ outcome: null, rounds: [] })
  })

  test('says why agents cannot negotiate', async () => {
    const { merchant, brandId } = await commerce.shop(null)
    const gap = async (product_id: string) =>
      (await merchant('POST', path, { product_id, offers: [1] })).body.stored.not_negotiable
    expect(await gap('lamp')).toBe('no_policy')
    await merchant('POST', '/pricing-policies', { ...usualPolicy, is_enabled: false })
    expect(await gap('lamp')).toBe('disabled')
    const amount = { ...usualPolicy, product_id: 'desk', floor: { amount: 100, currency: 'USD' } }
    await merchant('POST', '/pricing-policies', amount)
    expect(await gap('desk')).toBeNull()
    await commerce.sql()`
      update storefront.catalog_products set sale_price_micros = null, regular_price_micros = 240000000
      where brand_id = ${brandId} and product_id = 'desk'`
    expect(await gap('desk')).toBe('list_price_is_lower')
  })

  test('returns the same answers for every floor, also of a stored policy', async () => {
    const { merchant } = await commerce.shop(null)
    const answers = new Set<string>()
    for (const floor of [10, 40, 64]) {
      await merchant('POST', '/pricing-policies', { ...usualPolicy, floor: { percent: floor }, target_percent: 65 })
      const { body } = await merchant('POST', path, { product_id: 'lamp', offers: [39, 41, 64.5] })
      expect(JSON.stringify(body)).not.toContain('floor')
      answers.add(JSON.stringify(body))
    }
    expect(answers.size).toBe(1)
  })

  test.each([
    [{ product_id: 'lamp', offers: [100] }, 'offers'],
    [{ product_id: 'lamp', offers: [60, 60] }, 'offers'],
    [{ product_id: 'lamp', offers: [60.001] }, 'offers.amount'],
    [{ product_id: 'lamp', offers: [] }, 'offers'],
    [{ product_id: 'lamp', offers: ['cheap'] }, 'offers[0]'],
    [{ product_id: 'lamp', offers: Array.from({ length: 11 }, (_, index) => index + 1) }, 'offers'],
    [{ offers: [1] }, 'product_id'],
    [{ product_id: 'lamp', bundle_id: 'set', offers: [1] }, 'product_id'],
    [{ product_id: 'lamp', quantity: 0, offers: [1] }, 'quantity'],
    [{ product_id: 'lamp', offers: [1], policy: { floor: { percent: 90 }, target_percent: 80 } }, 'floor'],
  ])('returns 400 for %j at its field', async (body, field) => {
    const { merchant } = await commerce.shop()
    const answer = await merchant('POST', path, body)
    expect([answer.status, answer.body.fields?.[0]?.path]).toEqual([400, field])
  })

  test('returns 404 for an unknown product, and 403 for an agent', async () => {
    const { merchant, agent } = await commerce.shop()
    expect((await merchant('POST', path, { product_id: 'nothing', offers: [1] })).status).toBe(404)
    expect((await agent('POST', path, { product_id: 'lamp', offers: [1] })).status).toBe(403)
  })
})
