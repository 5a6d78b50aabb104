import { beforeAll, describe, expect, test } from 'vitest'
import { commerceOperations } from '../../shared/operations/commerce.ts'
import { delivered, lamp, order, useCommerce } from '../support/commerce.ts'
import type { Caller } from '../support/commerce.ts'
import { issueKey } from '../support/factories.ts'

const commerce = useCommerce()

/** Valid input of every operation; an id in braces belongs to the agent. */
const bodies: Record<string, [string, object?]> = {
  open_negotiation: ['/negotiations', lamp(61)],
  negotiations: ['/negotiations'],
  negotiation: ['/negotiations/{negotiation}'],
  make_counter_offer: ['/negotiations/{negotiation}/offers', { offer: { amount: 70, currency: 'USD' } }],
  accept_counter_offer: ['/negotiations/{negotiation}/accept', {}],
  reject_counter_offer: ['/negotiations/{negotiation}/reject', {}],
  withdraw_negotiation: ['/negotiations/{negotiation}/withdraw', {}],
  respond_to_negotiation: ['/negotiations/{negotiation}/respond', { action: 'decline' }],
  create_hold: ['/holds', { product_id: 'desk' }],
  holds: ['/holds'],
  hold: ['/holds/{hold}'],
  release_hold: ['/holds/{hold}'],
  create_transaction: ['/transactions', { items: [{ hold_id: '{hold}' }] }],
  transactions: ['/transactions'],
  transaction: ['/transactions/{transaction}'],
  report_transaction: ['/transactions/{transaction}/report', { payment: { state: 'reported_paid' } }],
  cancel_transaction: ['/transactions/{transaction}/cancel', { reason: 'x' }],
  confirm_transaction: ['/transactions/{transaction}/confirmation-window/confirm', {}],
  open_dispute: ['/transactions/{transaction}/confirmation-window/dispute', { reason_code: 'other', description: 'x' }],
  open_handoff: ['/handoff/{token}'],
  disputes: ['/disputes'],
  dispute: ['/disputes/{dispute}'],
  add_dispute_statement: ['/disputes/{dispute}/statements', { statement: 'x' }],
  close_dispute: ['/disputes/{dispute}/close', { action: 'withdraw' }],
  exclusive_offers: ['/offers'],
  publish_exclusive_offer: ['/offers', { type: 'free_shipping', title: 'x' }],
  end_exclusive_offer: ['/offers/{offer}'],
  give_feedback: ['/feedback', { subject: { type: 'transaction', id: '{transaction}' }, outcome: 'slow' }],
  revoke_feedback: ['/feedback/{feedback}'],
  pricing_policies: ['/pricing-policies'],
  set_pricing_policy: ['/pricing-policies', { floor: { percent: 1 }, target_percent: 2 }],
  simulate_negotiation: ['/pricing-policies/simulations', { product_id: 'lamp', offers: [1] }],
  agents: ['/agents'],
}

/** The allowed statuses for a caller without access, by operation and caller. */
function expected(name: string, who: string): number[] {
  const isOpen = ['exclusive_offers', 'open_handoff'].includes(name)
  if (who === 'junk' || who === 'analytics') return [401]
  if (who === 'anonymous') return isOpen ? [200, 303] : [401]
  if (who === 'elsewhere') return [403]
  if (isOpen) return [200, 303]
  const isMerchants = [
    'respond_to_negotiation',
    'report_transaction',
    'publish_exclusive_offer',
    'end_exclusive_offer',
    'pricing_policies',
    'set_pricing_policy',
    'simulate_negotiation',
    'agents',
  ]
  if (who === 'publishable') return [403]
  if (isMerchants.includes(name)) return [403]
  const lists = ['negotiations', 'transactions', 'holds', 'disputes', 'exclusive_offers']
  const isOwn = ['open_negotiation', 'create_hold', ...lists]
  // The simulated shop of a test key has no products with these ids.
  if (who === 'simulated' && ['open_negotiation', 'create_hold'].includes(name)) return [404]
  return isOwn.includes(name) ? [200, 201] : [404]
}

