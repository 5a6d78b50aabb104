import type { Platform } from '../platform.ts'
import { listAccounts } from './accounts.ts'
import { adsReport } from './ads_report.ts'
import { authorizationUrl, exchangeCode, refresh, revoke, scopes } from './authorization.ts'

/** Meta Ads: the Marketing API of the Graph API. */
export const meta: Platform = {
  name: 'meta',
  title: 'Meta Ads',
  version: 'v26.0',
  versionEnds: { 'v21.0': '2027-01-21' },
  scopes,
  // Clicks are attributed for 28 days, and numbers settle some days later.
  restatementDays: { hourly: 3, nightly: 28, weekly: 37 },
  authorizationUrl,
  exchangeCode,
  refresh,
  revocation: 'person',
  revoke,
  listAccounts,
  reports: [adsReport('day', 30), adsReport('hour', 7)],
}
