import { describe, expect, test } from 'vitest'
import { AdLedger } from '../support/platforms/ad_ledger.ts'
import { report } from '../support/platforms/ad_report.ts'
import { amount, decimal } from '../support/platforms/money.ts'
import { hoursOf, localTime } from '../support/platforms/days.ts'
import { seedAds } from '../support/platforms/seed_ads.ts'
import type { AdSeed } from '../support/platforms/seed_ads.ts'

function ledgerOf(extra: Partial<AdSeed> = {}): { ledger: AdLedger; id: string } {
  const ledger = new AdLedger()
  const account = { id: '1', name: 'One', currency: 'USD', timezone: 'America/New_York' }
  const from = '2026-03-01'
  seedAds(ledger, {
    account,
    seed: 1,
    from,
    to: '2026-03-31',
    id: (random) => String(random.integer(1e9, 2e9)),
    ...extra,
  })
  return { ledger, id: account.id }
}

describe('a seeded account', () => {
  test('is the same for the same seed, and another for another', () => {
    const cells = (extra?: Partial<AdSeed>) => [...ledgerOf(extra).ledger.cells('1', '2026-03-01', '2026-03-31')]
    expect(cells()).toEqual(cells())
    expect(cells({ seed: 2 })).not.toEqual(cells())
    expect(cells().length).toBeGreaterThan(200)
  })

  test('has amounts that the currency can express', () => {
    const account = { id: '1', name: 'Tokyo', currency: 'JPY', timezone: 'Asia/Tokyo' }
    const { ledger } = ledgerOf({ account })
    const { spend, revenue } = ledger.total('1', '2026-03-01', '2026-03-31')
    expect([spend % 1_000_000n, revenue % 1_000_000n]).toEqual([0n, 0n])
  })

  test('has no fact in the hour that summer time skips', () => {
    const { ledger, id } = ledgerOf({ hoursPerDay: 200 })
    const hours = new Set([...ledger.cells(id, '2026-03-08', '2026-03-08')].map(({ hour }) => hour))
    expect([hours.has(1), hours.has(2), hours.has(3)]).toEqual([true, false, true])
  })

  test('of 2,000 ads and 37 months needs no memory for its facts', () => {
    const { ledger, id } = ledgerOf({
      campaigns: 10,
      groupsPerCampaign: 10,
      adsPerGroup: 20,
      from: '2023-10-01',
      to: '2026-10-31',
    })
    expect(ledger.finestOf(id)).toHaveLength(2_000)
    expect(
      report(ledger, { accountId: id, level: 'ad', grain: 'day', from: '2024-05-01', to: '2024-05-07' }).length,
    ).toBeGreaterThan(10_000)
  })
})

describe('a changed ledger', () => {
  test('restates a day and no other', () => {
    const { ledger, id } = ledgerOf()
    const [before, other] = [ledger.total(id, '2026-03-05', '2026-03-05'), ledger.total(id, '2026-03-06', '2026-03-06')]
    ledger.restate(id, '2026-03-05', (measures) => ({ ...measures, spend: measures.spend / 2n, conversions: 0n }))
    const after = ledger.total(id, '2026-03-05', '2026-03-05')
    expect(after.spend).toBeLessThan(before.spend)
    expect(after).toMatchObject({ conversions: 0n, clicks: before.clicks })
    expect(ledger.total(id, '2026-03-06', '2026-03-06')).toEqual(other)
  })

  test('lets rows vanish, and keeps a deleted ad in the totals', () => {
    const { ledger, id } = ledgerOf()
    const { id: adId } = ledger.adsOf(id)[0]!
    const total = ledger.total(id, '2026-03-01', '2026-03-31')
    ledger.deleteAd(adId)
    expect(ledger.total(id, '2026-03-01', '2026-03-31')).toEqual(total)
    for (const day of ['2026-03-01', '2026-03-02']) ledger.vanish(adId, day)
    const left = [...ledger.cells(id, '2026-03-01', '2026-03-02')].filter((cell) => cell.id === adId)
    expect(left).toEqual([])
  })

  test('deletes a campaign with what is below it, and removes an account', () => {
    const { ledger, id } = ledgerOf({ campaignsWithoutAds: 1 })
    const [campaign, other] = ledger.campaignsOf(id)
    ledger.deleteCampaign(campaign!.id)
    const statuses = (campaignId: string) =>
      new Set(
        ledger
          .adsOf(id)
          .filter((ad) => ad.campaignId === campaignId)
          .map(({ status }) => status),
      )
    expect([statuses(campaign!.id), statuses(other!.id)]).toEqual([new Set(['deleted']), new Set(['active'])])
    ledger.removeAccount(id)
    expect([ledger.accounts.size, ledger.campaigns.size, ledger.ads.size]).toEqual([0, 0, 0])
  })
})

test('amounts are written exactly', () => {
  expect(['USD', 'JPY', 'KWD'].map((currency) => amount(1_234_000_000n, currency))).toEqual([
    '1234.00',
    '1234',
    '1234.000',
  ])
  expect(decimal(-10_000n, 2)).toBe('-0.01')
  expect(() => decimal(1n, 2)).toThrow(RangeError)
})

test('local hours follow the zone', () => {
  expect(localTime(new Date('2026-11-22T03:30:00Z'), 'America/Los_Angeles')).toEqual({ day: '2026-11-21', hour: 19 })
  expect(hoursOf('2026-03-29', 'Europe/Berlin')).not.toContain(2)
  expect(hoursOf('2026-10-25', 'Europe/Berlin')).toHaveLength(24)
})
