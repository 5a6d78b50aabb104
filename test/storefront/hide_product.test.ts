import { describe, expect, test } from 'vitest'
import { review, stock } from '../support/catalog_rows.ts'
import { lamp, useCommerce } from '../support/commerce.ts'
import { configure } from '../support/configure_shop.ts'
import { issueKey } from '../support/factories.ts'

const commerce = useCommerce({ isSimulated: true })
const row = { id: 'lamp', title: 'Lamp', price: 100, link: 'https://shop.example/lamp' }
const others = [
  { id: 'desk', title: 'Desk', price: 250, list_price: 300 },
  { id: 'rug', title: 'Rug', price: 80, currency: 'EUR' },
]
const hide = (product_id: string) => ['POST', '/hidden-products', { product_id }] as const
const held = async (brandId: string) =>
  await commerce.sql()`select product_id, title, product is not null as is_known from storefront.hidden_products where brand_id = ${brandId}`
const events = async (brandId: string) => {
  const rows = await commerce.sql()`
    select type, data ->> 'product_id' as id from events.outbox where brand_id = ${brandId} and type like 'product.%' order by written`
  return rows.map(({ type, id }) => `${type} ${id}`)
}

describe('POST /hidden-products', () => {
  test('takes the product out of everything that agents read', async () => {
    const { brandId, merchant, agent } = await commerce.shop()
    await review(commerce.database(), brandId, [
      { id: 'r', product_id: 'lamp', rating: 4, created_at: '2026-11-01T00:00:00Z' },
    ])
    await configure(commerce.database(), brandId, {
      bundles: [{ id: 'set', name: 'Set', price: 300, products: ['lamp', 'desk'] }],
    })
    const trusted = (await agent('GET', '/trust')).body
    const reads = [
      '/search?q=lamp',
      '/search?category=none&q=lamp%20desk',
      '/products',
      '/recommend?product_id=desk',
      '/platforms/google/feed',
      '/platforms/meta/feed',
      '/platforms/shopify/feed',
      '/platforms/openai/feed',
      '/platforms/acp/feed',
      '/bundles',
      '/docs',
    ]
    expect(JSON.stringify((await agent('GET', '/products')).body)).toContain('Lamp')
    const { status, body } = await merchant(...hide('lamp'))
    expect([status, body]).toMatchObject([
      200,
      { product_id: 'lamp', title: 'Lamp', hidden_at: '2026-11-20T12:00:00Z', is_restorable: true },
    ])
    for (const path of reads)
      expect([path, JSON.stringify((await agent('GET', path)).body).includes('"Lamp')]).toEqual([path, false])
    for (const path of ['/products/lamp', '/reviews/lamp', '/compare?ids=lamp,desk', '/recommend?product_id=lamp'])
      expect([path, (await agent('GET', path)).status]).toEqual([path, 404])
    const asked = [
      ['/query', { query: 'lamp' }],
      ['/catalog/search', { query: 'lamp' }],
      ['/catalog/lookup', { ids: ['lamp'] }],
    ] as const
    for (const [path, sent] of asked)
      expect([path, JSON.stringify((await agent('POST', path, sent)).body).includes('"Lamp')]).toEqual([path, false])
    expect((await agent('GET', '/bundles')).body).toMatchObject({ count: 0 })
    expect((await agent('GET', '/products')).body.meta.total).toBe(2)
    // A shop does not raise its score when it hides a product with low ratings.
    expect((await agent('GET', '/trust')).body.components).toEqual(trusted.components)
    expect(
      await commerce.sql()`select from storefront.postings where brand_id = ${brandId} and product_id = 'lamp'`,
    ).toEqual([])
    expect(await events(brandId)).toEqual([
      'product.created lamp',
      'product.created desk',
      'product.created rug',
      'product.deleted lamp',
    ])
  })

  test('refuses its offers, holds, orders and lines of sessions as those of an unknown product', async () => {
    const { merchant, agent } = await commerce.shop()
    const { body: hold } = await agent('POST', '/holds', { product_id: 'lamp' })
    const line_items = [{ item: { id: 'lamp' }, quantity: 1 }]
    const { body: session } = await agent('POST', '/checkout-sessions', { line_items })
    const { body: shown } = await agent('GET', `/checkout-sessions/${session.id}`)
    expect(shown.line_items).toHaveLength(1)
    await merchant(...hide('lamp'))
    const unknown = await agent('POST', '/checkout-sessions', {
      line_items: [{ item: { id: 'nothing' }, quantity: 1 }],
    })
    const refused = await agent('POST', '/checkout-sessions', { line_items })
    const plain = (body: unknown) =>
      JSON.stringify(body).replaceAll(/nothing|lamp|chk_\w+|"(continue_url|request_id|expires_at)":"[^"]*"/g, '')
    expect([refused.status, plain(refused.body)]).toEqual([unknown.status, plain(unknown.body)])
    expect((await agent('GET', `/checkout-sessions/${session.id}`)).body.line_items).toEqual([])
    expect((await agent('POST', '/negotiations', lamp(95))).status).toBe(404)
    expect((await agent('POST', '/holds', { product_id: 'lamp' })).status).toBe(404)
    expect((await agent('POST', '/transactions', { items: [{ product_id: 'lamp', quantity: 1 }] })).status).toBe(404)
    expect((await agent('POST', '/transactions', { items: [{ hold_id: hold.id }] })).body.code).toBe('out_of_stock')
  })

  test.each(['hides', 'withdraws'])(
    'ends an open negotiation with its next move when the shop %s the product',
    async (how) => {
      const { brandId, merchant, agent, other } = await commerce.shop()
      const [{ body: first }, { body: second }] = [
        await agent('POST', '/negotiations', lamp(50)),
        await other('POST', '/negotiations', lamp(50)),
      ]
      expect([first.status, second.status]).toEqual(['pending_agent', 'pending_agent'])
      if (how === 'hides') await merchant(...hide('lamp'))
      else await stock(commerce.database(), brandId, others, { replaces: true })
      const ended = { status: 'rejected', resolution: 'product_withdrawn', outcome: null }
      expect((await agent('POST', `/negotiations/${first.id}/accept`, {})).body).toMatchObject(ended)
      const countered = await other('POST', `/negotiations/${second.id}/offers`, {
        offer: { amount: 60, currency: 'USD' },
      })
      expect(countered.body).toMatchObject(ended)
    },
  )

  test('refuses to accept or counter an offer for it, and lets the shop decline', async () => {
    const { merchant, agent } = await commerce.shop({ answered_by: 'merchant' })
    const { body: opened } = await agent('POST', '/negotiations', lamp(60))
    await merchant(...hide('lamp'))
    const respond = async (sent: object) => await merchant('POST', `/negotiations/${opened.id}/respond`, sent)
    expect((await merchant('GET', `/negotiations/${opened.id}`)).body.next_actions).toEqual(['decline'])
    for (const sent of [{ action: 'accept' }, { action: 'counter', offer: { amount: 90, currency: 'USD' } }]) {
      expect((await respond(sent)).status).toBe(409)
    }
    expect((await respond({ action: 'decline' })).body).toMatchObject({
      status: 'rejected',
      resolution: 'declined_by_merchant',
    })
  })

  test.each(['hidden', 'withdrawn'])(
    'does not sell a bundle with a %s product, and shows it again with the product',
    async (how) => {
      const { brandId, merchant, agent } = await commerce.shop()
      await configure(commerce.database(), brandId, {
        bundles: [{ id: 'set', name: 'Set', price: 300, products: ['lamp', 'desk'] }],
      })
      if (how === 'hidden') await merchant(...hide('lamp'))
      else await stock(commerce.database(), brandId, others, { replaces: true })
      const order = async () => await agent('POST', '/transactions', { items: [{ bundle_id: 'set', quantity: 1 }] })
      expect((await order()).body.code).toBe('not_found')
      for (const path of ['/negotiations', '/holds']) {
        const asked = { bundle_id: 'set', ...(path === '/holds' ? {} : { offer: { amount: 250, currency: 'USD' } }) }
        expect([path, (await agent('POST', path, asked)).status]).toEqual([path, 404])
      }
      if (how === 'hidden') await merchant('DELETE', '/hidden-products/lamp')
      else await stock(commerce.database(), brandId, [row])
      expect((await agent('GET', '/bundles')).body.count).toBe(1)
      expect((await order()).status).toBe(201)
    },
  )

  test('ends a negotiation about a bundle with it', async () => {
    const { brandId, merchant, agent } = await commerce.shop()
    await configure(commerce.database(), brandId, {
      bundles: [{ id: 'set', name: 'Set', price: 300, products: ['lamp', 'desk'] }],
    })
    const offer = { amount: 150, currency: 'USD' }
    const { body: opened } = await agent('POST', '/negotiations', { bundle_id: 'set', offer })
    expect(opened.status).toBe('pending_agent')
    await merchant(...hide('desk'))
    const { body } = await agent('POST', `/negotiations/${opened.id}/accept`, {})
    expect(body).toMatchObject({ status: 'rejected', resolution: 'product_withdrawn', outcome: null })
  })

  test('does not sell a bundle from which an earlier release removed a product', async () => {
    const { brandId, agent } = await commerce.shop()
    await configure(commerce.database(), brandId, {
      bundles: [{ id: 'set', name: 'Set', price: 300, products: ['lamp', 'desk'] }],
    })
    await commerce.sql()`delete from storefront.bundle_products where brand_id = ${brandId} and product_id = 'lamp'`
    expect((await agent('POST', '/transactions', { items: [{ bundle_id: 'set', quantity: 1 }] })).status).toBe(404)
    expect((await agent('POST', '/holds', { bundle_id: 'set' })).status).toBe(404)
  })

  test('makes one change for ten concurrent requests', async () => {
    const { brandId, merchant } = await commerce.shop()
    const answers = await Promise.all(Array.from({ length: 10 }, () => merchant(...hide('lamp'))))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(new Set(answers.map(({ body }) => JSON.stringify({ ...body, request_id: '' }))).size).toBe(1)
    expect((await events(brandId)).filter((event) => event === 'product.deleted lamp')).toHaveLength(1)
  })

  test('keeps the freshness of the catalog, which an import sets', async () => {
    const { brandId, merchant } = await commerce.shop()
    const sql = commerce.sql()
    await sql`update storefront.catalogs set updated_at = '2026-10-01' where brand_id = ${brandId}`
    await merchant(...hide('lamp'))
    await merchant('DELETE', '/hidden-products/lamp')
    const [catalog] = await sql`select updated_at::text from storefront.catalogs where brand_id = ${brandId}`
    expect(catalog?.updated_at).toMatch(/^2026-10-01/)
  })
})

