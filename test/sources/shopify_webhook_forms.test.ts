import { describe, expect, test } from 'vitest'
import { readWebhook, UnreadableWebhook } from '../../shared/sources/shopify/webhook.ts'
import type { ShopWebhook } from '../../shared/sources/shopify/webhook.ts'
import { isProven, proofOf } from '../../shared/sources/webhooks/proof.ts'

const now = Date.parse('2026-11-23T07:00:00Z')
const id = 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043'
const shop = 'acme.myshopify.com'
const person = { id: 207119551, email: 'john@example.com', phone: '555-625-1199' }

function read(topic: string, body: unknown, headers: Record<string, string> = {}): ShopWebhook | undefined {
  const given = {
    'x-shopify-topic': topic,
    'x-shopify-shop-domain': shop,
    'x-shopify-webhook-id': id,
    'x-shopify-triggered-at': '2026-11-23T06:00:00.877041743Z',
    ...headers,
  }
  const webhook = readWebhook(new Headers(given), typeof body === 'string' ? body : JSON.stringify(body), now)
  if (webhook !== null) expect(webhook.webhook_id).toBe(id)
  return webhook?.content
}

describe('a webhook of a shop', () => {
  test.each([
    ['orders/updated', { id: 820982911946154508n }, 'orders', '820982911946154508'],
    ['orders/delete', { id: 1 }, 'orders', '1'],
    ['orders/edited', { order_edit: { id: 7, order_id: 607673086 } }, 'orders', '607673086'],
    ['orders/risk_assessment_changed', { id: 9, order_id: 3 }, 'orders', '3'],
    ['refunds/create', { id: 890088186047892319n, order_id: 4 }, 'orders', '4'],
    ['products/update', { id: 788032119674292922n, title: 'A product' }, 'products', '788032119674292922'],
    [
      'inventory_levels/update',
      { inventory_item_id: 271878346596884015n, location_id: 1 },
      'products',
      'inventory_item:271878346596884015',
    ],
  ])('%s names what to read again, with all digits', (topic, body, kind, id) => {
    const text = JSON.stringify(body, (_, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each))
    expect(read(topic, text.replaceAll(/"(\d+)n"/g, '$1'))).toEqual({
      kind,
      shop,
      object_ids: [id],
      customer_id: null,
      request_id: null,
      triggered_at: '2026-11-23T06:00:00.877Z',
    })
  })

  test('about personal data has the ids of the customer and of the orders, and nothing else', () => {
    const asked = {
      shop_id: 954889,
      shop_domain: shop,
      orders_requested: [1, 2],
      customer: person,
      data_request: { id: 9999 },
    }
    const redacted = { shop_id: 954889, shop_domain: shop, customer: person, orders_to_redact: [3] }
    expect(read('customers/data_request', asked)).toMatchObject({
      kind: 'data_request',
      customer_id: '207119551',
      object_ids: ['1', '2'],
      request_id: '9999',
    })
    expect(read('customers/redact', redacted)).toMatchObject({
      kind: 'redact_customer',
      customer_id: '207119551',
      object_ids: ['3'],
    })
    // A customer without orders.
    const none = read('customers/redact', { ...redacted, orders_to_redact: null })
    expect(none).toMatchObject({ kind: 'redact_customer', object_ids: [] })
    expect(read('shop/redact', { shop_id: 954889, shop_domain: shop })).toMatchObject({
      kind: 'redact_shop',
      object_ids: [],
    })
    expect(JSON.stringify([read('customers/data_request', asked), read('customers/redact', redacted)])).not.toMatch(
      /john|555/,
    )
  })

  test('of another topic says nothing, whatever its body is', () => {
    expect([read('carts/update', 'no JSON'), read('', {}), read('app/scopes_update', { current: [] })]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test.each([
    ['orders/updated', {}, {}, 'id'],
    ['orders/updated', { id: 'gid://shopify/Order/1' }, {}, 'id'],
    ['orders/updated', '{"id":', {}, 'JSON body'],
    ['refunds/create', { id: 1 }, {}, 'order_id'],
    ['inventory_levels/update', { inventory_item_id: null }, {}, 'inventory_item_id'],
    ['customers/redact', { shop_domain: shop, customer: { email: 'x' }, orders_to_redact: [] }, {}, 'customer.id'],
    [
      'customers/redact',
      { shop_domain: 'other.myshopify.com', customer: person, orders_to_redact: [] },
      {},
      'shop_domain',
    ],
    ['shop/redact', { shop_domain: 'other.myshopify.com' }, {}, 'shop_domain'],
    ['shop/redact', { shop_domain: shop, customer: person, orders_to_redact: [] }, {}, 'customer'],
    ['app/uninstalled', { myshopify_domain: 'other.myshopify.com' }, {}, 'shop_domain'],
    ['app/uninstalled', { id: 1 }, {}, 'myshopify_domain'],
    ['orders/updated', { id: 1 }, { 'x-shopify-webhook-id': "'; drop" }, 'X-Shopify-Webhook-Id'],
    ['orders/updated', { id: 1 }, { 'x-shopify-shop-domain': 'evil.example' }, 'X-Shopify-Shop-Domain'],
  ])('%s is refused with %j %j, because of its %s', (topic, body, headers, field) => {
    expect(() => read(topic, body, headers)).toThrow(new UnreadableWebhook(field))
  })

  test.each(['yesterday', '', '2999-01-01T00:00:00Z'])('with the time %j has the time of its arrival', (time) => {
    const webhook = read('orders/updated', { id: 1 }, { 'x-shopify-triggered-at': time })
    expect(webhook?.triggered_at).toBe('2026-11-23T07:00:00.000Z')
  })
})

describe('the proof of a webhook', () => {
  const webhook = { platform: 'shopify', webhook_id: id, content: '{"kind":"redact_customer"}' } as const

  test('holds for the newest and the old secret', () => {
    expect(isProven(webhook, proofOf(webhook, 'old'), ['new', 'old'])).toBe(true)
    expect(isProven(webhook, proofOf(webhook, 'other'), ['new', 'old'])).toBe(false)
    expect([
      isProven(webhook, '', ['new']),
      isProven(webhook, 'zz', ['new']),
      isProven(webhook, proofOf(webhook, 'x'), []),
    ]).toEqual([false, false, false])
  })

  test.each([{ platform: 'meta' as const }, { webhook_id: 'x' }, { content: '{"kind":"redact_shop"}' }])(
    'fails for %j',
    (change) => {
      expect(isProven({ ...webhook, ...change }, proofOf(webhook, 'secret'), ['secret'])).toBe(false)
    },
  )
})
