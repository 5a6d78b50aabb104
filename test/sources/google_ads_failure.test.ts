import { expect, test } from 'vitest'
import { googleAds } from '../../shared/sources/google_ads/google_ads.ts'
import type { Call } from '../../shared/sources/call.ts'
import type { Addresses } from '../../shared/sources/platform_settings.ts'
import { SourceError } from '../../shared/sources/source_error.ts'

/** Returns what a client makes of a reply that the local server does not send. */
async function errorOf(status: number, text: string, type = 'application/json'): Promise<object> {
  const call: Call = {
    settings: {
      app: { clientId: 'client', clientSecret: 'secret' },
      version: 'v26',
      addresses: { GOOGLE_ADS_BASE_URL: 'https://googleads.googleapis.com' } as Addresses,
    },
    accessToken: 'a token',
    now: () => new Date(),
    send: async () => ({ status, headers: new Headers({ 'content-type': type }), text }),
  }
  try {
    await googleAds.listAccounts(call)
  } catch (thrown) {
    if (thrown instanceof SourceError) {
      const { reason, remedy, retryAfterSeconds, values } = thrown
      return { reason, remedy, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }), ...values }
    }
    throw thrown
  }
  return {}
}

function failure(kind: string, code: string, details?: object): string {
  const errors = [
    { errorCode: { [kind]: code }, message: 'A message of the platform.', ...(details ? { details } : {}) },
  ]
  const type = 'type.googleapis.com/google.ads.googleads.v26.errors.GoogleAdsFailure'
  return JSON.stringify({
    error: { code: 0, message: 'A message.', status: 'X', details: [{ '@type': type, errors }] },
  })
}

test.each([
  [401, 'authenticationError', 'GOOGLE_ACCOUNT_DELETED', 'grant_is_dead', 'reconnect'],
  [401, 'authenticationError', 'OAUTH_TOKEN_REVOKED', 'grant_is_dead', 'reconnect'],
  [401, 'authenticationError', 'TWO_STEP_VERIFICATION_NOT_ENROLLED', 'permission_is_missing', 'stop'],
  [401, 'authenticationError', 'A_NEW_CODE', 'token_is_refused', 'refresh'],
  [403, 'authorizationError', 'DEVELOPER_TOKEN_NOT_APPROVED', 'app_is_not_approved', 'stop'],
  [403, 'authorizationError', 'A_NEW_CODE', 'permission_is_missing', 'stop'],
  [400, 'requestError', 'EXPIRED_PAGE_TOKEN', 'reply_is_inconsistent', 'retry'],
  [400, 'queryError', 'UNRECOGNIZED_FIELD', 'request_is_refused', 'stop'],
  [400, 'queryError', 'DATE_RANGE_TOO_WIDE', 'report_is_too_large', 'split'],
  [429, 'quotaError', 'A_NEW_CODE', 'limit_is_reached', 'retry'],
  [504, 'internalError', 'DEADLINE_EXCEEDED', 'report_is_too_large', 'split'],
  [500, 'internalError', 'A_NEW_CODE', 'platform_is_unavailable', 'retry'],
])('status %i with %s.%s is %s, remedy %s', async (status, kind, code, reason, remedy) => {
  const found = await errorOf(status, failure(kind, code))
  expect(found).toMatchObject({ reason, remedy })
  expect(JSON.stringify(found)).not.toContain('message')
})

test('a person who does not use Google Ads has no accounts', async () => {
  expect(await errorOf(401, failure('authenticationError', 'NOT_ADS_USER'))).toEqual({})
})

test('a quota that names its delay is a limit for that time', async () => {
  const details = { quotaErrorDetails: { rateScope: 'DEVELOPER', rateName: 'Requests', retryDelay: '1.500s' } }
  const expected = { reason: 'limit_is_reached', remedy: 'retry', retryAfterSeconds: 2 }
  expect(await errorOf(429, failure('quotaError', 'RESOURCE_EXHAUSTED', details))).toMatchObject(expected)
})

test('a page of a proxy follows its status', async () => {
  const page = '<!DOCTYPE html><title>Error</title>'
  expect(await errorOf(404, page, 'text/html')).toMatchObject({ reason: 'version_has_ended', remedy: 'stop' })
  expect(await errorOf(502, page, 'text/html')).toMatchObject({ reason: 'platform_is_unavailable', remedy: 'retry' })
  expect(await errorOf(302, page, 'text/html')).toMatchObject({ reason: 'request_is_refused', remedy: 'stop' })
})

test('an API that is not enabled names the app', async () => {
  const reason = 'SERVICE_DISABLED'
  const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }]
  const text = JSON.stringify({ error: { code: 403, message: 'Not enabled.', status: 'PERMISSION_DENIED', details } })
  expect(await errorOf(403, text)).toMatchObject({ reason: 'app_is_not_approved', remedy: 'stop' })
})
