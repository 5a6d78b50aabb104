import { z } from 'zod'
import { secondsUntilQuotaDay } from '../google_request.ts'
import type { GoogleError } from '../google_request.ts'
import { SourceError } from '../source_error.ts'
import type { Remedy, SourceReason } from '../source_error.ts'

const failureForm = z.object({
  errors: z.array(
    z.object({
      errorCode: z.record(z.string(), z.string()),
      details: z.object({ quotaErrorDetails: z.object({ retryDelay: z.string().optional() }).optional() }).optional(),
    }),
  ),
})

/** What the codes of a GoogleAdsFailure mean. */
const meanings: Record<string, [SourceReason, Remedy]> = {
  RESOURCE_TEMPORARILY_EXHAUSTED: ['limit_is_reached', 'retry'],
  EXCESSIVE_SHORT_TERM_QUERY_RESOURCE_CONSUMPTION: ['limit_is_reached', 'retry'],
  EXCESSIVE_LONG_TERM_QUERY_RESOURCE_CONSUMPTION: ['quota_is_used_up', 'pause'],
  RESOURCE_EXHAUSTED: ['quota_is_used_up', 'pause'],
  TRANSIENT_ERROR: ['platform_is_unavailable', 'retry'],
  INTERNAL_ERROR: ['platform_is_unavailable', 'retry'],
  RPC_DEADLINE_TOO_SHORT: ['report_is_too_large', 'split'],
  DEADLINE_EXCEEDED: ['report_is_too_large', 'split'],
  DATE_RANGE_TOO_WIDE: ['report_is_too_large', 'split'],
  EXPIRED_PAGE_TOKEN: ['reply_is_inconsistent', 'retry'],
  INVALID_PAGE_TOKEN: ['reply_is_inconsistent', 'retry'],
  OAUTH_TOKEN_EXPIRED: ['token_is_refused', 'refresh'],
  OAUTH_TOKEN_INVALID: ['token_is_refused', 'refresh'],
  AUTHENTICATION_ERROR: ['token_is_refused', 'refresh'],
  OAUTH_TOKEN_REVOKED: ['grant_is_dead', 'reconnect'],
  OAUTH_TOKEN_DISABLED: ['grant_is_dead', 'reconnect'],
  GOOGLE_ACCOUNT_DELETED: ['grant_is_dead', 'reconnect'],
  USER_PERMISSION_DENIED: ['permission_is_missing', 'stop'],
  TWO_STEP_VERIFICATION_NOT_ENROLLED: ['permission_is_missing', 'stop'],
  ADVANCED_PROTECTION_NOT_ENROLLED: ['permission_is_missing', 'stop'],
  NOT_ADS_USER: ['account_is_unavailable', 'stop'],
  CUSTOMER_NOT_ENABLED: ['account_is_unavailable', 'stop'],
  CUSTOMER_NOT_FOUND: ['account_is_unavailable', 'stop'],
  INVALID_CUSTOMER_ID: ['account_is_unavailable', 'stop'],
  REQUESTED_METRICS_FOR_MANAGER: ['account_is_unavailable', 'stop'],
  UNSUPPORTED_VERSION: ['version_has_ended', 'stop'],
  CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION: ['app_is_not_approved', 'stop'],
  CLOUD_PROJECT_NOT_FOUND: ['app_is_not_approved', 'stop'],
  PROJECT_DISABLED: ['app_is_not_approved', 'stop'],
  ACCESS_PROHIBITED: ['app_is_not_approved', 'stop'],
  ORGANIZATION_NOT_RECOGNIZED: ['app_is_not_approved', 'stop'],
  ORGANIZATION_NOT_APPROVED: ['app_is_not_approved', 'stop'],
  DEVELOPER_TOKEN_NOT_APPROVED: ['app_is_not_approved', 'stop'],
  DEVELOPER_TOKEN_PROHIBITED: ['app_is_not_approved', 'stop'],
  DEVELOPER_TOKEN_INVALID: ['app_is_not_approved', 'stop'],
  DEVELOPER_TOKEN_PARAMETER_MISSING: ['app_is_not_approved', 'stop'],
}

/**
 * Returns the meaning of a GoogleAdsFailure, or undefined if the error has none. A used up quota without a delay is that of a
 * day. Values are codes, because messages can contain texts of the account.
 */
export function judgeFailure({ status, details }: GoogleError): SourceError | undefined {
  for (const detail of details) {
    const parsed = failureForm.safeParse(detail)
    if (!parsed.success) continue
    const codes = parsed.data.errors.flatMap(({ errorCode }) => Object.values(errorCode))
    const delays = parsed.data.errors.map((error) => secondsOf(error.details?.quotaErrorDetails?.retryDelay))
    const delay = delays.find((seconds) => seconds !== undefined)
    const code = codes.find((each) => Object.hasOwn(meanings, each))
    const [reason, remedy] = meanings[code ?? ''] ?? []
    if (reason === undefined || remedy === undefined) {
      // The meaning of other statuses does not need the code.
      const isOfRequest = [400, 404].includes(status) && codes.length > 0
      return isOfRequest ? new SourceError('request_is_refused', 'stop', { status, code: codes[0] }) : undefined
    }
    if (remedy === 'pause') {
      if (delay !== undefined) return new SourceError('limit_is_reached', 'retry', { code, retryAfterSeconds: delay })
      return new SourceError(reason, remedy, { code, retryAfterSeconds: secondsUntilQuotaDay() })
    }
    return new SourceError(reason, remedy, { code, ...(delay === undefined ? {} : { retryAfterSeconds: delay }) })
  }
  return undefined
}

/** Returns the seconds of a duration in the JSON form of protocol buffers, such as `5s` or `1.500s`, rounded up. */
function secondsOf(duration: string | undefined): number | undefined {
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(duration ?? '') ?? []
  return seconds === undefined ? undefined : Math.ceil(Number(seconds))
}
