import { describe, expect, test } from 'vitest'
import { stock } from '../support/catalogue_rows.ts'
import { useConnector } from '../support/connector_door.ts'
import { issueKey } from '../support/factories.ts'

const connector = useConnector()
const opening = {
  product_id: 'a',
  quantity: 2,
  action: 'open',
  offer: { amount: 8, currency: 'USD' },
  idempotency_key: 'negotiation-1',
}

async function stocked() {
  const tenant = await connector.open()
  await stock(connector.database(), tenant.brandId, [{ id: 'a', title: 'Lamp', price: 10 }])
  const use = (input: object, key = tenant.key) =>
    connector.use(key, 'negotiate_price', { brand_id: tenant.brandId, ...opening, ...input })
  return { ...tenant, use }
}

describe('negotiate_price', () => {
  test('is not enabled, for whom it may be asked and in whatever sound way', async () => {
    const { use, testKey } = await stocked()
    const move = { negotiation_id: 'neg_1', offer: undefined }
    for (const answer of [
      await use({}),
      await use({ action: 'counter', negotiation_id: 'neg_1' }),
      await use({ action: 'accept', ...move, confirm: true }),
      await use({ action: 'withdraw', ...move }),
      await use({ product_id: 'sim-01-1' }, testKey),
    ]) {
      expect([answer.status, answer.body.error]).toEqual([
        404,
        { code: 'not_found', message: expect.stringContaining('negotiation is not enabled for this brand') },
      ])
    }
  })

  test.each([
    ['negotiation_id', { negotiation_id: 'neg_1' }],
    ['negotiation_id', { action: 'counter' }],
    ['offer', { offer: undefined }],
    ['offer', { action: 'accept', negotiation_id: 'neg_1', confirm: true }],
    ['confirm', { action: 'accept', negotiation_id: 'neg_1', offer: undefined }],
    ['confirm', { action: 'accept', negotiation_id: 'neg_1', offer: undefined, confirm: false }],
    ['offer.currency', { offer: { amount: 8, currency: 'ZZZ' } }],
    ['offer.amount', { offer: { amount: -1, currency: 'USD' } }],
    ['offer.amount', { offer: { amount: 1e300, currency: 'USD' } }],
    ['offer', { offer: 'all of it' }],
    ['quantity', { quantity: 0 }],
    ['quantity', { quantity: 1.5 }],
    ['action', { action: 'steal' }],
    ['idempotency_key', { idempotency_key: 'short' }],
    ['idempotency_key', { idempotency_key: undefined }],
    ['product_id', { product_id: '' }],
  ])('a wrong %s is refused first: %o', async (field, input) => {
    const { use } = await stocked()
    const { status, body } = await use(input)
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(new RegExp(`^${field}: `))])
  })

  test('a product or shop that is not there, the shop of somebody else, and a key without the scope', async () => {
    const [own, foreign] = [await stocked(), await stocked()]
    expect((await own.use({ product_id: 'b' })).body.error.message).toMatch(/^product_id: /)
    expect((await own.use({ brand_id: 'brd_nowhere' })).status).toBe(404)
    expect((await own.use({ brand_id: foreign.brandId })).status).toBe(404)
    const { sql } = connector.database()
    const { key, keyId } = await issueKey(sql, own.accountId, { prefix: 'sk_live_' })
    await sql`update core.api_keys set scopes = '{read:marketing,read:commerce,write:proposals}' where key_id = ${keyId}`
    const { status, body } = await own.use({}, key)
    expect([status, body.error.message]).toEqual([403, expect.stringContaining('write:negotiation')])
  })
})
