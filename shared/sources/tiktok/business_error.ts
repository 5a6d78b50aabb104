import { SourceError } from '../source_error.ts'

/** The token is wrong, expired or revoked. */
const deadTokens = new Set(['40102', '40104', '40105'])
/** Errors that pass: tasks, conflicts and failures within TikTok. Codes from 50000 on are failures of TikTok too. */
const passing = new Set(['40200', '40201', '40202', '40700'])

/** Returns the error of a code that is not 0. TikTok sends it with status 200, and no header says when to retry. */
export function businessError(code: string, requestId: string | undefined): SourceError {
  const values = { code, ...(requestId && { trace: requestId }) }
  if (code === '40100') return new SourceError('limit_is_reached', 'retry', values)
  if (deadTokens.has(code)) return new SourceError('grant_is_dead', 'reconnect', values)
  if (code === '40001') return new SourceError('permission_is_missing', 'stop', values)
  if (passing.has(code) || /^5\d{4}$/.test(code)) return new SourceError('platform_is_unavailable', 'retry', values)
  return new SourceError('request_is_refused', 'stop', values)
}

/** Returns the error of a status other than 200, which comes from a proxy and not from the API. */
export function statusError(status: number): SourceError {
  if (status >= 500) return new SourceError('platform_is_unavailable', 'retry', { status })
  if (status === 429) return new SourceError('limit_is_reached', 'retry', { status })
  // Paths of a version that has ended do not exist.
  if (status === 404) return new SourceError('version_has_ended', 'stop', { status })
  return new SourceError('reply_is_incomplete', 'retry', { status })
}
