import { platformTitles } from '../platform.ts'
import type { Platform } from '../platform.ts'
import { adsReport } from './ads_report.ts'
import { listAccounts } from './advertisers.ts'
import { authorizationUrl, exchangeCode, revoke } from './authorization.ts'

/** TikTok Ads: the Business API. Its tokens do not expire, so there is nothing to refresh. GMV Max is not in its report. */
export const tiktok: Platform = {
  name: 'tiktok',
  title: platformTitles.tiktok,
  version: 'v1.3',
  // The registration of the app has the permissions.
  scopes: [],
  restatementDays: { hourly: 2, nightly: 28, weekly: 28 },
  authorizationUrl,
  exchangeCode,
  deniesWithoutCode: true,
  revocation: 'token',
  revoke,
  listAccounts,
  reports: [adsReport('day'), adsReport('hour')],
}
