import type { SignedRequest } from './signed_request.ts'

/** What a signed request of Meta says: the person to forget. */
export interface MetaWebhook {
  kind: 'deauthorize' | 'delete_data'
  /** The id of the person for the registration of this installation. */
  subject: string
  /** ISO 8601. Grants that the person gave after this instant stay. */
  granted_by: string
}

/** How far the clocks of Meta and of this installation may differ. */
const skewSeconds = 300

/** Returns what the worker must do. A captured request that is sent again must not end a grant that the person gave after it. */
export function metaWebhook(
  kind: MetaWebhook['kind'],
  { userId, issuedAt = Date.now() / 1000 }: SignedRequest,
): MetaWebhook {
  return { kind, subject: userId, granted_by: new Date((issuedAt + skewSeconds) * 1000).toISOString() }
}
