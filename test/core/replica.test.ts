import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { startOwnCluster } from '../support/own_cluster.ts'
import type { OwnCluster } from '../support/own_cluster.ts'
import { startReplica } from '../support/replica.ts'
import type { StreamingReplica } from '../support/replica.ts'

let cluster: OwnCluster
let replica: StreamingReplica
/** Accepts a lag of one hour, so that reads of a paused replica are visible. */
let patient: Api
/** Accepts no lag. */
let strict: Api

beforeAll(async () => {
  cluster = await startOwnCluster()
  await cluster.database.sql`grant vitrine_clock to vitrine_functions`
  await cluster.database.sql`alter role vitrine_functions set vitrine.now = '2026-11-20T12:00:00Z'`
  // A minute that ends between two requests restores the quota.
  await cluster.database.sql`alter role vitrine_functions set vitrine.clock = '2026-11-20T12:00:00Z'`
  replica = await startReplica(cluster)
  const at = (lagSecondsMax: number) =>
    startApi(cluster.database, { trustedProxyHops: 1, replica: { url: replica.functionsUrl, lagSecondsMax } })
  patient = await at(3600)
  strict = await at(0)
}, 120_000)
afterEach(() => replica.resume())
afterAll(async () => {
  await patient.stop()
  await strict.stop()
  await replica.stop()
  await cluster.database.stop()
})

async function tenantWithAds(plan = 'ENTERPRISE') {
  const tenant = await createTenant(cluster.database.sql, { plan })
  await report(tenant.brandId, 100)
  await replica.caughtUp()
  return tenant
}

async function report(brandId: string, spend: number) {
  const row = { date: '2026-11-01', platform: 'google', account_id: 'g', campaign_id: '1', campaign_name: 'B', spend }
  await ingest(cluster.database, brandId, [row])
}

async function metrics(api: Api, key: string) {
  const { status, body, headers } = await api.http
    .get('/v1/metrics?date_from=2026-11-01&date_to=2026-11-02&metrics=spend')
    .set('Authorization', `Bearer ${key}`)
  return { status, spend: body.totals?.spend as number | undefined, remaining: headers['x-ratelimit-remaining'] }
}

function served(api: Api): number {
  return api.replicaReads()?.served ?? 0
}

describe('a read with a replica', () => {
  test('is served by the replica within the allowed lag', async () => {
    const { brandId, key } = await tenantWithAds()
    await replica.pause()
    await report(brandId, 250)
    expect(await metrics(patient, key)).toMatchObject({ status: 200, spend: 100 })
    await replica.resume()
    await replica.caughtUp()
    expect(await metrics(patient, key)).toMatchObject({ status: 200, spend: 250 })
  })

  test('is served by the primary when the replica lags too far behind', async () => {
    const { brandId, key } = await tenantWithAds()
    await replica.pause()
    await report(brandId, 250)
    const before = strict.replicaReads()?.behind ?? 0
    expect(await metrics(strict, key)).toMatchObject({ status: 200, spend: 250 })
    expect(strict.replicaReads()?.behind).toBe(before + 1)
  })

  test('returns the same responses as without a replica, errors included', async () => {
    const { brandId, key } = await tenantWithAds()
    const before = served(patient)
    const ask = async (api: Api, path: string) => {
      const { status, text } = await api.http
        .get(path)
        .set({ Authorization: `Bearer ${key}`, 'X-Request-Id': 'the-same-id' })
      return { status, text }
    }
    const alone = await startApi(cluster.database, { trustedProxyHops: 1 })
    for (const path of [
      '/v1/brands',
      `/v1/metrics?brand_id=${brandId}&date_from=2026-11-01&date_to=2026-11-02`,
      '/v1/forecasts?type=revenue',
      '/v1/attribution?date_from=2026-11-01&date_to=2026-11-02',
    ]) {
      expect([path, await ask(patient, path)]).toEqual([path, await ask(alone, path)])
    }
    await alone.stop()
    expect(served(patient)).toBe(before + 4)
  })
})

describe('a search with a replica', () => {
  test('is recorded on the primary, and the response does not wait for the record', async () => {
    const { brandId } = await tenantWithAds()
    const sql = cluster.database.sql
    const recorded = async () =>
      (await sql`select from events.outbox where brand_id = ${brandId} and type = 'query.received'`).length
    const before = served(patient)
    await sql.begin(async (lock) => {
      await lock`lock table events.outbox in exclusive mode`
      const { status } = await patient.http.get(`/api/storefront/${brandId}/search?q=tent`)
      expect([status, served(patient)]).toEqual([200, before + 1])
    })
    await vi.waitFor(async () => expect(await recorded()).toBe(1), 10_000)
  })
})

