import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anomalies } from '../../functions/worker/queues/anomalies.ts'
import { createPool } from '../../shared/db/pool.ts'
import { eventData, eventDescriptions } from '../../shared/schema/event.ts'
import type { EventType } from '../../shared/schema/event.ts'
import { stock } from '../support/catalog_rows.ts'
import { configure, signal } from '../support/configure_shop.ts'
import { ingest } from '../support/ingest.ts'
import { noon, WebhookScene } from '../support/webhooks.ts'
import type { Account } from '../support/webhooks.ts'

interface Listed {
  type: string
  description: string
  is_streamed: boolean
  schema: Record<string, unknown>
}

let scene: WebhookScene
let account: Account
let listed: Listed[]

beforeAll(async () => {
  scene = await WebhookScene.start()
  account = await scene.account()
  listed = (await scene.ask(account.key, 'get', '/event-types')).body.data
})
afterAll(() => scene.stop())

/** Triggers every type of event that the product emits today. */
async function causeEvents({ brandId }: Account): Promise<void> {
  const { database } = scene
  await stock(database, brandId, [
    { id: 'p1', title: 'One' },
    { id: 'p2', title: 'Two' },
  ])
  await stock(database, brandId, [{ id: 'p1', title: 'One', price: 12, availability: 'out_of_stock' }], {
    replaces: true,
  })
  await scene.api.http
    .post(`/api/storefront/${brandId}/query`)
    .send({ agent: { platform: 'claude' }, query: { text: 'one' } })
  await configure(database, brandId, { category: 'outdoor', bundles: [] })
  await configure(database, brandId, { category: 'outdoor' })
  await signal(database, brandId, [
    { signal_id: 's', component: 'reviews', value: 1, occurred_at: '2026-11-01T00:00:00Z', platform: 'claude' },
  ])
  await ingest(
    database,
    brandId,
    Array.from({ length: 60 }, (_, daysAgo) => ({
      date: new Date(Date.parse('2026-11-19T00:00:00Z') - daysAgo * 86_400_000).toISOString().slice(0, 10),
      platform: 'google',
      campaign_name: 'C',
      spend: daysAgo === 0 ? 900 : 100 + (daysAgo % 5),
      revenue: 400,
    })),
  )
  const pool = createPool({ url: database.workerUrl, connectionsMax: 1, now: noon })
  await anomalies.run(pool, { brand_id: brandId })
  await pool.end()
  await database.sql.begin(async (sql) => {
    await sql`select core.enter_brand(${brandId})`
    await sql`update analytics.anomalies set status = 'resolved' where brand_id = ${brandId}`
  })
}

describe('GET /api/webhooks/event-types', () => {
  test('lists the 36 types of events.types, each with a description and a schema', async () => {
    expect(listed).toHaveLength(36)
    const rows = await scene.database.sql`select type from events.types order by position`
    expect(listed.map((each) => each.type)).toEqual(rows.map((row) => row.type))
    expect(Object.keys(eventData)).toEqual(rows.map((row) => row.type))
    expect(listed.filter((each) => each.is_streamed)).toHaveLength(11)
    for (const { description, schema, type } of listed) {
      expect(description).toBe(eventDescriptions[type as EventType])
      expect(schema).toMatchObject({ type: 'object', properties: { type: { const: type }, data: expect.anything() } })
    }
  })

  test('returns schemas that match the delivered events', async () => {
    await scene.endpoint(account, '/all')
    await scene.endpoint(account, '/closed')
    scene.receiver.behaviors['/closed'] = (response) => response.writeHead(410).end()
    await causeEvents(account)
    await scene.pass()
    const received = scene.receiver.at('/all').map(({ body }) => body)
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    for (const body of received) {
      const schema = listed.find((each) => each.type === body.type)?.schema as Record<string, unknown>
      const validate = ajv.compile(schema)
      expect([body, validate(body), validate.errors]).toEqual([body, true, null])
      // Each schema rejects a body without data.
      expect(validate({ ...body, data: null })).toBe(false)
    }
    expect([...new Set(received.map((body) => body.type))].toSorted()).toEqual([
      'alert.resolved',
      'alert.triggered',
      'bundle.updated',
      'deployment.created',
      'deployment.updated',
      'product.availability_changed',
      'product.created',
      'product.deleted',
      'product.price_changed',
      'product.updated',
      'query.received',
      'query.responded',
      'trust.updated',
    ])
    const detectors = received.filter(({ type }) => type === 'alert.triggered').map(({ data }) => data.detector)
    expect(detectors).toContain('webhook_disabled')
  })
})
