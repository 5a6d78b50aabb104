import { negotiatePrice as negotiation } from '../operations/connector/negotiate_price.ts'
import { proposeChange as proposal } from '../operations/connector/propose_change.ts'
import { tool } from './tool.ts'

export const negotiatePrice = tool({
  name: 'negotiate_price',
  title: 'Negotiate a price',
  description:
    'Opens a negotiation about the price of a product with an offer, or continues one. Returns not_found when the ' +
    'shop does not negotiate. The shop may accept the offer, counter it or end the negotiation immediately. Each ' +
    'counter-offer must be higher than the previous offer. accept creates an order at the agreed price, also when ' +
    'the shop accepted the offer; it requires confirm: true after a person agreed. availability shows whether the ' +
    'quantity can be ordered; an order that is out of stock is refused. No payment is made: order_handoff_url leads ' +
    'to the checkout of the merchant.',
  operation: negotiation,
  confirms: ({ action, product_id: product }) =>
    action === 'accept' ? `Accept the offered price of product ${String(product)}? This can create an order.` : null,
})

export const proposeChange = tool({
  name: 'propose_change',
  title: 'Propose a change',
  description:
    'Adds a proposed change to the approval queue of the brand. It approves nothing and changes nothing on an ad ' +
    'platform. A repeated call with the same idempotency_key returns the same proposal with its current status. ' +
    'Pending proposals expire after 14 days.',
  operation: proposal,
})
