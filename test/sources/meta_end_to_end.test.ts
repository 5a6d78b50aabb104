import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTenant } from '../support/factories.ts'
import { startMeta } from '../support/platforms/meta/meta.ts'
import type { Meta } from '../support/platforms/meta/meta.ts'
import { expectLedger, SourceProgram } from '../support/source_program.ts'

let program: SourceProgram
let meta: Meta

beforeAll(async () => {
  program = await SourceProgram.open('2026-11-20T12:00:00Z')
  meta = await startMeta({ redirectUri: program.redirectUri })
  program.environment = { ...meta.environment, META_CLIENT_ID: meta.app.id, META_CLIENT_SECRET: meta.app.secret }
})
afterAll(async () => {
  await meta.stop()
  await program.stop()
})

/** At an instant of Meta, which keeps 37 months. */
async function syncWhole(now: string): Promise<void> {
  meta.clock.set(now)
  await program.syncWhole(now)
}

test(
  'an account of Meta is stored as its ledger is, for 37 months by day and 29 days by hour, while it is restated for days',
  { timeout: 240_000 },
  async () => {
    meta.clock.set(program.now)
    // Its time zone has 25 hours on 2026-11-01.
    const { id } = meta.seed({
      seed: 17,
      from: '2023-11-01',
      to: '2026-11-25',
      campaigns: 2,
      groupsPerCampaign: 1,
      adsPerGroup: 2,
      account: { currency: 'USD', timezone: 'America/New_York' },
    })
    const { brandId } = await createTenant(program.database.sql, { timezone: 'Europe/Berlin' })
    expect(await program.connect('meta', brandId, [id])).toMatchObject({
      code: 0,
      result: { sources: [{ account_id: id }] },
    })
    await syncWhole('2026-11-20T12:00:00Z')
    const compared = { brandId, accountId: id }
    const days = (to: string) => expectLedger(program.database, meta.ledger, { ...compared, from: '2023-10-20', to })
    // Meta reports no conversions by hour.
    const hours = (to: string) =>
      expectLedger(program.database, meta.ledger, {
        ...compared,
        from: '2026-10-23',
        to,
        grain: 'hour',
        lacksConversions: true,
      })
    expect(await days('2026-11-20')).toBeGreaterThan(4000)
    expect(await hours('2026-11-20')).toBeGreaterThan(300)

    const [ad, other, third] = meta.ledger.adsOf(id).map((each) => each.id) as [string, string, string]
    for (const number of [1, 2, 3]) {
      meta.ledger.restate(id, `2026-11-${19 + number}`, (cell) => ({
        ...cell,
        conversions: cell.conversions + 1_000_000n,
      }))
      meta.ledger.restate(id, '2026-11-01', (cell) => ({
        ...cell,
        spend: (cell.spend / 20_000n) * 10_000n,
        clicks: cell.clicks / 2n,
        conversions: 0n,
        revenue: 0n,
      }))
      meta.ledger.vanish(other, `2026-11-${10 + number}`)
      meta.ledger.put(third, `2026-11-${12 + number}`, 1, {
        spend: 10_000n,
        impressions: 1n,
        clicks: 0n,
        conversions: 0n,
        revenue: 0n,
      })
      if (number === 2) meta.ledger.deleteAd(ad)
      if (number === 3) meta.ledger.deleteCampaign(meta.ledger.campaignsOf(id)[0]!.id)
      const today = `2026-11-${20 + number}`
      await syncWhole(`${today}T12:00:00Z`)
      await days(today)
      await hours(today)
    }
    expect([meta.recorder.violations, meta.recorder.crashes]).toEqual([[], []])
  },
)

test(
  'days that Meta no longer keeps stay, and neither the backfill nor the restatement of others stops',
  { timeout: 240_000 },
  async () => {
    const { sql } = program.database
    const now = new Date().toISOString()
    // Seven weeks later, Meta has forgotten the first days of the history.
    const { id } = meta.seed({
      seed: 18,
      from: '2023-01-01',
      to: now.slice(0, 10),
      campaigns: 1,
      adsPerGroup: 1,
      // In another zone, the day of the clock may not have begun.
      account: { currency: 'USD', timezone: 'UTC' },
    })
    const { brandId } = await createTenant(sql)
    meta.clock.set(now)
    await program.connect('meta', brandId, [id])
    const monthsAgo = new Date(now)
    monthsAgo.setUTCMonth(monthsAgo.getUTCMonth() - 1)
    const before = monthsAgo.toISOString()
    // The data of a month ago reaches back to days that Meta refuses now: the last windows of the backfill, one of them as a whole.
    await program.syncWhole(before)
    const [source] = await sql`
      select sources.shown(held) as shown, (
        select count(*)::integer from sources.windows where windows.source_id = held.source_id and read_from > last_on
      ) as empty
      from sources.sources as held where brand_id = ${brandId}`
    expect(source).toMatchObject({ shown: { status: 'connected', limitations: ['days_no_longer_kept'] } })
    const from = source!['shown'].data_from as string
    expect(source!['empty']).toBeGreaterThan(0)
    const to = before.slice(0, 10)
    expect(await expectLedger(program.database, meta.ledger, { brandId, accountId: id, from, to })).toBeGreaterThan(
      1000,
    )
  },
)
