import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { importProducts } from '../../../shared/ingest/products/catalog.ts'
import { shell } from '../../../shared/sentences/audience.ts'
import { acpAgent, acpVersion as version } from '../../support/acp_requests.ts'
import type { Answer } from '../../support/shops.ts'
import { useShops } from '../../support/shops.ts'
import { judge } from '../judge.ts'
import { examplesOf, missing, published } from './published.ts'
import type { Published } from './published.ts'

type Row = Record<string, unknown>

const shops = useShops()
const agent = acpAgent(shops)

const files = [
  'examples.agentic_checkout.json',
  'examples.multi_item_checkout.json',
  'examples.feed.json',
  'examples.mcp.agentic_checkout.json',
  ...['automatic-discount', 'order-level-discount', 'percentage-discount-with-allocations'].map(ofDiscounts),
  ...['rejected-discount-code', 'stacked-discounts'].map(ofDiscounts),
  ...['digital-fulfillment', 'partial-fulfillment', 'refunded-order', 'shipped-order', 'simple-order'].map(
    (name) => `orders/${name}.json`,
  ),
]

function ofDiscounts(name: string): string {
  return `discount-extension/${name}.json`
}

/** The products of the catalog that are placed where the examples have their own. */
const products: Record<string, string> = {
  item_123: 'tent',
  item_456: 'lamp',
  item_laptop: 'tent',
  item_mouse: 'lamp',
  item_shirt: 'tent',
  item_pants: 'lamp',
}
const catalog = [
  { id: 'tent', title: 'Ridge tent', price: 100.5, link: 'https://shop.example/tent' },
  { id: 'lamp', title: 'Lamp', price: 9.99, link: 'https://shop.example/lamp' },
]

/** The request examples that are not sent, with the reason. The first pattern that matches counts. */
const unsent: [name: RegExp, reason: string][] = [
  [/^examples\.mcp/, 'the MCP binding is not served; docs/decisions/storefront.md has the reason'],
  [/^examples\.feed\.json create_feed/, 'feeds are read here; this API of an agent platform receives them'],
  [/^orders\//, 'an order of a completed session: no order is placed here'],
]

/** The requests of all files by name: what is sent, not what is received. */
function requests(): [name: string, body: Row][] {
  return files.flatMap((file) =>
    Object.entries(file.startsWith('orders/') ? { order_request: examplesOf(file) } : examplesOf(file))
      .filter(
        ([name]) => /(^|_)request(_|$)/.test(name) && !name.startsWith('error_') && !name.startsWith('feed_error'),
      )
      .map(([name, body]) => [`${file} ${name}`, body as Row] as [string, Row]),
  )
}

const reasonOf = (name: string) => unsent.find(([pattern]) => pattern.test(name))?.[1] ?? null

judge({ judge: 'ACP examples', version, checks: 'requests of the original repository', missing }, () => {
  let schemas: Published
  let brandId = ''
  beforeAll(async () => {
    schemas = published()
    ;({ brandId } = await shops.open(catalog))
    for (const [name] of requests()) {
      const reason = reasonOf(name)
      if (reason) console.log(`ACP example not sent: ${name}, because ${reason}.`)
    }
  })

  /** Sends a request of an example to the operation that its name has. */
  async function send(name: string, body: Row): Promise<Answer> {
    const placed = JSON.parse(
      JSON.stringify(body).replaceAll(/"(item_\w+)"/g, (whole, id: string) =>
        id in products ? `"${products[id]}"` : whole,
      ),
    ) as Row
    if (/ (create_|request)/.test(name)) return await agent.create(brandId, placed)
    const { id } = (await agent.create(brandId, { line_items: [{ id: 'tent' }] })).body
    if (/ update_/.test(name)) return await agent.update(brandId, id, placed)
    if (/ cancel_/.test(name)) return await agent.cancel(brandId, id, placed)
    return await agent.complete(brandId, id, placed)
  }

  test('every request of a checkout gets a valid response: a session, or the refusal of a payment', async () => {
    const sent = requests().filter(([name]) => !reasonOf(name) && !name.startsWith('examples.feed'))
    expect(sent.length).toBe(16)
    for (const [name, body] of sent) {
      const answer = await send(name, body)
      const isPayment = / complete_/.test(name)
      const status = isPayment ? 409 : / (create_|request)/.test(name) ? 201 : 200
      expect([name, answer.status, schemas.answerFaults(answer)]).toEqual([name, status, []])
      if (isPayment) expect(answer.body.code).toBe('unsupported')
      else
        expect(answer.body.line_items[0]).toMatchObject({
          item: { id: 'tent' },
          name: 'Ridge tent',
          unit_amount: 10_050,
        })
    }
  })

  test('quantities of examples are kept, and their codes are returned as not applied', async () => {
    const { request } = examplesOf(ofDiscounts('percentage-discount-with-allocations')) as { request: Row }
    const { body } = await send('discounts request', request)
    expect(body.line_items.map(({ quantity }: Row) => quantity)).toEqual([2, 1])
    expect(body.discounts).toMatchObject({ codes: ['SUMMER20'], applied: [], rejected: [] })
    const automatic = examplesOf(ofDiscounts('automatic-discount')) as { request: Row }
    expect((await send('discounts request', automatic.request)).body.discounts).toBeUndefined()
  })

  test('the products of a feed are imported, and the feed has them', async () => {
    const { products: rows } = examplesOf('examples.feed.json').upsert_products_request_single_product as {
      products: { id: string; variants: Row[] }[]
    }
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-'))
    try {
      const file = join(folder, 'acp.jsonl')
      await writeFile(file, rows.map((row) => JSON.stringify(row)).join('\n'))
      const shop = await shops.open()
      await importProducts(shops.sql(), { audience: shell, brand: shop.brandId, file, currency: 'USD' })
      const { text } = await shops.look(shop.brandId, '/platforms/acp/feed.jsonl')
      const shown = text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { id: string; variants: Row[] })
      expect(shown.map(({ id, variants }) => [id, variants.length])).toEqual(
        rows.map(({ id, variants }) => [id, variants.length]),
      )
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('errors have the status, type and code of the examples', async () => {
    const errors = examplesOf('examples.agentic_checkout.json') as Record<string, Row>
    const key = { 'Idempotency-Key': 'once', 'X-Forwarded-For': '2001:db8:a::1' }
    await agent.create(brandId, { line_items: [{ id: 'tent' }] }, key)
    const answers = {
      error_400_idempotency_key_required: await agent.create(brandId, {}, { 'Idempotency-Key': '' }),
      error_422_idempotency_conflict: await agent.create(brandId, { line_items: [{ id: 'lamp' }] }, key),
      error_400_invalid_item: await agent.create(brandId, { line_items: [{ id: 'invalid_item' }] }),
    }
    for (const [name, { status, body }] of Object.entries(answers)) {
      const { type, code } = errors[name] as Row
      expect([name, body.type, body.code, `error_${status}`]).toEqual([name, type, code, name.slice(0, 9)])
    }
    expect(answers.error_400_invalid_item.body.message).toBe((errors.error_400_invalid_item as Row).message)
  })
})
