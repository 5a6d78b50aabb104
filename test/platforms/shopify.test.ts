import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decide } from '../support/platforms/consent.ts'
import { addDays } from '../support/platforms/days.ts'
import { refundedOf, totalOf } from '../support/platforms/shopify/shop_ledger.ts'
import { startShopify } from '../support/platforms/shopify/shopify.ts'
import type { Shopify } from '../support/platforms/shopify/shopify.ts'
import { orderPayload, signWebhook } from '../support/platforms/shopify/webhooks.ts'

const redirectUri = 'http://127.0.0.1:9/callback'
const scopes = 'read_orders,read_all_orders,read_products,read_inventory,read_customers'
const domain = 'vitrine-6.myshopify.com'
let shopify: Shopify
let shop: ReturnType<Shopify['seed']>
let token: string

beforeAll(async () => {
  shopify = await startShopify({ redirectUri })
  shop = shopify.seed({ seed: 6, to: addDays(new Date().toISOString().slice(0, 10), -1), orders: 40 })
  token = (await signIn()).body['access_token'] as string
})
afterAll(() => shopify.stop())
beforeEach(() => {
  shop.bucket.giveBack(2_000)
})
afterEach(() => {
  shopify.faults.clear()
})

const address = (path: string) => new URL(shopify.environment.SHOPIFY_BASE_URL.replace('{shop}', domain) + path)

function authorizeUrl(scope = scopes): URL {
  const url = address('/admin/oauth/authorize')
  url.search = new URLSearchParams({
    client_id: shopify.app.id,
    redirect_uri: redirectUri,
    scope,
    state: 'a state',
  }).toString()
  return url
}

interface Json {
  [name: string]: unknown
}

async function tokenCall(body: Json): Promise<{ status: number; body: Json }> {
  const response = await fetch(address('/admin/oauth/access_token'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: shopify.app.id, client_secret: shopify.app.secret, ...body }),
  })
  return { status: response.status, body: (await response.json()) as Json }
}

async function signIn(): Promise<{ status: number; body: Json }> {
  const callback = await decide(authorizeUrl(), { approve: true })
  return tokenCall({ code: callback.searchParams.get('code'), expiring: '1' })
}

interface Answer {
  status: number
  headers: Headers
  // The tests read parts of many shapes.
  body: {
    data?: { orders?: { nodes: Json[]; pageInfo: Json }; node?: Json; [name: string]: unknown }
    errors?: { message: string; extensions?: Json }[]
    extensions?: { cost: Json; search?: unknown[] }
  }
}

