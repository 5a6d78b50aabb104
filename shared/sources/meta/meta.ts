import { platformTitles } from '../platform.ts'
import type { Platform } from '../platform.ts'
import { listAccounts } from './accounts.ts'
import { adsReport } from './ads_report.ts'
import { authorizationUrl, exchangeCode, refresh, revoke, scopes } from './authorization.ts'

/** Meta Ads: the Marketing API of the Graph API. */
export const meta: Platform = {
  name: 'meta',
  title: platformTitles.meta,
  version: 'v26.0',
  // developers.facebook.com/docs/graph-api/changelog/versions
  versionEnds: {
    'v20.0': '2026-09-24',
    'v21.0': '2027-01-21',
    'v22.0': '2027-05-20',
    'v23.0': '2027-10-08',
    'v24.0': '2028-02-18',
    'v25.0': '2028-07-29',
  },
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
