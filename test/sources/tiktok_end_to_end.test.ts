import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTenant } from '../support/factories.ts'
import { startTiktok } from '../support/platforms/tiktok/tiktok.ts'
import type { Tiktok } from '../support/platforms/tiktok/tiktok.ts'
import { ended, expectLedger, SourceProgram, storedCells } from '../support/source_program.ts'

let program: SourceProgram
let tiktok: Tiktok

beforeAll(async () => {
  program = await SourceProgram.open('2026-11-20T12:00:00Z')
  tiktok = await startTiktok({ redirectUri: program.redirectUri })
  program.environment = {
    ...tiktok.environment,
    TIKTOK_CLIENT_ID: tiktok.app.id,
    TIKTOK_CLIENT_SECRET: tiktok.app.secret,
  }
})
afterAll(async () => {
  await tiktok.stop()
  await program.stop()
})

/** Its time zone, Los Angeles, has 25 hours on 2026-11-01. */
const seed = (number: number, from = '2026-03-01') =>
  tiktok.seed({
    seed: number,
    from,
    to: '2026-11-25',
    campaigns: 1,
    adsPerGroup: 1,
    campaignsWithoutAds: 1,
  })

test(
  'an account of TikTok is stored as its ledger is, for 37 months by day and 29 days by hour, while it is restated for days',
  { timeout: 240_000 },
  async () => {
    const { id } = seed(7, '2023-11-01')
    const { brandId } = await createTenant(program.database.sql, { timezone: 'Europe/Berlin' })
    expect(await program.connect('tiktok', brandId, [id])).toMatchObject({
      code: 0,
      page: { status: 200 },
      result: { sources: [{ account_id: id }] },
    })
    await program.syncWhole()
    const compared = { brandId, accountId: id }
    const days = (to: string) => expectLedger(program.database, tiktok.ledger, { ...compared, from: '2023-10-20', to })
    const hours = (to: string) =>
      expectLedger(program.database, tiktok.ledger, { ...compared, from: '2026-10-23', to, grain: 'hour' })
    expect(await days('2026-11-20')).toBeGreaterThan(3000)
    expect(await hours('2026-11-20')).toBeGreaterThan(200)

    const [ad, other] = tiktok.ledger.adsOf(id).map((each) => each.id) as [string, string]
    const withoutAds = tiktok.ledger.campaignsOf(id).find(({ hasAds }) => !hasAds)!.id
    for (const number of [1, 2, 3]) {
      tiktok.ledger.restate(id, `2026-11-${19 + number}`, (cell) => ({
        ...cell,
        conversions: cell.conversions + 1_000_000n,
      }))
      tiktok.ledger.restate(id, '2026-11-01', (cell) => ({
        ...cell,
        spend: (cell.spend / 20_000n) * 10_000n,
        clicks: cell.clicks / 2n,
        conversions: 0n,
        revenue: 0n,
      }))
      tiktok.ledger.vanish(other, `2026-11-${10 + number}`)
      tiktok.ledger.vanish(withoutAds, `2026-11-${14 + number}`)
      if (number === 2) tiktok.ledger.deleteAd(ad)
      if (number === 3) tiktok.ledger.deleteCampaign(tiktok.ledger.campaignsOf(id)[0]!.id)
      const today = `2026-11-${20 + number}`
      await program.syncWhole(`${today}T12:00:00Z`)
      await days(today)
      await hours(today)
    }
    expect([tiktok.recorder.violations, tiktok.recorder.crashes]).toEqual([[], []])
  },
)

test(
  'disconnecting with its data deletes facts, versions and entities of the account and no others',
  { timeout: 120_000 },
  async () => {
    const { sql } = program.database
    const [gone, kept] = [seed(8), seed(9)]
    const { brandId } = await createTenant(sql)
    await program.connect('tiktok', brandId, [gone.id, kept.id])
    await program.syncWhole('2026-11-20T12:00:00Z')
    for (const { id } of [gone, kept]) {
      tiktok.ledger.restate(id, '2026-11-19', (cell) => ({ ...cell, clicks: cell.clicks + 1n }))
    }
    await program.syncWhole('2026-11-21T12:00:00Z')
    const rowsOf = async () => {
      const [held] = await sql`
      select
        (select count(*)::int from analytics.facts_daily where brand_id = ${brandId}) as days,
        (select count(*)::int from analytics.facts_hourly where brand_id = ${brandId}) as hours,
        (select count(*)::int from analytics.facts_daily_versions where brand_id = ${brandId}) as day_versions,
        (select count(*)::int from analytics.facts_hourly_versions where brand_id = ${brandId}) as hour_versions,
        (select count(*)::int from analytics.entities where brand_id = ${brandId}) as entities,
        (select count(*)::int from sources.windows where brand_id = ${brandId}) as windows`
      return held as Record<string, number>
    }
    const keptRows = async () => {
      const parts = ['facts_daily', 'facts_hourly', 'facts_daily_versions', 'facts_hourly_versions'].map(
        (table) => sql`
        select count(*)::int as rows from analytics.${sql(table)} as held
        join analytics.entities using (brand_id, entity_id)
        join analytics.entities as accounts on accounts.brand_id = entities.brand_id and accounts.entity_id = entities.account_entity_id
        where accounts.external_id = ${kept.id} and accounts.brand_id = ${brandId}`,
      )
      return (await Promise.all(parts)).map(([row]) => row!['rows'] as number)
    }
    const before = await keptRows()
    expect(before.every((rows) => rows > 0)).toBe(true)
    const [source] =
      await sql`select source_id from sources.sources where brand_id = ${brandId} and external_id = ${gone.id}`
    const end = await ended(program.start(['disconnect', source!['source_id'] as string, '--delete-data']))
    expect(end).toMatchObject({ code: 0, stderr: '' })
    expect(await keptRows()).toEqual(before)
    const left = await rowsOf()
    expect([left['days'], left['hours'], left['day_versions'], left['hour_versions']]).toEqual(before)
    expect((await storedCells(program.database, brandId, gone.id, 'day')).size).toBe(0)
    await program.syncWhole('2026-11-21T13:00:00Z')
    await expectLedger(program.database, tiktok.ledger, {
      brandId,
      accountId: kept.id,
      from: '2026-02-20',
      to: '2026-11-21',
    })
  },
)
