import { expect, test } from 'vitest'
import { order, useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

test('shows agents and analysts the same lines of an order that is canceled', async () => {
  const { agent, merchant, other, brandId } = await commerce.shop()
  const { id } = await order(agent)
  const report = async (body: object) => await merchant('POST', `/transactions/${id}/report`, body)
  await report({ action: 'confirm', merchant_order_id: 'A-1' })
  await report({ adjustment: { type: 'refund', status: 'completed', amount: 12.5 } })
  await report({ action: 'cancel', reason: 'Out of stock.' })
  const { status, body } = await agent('GET', `/orders/${id}`)
  expect([status, body.line_items[0].status, body.line_items[0].quantity]).toEqual([
    200,
    'removed',
    { original: 2, total: 0, fulfilled: 0 },
  ])
  const lines = await commerce.sql()`
    select item_id, quantity, quantity_total, quantity_fulfilled, amount::int, status
    from storefront.ucp_order_lines(${brandId}, ${id})`
  expect([...lines]).toEqual([
    { item_id: 'lamp', quantity: 2, quantity_total: 0, quantity_fulfilled: 0, amount: 20_000, status: 'removed' },
  ])
  const [adjustment] = await commerce.sql()`select * from storefront.ucp_order_adjustments(${brandId}, ${id})`
  expect([adjustment?.type, Number(adjustment?.amount)]).toEqual(['refund', -1250])
  expect(body.adjustments[0].totals).toEqual([{ type: 'total', amount: -1250 }])
  expect((await other('GET', `/orders/${id}`)).body.line_items).toBeUndefined()
})
