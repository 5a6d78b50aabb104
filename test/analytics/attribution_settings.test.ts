import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'

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

async function settingsOf(key: string) {
  const { body } = await api.http.get('/v1/attribution-settings').set('Authorization', `Bearer ${key}`)
  return body
}

describe('GET /v1/attribution-settings', () => {
  test('returns the defaults of the table for a brand without orders', async () => {
    const { brandId, key } = await createTenant(database.sql)
    const before = await settingsOf(key)
    expect(before).toMatchObject({ version: 1, change: null, settings: { model: 'position', click_days: 30 } })
    const [assumed] = await database.sql`select to_jsonb(analytics.attribution_settings_of(${brandId})) as settings`
    const [stored] = await database.sql`
      insert into analytics.attribution_settings as held (brand_id) values (${brandId}) returning to_jsonb(held) as settings`
    expect(assumed).toEqual(stored)
    expect(await settingsOf(key)).toMatchObject({ settings: before.settings, version: before.version })
  })

  test('returns a requested change with its status', async () => {
    const { brandId, key } = await createTenant(database.sql)
    await database.sql`
      insert into analytics.attribution_changes (brand_id, model, click_days, view_days, half_life_hours, accounting, version)
      values (${brandId}, 'linear', 7, 0, 24, 'cash', 1)`
    expect((await settingsOf(key)).change).toMatchObject({
      settings: { model: 'linear', click_days: 7, view_days: 0, half_life_hours: 24, accounting: 'cash' },
      status: 'pending',
    })
    await database.sql`update analytics.attribution_changes set is_refused = true where brand_id = ${brandId}`
    expect((await settingsOf(key)).change.status).toBe('refused')
  })
})
