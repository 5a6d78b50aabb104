import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examineSources } from '../../cli/doctor/sources.ts'
import type { Database } from '../../shared/db/pool.ts'
import { ConsoleScene } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { connectAccount, tokenKey, workerPool } from '../support/sources.ts'

let scene: ConsoleScene
let sql: Database

beforeAll(async () => {
  scene = await ConsoleScene.start({ isSimulated: false })
  sql = workerPool(scene.database)
})
afterAll(async () => {
  await sql.end()
  await scene.stop()
})

/** A source whose access ends on a day, at 12:00 of the clock of the test. */
async function endingOn(endsOn: string, platform: 'shopify' | 'meta', status = 'connected') {
  const tenant = await createTenant(scene.database.sql)
  const source = await connectAccount(sql, tenant.brandId, { platform })
  const column = platform === 'meta' ? 'access_expires_at' : 'refresh_expires_at'
  await scene.database.sql`
    update sources.connections set ${scene.database.sql(column)} = ${`${endsOn}T12:00:00Z`} where connection_id = ${source.connectionId}`
  await scene.database.sql`
    update sources.sources set status = ${status}, last_read_at = platform.now() where source_id = ${source.source_id}`
  const { browser } = await scene.member(tenant.brandId, 'admin')
  const { html } = await browser.open(`/console/brands/${tenant.brandId}/sources`)
  const findings = (await examineSources(scene.database.sql, tokenKey)).map(({ finding }) => finding)
  return { html, finding: findings.find((each) => each.includes(source.source_id)) }
}

describe('the end of an access', () => {
  test.each([
    ['shopify', 'connected', 'Reconnect the account before.'],
    ['shopify', 'paused', 'Resume or reconnect the account before.'],
    ['meta', 'paused', 'Resume or reconnect the account before.'],
  ] as const)(
    'within 14 days of a source of %s that is %s is on the card and in the doctor',
    async (platform, status, advice) => {
      const { html, finding } = await endingOn('2026-12-03', platform, status)
      expect(html).toMatch(/The access at \S+( Ads)? ends .*3 Dec/)
      expect(html).toContain(advice)
      expect(finding).toContain(`The access at the platform ends on 2026-12-03. ${advice}`)
    },
  )

  test('in 15 days is not said', async () => {
    const { html, finding } = await endingOn('2026-12-06', 'shopify', 'paused')
    expect([html.includes('The access at'), finding]).toEqual([false, undefined])
  })
})

test('the card of a disconnected source with a pending deletion says so and does not offer it again', async () => {
  const { brandId } = await createTenant(scene.database.sql)
  const { source_id } = await connectAccount(sql, brandId)
  const { browser } = await scene.member(brandId, 'admin')
  const open = async () => (await browser.open(`/console/brands/${brandId}/sources`)).html
  await sql`select core.enter_brand(${brandId}), sources.end_source(${brandId}, ${source_id}, false)`
  expect(await open()).toContain('Delete the data')
  await sql`select core.enter_brand(${brandId}), sources.end_source(${brandId}, ${source_id}, true)`
  const html = await open()
  expect(html).toContain('The deletion of its data is pending.')
  expect(html).not.toContain('Delete the data')
})

test.each([
  ['tiktok', 'The numbers do not include GMV Max and reservation ads, which TikTok reports separately.'],
  ['ga4', 'query analytics.ga4_sessions by SQL.'],
])('the card of %s says what no page shows', async (platform, sentence) => {
  const { brandId } = await createTenant(scene.database.sql)
  await connectAccount(sql, brandId, { platform })
  const { browser } = await scene.member(brandId, 'admin')
  expect((await browser.open(`/console/brands/${brandId}/sources`)).html).toContain(sentence)
})
