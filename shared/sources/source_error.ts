/**
 * What the synchronization does about an error of a platform.
 * - `retry`: waits, `retryAfterSeconds` if the platform named it, and sends the request again
 * - `refresh`: refreshes the access token and sends the request again; if the new token is refused too, the same as `reconnect`
 * - `split`: reads the window in two halves, because the platform refuses its size
 * - `restart`: requests the asynchronous report again
 * - `pause`: leaves the source alone until `retryAfterSeconds`, because a quota is used up
 * - `reconnect`: stops every source of the grant until a person gives access again
 * - `stop`: stops this source until a person has acted; the stored numbers stay
 */
export type Remedy = 'retry' | 'refresh' | 'split' | 'restart' | 'pause' | 'reconnect' | 'stop'

/** The reasons of SourceError. shared/sentences/statements/sources.ts has a sentence for each. */
export const sourceReasons = [
  'access_denied',
  'scope_missing',
  'state_is_foreign',
  'signature_is_wrong',
  'code_is_used',
  'token_is_refused',
  'grant_is_dead',
  'app_is_not_approved',
  'account_is_unavailable',
  'permission_is_missing',
  'version_has_ended',
  'request_is_refused',
  'report_failed',
  'report_is_too_large',
  'reply_is_incomplete',
  'reply_has_another_form',
  'reply_is_inconsistent',
  'limit_is_reached',
  'quota_is_used_up',
  'platform_is_unavailable',
] as const
export type SourceReason = (typeof sourceReasons)[number]

/** A platform refused, failed, or sent a reply that cannot be used. `values` never contain tokens or whole addresses. */
export class SourceError extends Error {
  readonly reason: SourceReason
  readonly remedy: Remedy
  readonly values: Record<string, unknown>
  readonly retryAfterSeconds: number | undefined

  constructor(
    reason: SourceReason,
    remedy: Remedy,
    {
      retryAfterSeconds,
      cause,
      ...values
    }: Record<string, unknown> & { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(reason, { cause })
    this.name = 'SourceError'
    this.reason = reason
    this.remedy = remedy
    this.values = values
    this.retryAfterSeconds = retryAfterSeconds
  }
}
