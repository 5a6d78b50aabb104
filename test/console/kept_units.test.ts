import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { stock } from '../support/catalog_rows.ts'
import { ConsoleScene, ownForm } from '../support/console.ts'
import { createTenant, issueKey } from '../support/factories.ts'

let scene: ConsoleScene
beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

/** Sends a request while another transaction changes the currency of the brand to yen, and returns its result after the commit. */
async function whileCurrencyChanges<Result>(brandId: string, send: () => Promise<Result>): Promise<Result> {
  let sent: Promise<Result> | undefined
  await scene.database.sql.begin(async (transaction) => {
    await transaction`select from core.brands where brand_id = ${brandId} for no key update`
    await transaction`update core.brands set currency = 'JPY' where brand_id = ${brandId}`
    sent = send()
    await vi.waitFor(async () => {
      const [waiting] = await scene.database.sql`
        select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      expect(waiting?.count).toBe(1)
    })
  })
  return await (sent as Promise<Result>)
}

describe('a change of the currency', () => {
  test('is seen by a target that is saved at the same time', async () => {
    const { brandId } = await createTenant(scene.database.sql)
    const path = `/console/brands/${brandId}/settings/targets`
    const { browser } = await scene.member(brandId, 'admin')
    const fields: [string, string][] = [
      ...ownForm(await browser.open(path)),
      ['month', '2026-11'],
      ['version', '0'],
      ['budget', '10.25'],
      ['cpa', '2.5'],
    ]
    const sent = await whileCurrencyChanges(brandId, () => browser.post(path, fields))
    expect(sent.status).toBe(400)
    for (const name of ['cpa', 'budget']) expect(sent.html).toContain(`id="brand-${name}-error"`)
    expect(sent.html.match(/must have at most 0 decimals \(JPY\)/g)).toHaveLength(2)
  })

  test('is seen by a pricing policy that is saved at the same time', async () => {
    const { brandId, accountId } = await createTenant(scene.database.sql)
    const { key } = await issueKey(scene.database.sql, accountId, { prefix: 'sk_live_', scopes: ['write:storefront'] })
    await stock(scene.database, brandId, [{ id: 'lamp', title: 'Lamp', price: 100 }])
    const answer = await whileCurrencyChanges(
      brandId,
      async () =>
        await scene.api.http
          .post(`/api/storefront/${brandId}/pricing-policies`)
          .set({ Authorization: `Bearer ${key}`, 'Idempotency-Key': 'one' })
          .send({ floor: { percent: 1 }, target_percent: 2, price_step: 0.5 }),
    )
    expect([answer.status, answer.body.fields ?? answer.body.error?.fields]).toMatchObject([
      400,
      [{ path: 'price_step' }],
    ])
    const stored = await scene.database.sql`select from commerce.pricing_policies where brand_id = ${brandId}`
    expect(stored).toHaveLength(0)
  })

  test.each([
    ['an upload', `select console.start_upload($1, 'file.csv')`],
    ['a connected account', `select sources.add_sources($1, 'con_none', '{}')`],
  ])('ends before %s is stored', async (_, statement) => {
    const { brandId } = await createTenant(scene.database.sql)
    await whileCurrencyChanges(brandId, async () => {
      await scene.database.sql.unsafe(statement, [brandId])
    })
  })
})
