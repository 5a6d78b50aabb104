import { negotiatePrice as negotiation } from '../operations/connector/negotiate_price.ts'
import { proposeChange as proposal } from '../operations/connector/propose_change.ts'
import { tool } from './tool.ts'

export const negotiatePrice = tool({
  name: 'negotiate_price',
  title: 'Negotiate a price',
  description: negotiation.description,
  operation: negotiation,
  confirms: ({ action, product_id: product }) =>
    action === 'accept' ? `Accept the offered price of product ${String(product)}? This can create an order.` : null,
})

export const proposeChange = tool({
  name: 'propose_change',
  title: 'Propose a change',
  description: proposal.description,
  operation: proposal,
})
