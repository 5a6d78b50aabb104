import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.stop())

describe('platform.fail', () => {
  test('raises a sentence as message and the reason, field and values as detail', async () => {
    const values = { platform: 'google', ids: ['1', '2'], none: null, object: {} }
    const failing = database.sql`select platform.fail('NTFND', 'no_such_campaign', 'campaign_id', ${database.sql.json(values)}::json)`
    const error = (await failing.catch((thrown: unknown) => thrown)) as {
      code: string
      message: string
      detail: string
    }
    expect(error.code).toBe('NTFND')
    expect(error.message.replace(/\(.*\)/, '')).toBe('campaign_id: no such campaign ')
    expect(error.message).toContain('platform = google')
    expect(error.message).toContain('ids = 1, 2')
    expect(error.message).not.toMatch(/none|object/)
    expect(JSON.parse(error.detail)).toEqual({ reason: 'no_such_campaign', field: 'campaign_id', values })
  })

  test('raises a reason without a field and values', async () => {
    const failing = database.sql`select platform.fail('NTRDY', 'no_ad_data')`
    await expect(failing).rejects.toMatchObject({
      code: 'NTRDY',
      message: 'no ad data',
      detail: '{"reason" : "no_ad_data", "field" : null, "values" : {}}',
    })
  })
})
