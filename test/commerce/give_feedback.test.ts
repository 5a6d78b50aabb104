import { describe, expect, test } from 'vitest'
import { useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

const product = { type: 'product', id: 'lamp' }

describe('POST /feedback', () => {
  test('keeps one feedback per subject, and overwrites it with the latest', async () => {
    const { agent, brandId } = await commerce.shop()
    const first = await agent('POST', '/feedback', {
      subject: product,
      outcome: 'price_mismatch',
      rating: 1,
      comment: 'It was 120',
    })
    expect(first).toMatchObject({
      status: 201,
      body: { status: 'accepted', subject: product, outcome: 'price_mismatch', rating: 1 },
    })
    const second = await agent('POST', '/feedback', { subject: product, outcome: 'purchased' })
    expect(second.body).toMatchObject({ feedback_id: first.body.feedback_id, outcome: 'purchased', rating: null })
    const signals =
      await commerce.sql()`select component, value::float from storefront.trust_signals where brand_id = ${brandId}`
    expect(signals).toEqual([{ component: 'price_and_stock', value: 1 }])
    await agent('POST', '/feedback', { subject: product, outcome: 'recommended' })
    expect(await commerce.sql()`select from storefront.trust_signals where brand_id = ${brandId}`).toHaveLength(0)
    const [event] =
      await commerce.sql()`select data from events.outbox where brand_id = ${brandId} and type = 'feedback.received' order by written`
    expect(JSON.stringify(event)).not.toContain('It was 120')
  })

  test('returns 404 for a subject of another agent or an unknown product', async () => {
    const { agent, other } = await commerce.shop()
    const { body: opened } = await agent('POST', '/negotiations', {
      product_id: 'lamp',
      offer: { amount: 60, currency: 'USD' },
    })
    const { body: made } = await agent('POST', '/transactions', { items: [{ product_id: 'lamp' }] })
    for (const subject of [
      { type: 'product', id: 'nothing' },
      { type: 'negotiation', id: opened.id },
      { type: 'transaction', id: made.id },
    ])
      expect((await other('POST', '/feedback', { subject, outcome: 'slow' })).status).toBe(404)
    for (const subject of [
      { type: 'negotiation', id: opened.id },
      { type: 'transaction', id: made.id },
      { type: 'query', id: 'q-1' },
    ])
      expect((await agent('POST', '/feedback', { subject, outcome: 'slow' })).status).toBe(201)
  })

  test.each([
    { subject: { type: 'person', id: 'x' }, outcome: 'slow' },
    { subject: product, outcome: 'meh' },
    { subject: product, outcome: 'slow', rating: 6 },
    { subject: product, outcome: 'slow', comment: 'x'.repeat(1001) },
    { subject: product, outcome: 'slow', tags: Array.from({ length: 21 }, () => 'x') },
    { outcome: 'slow' },
  ])('rejects %j with 400', async (body) => {
    const { agent } = await commerce.shop()
    expect((await agent('POST', '/feedback', body)).status).toBe(400)
  })
})
