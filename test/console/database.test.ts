import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../shared/db/console.ts'
import { ConsoleScene } from '../support/console.ts'

let scene: ConsoleScene
let brand: Awaited<ReturnType<ConsoleScene['brand']>>

beforeAll(async () => {
  scene = await ConsoleScene.start()
  brand = await scene.brand()
})
afterAll(() => scene.stop())

describe('console.call', () => {
  const call = async (sessionHash: Buffer, access: string, requests: object[]) => {
    const sql = scene.database.sql
    const [row] = await sql`
      select console.call(${sessionHash}, '::1', ${brand.brandId}, ${access}, ${sql.json(requests as never)}, ${randomUUID()}) as answer`
    return row?.answer
  }

  async function sessionOf(role: Role): Promise<Buffer> {
    const { person } = await scene.member(brand.brandId, role)
    const [row] = await scene.database.sql`select session_hash from oauth.sessions where person_id = ${person.id}`
    return row?.session_hash as Buffer
  }

  const read = (answers: readonly (Record<string, unknown> | undefined)[]) =>
    answers.map((answer) => ({ status: answer?.status, detail: JSON.parse(answer?.detail as string) as unknown }))

  test.each(['read', 'read_beside'])('denies a write operation with the access %s', async (access) => {
    const anomalyId = await scene.anomaly(brand.brandId)
    const requests = [{ operation: 'analytics.change_anomaly', input: { anomaly_id: anomalyId, status: 'resolved' } }]
    const answer = await call(await sessionOf('owner'), access, requests)
    expect(read(answer.answers)).toEqual([
      { status: 'DNIED', detail: { reason: 'a_page_may_not_write', field: null, values: {} } },
    ])
  })

  test('denies a person an operation for keys', async () => {
    const input = { store: 'x', product_id: 'x', action: 'open', idempotency_key: 'x' }
    const answer = await call(await sessionOf('owner'), 'write', [{ operation: 'connector.negotiate_price', input }])
    expect(read(answer.answers)).toEqual([
      { status: 'DNIED', detail: { reason: 'this_operation_is_not_offered', field: null, values: {} } },
    ])
  })

  test('denies a key an operation for people', async () => {
    const [row] = await scene.database.sql`
      select status, detail from core.call('console.keys', (select hash from core.api_keys where key_id = ${brand.keyId}), '::1',
        ${scene.database.sql.json({ brand_id: brand.brandId })})`
    expect(read([row])).toEqual([
      { status: 'DNIED', detail: { reason: 'this_key_lacks_the_scope', field: null, values: { scope: 'console' } } },
    ])
  })

  test.each([
    ["update analytics.anomalies set status = 'resolved' where true"],
    ['update core.api_keys set revoked_at = now() where true'],
    ['delete from webhooks.endpoints where true'],
  ])('changes no row for a viewer: %s', async (statement) => {
    await scene.anomaly(brand.brandId)
    const changed = await scene.database.sql.begin(async (transaction) => {
      await transaction`select set_config('vitrine.brand_ids', ${`{${brand.brandId}}`}, true), set_config('vitrine.role', 'viewer', true)`
      await transaction`set local role vitrine_person`
      return (await transaction.unsafe(statement)).count
    })
    expect(changed).toBe(0)
  })

  test('records an audit event for a change', async () => {
    const anomalyId = await scene.anomaly(brand.brandId)
    const requests = [{ operation: 'analytics.change_anomaly', input: { anomaly_id: anomalyId, status: 'resolved' } }]
    await call(await sessionOf('analyst'), 'write', requests)
    const [row] = await scene.database.sql`
      select detail from oauth.audit_events where event = 'changed' order by event_id desc limit 1`
    expect(row?.detail).toEqual({ operation: 'analytics.change_anomaly', brand_id: brand.brandId })
  })
})
