import { negotiatePrice as negotiation } from '../operations/connector/negotiate_price.ts'
import { proposeChange as proposal } from '../operations/connector/propose_change.ts'
import { tool } from './tool.ts'

export const negotiatePrice = tool({
  name: 'negotiate_price',
  title: 'Negotiate a price',
  description:
    'Opens or continues a negotiation about a price. The shop accepts, counters or ends it at once; each counter must ' +
    'be higher than the last offer. accept creates an order, also after the shop accepted; it requires confirm: true ' +
    'after a person agreed. No payment is made: order_handoff_url leads to the checkout of the merchant.',
  operation: negotiation,
  confirms: ({ action, product_id: product }) =>
    action === 'accept' ? `Accept the offered price of product ${String(product)}? This can create an order.` : null,
  argumentNotes: {
    negotiation_id: 'Except to open.',
    offer: 'To open or counter.',
    'offer.amount': 'Per unit.',
    idempotency_key: 'Unique, such as a UUID.',
    confirm: 'To accept.',
  },
})

export const proposeChange = tool({
  name: 'propose_change',
  title: 'Propose a change',
  description:
    'Submits a change for approval by a person. Nothing changes on an ad platform. It expires after 14 days.',
  operation: proposal,
  argumentNotes: {
    'change.to': 'For a budget: the daily amount.',
    evidence: 'Figures with sources.',
    idempotency_key: 'Unique, such as a UUID.',
    confirm: 'For a daily budget above 10 times the current one.',
  },
})
