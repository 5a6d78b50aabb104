import { createHmac } from 'node:crypto'
import postgres from 'postgres'
import { storeForecasts } from '../../functions/worker/forecasting/store.ts'
import { review, stock } from './catalog_rows.ts'
import { hostileName } from './console.ts'
import type { ConsoleScene } from './console.ts'
import { issueKey } from './factories.ts'
import { ingestJourneys } from './journeys.ts'
import { Client } from './oauth.ts'
import type { Person } from './oauth.ts'

/** Returns a deterministic number from 0 to 1. */
const chance = (seed: string) => createHmac('sha256', 'console').update(seed).digest().readUInt32BE() / 2 ** 32

/** Creates a brand with data on every page of the console, including hostile names. */
export async function fillBrand(scene: ConsoleScene) {
  const brand = await scene.brand({ name: 'Aurora Outdoor' })
  const { database } = scene
  const worker = postgres(database.workerUrl, { max: 1, onnotice: () => undefined })
  await storeForecasts(worker, brand.brandId, ['revenue', 'spend', 'roas'])
  await worker.end()
  for (const status of ['resolved', 'confirmed', 'active', 'active']) await scene.anomaly(brand.brandId, status)
  await fillShop(scene, brand.brandId)
  await fillTrust(scene, brand.brandId)
  await fillJourneys(scene, brand.brandId)
  await issueKey(database.sql, brand.accountId, { prefix: 'pk_live_', brandId: brand.brandId })
  await issueKey(database.sql, brand.accountId, { brandId: brand.brandId, expiresAt: '2026-01-01T00:00:00Z' })
  const [bad] =
    await database.sql`select import_id from analytics.imports where brand_id = ${brand.brandId} and rows_rejected > 0 limit 1`
  return {
    ...brand,
    importId: bad?.import_id as string,
    endpointId: await fillEndpoint(scene, brand.accountId, brand.brandId),
    connectApp: async (person: Person) => {
      await propose(scene, brand.brandId, person)
      const client = new Client(scene.api.url)
      await client.register({ client_name: hostileName })
      await client.connect(person)
    },
  }
}

async function fillShop({ database }: ConsoleScene, brandId: string): Promise<void> {
  const tents = Array.from({ length: 14 }, (_, index) => ({
    id: `tent-${index}`,
    title: `Ridge tent, for ${index}`,
    price: 90 + index * 17,
  }))
  const refused = [{ id: 'x', title: hostileName, price: -1 }]
  await stock(database, brandId, [...tents, { id: 'hostile', title: hostileName }, ...refused])
  await review(
    database,
    brandId,
    tents.slice(0, 5).map(({ id }, index) => ({
      id: `r${index}`,
      product_id: id,
      rating: 3 + (index % 3),
      created_at: '2026-11-01T00:00:00Z',
    })),
  )
}

/** Adds signals of every component, so that the shop has a score that rises and falls. */
async function fillTrust({ database: { sql } }: ConsoleScene, brandId: string): Promise<void> {
  await sql`
    insert into storefront.trust_scores (brand_id, score, tier, components, signals, platform_scores, calculated_at)
    select ${brandId}, 79.3, 'trusted', jsonb_agg(jsonb_build_object(
      'key', component, 'score', case when component <> 'disputes' then 70 + position * 3 end,
      'weight', case when component <> 'disputes' then 0.2 end, 'signals', position * 9, 'updated_at', '2026-11-19T00:00:00Z'
    ) order by position), 252, '[]', '2026-11-20T00:00:00Z'
    from storefront.trust_components
    on conflict (brand_id) do update set score = excluded.score, tier = excluded.tier, components = excluded.components`
  await sql`
    insert into storefront.trust_history (brand_id, day, score, tier)
    select ${brandId}, date '2026-11-19' - n, 75 + n % 5, 'trusted' from generate_series(1, 40) as n on conflict do nothing`
}

async function fillJourneys({ database }: ConsoleScene, brandId: string): Promise<void> {
  const channels = ['google', 'meta', 'tiktok', 'email', 'direct', hostileName]
  const orders = Array.from({ length: 40 }, (_, index) => {
    const day = String(1 + (index % 19)).padStart(2, '0')
    return {
      order_id: `o${index}`,
      customer_id: `c${index}`,
      ordered_at: `2026-11-${day}T18:00:00Z`,
      revenue: 40 + Math.round(chance(`r${index}`) * 200),
    }
  })
  const touches = orders.slice(0, 36).flatMap(({ customer_id, ordered_at }) =>
    channels
      .filter((channel) => chance(customer_id + channel) < 0.45)
      .map((channel, hour) => ({
        customer_id,
        touched_at: ordered_at.replace('T18', `T1${hour}`),
        channel,
        kind: 'click',
        touch_id: customer_id + channel,
      })),
  )
  await ingestJourneys(database, brandId, touches, orders)
}

async function fillEndpoint({ database: { sql } }: ConsoleScene, accountId: string, brandId: string): Promise<string> {
  const [endpoint] = await sql`
    insert into webhooks.endpoints (account_id, brand_id, url, description, types)
    values (${accountId}, ${brandId}, 'https://hooks.example/vitrine', ${hostileName}, '{trust.updated,alert.triggered}')
    returning endpoint_id`
  const endpointId = endpoint?.endpoint_id as string
  for (const status of ['delivered', 'failed', 'pending']) {
    const [delivery] = await sql`
      insert into webhooks.deliveries (brand_id, endpoint_id, event_id, type, data, occurred_at, status, next_attempt_at)
      values (${brandId}, ${endpointId}, events.new_event_id(), 'alert.triggered', '{}', '2026-11-20T10:00:00Z', ${status},
        ${status === 'pending' ? '2026-11-20T13:00:00Z' : null})
      returning delivery_id`
    await sql`
      insert into webhooks.attempts (brand_id, delivery_id, attempt, status, latency_ms, answer, error)
      values (${brandId}, ${delivery?.delivery_id as string}, 1, ${status === 'delivered' ? 200 : 500}, 42, ${hostileName},
        ${status === 'delivered' ? null : 'bad_status'})`
  }
  return endpointId
}

async function propose({ database: { sql } }: ConsoleScene, brandId: string, person: Person): Promise<void> {
  const changes = [
    { kind: 'budget', from: 100, to: 120.5 },
    { kind: 'status', to: 'paused' },
  ]
  for (const [index, change] of changes.entries()) {
    await sql`
      insert into connector.proposals (brand_id, target, change, rationale, evidence, idempotency_key, request_hash, created_by, person_id, status, decided_at)
      values (${brandId}, ${sql.json({ level: 'campaign', platform: 'google', id: String(index + 1) })}, ${sql.json(change)},
        'It earns 3.4 for each unit spent, the others less than half of that.', ${['roas 3.4 in the last 30 days (get_campaign)', hostileName]},
        ${`proposal-${index}`}, '\\x00', 'gra_x', ${person.id}, ${index === 0 ? 'pending_approval' : 'rejected'}, ${index === 0 ? null : '2026-11-20T11:00:00Z'})`
  }
}
