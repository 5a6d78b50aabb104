import type { Call } from '../call.ts'
import { requestGoogle, secondsUntilQuotaDay } from '../google_request.ts'
import type { GoogleError } from '../google_request.ts'
import { SourceError } from '../source_error.ts'

/** Sends a request to the Data API or the Admin API of Google Analytics. */
export function requestGa4(call: Call, url: string, body?: unknown): Promise<unknown> {
  return requestGoogle(call, { url, body }, (error) => judgeError(error, call.settings.version))
}

/**
 * Returns the meaning of an error of the quotas, which only the message names, or of a version or property that does not exist.
 * More than ten server errors of a property in an hour are refused too, so a server error waits a minute.
 */
function judgeError({ status, code, message }: GoogleError, version: string): SourceError | undefined {
  if (code === 'RESOURCE_EXHAUSTED') {
    if (/concurrent/i.test(message)) return new SourceError('limit_is_reached', 'retry', { retryAfterSeconds: 30 })
    const retryAfterSeconds = /per day/i.test(message) ? secondsUntilQuotaDay() : 1_800
    return new SourceError('quota_is_used_up', 'pause', { retryAfterSeconds })
  }
  if (status >= 500) return new SourceError('platform_is_unavailable', 'retry', { status, retryAfterSeconds: 60 })
  if (status !== 404) return undefined
  if (code === 'NOT_FOUND') return new SourceError('account_is_unavailable', 'stop', { status })
  return new SourceError('version_has_ended', 'stop', { status, version })
}
