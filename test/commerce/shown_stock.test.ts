import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { stock } from '../support/catalog_rows.ts'
import { useCommerce } from '../support/commerce.ts'
import { issueKey } from '../support/factories.ts'

const commerce = useCommerce({ isSimulated: true })
const agent = { platform: 'chatgpt' }

const lampRow = {
  id: 'lamp',
  title: 'Ridge lamp',
  description: 'A lamp for the ridge.',
  price: 100,
  quantity: 2,
  brand: 'Ridge',
  gtin: '4006381333931',
  category: 'Lights',
  link: 'https://shop.example/lamp',
  image_links: ['https://shop.example/lamp.jpg'],
}
const candle = {
  ...lampRow,
  id: 'candle',
  title: 'Ridge candle',
  description: 'Light for the ridge.',
  link: 'https://shop.example/candle',
  image_links: ['https://shop.example/candle.jpg'],
  gtin: '4006381333948',
  quantity: undefined,
}

/** A shop with two lamps, and candles without a reported number. */
async function shopOfTwo() {
  const shop = await commerce.shop(null)
  await stock(commerce.database(), shop.brandId, [lampRow, candle], { replaces: true })
  const order = async (quantity: number) => {
    const { status, body } = await shop.agent('POST', '/transactions', { items: [{ product_id: 'lamp', quantity }] })
    expect(status).toBe(201)
    return body.id as string
  }
  return { ...shop, order, visitor: shop.caller(shop.brandId, null) }
}
type Shop = Awaited<ReturnType<typeof shopOfTwo>>

/** Returns a file of a shop for an anonymous caller with an address of its own, so that no rate limit is shared. */
async function fileOf(brandId: string, path: string): Promise<string> {
  const response = await fetch(`${commerce.api().url}/api/storefront/${brandId}/platforms/${path}`, {
    headers: { 'X-Forwarded-For': `2001:db8:${randomBytes(2).toString('hex')}::1` },
  })
  expect(response.status).toBe(200)
  return await response.text()
}

/** Returns the availability of the lamp in everything that an agent without a key reads. */
async function shown({ brandId, visitor }: Shop): Promise<Record<string, unknown>> {
  const read = async (path: string) => (await visitor('GET', path)).body
  const ask = async (path: string, body: object) => (await visitor('POST', path, body)).body
  const file = async (path: string) => (await fileOf(brandId, path)).split('\n').filter((row) => row.includes('lamp'))
  // oxlint-disable-next-line no-explicit-any
  const lamp = (products: any[]) => products.find(({ id }) => id === 'lamp')
  const variant = { id: 'lamp' }
  return {
    search: lamp((await read('/search?q=lamp')).products)?.availability,
    products: lamp((await read('/products')).products)?.availability,
    product: (await read('/products/lamp')).availability,
    compare: lamp((await read('/compare?ids=candle,lamp')).products)?.availability,
    recommend: lamp((await read('/recommend?product_id=candle&type=similar_to')).products)?.availability,
    query: lamp((await ask('/query', { agent, query: { text: 'lamp' } })).results)?.availability.status,
    'in stock': (await read('/products?in_stock=true')).meta.total,
    'not in stock': (await read('/products?in_stock=false')).meta.total,
    'found in stock': (await read('/search?q=lamp%20in%20stock')).meta.total,
    'UCP search': lamp((await ask('/catalog/search', { query: 'lamp' })).products).variants[0].availability,
    'UCP lookup': lamp((await ask('/catalog/lookup', { ids: ['lamp'] })).products).variants[0].availability,
    'UCP product': (await ask('/catalog/product', variant)).product.variants[0].availability,
    'JSON feed': lamp((await read('/platforms/google/feed')).products).availability,
    Google: (await file('google/feed.tsv'))[0]?.split('\t').filter((cell) => cell.endsWith('_stock')),
    Meta: /(?:in|out of) stock/.exec((await file('meta/feed.csv'))[0] as string)?.[0],
    OpenAI: /(?:in|out_of)_stock/.exec((await file('openai/feed.csv'))[0] as string)?.[0],
    ACP: JSON.parse((await file('acp/feed.jsonl'))[0] as string).variants[0].availability.available,
  }
}

