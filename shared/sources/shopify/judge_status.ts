import type { SourceReply } from '../call.ts'
import { retryAfter } from '../retry_after.ts'
import { SourceError } from '../source_error.ts'

/** Throws SourceError unless a reply of a shop has HTTP status 200. */
export function judgeStatus({ status, headers }: SourceReply): void {
  if (status === 200) return
  const retryAfterSeconds = retryAfter(headers)
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  switch (status) {
    case 401:
      throw new SourceError('token_is_refused', 'refresh', { status })
    // 402: the shop is frozen. 404: it does not exist. 423: Shopify locked it.
    case 402:
    case 404:
    case 423:
      throw new SourceError('account_is_unavailable', 'stop', { status })
    case 403:
      throw new SourceError('permission_is_missing', 'stop', { status })
    // 430: too many requests of one address.
    case 429:
    case 430:
      throw new SourceError('limit_is_reached', 'retry', { status, ...wait })
    default:
      if (status >= 500) throw new SourceError('platform_is_unavailable', 'retry', { status, ...wait })
      throw new SourceError('request_is_refused', 'stop', { status })
  }
}
