import type { Database } from '../../../shared/db/pool.ts'
import type { NotificationKind } from '../../../shared/schema/console/notification_kinds.ts'
import type { DigestToSend } from '../../../shared/sentences/mails/digest_mail.ts'
import type { NotificationLinks, Notified } from '../../../shared/sentences/mails/notification_mail.ts'
import type { Mail } from './mailer.ts'

/** A mail about a brand, as `oauth.claim_notification` returns it. */
export interface ClaimedNotification {
  mail_id: string
  kind: NotificationKind
  email: string
  attempts: number
  brand_id: string
  subject_ids: string[]
}

/** Claims the next due mail about a brand. The token is that of its link to unsubscribe. */
export async function claimNotification(sql: Database, tokenHash: Uint8Array): Promise<ClaimedNotification | null> {
  const [row] = await sql<
    { claimed: ClaimedNotification | null }[]
  >`select oauth.claim_notification(${tokenHash}) as claimed`
  return row?.claimed ?? null
}

type Subject = Pick<ClaimedNotification, 'mail_id' | 'kind' | 'brand_id' | 'subject_ids'>

/** The digests of a pass by brand and week, so that each is computed once for all members of the brand. */
export type Digests = Map<string, Notified | null>

/**
 * Returns what still applies of a mail or message about a brand, read within the row-level security of the brand. Returns null, and ends
 * it, if nothing applies any more.
 */
export async function findNotified(
  sql: Database,
  subject: Subject,
  digests: Digests = new Map(),
): Promise<Notified | null> {
  const { mail_id, kind, brand_id, subject_ids } = subject
  const week = kind === 'digest' ? [brand_id, ...subject_ids].join(' ') : undefined
  const known = week === undefined ? undefined : digests.get(week)
  const notified = known === undefined ? await readNotified(sql, subject) : known
  if (week !== undefined) digests.set(week, notified)
  if (!notified) await sql`select oauth.drop_notification(${mail_id})`
  return notified
}

async function readNotified(sql: Database, { kind, brand_id, subject_ids }: Subject): Promise<Notified | null> {
  const [row] = await sql`
    select core.enter_brand(${brand_id}), console.notified(${brand_id}, ${kind}, ${subject_ids}) as notified`
  const notified = row?.notified as Notified | null
  if (!notified?.count) return null
  if (kind !== 'digest') return notified
  const { withSentences } = await import('../../../shared/db/warnings.ts')
  const { page } = await import('../../../shared/sentences/page_audience.ts')
  return await withSentences(notified, page)
}

/** Composes a mail about a brand. Returns null, and ends the mail, if nothing of it applies any more. */
export async function composeNotification(
  sql: Database,
  claimed: ClaimedNotification,
  { baseUrl, token, digests }: { baseUrl: string; token: string; digests: Digests },
): Promise<Mail | null> {
  const { mail_id, kind, email: to, brand_id } = claimed
  const notified = await findNotified(sql, claimed, digests)
  if (!notified) return null
  const root = `${baseUrl}/console/brands/${brand_id}`
  const unsubscribe = `${baseUrl}/oauth/unsubscribe?token=${token}`
  const links = { root, settings: `${root}/settings/notifications`, unsubscribe }
  return { to, id: mail_id, unsubscribe, ...(await written(kind, notified, links)) }
}

/** Returns subject and text. The sentences are imported on first use, because few passes send such a mail. */
async function written(kind: NotificationKind, notified: Notified, links: NotificationLinks) {
  if (kind !== 'digest') {
    const { notificationMail } = await import('../../../shared/sentences/mails/notification_mail.ts')
    return notificationMail(kind, notified, links)
  }
  const { digestMail } = await import('../../../shared/sentences/mails/digest_mail.ts')
  return digestMail(notified.brand, digestOf(notified), links)
}

/** Returns the digest of a notification. Its warnings and statements are sentences. */
export function digestOf({ items }: Notified): DigestToSend {
  return items[0] as unknown as DigestToSend
}

/** Records why a mail about a brand was not sent, for the page of its settings. The answer of the server can name its host, so only the code is kept. */
export async function recordRefusal(sql: Database, { mail_id }: ClaimedNotification, cause: unknown): Promise<void> {
  const { responseCode: code } = (cause ?? {}) as { responseCode?: unknown }
  await sql`select oauth.fail_notification(${mail_id}, ${typeof code === 'number' ? code : null}, ${refusesAddress(cause)})`
}

/**
 * Returns whether the mail server permanently refused the address of the recipient: at `RCPT TO`, with an enhanced status code of the
 * destination (RFC 3463, section 3.2; 5.1.10 is of RFC 7505). Other permanent codes can be about the sender, such as 5.7.1 for a relay that
 * is denied, and 5.1.7 and 5.1.8.
 */
function refusesAddress(cause: unknown): boolean {
  const { command, response } = (cause ?? {}) as { command?: unknown; response?: unknown }
  return command === 'RCPT TO' && typeof response === 'string' && /^5\d\d[ -]5\.1\.(?:[12346]|10)(?!\d)/.test(response)
}
