import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createAccount, createBrand, createTenant, issueKey } from '../support/factories.ts'
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

async function brands(key: string) {
  return api.http.get('/v1/brands').set('Authorization', `Bearer ${key}`)
}

describe('GET /v1/brands', () => {
  test('lists every brand of the account with its platforms and no others', async () => {
    const { accountId, brandId, key } = await createTenant(database.sql, {
      name: 'Aurora',
      currency: 'EUR',
      timezone: 'Europe/Berlin',
    })
    const second = await createBrand(database.sql, accountId, { name: 'Borealis' })
    await createTenant(database.sql, { name: 'Stranger' })
    await ingest(database, brandId, [
      { date: '2026-11-02', platform: 'tiktok', account_id: 't', campaign_id: 'c', campaign_name: 'C', spend: 1 },
      { date: '2026-11-02', platform: 'meta', account_id: 'm', campaign_id: 'c', campaign_name: 'C', spend: 1 },
    ])
    const response = await brands(key)
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      data: [
        {
          id: brandId,
          name: 'Aurora',
          currency: 'EUR',
          timezone: 'Europe/Berlin',
          status: 'active',
          platforms: ['meta', 'tiktok'],
        },
        { id: second, name: 'Borealis', currency: 'USD', timezone: 'UTC', status: 'active', platforms: [] },
      ],
      meta: { request_id: response.headers['x-request-id'], simulated: false },
    })
  })

  test('lists one brand for a key narrowed to it', async () => {
    const { accountId, brandId } = await createTenant(database.sql)
    await createBrand(database.sql, accountId)
    const { key } = await issueKey(database.sql, accountId, { brandId })
    expect((await brands(key)).body.data.map((brand: { id: string }) => brand.id)).toEqual([brandId])
  })

  test('lists no brand for an account without brands', async () => {
    const { key } = await issueKey(database.sql, await createAccount(database.sql))
    expect((await brands(key)).body.data).toEqual([])
  })

  test('omits an archived brand', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await database.sql`update core.brands set status = 'archived' where brand_id = ${brandId}`
    expect((await brands(key)).body.data).toEqual([])
  })

  test('accepts a valid X-Request-Id and replaces an invalid one', async () => {
    const { key } = await createTenant(database.sql)
    const sane = await brands(key).then(() =>
      api.http.get('/v1/brands').set({ Authorization: `Bearer ${key}`, 'X-Request-Id': 'trace-0123456789' }),
    )
    expect(sane.body.meta.request_id).toBe('trace-0123456789')
    const insane = await api.http.get('/v1/brands').set({ Authorization: `Bearer ${key}`, 'X-Request-Id': 'a b"c' })
    expect(insane.body.meta.request_id).toMatch(/^req_[0-9a-f]{32}$/)
  })

  test('records the use of a key at most once a minute', async () => {
    const { key, keyId } = await createTenant(database.sql)
    const lastUse = async () => {
      const [row] = await database.sql`select last_used_at, xmin::text from core.api_keys where key_id = ${keyId}`
      return row
    }
    await brands(key)
    const first = await lastUse()
    await brands(key)
    expect(first?.last_used_at).toEqual(new Date('2026-11-20T12:00:00Z'))
    expect(await lastUse()).toEqual(first)
  })
})
