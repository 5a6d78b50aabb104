import { exchangeGoogleCode, googleAuthorizationUrl, refreshGoogleGrant, revokeGoogleGrant } from '../google_oauth.ts'
import { platformTitles } from '../platform.ts'
import type { Platform } from '../platform.ts'
import { sessions, transactions } from './ga4_reports.ts'
import { listProperties } from './properties.ts'

const scopes = ['https://www.googleapis.com/auth/analytics.readonly']

/** Google Analytics 4 by the Data API and the Admin API. Consent is given apart from that of Google Ads. */
export const ga4: Platform = {
  name: 'ga4',
  title: platformTitles.ga4,
  version: 'v1beta',
  scopes,
  // Numbers change for 24 to 48 hours, and their attribution for some days more.
  restatementDays: { hourly: 2, nightly: 14, weekly: 14 },
  authorizationUrl: (settings, request) => googleAuthorizationUrl(settings, scopes, request),
  exchangeCode: (call, response) => exchangeGoogleCode(call, scopes, response),
  refresh: (call, grant) => refreshGoogleGrant(call, scopes, grant),
  revocation: 'person',
  revoke: revokeGoogleGrant,
  listAccounts: listProperties,
  reports: [sessions, transactions],
}
