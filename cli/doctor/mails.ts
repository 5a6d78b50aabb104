import type { Sql } from 'postgres'
import { fine, wrong } from './finding.ts'
import type { Finding } from './finding.ts'

/** As the objective of docs/operate/objectives.md. */
const lateSecondsMin = 300

/** Checks that mails are sent, and that none about a brand was given up. */
export async function examineMails(sql: Sql): Promise<Finding> {
  const [row] = await sql`
    select waiting::integer, oldest_seconds::integer, oauth.count_failed_notifications()::integer as failed from oauth.measure_mails()`
  if (row?.waiting > 0 && row?.oldest_seconds > lateSecondsMin) {
    return wrong(
      'mails',
      `${row?.waiting} wait, the oldest for ${row?.oldest_seconds} s. Check SMTP_URL and MAIL_FROM of the worker, and its log ("mail").`,
    )
  }
  if (row?.failed > 0) {
    return wrong(
      'mails',
      `Notifications that were tried for a day and not sent: of ${row?.failed} members and kinds. Search the log of the worker for "mail". ` +
        'A mail that is sent to the same member ends this.',
    )
  }
  return fine('mails', 'None is late.')
}
