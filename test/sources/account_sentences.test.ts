import { describe, expect, test } from 'vitest'
import { api } from '../../shared/sentences/audience.ts'
import { page } from '../../shared/sentences/page_audience.ts'
import { noAccounts, noReadableAccounts } from '../../shared/sentences/statements/no_accounts.ts'
import { statusOfAccount, statusOfCampaign } from '../../shared/sentences/statements/platform_statuses.ts'
import { sourceStatements } from '../../shared/sentences/statements/sources.ts'

describe('the status of an account in words', () => {
  test.each([
    // Google Ads API, CustomerStatus.
    ['ENABLED', 'Active'],
    ['CANCELED', 'Canceled'],
    ['SUSPENDED', 'Suspended'],
    ['CLOSED', 'Closed'],
    ['UNSPECIFIED', 'Unknown status'],
    // Meta Marketing API, account_status.
    ['active', 'Active'],
    ['disabled', 'Disabled'],
    ['unsettled', 'Payment is due'],
    ['pending_risk_review', 'In review'],
    ['pending_settlement', 'Payment is pending'],
    ['in_grace_period', 'Payment is overdue'],
    ['pending_closure', 'Being closed'],
    // TikTok Business API, status of advertisers.
    ['STATUS_ENABLE', 'Active'],
    ['STATUS_DISABLE', 'Disabled'],
    ['STATUS_LIMIT', 'Restricted'],
    ['STATUS_PENDING_CONFIRM', 'In review'],
    ['STATUS_PENDING_VERIFIED', 'Not verified'],
    ['STATUS_CONFIRM_FAIL', 'Review failed'],
    ['STATUS_CONFIRM_FAIL_END', 'Review failed'],
    ['STATUS_CONFIRM_MODIFY_FAIL', 'Review failed'],
    ['STATUS_WAIT_FOR_BPM_AUDIT', 'In review'],
    ['STATUS_WAIT_FOR_PUBLIC_AUTH', 'Not verified'],
    ['STATUS_SELF_SERVICE_UNAUDITED', 'Not reviewed'],
    ['STATUS_CONTRACT_PENDING', 'Contract pending'],
    // The reasons of Vitrine.
    ['account_is_unavailable', 'Closed or removed'],
    ['permission_is_missing', 'No permission'],
    ['not_enabled', 'Not active'],
    // A status that only a newer version of a platform has, and a text.
    ['STATUS_ON_HOLD', 'On hold'],
    ['Under review by Ada', 'Under review by Ada'],
  ])('%s is %j', (status, word) => {
    expect(statusOfAccount(status)).toBe(word)
  })
})

describe('the status of a campaign in words', () => {
  test.each([
    // Google Ads API, CampaignStatus, and the reports of the platform.
    ['ENABLED', 'Active'],
    ['PAUSED', 'Paused'],
    ['REMOVED', 'Removed'],
    ['UNKNOWN', 'Unknown status'],
    ['Eligible', 'Active'],
    ['Limited by budget', 'Active, limited by budget'],
    // Meta Marketing API, effective_status, and reports.
    ['ADSET_PAUSED', 'Ad set paused'],
    ['CAMPAIGN_PAUSED', 'Campaign paused'],
    ['ARCHIVED', 'Archived'],
    ['DELETED', 'Removed'],
    ['IN_PROCESS', 'Being processed'],
    ['WITH_ISSUES', 'Has issues'],
    ['PENDING_REVIEW', 'In review'],
    ['DISAPPROVED', 'Rejected'],
    ['PENDING_BILLING_INFO', 'Needs billing details'],
    ['recently_completed', 'Ended'],
    ['not_delivering', 'Not delivering'],
    ['scheduled', 'Scheduled'],
    // TikTok Business API, secondary_status.
    ['CAMPAIGN_STATUS_ENABLE', 'Active'],
    ['CAMPAIGN_STATUS_DISABLE', 'Paused'],
    ['CAMPAIGN_STATUS_DELETE', 'Removed'],
    ['CAMPAIGN_STATUS_BUDGET_EXCEED', 'Budget used up'],
    ['CAMPAIGN_STATUS_ADVERTISER_AUDIT', 'Account in review'],
    ['CAMPAIGN_STATUS_ADVERTISER_AUDIT_DENY', 'Account rejected'],
    ['ADVERTISER_ACCOUNT_PUNISH', 'Account restricted'],
    ['ADVERTISER_CONTRACT_PENDING', 'Contract pending'],
    ['ADGROUP_STATUS_TIME_DONE', 'Ended'],
    ['AD_STATUS_DELIVERY_OK', 'Active'],
    // An unknown name that every object has.
    ['constructor', 'Constructor'],
  ])('%s is %j', (status, word) => {
    expect(statusOfCampaign(status)).toBe(word)
  })
})

describe('an access without an account that can be read', () => {
  test.each([
    [
      'asks for a permission',
      ['permission_is_missing', 'permission_is_missing'],
      'Ask an admin of an account at TikTok Ads to give you permission to read it, or connect',
    ],
    ['asks to activate an account', ['closed', null], 'Activate an account at TikTok Ads, or connect'],
    [
      'proposes both',
      ['closed', 'permission_is_missing'],
      'Ask an admin of an account at TikTok Ads to give you permission to read it, activate an account at TikTok Ads, or connect',
    ],
  ])('%s', (_, reasons, remedy) => {
    expect(noReadableAccounts('TikTok Ads', reasons)).toBe(
      `No account of this access can be read. ${remedy} again with another access.`,
    )
  })

  test('of Google Ads asks for an invitation', () => {
    expect(noAccounts.google_ads()).toMatch(
      /^This Google account has no account of Google Ads\. Ask an admin of the ad account/,
    )
  })
})

describe('exchange rates that are missing', () => {
  const days = (count: number) => {
    const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}`
    const ranges = Array.from({ length: count }, (_, index) => `[${day(2 * index + 1)},${day(2 * index + 2)})`)
    return `{${ranges.join(',')}}`
  }
  const rates = (count: number) => [{ from_currency: 'CHF', to_currency: 'USD', days: days(count) }]

  test.each([
    [5, '2026-11-07, 2026-11-09. '],
    [6, '2026-11-07, 2026-11-09 and 1 more period. '],
    [7, '2026-11-07, 2026-11-09 and 2 more periods. '],
  ])('of %i periods name five', (count, end) => {
    const sentence = sourceStatements.exchange_rates_are_missing({ rates: rates(count) }, api)
    expect(sentence).toContain(
      `There is no exchange rate from CHF to USD for 2026-11-01, 2026-11-03, 2026-11-05, ${end}`,
    )
  })

  test('have one sentence for each pair of currencies, in the form of the page', () => {
    const pairs = [...rates(1), { from_currency: 'EUR', to_currency: 'USD', days: '{[2026-10-31,2026-11-03)}' }]
    expect(sourceStatements.exchange_rates_are_missing({ rates: pairs }, page)).toBe(
      'There is no exchange rate from CHF to USD for 1 Nov 2026. There is no exchange rate from EUR to USD for 31 Oct to 2 Nov 2026. ' +
        'Exchange rates apply to the whole installation. Ask its operator to import these rates.',
    )
  })
})