const callers: Record<string, Caller> = {}
const ids: Record<string, string> = {}
let brandId: string

beforeAll(async () => {
  const { agent, merchant, other, ...tenant } = await commerce.shop({ answered_by: 'merchant' })
  brandId = tenant.brandId
  const issue = async (prefix: 'pk_live_' | 'sk_test_') =>
    commerce.caller(brandId, (await issueKey(commerce.sql(), tenant.accountId, { prefix })).key)
  const elsewhere = await commerce.shop()
  Object.assign(callers, {
    anonymous: commerce.caller(brandId, null),
    junk: commerce.caller(brandId, 'sk_live_junk'),
    analytics: commerce.caller(brandId, tenant.key),
    publishable: await issue('pk_live_'),
    simulated: await issue('sk_test_'),
    other,
    elsewhere: commerce.caller(
      brandId,
      (await issueKey(commerce.sql(), elsewhere.accountId, { prefix: 'sk_live_' })).key,
    ),
  })
  const { id: transaction } = await delivered(agent, merchant)
  const disputed = await delivered(agent, merchant)
  const { body } = await agent('POST', `/transactions/${disputed.id}/confirmation-window/dispute`, {
    reason_code: 'other',
    description: 'CANARY',
  })
  const made = async (path: string, input: object, by = agent) => (await by('POST', path, input)).body
  Object.assign(ids, {
    negotiation: (await made('/negotiations', lamp(60, { message: 'CANARY' }))).id,
    hold: (await made('/holds', { product_id: 'lamp' })).id,
    transaction,
    dispute: body.dispute.id,
    token: (await order(agent, { buyer_reference: 'CANARY' })).handoff.token,
    offer: (await made('/offers', { type: 'free_shipping', title: 'On the window' }, merchant)).id,
    feedback: (await made('/feedback', { subject: { type: 'query', id: 'q' }, outcome: 'slow', comment: 'CANARY' }))
      .feedback_id,
  })
})

const named = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole)

async function rows(): Promise<unknown> {
  const tables = await commerce.sql()`
    select c.oid::regclass::text as name from pg_class c where c.relnamespace = 'commerce'::regnamespace and c.relkind = 'r'`
  const held = await Promise.all(
    tables.map(({ name }) => commerce.sql().unsafe(`select * from ${name} as held order by held::text`)),
  )
  return JSON.stringify(held)
}

describe('commerce operations for callers without access', () => {
  test('covers every commerce operation', () => {
    expect(Object.keys(bodies).toSorted()).toEqual(commerceOperations.map(({ name }) => name.split('.')[1]).toSorted())
  })

  test.each(['anonymous', 'junk', 'analytics', 'publishable', 'simulated', 'other', 'elsewhere'])(
    'returns the expected status to %s and leaks no data',
    async (who) => {
      const wrong: unknown[] = []
      for (const { name, method } of commerceOperations) {
        const word = name.split('.')[1] as string
        const [path, body] = bodies[word] as [string, object?]
        const sent = body && (JSON.parse(named(JSON.stringify(body))) as object)
        const answer = await (callers[who] as Caller)(method.toUpperCase() as 'GET', named(path), sent)
        const leaks = JSON.stringify(answer.body ?? '').includes('CANARY')
        if (!expected(word, who).includes(answer.status) || leaks) wrong.push({ word, leaks, ...answer, headers: null })
      }
      expect(wrong).toEqual([])
    },
  )

  test('changes no row', async () => {
    const before = await rows()
    for (const who of ['junk', 'analytics', 'publishable', 'elsewhere'])
      for (const { name, method } of commerceOperations) {
        const [path, body] = bodies[name.split('.')[1] as string] as [string, object?]
        // A handoff link needs no key, and opening it changes the order.
        if (path.startsWith('/handoff')) continue
        const sent = body && (JSON.parse(named(JSON.stringify(body))) as object)
        await (callers[who] as Caller)(method.toUpperCase() as 'GET', named(path), sent)
      }
    expect(await rows()).toBe(before)
  })
})
