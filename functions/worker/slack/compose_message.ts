import type { Sql } from 'postgres'
import { withTimeout } from '../../../shared/db/connections.ts'
import type { SlackMessageKind } from '../../../shared/schema/console/slack.ts'
import type { SlackMessage } from '../../../shared/sentences/mails/slack_message.ts'
import { digestOf, findNotified } from '../mail/notifications.ts'

/** What a message is about. */
export interface MessageSubject {
  mail_id: string
  kind: SlackMessageKind
  brand_id: string
  subject_ids: string[]
}

/**
 * Composes a message of what still applies. Returns null, and ends the message, if nothing applies any more. The sentences are imported on
 * first use, because few passes send a message.
 */
export async function composeMessage(sql: Sql, claimed: MessageSubject, baseUrl: string): Promise<SlackMessage | null> {
  const { kind, brand_id } = claimed
  const { slackMessage } = await import('../../../shared/sentences/mails/slack_message.ts')
  const root = `${baseUrl}/console/brands/${brand_id}`
  if (kind === 'test') {
    const test = {
      title: 'Vitrine can send messages to this channel.',
      lines: [
        'Alerts, offers, orders and disputes, reminders of switches of experiments, and the weekly digest of this brand arrive here.',
      ],
    }
    return slackMessage('Test message of Vitrine', [test], root)
  }
  const notified = await withTimeout(sql, () => findNotified(sql, { ...claimed, kind }))
  if (!notified) return null
  if (kind === 'digest') {
    const { digestSections, digestSubject } = await import('../../../shared/sentences/mails/digest_mail.ts')
    const digest = digestOf(notified)
    return slackMessage(digestSubject(notified.brand, digest), digestSections(digest), root)
  }
  const { notificationSections } = await import('../../../shared/sentences/mails/notification_mail.ts')
  const { subject, sections } = notificationSections(kind, notified)
  return slackMessage(subject, sections, root)
}
