import { randomUUID } from 'node:crypto'
import type { ConsoleScene } from '../support/console.ts'
import type { Credentials } from './credentials.ts'
import type { Ids } from './scene.ts'

// oxlint-disable-next-line no-explicit-any
type Json = any
type Post = (path: string, body: object) => Promise<Json>

const usd = (amount: number) => ({ offer: { amount, currency: 'USD' } })

/** Creates the trades of two agents with a storefront: one row for each state change. */
export async function trade(scene: ConsoleScene, brandId: string, credentials: Credentials): Promise<Ids> {
  const by =
    (key: string): Post =>
    async (path, body) => {
      const response = await fetch(`${scene.api.url}/api/storefront/${brandId}${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Idempotency-Key': randomUUID() },
        body: JSON.stringify(body),
      })
      const answer = (await response.json()) as Json
      if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
      return answer
    }
  const shop = by(credentials.bearer('two_brands', 'commerce') as string)
  const policy = { floor: { percent: 50 }, target_percent: 80, quantity_tiers: [{ quantity_min: 10, percent_off: 5 }] }
  await shop('/pricing-policies', policy)
  await shop('/pricing-policies', { ...policy, product_id: 'tent-1', answered_by: 'merchant' })
  await dealAs(by(credentials.stranger), shop)
  const offer = await shop('/offers', { type: 'percent_off', title: 'A tenth off', percent_off: 10 })
  return { ...(await dealAs(by(credentials.bearer('secret', 'commerce') as string), shop)), offer_id: offer.id }
}

async function dealAs(agent: Post, shop: Post): Promise<Ids> {
  const ids: Ids = {}
  const negotiate = async (offer: number, product_id = 'tent-2') =>
    (await agent('/negotiations', { product_id, message: 'Less?', ...usd(offer) })).id as string
  ids.negotiation_id = await negotiate(60)
  for (const move of ['make_counter_offer', 'accept_counter_offer', 'reject_counter_offer', 'withdraw_negotiation'])
    ids[move] = await negotiate(70)
  ids.respond_to_negotiation = await negotiate(80, 'tent-1')
  ids.hold_id = (await agent('/holds', { product_id: 'tent-3' })).id
  ids.release_hold = (await agent('/holds', { product_id: 'tent-4' })).id
  const order = async () =>
    await agent('/transactions', {
      items: [{ product_id: 'tent-5' }],
      confirmation_window_days: 7,
      buyer_reference: 'basket',
    })
  const delivered = async () => {
    const { id } = await order()
    await shop(`/transactions/${id}/report`, { action: 'confirm', merchant_order_id: 'A-1' })
    await shop(`/transactions/${id}/report`, { action: 'fulfill' })
    return id as string
  }
  const disputed = async () => {
    const said = { reason_code: 'other', description: 'Broken.' }
    const { dispute } = await agent(`/transactions/${await delivered()}/confirmation-window/dispute`, said)
    return dispute.id as string
  }
  const first = await order()
  await shop(`/transactions/${first.id}/report`, {
    adjustment: { type: 'refund', status: 'completed', amount: 1, note: 'Sorry.' },
  })
  ids.transaction_id = first.id
  ids.token = first.handoff.token
  ids.report_transaction = (await order()).id
  ids.cancel_transaction = (await order()).id
  ids.confirm_transaction = await delivered()
  ids.open_dispute = await delivered()
  ids.dispute_id = await disputed()
  ids.add_dispute_statement = await disputed()
  ids.close_dispute = await disputed()
  const feedback = { subject: { type: 'query', id: 'q' }, outcome: 'slow', comment: 'Too slow.' }
  ids.feedback_id = (await agent('/feedback', feedback)).feedback_id
  return ids
}
