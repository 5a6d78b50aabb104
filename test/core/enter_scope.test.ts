import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'

let database: TestDatabase
let brandId: string

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  brandId = (await createTenant(database.sql)).brandId
})
afterAll(() => database.stop())

/** Enters the scope of an operation with a credential that has these members. */
async function enter(operation: string, members: Record<string, unknown>): Promise<string> {
  const credential = { key_id: 'key_x', credential_id: 'key_x', brand_ids: [brandId], ...members }
  const [row] = await database.sql`
    select core.enter_scope(
      jsonb_populate_record(null::core.credential, ${database.sql.json(credential as never)}), operations, null) as brand_id
    from core.operations where operations.operation = ${operation}`
  return row?.brand_id as string
}

const key = { accepted_by: ['analytics', 'console'], scopes: ['read:marketing'] }

describe('core.enter_scope', () => {
  test('admits a credential with the scope', async () => {
    expect(await enter('analytics.metrics', key)).toBe(brandId)
  })

  test.each([
    ['null scopes', { scopes: null }],
    ['no scopes', { scopes: [] }],
    ['a null scope among others', { scopes: [null, 'read:commerce'] }],
    ['no function that accepts it', { accepted_by: null }],
    ['null brands', { brand_ids: null }],
  ])('refuses a credential with %s', async (_, members) => {
    await expect(enter('analytics.metrics', { ...key, ...members })).rejects.toMatchObject({
      code: expect.stringMatching(/^(DNIED|BADRQ)$/),
    })
  })

  test('admits a person by the role alone, only for operations of the console', async () => {
    const person = { key_id: null, person_id: randomUUID(), accepted_by: ['console'], scopes: null, role: 'viewer' }
    expect(await enter('console.view', person)).toBe(brandId)
    await expect(enter('analytics.change_anomaly', person)).rejects.toMatchObject({ code: 'DNIED' })
    await expect(enter('analytics.change_anomaly', { ...person, role: null })).rejects.toMatchObject({ code: 'DNIED' })
    await expect(enter('commerce.confirm_transaction', person)).rejects.toMatchObject({ code: 'DNIED' })
  })

  test('refuses a role that it does not know', async () => {
    const person = { accepted_by: ['console'], scopes: ['write:anomalies'] }
    await expect(enter('analytics.change_anomaly', { ...person, role: 'guest' })).rejects.toMatchObject({
      code: 'DNIED',
    })
    expect(await enter('analytics.change_anomaly', { ...person, role: 'analyst' })).toBe(brandId)
  })
})
