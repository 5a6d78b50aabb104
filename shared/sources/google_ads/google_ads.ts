import { exchangeGoogleCode, googleAuthorizationUrl, refreshGoogleGrant, revokeGoogleGrant } from '../google_oauth.ts'
import { platformTitles } from '../platform.ts'
import type { Platform } from '../platform.ts'
import { listAccounts } from './accounts.ts'
import { adsDaily, adsHourly } from './ads_report.ts'

const scopes = ['https://www.googleapis.com/auth/adwords']

/** Google Ads by its REST interface. Its only scope can also write; this client sends searches only. */
export const googleAds: Platform = {
  name: 'google_ads',
  title: platformTitles.google_ads,
  version: 'v26',
  // Google announces ends on its blog only: developers.google.com/google-ads/api/docs/sunset-dates. From v23 on it has named months, of which
  // this is the first day.
  versionEnds: {
    v20: '2026-06-10',
    v21: '2026-08-05',
    v22: '2026-10-07',
    v23: '2027-02-01',
    v24: '2027-05-01',
    v25: '2027-08-01',
    v26: '2027-11-01',
  },
  scopes,
  // A conversion counts on the day of its click, up to 90 days later. Most arrive within 30 days.
  restatementDays: { hourly: 2, nightly: 30, weekly: 90 },
  authorizationUrl: (settings, request) => googleAuthorizationUrl(settings, scopes, request),
  exchangeCode: (call, response) => exchangeGoogleCode(call, scopes, response),
  refresh: (call, grant) => refreshGoogleGrant(call, scopes, grant),
  revocation: 'person',
  revoke: revokeGoogleGrant,
  listAccounts,
  reports: [adsDaily, adsHourly],
}
