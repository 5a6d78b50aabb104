import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Busy, Semaphore } from '../../shared/db/semaphore.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'

let database: TestDatabase
let api: Api

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database, { connectionsMax: 2 })
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

describe('a full connection pool', () => {
  test('rejects a caller after its wait, and frees the slot of a failed caller', async () => {
    const semaphore = new Semaphore(1, 20)
    let finish: () => void = () => undefined
    const first = semaphore.run(() => new Promise<void>((resolve) => (finish = resolve)))
    await expect(semaphore.run(() => Promise.resolve())).rejects.toThrow(Busy)
    const second = semaphore.run(() => Promise.resolve('served'))
    finish()
    await first
    expect(await second).toBe('served')
    await expect(semaphore.run(() => Promise.reject(new Error('own')))).rejects.toThrow('own')
    expect(await semaphore.run(() => Promise.resolve('again'))).toBe('again')
  })

  test('returns 503 within ten seconds, also to the last of twelve requests (503 service_unavailable)', async () => {
    const { key } = await createTenant(database.sql)
    await database.sql.begin(async (sql) => {
      await sql`lock table core.api_keys in access exclusive mode`
      const startedAt = performance.now()
      const statuses = await Promise.all(
        Array.from(
          { length: 12 },
          async () => (await api.http.get('/v1/brands').set('Authorization', `Bearer ${key}`)).status,
        ),
      )
      expect(new Set(statuses)).toEqual(new Set([503]))
      expect(performance.now() - startedAt).toBeLessThan(10_000)
    })
    const response = await api.http.get('/v1/brands').set('Authorization', `Bearer ${key}`)
    expect(response.status).toBe(200)
  })
})