describe('a credential with a replica', () => {
  test('returns 401 immediately after a revocation, independent of replica lag', async () => {
    const { key, keyId } = await tenantWithAds()
    expect((await metrics(patient, key)).status).toBe(200)
    await replica.pause()
    await cluster.database.sql`select core.revoke_key(${keyId})`
    expect((await metrics(patient, key)).status).toBe(401)
  })

  test('is accepted immediately after it is issued, before the replica has it', async () => {
    const { accountId } = await tenantWithAds()
    await replica.pause()
    const { key } = await issueKey(cluster.database.sql, accountId)
    expect(await metrics(patient, key)).toMatchObject({ status: 200, spend: 100 })
  })

  test('reaches the brands that the primary lists', async () => {
    const { key, brandId, accountId } = await tenantWithAds()
    await replica.pause()
    await cluster.database.sql`update core.brands set status = 'archived' where brand_id = ${brandId}`
    expect((await metrics(patient, key)).status).toBe(403)
    await cluster.database.sql`update core.brands set status = 'active' where brand_id = ${brandId}`
    await cluster.database.sql`select core.create_brand(${accountId}, 'second', 'Second', 'USD', 'UTC')`
    expect((await metrics(patient, key)).status).toBe(400)
    const { body } = await patient.http.get('/v1/brands').set('Authorization', `Bearer ${key}`)
    expect(body.data).toHaveLength(2)
  })

  test('is limited exactly, each request with its own remainder', async () => {
    const { key } = await tenantWithAds('TRIAL')
    const before = served(patient)
    const answers = await Promise.all(Array.from({ length: 100 }, () => metrics(patient, key)))
    const allowed = answers.filter(({ status }) => status === 200)
    expect(allowed.map(({ remaining }) => Number(remaining)).toSorted((one, two) => one - two)).toEqual(
      Array.from({ length: 60 }, (_, number) => number),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40)
    expect(served(patient)).toBe(before + 60)
  })

  test('is counted once when the primary replaces the replica', async () => {
    const { brandId, key } = await tenantWithAds()
    await replica.pause()
    await report(brandId, 3)
    const [first, second] = [await metrics(strict, key), await metrics(strict, key)]
    expect([first.spend, Number(first.remaining) - Number(second.remaining)]).toEqual([3, 1])
  })

  test('records its time of last use', async () => {
    const { key, keyId } = await tenantWithAds()
    await metrics(patient, key)
    const [row] = await cluster.database.sql`select last_used_at from core.api_keys where key_id = ${keyId}`
    expect(row?.last_used_at).not.toBeNull()
  })
})

describe('a write with a replica', () => {
  test('runs on the primary, and is read back from there, while the replica is paused', async () => {
    const { accountId } = await tenantWithAds()
    const { key } = await issueKey(cluster.database.sql, accountId, { prefix: 'sk_live_' })
    await replica.pause()
    const propose = () =>
      patient.http
        .post('/api/mcp/propose_change')
        .set('Authorization', `Bearer ${key}`)
        .send({
          target: { level: 'campaign', id: '1', platform: 'google' },
          change: { kind: 'status', to: 'paused' },
          rationale: 'It costs more than it earns.',
          evidence: ['roas 0.4 in the last 30 days (get_campaign)'],
          idempotency_key: 'proposal-1',
        })
    const { status, body } = await propose()
    expect([status, body.error]).toEqual([200, undefined])
    expect((await propose()).body.proposal_id).toBe(body.proposal_id)
  })
})

describe('an unavailable replica', () => {
  test('is replaced by the primary until it is back', { timeout: 60_000 }, async () => {
    const { key } = await tenantWithAds()
    await metrics(patient, key)
    await replica.shutDown()
    for (let request = 0; request < 12; request++) expect((await metrics(patient, key)).status).toBe(200)
    expect(patient.replicaReads()?.unavailable).toBeGreaterThan(5)
    await replica.start()
    const before = served(patient)
    await vi.waitUntil(async () => (await metrics(patient, key)) && served(patient) > before, {
      timeout: 30_000,
      interval: 100,
    })
  })

  test('a primary configured as the replica serves no reads', async () => {
    const { key } = await tenantWithAds()
    const url = cluster.database.functionsUrl
    const astray = await startApi(cluster.database, { replica: { url, lagSecondsMax: 3600 } })
    expect(await metrics(astray, key)).toMatchObject({ status: 200, spend: 100 })
    expect(astray.replicaReads()).toMatchObject({ served: 0 })
    await astray.stop()
  })
})
