import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTenant } from '../support/factories.ts'
import type { AdAccount } from '../support/platforms/ad_ledger.ts'
import { startGoogleAds } from '../support/platforms/google_ads/google_ads.ts'
import type { GoogleAds } from '../support/platforms/google_ads/google_ads.ts'
import { startGoogleIdentity } from '../support/platforms/google_identity/google_identity.ts'
import type { GoogleIdentity } from '../support/platforms/google_identity/google_identity.ts'
import { expectLedger, SourceProgram } from '../support/source_program.ts'

const [person, manager] = ['ada@example.com', '5550000001']
let program: SourceProgram
let identity: GoogleIdentity
let ads: GoogleAds

beforeAll(async () => {
  program = await SourceProgram.open('2026-10-20T12:00:00Z')
  identity = await startGoogleIdentity({ redirectUri: program.redirectUri, people: [person] })
  ads = await startGoogleAds(identity)
  program.environment = {
    ...identity.environment,
    ...ads.environment,
    GOOGLE_CLIENT_ID: identity.client.id,
    GOOGLE_CLIENT_SECRET: identity.client.secret,
    GOOGLE_ADS_DEVELOPER_TOKEN: 'a developer token',
  }
})
afterAll(async () => {
  await Promise.all([ads.stop(), identity.stop()])
  await program.stop()
})

/** An account in a time zone in which an hour is missing on 2026-10-04, reached through a manager only. */
function seed(): AdAccount {
  const account = { currency: 'AUD', timezone: 'Australia/Sydney' }
  const added = ads.seed({
    seed: 7,
    from: '2023-10-01',
    to: '2026-10-25',
    campaigns: 1,
    adsPerGroup: 1,
    campaignsWithoutAds: 1,
    account,
  })
  ads.customers.addManager(manager, 'Agency')
  ads.customers.link(added.id, [manager])
  ads.customers.allow(person, [manager])
  return added
}

test(
  'an account of Google Ads below a manager is stored as its ledger is, by day and hour, while it is restated for days',
  { timeout: 120_000 },
  async () => {
    const { id } = seed()
    const { brandId } = await createTenant(program.database.sql, { currency: 'AUD', timezone: 'Europe/Berlin' })
    expect(await program.connect('google_ads', brandId, [id])).toMatchObject({
      code: 0,
      page: { status: 200 },
      result: { sources: [{ account_id: id }] },
    })
    await program.syncWhole()
    const days = (to: string) =>
      expectLedger(program.database, ads.ledger, { brandId, accountId: id, from: '2023-09-20', to })
    const hours = (to: string) =>
      expectLedger(program.database, ads.ledger, { brandId, accountId: id, from: '2026-09-20', to, grain: 'hour' })
    expect(await days('2026-10-20')).toBeGreaterThan(3000)
    expect(await hours('2026-10-20')).toBeGreaterThan(200)

    const [ad, other] = ads.ledger.adsOf(id).map((each) => each.id) as [string, string]
    const withoutAds = ads.ledger.campaignsOf(id).find(({ hasAds }) => !hasAds)!.id
    for (const number of [1, 2, 3, 4]) {
      const yesterday = `2026-10-${19 + number}`
      ads.ledger.restate(id, yesterday, (cell) => ({ ...cell, conversions: cell.conversions + 370_000n }))
      ads.ledger.restate(id, '2026-10-04', (cell) => ({
        ...cell,
        spend: (cell.spend / 20_000n) * 10_000n,
        clicks: cell.clicks / 2n,
        conversions: 0n,
        revenue: 0n,
      }))
      ads.ledger.vanish(other, `2026-10-${10 + number}`)
      ads.ledger.vanish(withoutAds, `2026-10-${14 + number}`)
      if (number === 2) ads.ledger.deleteAd(ad)
      if (number === 3) ads.ledger.deleteCampaign(withoutAds)
      if (number === 4) ads.ledger.deleteCampaign(ads.ledger.campaignsOf(id)[0]!.id)
      const today = `2026-10-${20 + number}`
      await program.syncWhole(`${today}T12:00:00Z`)
      await days(today)
      await hours(today)
    }
    expect([ads.recorder.violations, ads.recorder.crashes, identity.recorder.violations]).toEqual([[], [], []])
  },
)
