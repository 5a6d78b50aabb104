import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

/** A brand with an open anomaly, a key that may set its status, and a key that may not. */
async function brandWithAnomaly() {
  const tenant = await createTenant(database.sql)
  await ingest(database, tenant.brandId, [
    { date: '2026-11-10', platform: 'google', account_id: 'a', campaign_id: '1', campaign_name: 'One', spend: 10 },
  ])
  const id = `ano_${tenant.brandId}`
  await database.sql`
    insert into analytics.anomalies
      (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, spend_share)
    select brand_id, ${id}, 'spend_surge', entity_id, level, '2026-11-10', '2026-11-10', '2026-11-10', 400, 100, 20, 15, 300, 0.5
    from analytics.entities
    where brand_id = ${tenant.brandId} and level = 'campaign'`
  const scopes = ['read:marketing', 'write:anomalies']
  const { key } = await issueKey(database.sql, tenant.accountId, { scopes, brandId: tenant.brandId })
  const state = async () => {
    const [row] = await database.sql`
      select status, (select z_min from analytics.anomaly_thresholds where brand_id = ${tenant.brandId}) as z_min
      from analytics.anomalies
      where brand_id = ${tenant.brandId}`
    return [row?.status, row?.z_min]
  }
  return { ...tenant, reader: tenant.key, key, id, state }
}

async function move(key: string, id: string, body: object) {
  return await api.http.patch(`/v1/anomalies/${id}`).set('Authorization', `Bearer ${key}`).send(body)
}

describe('PATCH /v1/anomalies/{anomaly_id}', () => {
  test('returns 403 for a key without the scope, and for a test key', async () => {
    const { reader, accountId, id, state } = await brandWithAnomaly()
    const scopes = ['read:marketing', 'write:anomalies']
    const { key } = await issueKey(database.sql, accountId, { prefix: 'svc_sk_test_', scopes })
    for (const each of [reader, key]) {
      const { status, body } = await move(each, id, { status: 'resolved' })
      expect([status, body.error.code]).toEqual([403, 'forbidden'])
    }
    expect(await state()).toEqual(['active', null])
  })

  test('returns 404 for an anomaly of another brand', async () => {
    const [{ key }, other] = [await brandWithAnomaly(), await brandWithAnomaly()]
    expect((await move(key, other.id, { status: 'resolved' })).status).toBe(404)
    expect(await other.state()).toEqual(['active', null])
  })

  test.each(['active', 'open', '', 5])('returns 400 for the status %j', async (status) => {
    const { key, id, state } = await brandWithAnomaly()
    expect((await move(key, id, { status })).status).toBe(400)
    expect(await state()).toEqual(['active', null])
  })

  test('returns 400 for a status that cannot follow the present one', async () => {
    const { key, id, state } = await brandWithAnomaly()
    const confirmed = await move(key, id, { status: 'confirmed' })
    expect([confirmed.status, confirmed.body.anomaly]).toEqual([
      200,
      expect.objectContaining({ id, status: 'confirmed' }),
    ])
    const { status, body } = await move(key, id, { status: 'false_positive' })
    expect([status, body.error.message]).toEqual([
      400,
      expect.stringContaining('cannot change from confirmed to false_positive'),
    ])
    expect(await state()).toEqual(['confirmed', null])
  })

  test('raises the threshold once for concurrent false positives, and emits alert.resolved', async () => {
    const { key, brandId, id, state } = await brandWithAnomaly()
    const answers = await Promise.all([1, 2, 3].map(async () => await move(key, id, { status: 'false_positive' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    expect(await state()).toEqual(['false_positive', 3.5])
    const emitted = await database.sql`
      select data ->> 'anomaly_id' as id from events.outbox where brand_id = ${brandId} and type = 'alert.resolved'`
    expect(emitted.map((event) => event.id)).toEqual([id])
  })
})