async function graphql(query: string, variables: Json = {}, version = '2026-10'): Promise<Answer> {
  const response = await fetch(address(`/admin/api/${version}/graphql.json`), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
    body: JSON.stringify({ query, variables }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
}

const refresh = (refresh_token: unknown) => tokenCall({ grant_type: 'refresh_token', refresh_token })

describe('the installation in Shopify', () => {
  test('signs its callback, and its code works once', async () => {
    const callback = await decide(authorizeUrl(), { approve: true })
    const { hmac, ...signed } = Object.fromEntries(callback.searchParams)
    const text = new URLSearchParams(
      Object.entries(signed).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ).toString()
    expect(hmac).toBe(createHmac('sha256', shopify.app.secret).update(text).digest('hex'))
    expect(signed).toMatchObject({ shop: domain, state: 'a state', timestamp: expect.stringMatching(/^\d+$/) })
    const body = { code: signed['code'], expiring: '1' }
    expect((await tokenCall(body)).body).toEqual({
      access_token: expect.stringMatching(/^shpat_/),
      scope: scopes,
      expires_in: 3_600,
      refresh_token: expect.stringMatching(/^shprt_/),
      refresh_token_expires_in: 7_776_000,
    })
    expect((await tokenCall(body)).status).toBe(400)
  })

  test('has no callback when the merchant cancels, and refuses scopes that are not approved', async () => {
    expect((await decide(authorizeUrl(), { approve: false })).pathname).toBe(`/${domain}/admin/apps`)
    await expect(decide(authorizeUrl('read_orders,write_orders'), { approve: true })).rejects.toThrow('write_orders')
  })

  test('rotates refresh tokens: the old one works until the new one is used', async () => {
    const first = (await signIn()).body['refresh_token']
    const lost = await refresh(first)
    const second = await refresh(first)
    expect([lost.status, second.status]).toEqual([200, 200])
    expect((await refresh(second.body['refresh_token'])).status).toBe(200)
    expect(await refresh(first)).toEqual({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'The refresh token is invalid or expired' },
    })
  })

  test('expires access tokens after an hour and refresh tokens after 90 days', async () => {
    const { body } = await signIn()
    shopify.clock.advance(3_601_000)
    const expired = await graphql('{ shop { name } }')
    shopify.clock.advance(90 * 86_400_000)
    const ended = await refresh(body['refresh_token'])
    shopify.clock.advance(-90 * 86_400_000 - 3_601_000)
    expect([expired.status, ended.status]).toEqual([401, 400])
  })

  test('can grant fewer scopes, and then refuses fields', async () => {
    shopify.access.grantedScopes = ['read_products']
    const kept = token
    const { body } = await signIn()
    token = body['access_token'] as string
    const refused = await graphql('{ orders(first: 1) { nodes { id } } }')
    const [product] = shop.ledger.products.values()
    const id = `gid://shopify/Product/${product!.id}`
    const levels = await graphql(
      `{ shop { name } product(id: "${id}") { variants(first: 1) { nodes { inventoryItem { inventoryLevels(first: 1) { nodes { id } } } } } } }`,
    )
    shopify.access.grantedScopes = null
    token = kept
    expect(body['scope']).toBe('read_products')
    expect(refused.body).toMatchObject({ data: null, errors: [{ extensions: { code: 'ACCESS_DENIED' } }] })
    // The levels must not be null, so the nearest field above that can be null is.
    expect(levels.body).toMatchObject({
      data: { shop: { name: 'Acme' }, product: null },
      errors: [{ message: expect.stringContaining('`read_inventory`') }],
    })
  })
})

const ordersQuery = `query Orders($after: String, $query: String) {
  orders(first: 10, after: $after, query: $query, sortKey: UPDATED_AT) {
    pageInfo { hasNextPage endCursor }
    nodes {
      id name createdAt updatedAt cancelledAt test
      customer { id }
      totalPriceSet { shopMoney { amount currencyCode } presentmentMoney { amount currencyCode } }
      totalRefundedSet { shopMoney { ...amounts } }
      refunds { id createdAt totalRefundedSet { shopMoney { amount } } }
      customerJourneySummary { ready momentsCount { count } lastVisit { source } }
    }
  }
}
fragment amounts on MoneyV2 { amount currencyCode }`

describe('orders of Shopify', () => {
  test('are paged by cursor and add up to the ledger', async () => {
    const orders: Json[] = []
    let after: unknown = null
    do {
      const { body } = await graphql(ordersQuery, { after })
      orders.push(...(body.data?.orders?.nodes ?? []))
      after = body.data?.orders?.pageInfo['hasNextPage'] ? body.data.orders.pageInfo['endCursor'] : null
    } while (after)
    const truth = [...shop.ledger.orders.values()]
    const cents = (order: Json, name: string) => {
      const { shopMoney } = order[name] as { shopMoney: { amount: string } }
      return BigInt(Math.round(Number(shopMoney.amount) * 100)) * 10_000n
    }
    const sum = (name: string) => orders.reduce((total, order) => total + cents(order, name), 0n)
    expect(new Set(orders.map(({ id }) => id)).size).toBe(truth.length)
    expect(sum('totalPriceSet')).toBe(truth.reduce((total, order) => total + totalOf(order), 0n))
    expect(sum('totalRefundedSet')).toBe(truth.reduce((total, order) => total + refundedOf(order), 0n))
    expect(orders.map(({ updatedAt }) => updatedAt)).toEqual(truth.map(({ updatedAt }) => updatedAt).toSorted())
  })

  test('move to the end when they are refunded, and no page skips another', async () => {
    const first = (await graphql(ordersQuery)).body.data?.orders
    const refunded = Number(/(\d+)$/.exec(String(first?.nodes[0]?.['id']))?.[1])
    shop.ledger.refund(refunded, 1_000_000n)
    const second = (await graphql(ordersQuery, { after: first?.pageInfo['endCursor'] })).body.data?.orders
    expect(second?.nodes).toHaveLength(10)
    const since = shop.ledger.order(refunded).updatedAt
    const found = await graphql(ordersQuery, { query: `updated_at:>='${since}'` })
    expect(found.body.data?.orders?.nodes.map(({ id }) => id)).toEqual([`gid://shopify/Order/${refunded}`])
  })

  test('older than 60 days need read_all_orders', async () => {
    const count = async () => (await graphql('{ orders(first: 250) { nodes { id } } }')).body.data?.orders?.nodes.length
    const kept = token
    shopify.access.grantedScopes = ['read_orders']
    const all = await count()
    shopify.clock.advance(59 * 86_400_000)
    token = (await signIn()).body['access_token'] as string
    const recent = await count()
    shopify.clock.advance(-59 * 86_400_000)
    shopify.access.grantedScopes = null
    token = kept
    expect(all).toBe(40)
    expect(recent).toBeLessThan(40)
  })

  test('say that a search field is ignored in a warning only', async () => {
    const { body } = await graphql(ordersQuery, { query: 'updated_after:2026-01-01' })
    expect(body.data?.orders?.nodes).toHaveLength(10)
    expect(body.extensions?.search).toEqual([
      {
        path: ['orders'],
        query: 'updated_after:2026-01-01',
        warnings: [{ field: 'updated_after', message: 'Invalid search field for this query.' }],
      },
    ])
  })

  test.each([
    ['{ orders(first: 1) { nodes { nonsense } } }', 'undefinedField'],
    ['{ orders(first: 1, nonsense: 2) { nodes { id } } }', 'argumentNotAccepted'],
    ['{ orders(first: 1) { nodes } }', 'selectionMismatch'],
    ['{ orders(first: "1") { nodes { id } } }', 'argumentLiteralsIncompatible'],
    ['{ order { id } }', 'missingRequiredArguments'],
    ['{ orders(first: $count) { nodes { id } } }', 'variableNotDefined'],
    ['{ orders(first: 250) { nodes { lineItems(first: 250) { nodes { id } } } } }', 'MAX_COST_EXCEEDED'],
    ['{ orders { nodes { id } } }', 'BAD_REQUEST'],
    ['{ orders(first: 1) { nodes { id }', undefined],
  ])('refuse %s inside HTTP 200', async (query, code) => {
    const { status, body } = await graphql(query)
    expect(status).toBe(200)
    expect(body.data ?? null).toBeNull()
    expect(body.errors?.[0]?.extensions?.['code']).toBe(code)
  })
})

describe('products of Shopify', () => {
  test('have prices as texts, and inventory by location', async () => {
    const { body } = await graphql(`
      {
        products(first: 1) {
          edges {
            node {
              id
              title
              variants(first: 5) {
                nodes {
                  price
                  compareAtPrice
                  inventoryItem {
                    unitCost {
                      amount
                    }
                    inventoryLevels(first: 5) {
                      nodes {
                        location {
                          id
                        }
                        quantities(names: ["available"]) {
                          name
                          quantity
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    `)
    const [edge] = (body.data!['products'] as { edges: { node: { variants: { nodes: Json[] } } }[] }).edges
    expect(edge?.node.variants.nodes[0]).toMatchObject({
      price: expect.stringMatching(/^\d+\.\d\d$/),
      inventoryItem: {
        inventoryLevels: { nodes: [{ quantities: [{ name: 'available', quantity: expect.any(Number) }] }, {}] },
      },
    })
  })

  test('that are deleted are not there', async () => {
    const [product] = shop.ledger.products.values()
    shop.ledger.deleteProduct(product!.id)
    const { body } = await graphql(
      `{ product(id: "gid://shopify/Product/${product!.id}") { id } products(first: 9) { nodes { id } } }`,
    )
    expect(body.data).toMatchObject({ product: null, products: { nodes: [{}, {}] } })
    shop.ledger.products.set(product!.id, product!)
  })
})

describe('a bulk operation of Shopify', () => {
  const run = `mutation($query: String!) { bulkOperationRunQuery(query: $query) { bulkOperation { id status } userErrors { code message } } }`
  const poll = `query($id: ID!) { node(id: $id) { ... on BulkOperation { id status errorCode objectCount fileSize url partialDataUrl } } }`
  const orders =
    '{ orders { edges { node { id totalPriceSet { shopMoney { amount } } lineItems { edges { node { id quantity } } } } } } }'
  const start = async (query: string) =>
    (await graphql(run, { query })).body.data?.['bulkOperationRunQuery'] as Record<string, Json & Json[]>
  const wait = async (id: unknown) => {
    for (let polls = 0; polls < 2; polls++) await graphql(poll, { id })
    return (await graphql(poll, { id })).body.data?.node as Json
  }

  test('is polled, and its lines have the parent of nested nodes', async () => {
    const started = await start(orders)
    expect(started['bulkOperation']).toMatchObject({ status: 'CREATED' })
    const done = await wait(started['bulkOperation']?.['id'])
    const text = await (await fetch(done['url'] as string)).text()
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Json)
    const nested = lines.filter((line) => '__parentId' in line)
    expect(done).toMatchObject({
      status: 'COMPLETED',
      errorCode: null,
      objectCount: String(lines.length),
      partialDataUrl: null,
    })
    expect(lines.length - nested.length).toBe(40)
    expect(nested.length).toBe([...shop.ledger.orders.values()].flatMap((order) => order.lines).length)
    expect(nested[0]?.['__parentId']).toMatch(/^gid:\/\/shopify\/Order\//)
    expect(Number(done['fileSize'])).toBe(Buffer.byteLength(text))
  })

  test('has a number and a file of its own shop', async () => {
    const other = shopify.seed({ seed: 77, to: '2026-11-01', orders: 3 })
    const own = await start(orders)
    const foreign = other.bulk.run(orders, { typeName: 'QueryRoot' }, [])['bulkOperation'] as unknown as Json
    expect(foreign['id']).not.toBe(own['bulkOperation']?.['id'])
    shopify.shops.delete(other.ledger.shop.domain)
  })

  test('without objects has no file, and fails as a test says', async () => {
    const empty = await wait(
      (await start('{ orders(query: "id:1") { edges { node { id } } } }'))['bulkOperation']?.['id'],
    )
    shop.bulk.outcomes.push('FAILED', 'TIMEOUT')
    const failed = await wait((await start(orders))['bulkOperation']?.['id'])
    const timedOut = await wait((await start(orders))['bulkOperation']?.['id'])
    expect([empty, failed, timedOut].map(({ status, errorCode, url }) => [status, errorCode, url])).toEqual([
      ['COMPLETED', null, null],
      ['FAILED', 'INTERNAL_SERVER_ERROR', null],
      ['FAILED', 'TIMEOUT', null],
    ])
  })

  test('fails when the token does not reach a field', async () => {
    shopify.access.grantedScopes = ['read_orders']
    const kept = token
    token = (await signIn()).body['access_token'] as string
    const denied = await wait((await start('{ orders { nodes { id customer { id } } } }'))['bulkOperation']?.['id'])
    shopify.access.grantedScopes = null
    token = kept
    expect([denied['status'], denied['errorCode'], denied['url']]).toEqual(['FAILED', 'ACCESS_DENIED', null])
  })

  test('is refused while five run', async () => {
    for (let count = 0; count < 5; count++) await start(orders)
    const refused = await start(orders)
    expect(refused['userErrors']?.[0]?.['code']).toBe('OPERATION_IN_PROGRESS')
    const { body } = await graphql('{ bulkOperations(first: 20) { nodes { id status } } }')
    const open = (body.data!['bulkOperations'] as { nodes: Json[] }).nodes.filter(({ status }) => status === 'CREATED')
    for (const { id } of open)
      await graphql('mutation($id: ID!) { bulkOperationCancel(id: $id) { bulkOperation { status } } }', { id })
    expect(open).toHaveLength(5)
  })

  test.each([
    ['{ shop { name } }', 'at least one connection'],
    ['{ orders { nodes { nonsense } } }', "doesn't exist on type 'Order'"],
    ['{ orders { nodes { lineItems { nodes { id } } } } }', "must select the 'id' field"],
    [
      '{ orders { nodes { id refunds { refundLineItems { nodes { quantity } } } } } }',
      'connection field within a list field',
    ],
  ])('is refused for %s', async (query, message) => {
    expect((await start(query))['userErrors']?.[0]?.['message']).toContain(message)
  })
})

describe('limits and versions of Shopify', () => {
  test('throttle inside HTTP 200, and restore points with time', async () => {
    shop.bucket.drain()
    const { status, body } = await graphql(ordersQuery)
    expect([status, body.errors?.[0]?.extensions?.['code'], body.extensions?.cost['actualQueryCost']]).toEqual([
      200,
      'THROTTLED',
      null,
    ])
    shop.bucket.giveBack(2_000)
    expect((await graphql(ordersQuery)).body.extensions?.cost).toMatchObject({
      requestedQueryCost: expect.any(Number),
      throttleStatus: { maximumAvailable: 2_000, restoreRate: 100 },
    })
  })

  test('apply the faults of rows to pages and to the lines of a bulk result', async () => {
    shopify.faults.arm({ kind: 'missing_field', field: 'totalPriceSet' })
    shopify.faults.arm({ kind: 'day_outside' })
    const { nodes = [] } = (await graphql(ordersQuery)).body.data?.orders ?? {}
    expect(nodes.at(-1)).not.toHaveProperty('totalPriceSet')
    expect(Date.parse(String(nodes.at(-1)?.['createdAt']))).toBeGreaterThan(Date.now())
    const query = '{ products { nodes { id title } } }'
    const { bulkOperation } = (
      await graphql(
        `
          mutation ($query: String!) {
            bulkOperationRunQuery(query: $query) {
              bulkOperation {
                id
              }
            }
          }
        `,
        { query },
      )
    ).body.data!['bulkOperationRunQuery'] as { bulkOperation: Json }
    const poll = `{ node(id: "${String(bulkOperation['id'])}") { ... on BulkOperation { objectCount url } } }`
    await graphql(poll)
    await graphql(poll)
    shopify.faults.arm({ kind: 'wrong_count' })
    const { url, objectCount } = (await graphql(poll)).body.data!.node as { url: string; objectCount: string }
    shopify.faults.arm({ kind: 'repeated_row' }, { on: /jsonl$/ })
    const lines = (await (await fetch(url)).text()).trim().split('\n')
    expect([lines.at(-1), objectCount]).toEqual([lines[0], String(lines.length + 1)])
  })

  test('fall forward from a version past its end', async () => {
    expect((await graphql('{ shop { name } }', {}, '2024-01')).headers.get('x-shopify-api-version')).toBe('2026-01')
    expect((await graphql('{ shop { name } }', {}, '2027-01')).status).toBe(404)
  })

  test('record writes, and tokens sent to the storage, as violations', async () => {
    await graphql('mutation { orderUpdate(input: {}) { order { id } } }')
    expect(shopify.recorder.violations.map(({ reason }) => reason)).toEqual(['The mutation orderUpdate is a write.'])
    const stored = shopify.recorder.matching(/^GET \/bulk\//)
    expect(stored.length).toBeGreaterThan(0)
    const address = shop.bulk.all().find(({ url }) => url)?.['url'] as string
    await fetch(address, { headers: { 'x-shopify-access-token': token } })
    expect(shopify.recorder.violations.at(-1)?.reason).toContain('must not be sent to the address of a download')
    expect(shopify.recorder.crashes).toEqual([])
  })

  test('end when the app is uninstalled', async () => {
    token = (await signIn()).body['access_token'] as string
    await fetch(address('/admin/api_permissions/current.json'), {
      method: 'DELETE',
      headers: { 'x-shopify-access-token': token },
    })
    expect((await graphql('{ shop { name } }')).status).toBe(401)
  })
})

describe('webhooks of Shopify', () => {
  test('are signed over the raw body', () => {
    const [order] = shop.ledger.orders.values()
    const { headers, body } = signWebhook(shopify.app.secret, {
      shop: domain,
      topic: 'orders/updated',
      payload: orderPayload(order!),
    })
    expect(headers['x-shopify-hmac-sha256']).toBe(
      createHmac('sha256', shopify.app.secret).update(body).digest('base64'),
    )
    expect(JSON.parse(body)).toMatchObject({ id: order?.id, updated_at: order?.updatedAt })
  })
})