const every = (availability: string, lamps: number) => {
  const isAvailable = availability === 'in_stock'
  const ucp = { available: isAvailable, status: availability }
  return {
    search: availability,
    products: availability,
    product: availability,
    compare: availability,
    recommend: availability,
    query: availability,
    'in stock': 1 + lamps,
    'not in stock': 1 - lamps,
    'found in stock': lamps,
    'UCP search': ucp,
    'UCP lookup': expect.objectContaining(ucp),
    'UCP product': expect.objectContaining(ucp),
    'JSON feed': availability,
    Google: [availability],
    Meta: availability.replaceAll('_', ' '),
    OpenAI: availability,
    ACP: isAvailable,
  }
}

describe('availability in every list, card and feed', () => {
  test('is out_of_stock once orders have used up the reported stock, and in_stock after a cancellation', async () => {
    const shop = await shopOfTwo()
    await shop.order(1)
    expect(await shown(shop)).toEqual(every('in_stock', 1))
    const id = await shop.order(1)
    expect(await shown(shop)).toEqual(every('out_of_stock', 0))
    const { body } = await shop.visitor('POST', '/checkout-sessions', {
      line_items: [{ item: { id: 'lamp' }, quantity: 1 }],
    })
    expect(body.messages).toMatchObject([{ code: 'out_of_stock' }])
    await shop.agent('POST', `/transactions/${id}/cancel`, { reason: 'Found another' })
    expect(await shown(shop)).toEqual(every('in_stock', 1))
  })

  test('is in_stock again when an order expires, before the worker updates it', async () => {
    const shop = await shopOfTwo()
    await shop.order(2)
    expect((await shop.visitor('GET', '/products/lamp')).body.availability).toBe('out_of_stock')
    await commerce.runOut(shop.brandId)
    expect((await shop.visitor('GET', '/products/lamp')).body.availability).toBe('in_stock')
  })

  test('is out_of_stock for a confirmed order after its link has expired, until the shop reports its stock', async () => {
    const shop = await shopOfTwo()
    const id = await shop.order(2)
    await shop.merchant('POST', `/transactions/${id}/report`, { action: 'confirm', merchant_order_id: 'A-1' })
    await commerce.runOut(shop.brandId)
    const availability = async () => (await shop.visitor('GET', '/products/lamp')).body.availability
    expect(await availability()).toBe('out_of_stock')
    await stock(commerce.database(), shop.brandId, [lampRow])
    expect(await availability()).toBe('in_stock')
  })

  test('has another ETag after the last piece is ordered', async () => {
    const shop = await shopOfTwo()
    const before = await shop.visitor('GET', '/products/lamp')
    await shop.order(2)
    const after = await shop.visitor('GET', '/products/lamp', undefined, {
      'If-None-Match': before.headers.get('etag') as string,
    })
    expect([after.status, after.body?.availability]).toEqual([200, 'out_of_stock'])
  })

  test('states the rest in the Shopify file', async () => {
    const shop = await shopOfTwo()
    await shop.order(1)
    const [head, ...rows] = (await fileOf(shop.brandId, 'shopify/feed.csv')).split('\n').map((row) => row.split(','))
    const column = head?.indexOf('Inventory quantity') as number
    expect(rows.filter((row) => row.includes('Ridge lamp')).map((row) => row[column])).toEqual(['1'])
  })

  test('of the simulated shop counts the orders of the calling test key only', async () => {
    const shop = await commerce.shop()
    const keyOf = async () =>
      shop.caller(shop.brandId, (await issueKey(commerce.sql(), shop.accountId, { prefix: 'sk_test_' })).key)
    const [one, other] = [await keyOf(), await keyOf()]
    const [{ product_id: id, quantity } = {}] = await commerce.sql()`
      select product_id, quantity from storefront.catalog_products
      where brand_id = 'brd_simulated' and quantity > 0 and availability in ('in_stock', 'low_stock')
      order by product_id desc limit 1`
    const { body: order } = await one('POST', '/transactions', { items: [{ product_id: id, quantity }] })
    const availability = async (caller: typeof one) =>
      (await caller('GET', `/products/${id}`)).body.availability === 'out_of_stock'
    expect([await availability(one), await availability(other)]).toEqual([true, false])
    await one('POST', `/transactions/${order.id}/cancel`, { reason: 'Found another' })
    expect(await availability(one)).toBe(false)
  })
})
