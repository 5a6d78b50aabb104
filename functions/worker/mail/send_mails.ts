import { sha256 } from '../../../shared/credentials/sha256.ts'
import { createSecret } from '../../../shared/credentials/tokens.ts'
import type { Database } from '../../../shared/db/pool.ts'
import { causeOf } from '../../../shared/log/log.ts'
import type { Log } from '../../../shared/log/log.ts'
import type { Mail, Mailer } from './mailer.ts'

/** The most mails of one pass, and the time after which it begins no more. */
const mailsMax = 20
const passSecondsMax = 30

/** What happened, by the kind of a mail that informs about it. */
const notices = {
  passkey_added: 'A passkey was added to your Vitrine account',
  passkey_removed: 'A passkey was removed from your Vitrine account',
  app_added: 'An authenticator app was added to your Vitrine account',
  app_removed: 'The authenticator app was removed from your Vitrine account',
  second_factors_removed: 'The second factors were removed from your Vitrine account',
}

interface Claimed {
  mail_id: string
  kind: 'reset' | 'unlock' | keyof typeof notices
  email: string
  attempts: number
}

/**
 * Sends due mails of the outbox (`oauth.mails`). Each attempt has a new token, of which the database gets the SHA-256, so that
 * a link is in the mail only. A failed mail is due again later, until it expires after 30 minutes.
 */
export async function sendMails(
  sql: Database,
  mailer: Mailer,
  log: Log,
  { secondsMax = passSecondsMax } = {},
): Promise<{ sent: number; failed: number }> {
  const pass = { sent: 0, failed: 0 }
  const endsAt = performance.now() + secondsMax * 1000
  while (pass.sent + pass.failed < mailsMax && performance.now() < endsAt) {
    const token = createSecret()
    const [row] = await sql<{ claimed: Claimed | null }[]>`select oauth.claim_mail(${sha256(token)}) as claimed`
    const claimed = row?.claimed
    if (!claimed) break
    try {
      await mailer.send(compose(claimed, mailer.baseUrl, token))
      await sql`select oauth.finish_mail(${claimed.mail_id})`
      pass.sent += 1
    } catch (cause) {
      pass.failed += 1
      log({ mail: claimed.kind, attempt: claimed.attempts, cause: causeOf(cause) })
    }
  }
  return pass
}

function compose({ kind, email: to }: Claimed, baseUrl: string, token: string): Mail {
  if (kind !== 'reset' && kind !== 'unlock') return composeNotice(notices[kind], to, baseUrl)
  const link = `${baseUrl}/oauth/${kind}/link?token=${token}`
  const end = 'The link is valid for 30 minutes and can be used once. If you did not request it, ignore this mail.'
  return kind === 'reset'
    ? {
        to,
        subject: 'Reset your Vitrine password',
        text: `Open this link to choose a new password for your Vitrine account:\n\n${link}\n\n${end}\n`,
      }
    : {
        to,
        subject: 'Unlock your Vitrine sign-in',
        text: `Open this link in the browser with which you sign in to Vitrine:\n\n${link}\n\n${end}\n`,
      }
}

function composeNotice(subject: string, to: string, baseUrl: string): Mail {
  const advice =
    'If it was not you: reset your password, sign in, open the page above and remove what is not yours. If you cannot sign in, ask the operator of your installation.'
  return { to, subject, text: `${subject}.\n\nCheck it at ${baseUrl}/oauth/security\n\n${advice}\n` }
}
