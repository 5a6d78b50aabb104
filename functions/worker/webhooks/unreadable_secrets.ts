import type { Database } from '../../../shared/db/pool.ts'
import { openKeyRing } from '../../../shared/key_ring.ts'

/** A key that encrypts webhook secrets but is not in WEBHOOK_SECRET_KEY. Their deliveries fail. */
export interface UnreadableSecrets {
  key_id: string
  secrets: number
  /** The active endpoints of these secrets. */
  endpoints: number
  /** The Slack channels whose address it encrypts. */
  slack_channels: number
}

/** Returns the keys that are missing in `secretKey`, with what they affect. Secrets that no longer sign are not counted. */
export async function findUnreadableSecrets(
  sql: Database,
  secretKey: string | undefined,
): Promise<UnreadableSecrets[]> {
  const ids = secretKey ? (await openKeyRing(secretKey)).ids : []
  const rows = await sql`select to_json(webhooks.count_secret_keys()) as counted`
  return rows.map(({ counted }) => counted as UnreadableSecrets).filter(({ key_id }) => !ids.includes(key_id))
}

/** Returns what is wrong and what to do, for the log and the doctor. */
export function unreadableSentence({
  key_id,
  secrets,
  endpoints,
  slack_channels: channels,
}: UnreadableSecrets): string {
  return (
    `WEBHOOK_SECRET_KEY lacks the key ${key_id}, which encrypts ${count(secrets, 'webhook secret')}. ` +
    `Deliveries to ${count(endpoints, 'active endpoint')}${channels > 0 ? ` and ${count(channels, 'Slack channel')}` : ''} fail. ` +
    'Add this key after the newest one.'
  )
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