describe('an import of a hidden product', () => {
  test.each([false, true])('updates what a restore shows and does not show it (replaces: %s)', async (replaces) => {
    const { brandId, merchant, agent } = await commerce.shop()
    await merchant(...hide('lamp'))
    const report = await stock(commerce.database(), brandId, [{ ...row, price: 90 }, ...others], { replaces })
    expect(report.rows_accepted).toBe(3)
    expect(report.warnings.join(' ')).toContain('1 product of the file is hidden in this shop and stays hidden.')
    expect((await agent('GET', '/products/lamp')).status).toBe(404)
    await merchant('DELETE', '/hidden-products/lamp')
    expect((await agent('GET', '/products/lamp')).body.price.amount).toBe(90)
    expect((await events(brandId)).slice(3)).toEqual(['product.deleted lamp', 'product.created lamp'])
  })

  test('hides one that a complete file withdrew and a later file has again', async () => {
    const { brandId, merchant, agent } = await commerce.shop()
    await merchant(...hide('lamp'))
    await stock(commerce.database(), brandId, others, { replaces: true })
    expect(await held(brandId)).toMatchObject([{ product_id: 'lamp', title: 'Lamp', is_known: false }])
    await stock(commerce.database(), brandId, [row])
    expect(await held(brandId)).toMatchObject([{ product_id: 'lamp', is_known: true }])
    expect((await agent('GET', '/products/lamp')).status).toBe(404)
  })

  test('does not show it when both run at once', async () => {
    const { brandId, merchant, agent } = await commerce.shop()
    const runs = [90, 80, 70].map((price) =>
      stock(commerce.database(), brandId, [{ ...row, price }, ...others], { replaces: true }),
    )
    const [{ status }] = await Promise.all([merchant(...hide('lamp')), ...runs])
    expect(status).toBe(200)
    expect((await agent('GET', '/products')).body.meta.total).toBe(2)
    expect(await held(brandId)).toMatchObject([{ product_id: 'lamp', is_known: true }])
  })

  test('returns 503 with Retry-After while another transaction writes the catalog', async () => {
    const { brandId, merchant, agent } = await commerce.shop()
    await commerce.sql().begin(async (running) => {
      await running`select storefront.lock_catalog(${brandId})`
      const { status, headers } = await merchant(...hide('lamp'))
      expect([status, Number(headers.get('Retry-After')) > 0]).toEqual([503, true])
    })
    expect((await agent('GET', '/products/lamp')).status).toBe(200)
    expect((await merchant(...hide('lamp'))).status).toBe(200)
  })

  test.each(['index_version', 'feed_version'])(
    'returns 503 until the worker has refreshed a catalog of an earlier %s',
    async (version) => {
      const { brandId, merchant } = await commerce.shop()
      const sql = commerce.sql()
      await sql`update storefront.catalogs set ${sql(version)} = 0 where brand_id = ${brandId}`
      expect((await merchant(...hide('lamp'))).status).toBe(503)
      expect(await held(brandId)).toEqual([])
      await sql`select storefront.refresh_catalog(${brandId})`
      expect((await merchant(...hide('lamp'))).status).toBe(200)
    },
  )
})

