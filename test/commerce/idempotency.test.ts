import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { lamp, useCommerce } from '../support/commerce.ts'
import { issueKey } from '../support/factories.ts'

const commerce = useCommerce()

const keyed = (key: string = randomUUID()) => ({ 'Idempotency-Key': key })

describe('Idempotency-Key', () => {
  test('returns the stored response for a repeated request, and creates one hold', async () => {
    const { agent, brandId } = await commerce.shop()
    const headers = keyed()
    const first = await agent('POST', '/holds', { product_id: 'lamp' }, headers)
    const again = await agent('POST', '/holds', { product_id: 'lamp' }, headers)
    expect([first.headers.get('Idempotent-Replayed'), again.headers.get('Idempotent-Replayed')]).toEqual([null, 'true'])
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await commerce.events(brandId, 'price_hold.created')).toHaveLength(1)
  })

  test('returns 422 for another request with the same key', async () => {
    const { agent } = await commerce.shop()
    const headers = keyed()
    await agent('POST', '/holds', { product_id: 'lamp' }, headers)
    const { status, body } = await agent('POST', '/holds', { product_id: 'desk' }, headers)
    expect([status, body.code]).toEqual([422, 'idempotency_conflict'])
  })

  test('scopes keys to the caller and the operation', async () => {
    const { agent, other } = await commerce.shop()
    const headers = keyed()
    const answers = [
      await agent('POST', '/holds', { product_id: 'lamp' }, headers),
      await other('POST', '/holds', { product_id: 'desk' }, headers),
      await agent('POST', '/negotiations', lamp(60), headers),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  })

  test('creates one order for twelve concurrent requests; others replay it or return 409', async () => {
    const { agent, brandId } = await commerce.shop()
    const headers = keyed()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => agent('POST', '/transactions', { items: [{ product_id: 'lamp' }] }, headers)),
    )
    const made = answers.filter(({ status }) => status === 201)
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1)
    for (const { status, body, headers: answered } of answers.filter((answer) => answer.status !== 201))
      expect([status, body.code, answered.get('Retry-After')]).toEqual([409, 'idempotency_in_flight', '1'])
    expect(await commerce.sql()`select from commerce.transactions where brand_id = ${brandId}`).toHaveLength(1)
  })

  test('allows a retry with the same key after a 409', async () => {
    const { agent, brandId } = await commerce.shop()
    const headers = keyed()
    const { body: hold } = await agent('POST', '/holds', { product_id: 'lamp' })
    expect((await agent('POST', '/holds', { product_id: 'lamp' }, headers)).status).toBe(409)
    await agent('DELETE', `/holds/${hold.id}`)
    expect((await agent('POST', '/holds', { product_id: 'lamp' }, headers)).status).toBe(201)
    expect(await commerce.events(brandId, 'price_hold.created')).toHaveLength(2)
  })

  test('expires after 24 hours', async () => {
    const { agent, brandId } = await commerce.shop()
    const headers = keyed()
    await agent('POST', '/transactions', { items: [{ product_id: 'lamp' }] }, headers)
    await commerce.sql()`update core.idempotent_requests set created_at = created_at - interval '25 hours' where brand_id = ${brandId}`
    const { status, headers: answered } = await agent(
      'POST',
      '/transactions',
      { items: [{ product_id: 'desk' }] },
      headers,
    )
    expect([status, answered.get('Idempotent-Replayed')]).toEqual([201, null])
  })

  test.each(['', ' ', 'x'.repeat(256), 'with space'])('rejects the key %j with 400', async (key) => {
    const { agent } = await commerce.shop()
    const { status, body } = await agent('POST', '/holds', { product_id: 'lamp' }, keyed(key))
    expect([status, body.error]).toEqual([400, expect.stringContaining('Idempotency-Key header ')])
  })

  test('rejects `idempotency_key` in the body with 400', async () => {
    const { brandId, accountId } = await commerce.shop()
    const { key } = await issueKey(commerce.sql(), accountId, { prefix: 'sk_live_' })
    const response = await fetch(`${commerce.api().url}/api/storefront/${brandId}/holds`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}` },
      body: JSON.stringify({ product_id: 'lamp', idempotency_key: 'in-the-body' }),
    })
    const { error } = (await response.json()) as { error: string }
    expect([response.status, error]).toEqual([400, expect.stringContaining('Send `idempotency_key` as the header')])
  })
})
