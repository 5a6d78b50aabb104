import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ConsoleScene, ownForm } from '../support/console.ts'
import type { Member } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let scene: ConsoleScene
beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

const valid = { version: '1', name: 'North', currency: 'EUR', timezone: 'Europe/Berlin' }

/** What is stored by the currency and the time zone: its words in the refusal, and a first row. */
const kinds: [words: string, insert: string][] = [
  [
    'ad reports',
    `insert into analytics.entities (brand_id, platform, level, external_id) values ($1, 'google', 'account', 'a')`,
  ],
  ['targets', `insert into analytics.targets (brand_id, month, budget_micros) values ($1, '2026-11-01', 1)`],
  ['uploads', `insert into analytics.uploads (brand_id, file_name, bytes, state) values ($1, 'a.csv', 9, 'received')`],
  [
    'pricing policies',
    `insert into commerce.pricing_policies (brand_id, floor_percent, target_percent) values ($1, 1, 2)`,
  ],
]

/** Waits until a statement of the database that contains this text waits for a lock. */
async function untilBlocked(text: string): Promise<void> {
  await vi.waitFor(async () => {
    const blocked = await scene.database.sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${text}%`}`
    expect(blocked).toHaveLength(1)
  }, 10_000)
}

async function brand() {
  const tenant = await createTenant(scene.database.sql)
  const path = `/console/brands/${tenant.brandId}/settings/brand`
  const admin = await scene.member(tenant.brandId, 'admin')
  const save = async (fields: Record<string, string>, { browser }: Member = admin, at = path) => {
    const page = await browser.open(path)
    return await browser.post(at, [...ownForm(page), ...Object.entries({ ...valid, ...fields })])
  }
  const stored = async () => {
    const [row] = await scene.database.sql`
      select name, currency, timezone, version from core.brands where brand_id = ${tenant.brandId}`
    return row
  }
  return { ...tenant, path, admin, save, stored }
}

describe('POST /console/brands/{brand_id}/settings/brand', () => {
  test('changes name, currency and time zone of a brand without data, once for a form that is sent twice', async () => {
    const { save, stored, admin, path } = await brand()
    expect((await save({})).url.search).toBe('?done=saved')
    expect(await stored()).toEqual({ name: 'North', currency: 'EUR', timezone: 'Europe/Berlin', version: 2 })
    const form = [...ownForm(await admin.browser.open(path)), ...Object.entries({ ...valid, version: '2' })]
    const sent = [
      await admin.browser.post(path, form as [string, string][]),
      await admin.browser.post(path, form as [string, string][]),
    ]
    expect(sent.map(({ status }) => status)).toEqual([200, 409])
    expect(await stored()).toMatchObject({ version: 3 })
  })

  test.each(['viewer', 'analyst'] as const)('returns 403 for a %s', async (role) => {
    const { save, stored, brandId } = await brand()
    expect((await save({}, await scene.member(brandId, role))).status).toBe(403)
    expect(await stored()).toMatchObject({ version: 1 })
  })

  test('returns 404 for a brand of others', async () => {
    const [own, foreign] = [await brand(), await brand()]
    expect((await own.save({}, own.admin, foreign.path)).status).toBe(404)
    expect(await foreign.stored()).toMatchObject({ version: 1 })
  })

  test.each([
    ['currency', { timezone: 'UTC' }, 'must stay USD, because the brand has'],
    ['timezone', { currency: 'USD' }, 'must stay UTC, because the brand has'],
  ])('returns 400 for another %s once data is stored, and still renames', async (name, fields, sentence) => {
    for (const [words, insert] of kinds) {
      const { save, stored, brandId } = await brand()
      await scene.database.sql.unsafe(insert, [brandId])
      const refused = await save(fields)
      expect(refused.status).toBe(400)
      const error = refused.html.split(`id="form-${name}-error"`)[1]?.split('</span>')[0]
      expect(error).toContain(sentence)
      expect(error).toContain(words)
      expect(await stored()).toMatchObject({ currency: 'USD', timezone: 'UTC', version: 1 })
      expect((await save({ currency: 'USD', timezone: 'UTC' })).url.search).toBe('?done=saved')
    }
  })

  test.each(kinds)('waits for a transaction that stores the first %s, and is then refused', async (words, insert) => {
    const { save, stored, brandId } = await brand()
    let refused: ReturnType<typeof save> | undefined
    await scene.database.sql.begin(async (first) => {
      await first.unsafe(insert, [brandId])
      refused = save({})
      await untilBlocked('console.call')
    })
    expect((await refused)?.status).toBe(400)
    expect((await refused)?.html).toContain(words)
    expect(await stored()).toMatchObject({ currency: 'USD', timezone: 'UTC', version: 1 })
  })

  test('lets the first import wait, which is then converted to the new currency', async () => {
    const { stored, brandId } = await brand()
    const change = await scene.database.sql.reserve()
    await change`begin`
    await change`select console.set_brand(${brandId}, 1, 'North', 'EUR', 'Europe/Berlin')`
    const imported = ingest(scene.database, brandId, [
      { date: '2026-11-18', platform: 'google', account_id: 'a', currency: 'EUR', spend: 10 },
    ])
    await untilBlocked('commit_ad_import')
    await change`commit`
    change.release()
    await imported
    expect(await stored()).toMatchObject({ currency: 'EUR', timezone: 'Europe/Berlin' })
    const [fact] = await scene.database.sql`
      select sum(spend_micros)::text as spend from analytics.facts_daily where brand_id = ${brandId}`
    expect(fact).toEqual({ spend: '10000000' })
  })

  test('changes the currency again when the targets are removed', async () => {
    const { save, stored, brandId } = await brand()
    await scene.database.sql`
      insert into analytics.targets (brand_id, month) values (${brandId}, '2026-11-01')`
    expect((await save({})).url.search).toBe('?done=saved')
    expect(await stored()).toMatchObject({ currency: 'EUR', version: 2 })
  })

  test('returns 409 to the second of two admins, with the entered name, and overwrites nothing', async () => {
    const { save, stored, brandId } = await brand()
    const other = await scene.member(brandId, 'owner')
    await save({ name: 'First' })
    const late = await save({ name: 'Second' }, other)
    expect(late.status).toBe(409)
    expect(late.html).toMatch(/name="name"[^>]*value="Second"/)
    expect(await stored()).toMatchObject({ name: 'First', version: 2 })
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'n'.repeat(101) }, 'name'],
    [{ currency: 'XXQ' }, 'currency'],
    [{ timezone: 'Mars/Base' }, 'timezone'],
  ])('returns 400 for %j beside its field', async (fields, name) => {
    const { save, stored } = await brand()
    const sent = await save(fields)
    expect([sent.status, sent.html.includes(`id="form-${name}-error"`)]).toEqual([400, true])
    expect(await stored()).toMatchObject({ version: 1 })
  })
})