describe('403, 401 and 404', () => {
  test('refuses agents, foreign merchants, test keys and junk', async () => {
    const { brandId, agent, caller, merchant } = await commerce.shop()
    const foreign = await commerce.shop()
    const foreignKey = (
      await issueKey(commerce.sql(), foreign.accountId, {
        prefix: 'sk_live_',
        scopes: ['read:commerce', 'write:storefront'],
      })
    ).key
    const testKey = (await issueKey(commerce.sql(), foreign.accountId, { prefix: 'sk_test_' })).key
    const callers = [agent, caller(brandId, foreignKey), caller(brandId, null), caller(brandId, 'sk_live_junk')]
    const statuses = await Promise.all(callers.map(async (ask) => (await ask(...hide('lamp'))).status))
    expect(statuses).toEqual([403, 403, 401, 401])
    const simulated = await caller('brd_simulated', testKey)(...hide('sim-01-1'))
    expect(simulated.status).toBe(403)
    expect((await caller(foreign.brandId, testKey)(...hide('sim-01-1'))).status).toBe(403)
    expect((await merchant(...hide('nothing'))).body.code).toBe('not_found')
    expect((await merchant('POST', '/hidden-products', {})).status).toBe(400)
    expect(await held(brandId)).toEqual([])
    expect((await agent('GET', '/products/lamp')).status).toBe(200)
  })
})
