import { sha256 } from '../../../shared/credentials/sha256.ts'
import { createSecret } from '../../../shared/credentials/tokens.ts'
import type { Database } from '../../../shared/db/pool.ts'
import { causeOf } from '../../../shared/log/log.ts'
import type { Log } from '../../../shared/log/log.ts'
import { oneLine } from '../../../shared/sentences/mails/one_line.ts'
import { claimNotification, composeNotification, recordRefusal } from './notifications.ts'
import type { ClaimedNotification, Digests } from './notifications.ts'
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
  /** `account_exists`: the sign-up of an address that has an account. */
  kind: 'reset' | 'unlock' | 'sign_up' | 'account_exists' | 'invitation' | keyof typeof notices
  email: string
  attempts: number
  invitation?: Invitation | null
}

interface Invitation {
  id: string
  brand: string
  role: string
  /** The address of the person who invited. Null if the account of this person was deleted. */
  invited_by: string | null
  /** Whether the address has no account. The link then creates one. */
  creates_account: boolean
}

/**
 * Sends due mails of the outbox (`oauth.mails`). Each attempt has a new token, of which the database gets the SHA-256, so that
 * a link is in the mail only. A failed mail is due again later, until it expires: after 30 minutes, an invitation and a mail about
 * a brand after a day. A mail about a brand also ends when the server refuses the address with a permanent error.
 */
export async function sendMails(
  sql: Database,
  mailer: Mailer,
  log: Log,
  { secondsMax = passSecondsMax } = {},
): Promise<{ sent: number; failed: number }> {
  const pass = { sent: 0, failed: 0 }
  const digests: Digests = new Map()
  const endsAt = performance.now() + secondsMax * 1000
  while (pass.sent + pass.failed < mailsMax && performance.now() < endsAt) {
    const token = createSecret()
    const claimed = await claim(sql, sha256(token))
    if (!claimed) break
    try {
      const mail =
        'subject_ids' in claimed
          ? await composeNotification(sql, claimed, { baseUrl: mailer.baseUrl, token, digests })
          : compose(claimed, mailer.baseUrl, token)
      if (!mail) continue
      await send(sql, mailer, claimed, mail)
      await sql`select oauth.finish_mail(${claimed.mail_id})`
      pass.sent += 1
    } catch (cause) {
      pass.failed += 1
      log({ mail: claimed.kind, attempt: claimed.attempts, cause: causeOf(cause) })
    }
  }
  return pass
}

/** Sends a mail. Only what the mail server answers is recorded as its refusal. */
async function send(sql: Database, mailer: Mailer, claimed: Claimed | ClaimedNotification, mail: Mail): Promise<void> {
  try {
    await mailer.send(mail)
  } catch (cause) {
    if ('subject_ids' in claimed) await recordRefusal(sql, claimed, cause)
    throw cause
  }
}

/** Claims the next due mail: to a person, to an address, or about a brand, which can wait longest. */
async function claim(sql: Database, tokenHash: Uint8Array): Promise<Claimed | ClaimedNotification | null> {
  const [toPerson] = await sql<{ claimed: Claimed | null }[]>`select oauth.claim_mail(${tokenHash}) as claimed`
  if (toPerson?.claimed) return toPerson.claimed
  const [toAddress] = await sql<{ claimed: Claimed | null }[]>`select oauth.claim_address_mail(${tokenHash}) as claimed`
  return toAddress?.claimed ?? (await claimNotification(sql, tokenHash))
}

/** The subject of a mail with a link, and the sentence before the link. */
const links = {
  reset: ['Reset your Vitrine password', 'Open this link to choose a new password for your Vitrine account:'],
  unlock: ['Unlock your Vitrine sign-in', 'Open this link in the browser with which you sign in to Vitrine:'],
  sign_up: ['Create your Vitrine account', 'Open this link to choose a name and a password for your Vitrine account:'],
} as const

function compose({ kind, email: to, invitation }: Claimed, baseUrl: string, token: string): Mail {
  if (invitation) return composeInvitation(invitation, to, baseUrl, token)
  if (kind === 'account_exists') return composeAccountExists(to, baseUrl)
  if (kind !== 'reset' && kind !== 'unlock' && kind !== 'sign_up')
    return composeNotice(notices[kind as keyof typeof notices], to, baseUrl)
  const link = `${baseUrl}/oauth/${kind.replace('_', '-')}/link?token=${token}`
  const end = 'The link is valid for 30 minutes and can be used once. If you did not request it, ignore this mail.'
  const [subject, before] = links[kind]
  return { to, subject, text: `${before}\n\n${link}\n\n${end}\n` }
}

function composeInvitation(invitation: Invitation, to: string, baseUrl: string, token: string): Mail {
  const { id, role, invited_by, creates_account } = invitation
  const brand = oneLine(invitation.brand)
  const page = `/console/invitations/${id}`
  const link = creates_account ? `/oauth/sign-up/link?${new URLSearchParams({ token, to: page })}` : page
  const text =
    `${oneLine(invited_by ?? 'A member', 254)} invites you to the brand "${brand}" on Vitrine, as ${role}.\n\n` +
    `Open this link to ${creates_account ? 'create your account and ' : ''}answer the invitation:\n\n${baseUrl}${link}\n\n` +
    'The invitation is for this address and valid for seven days. If you do not know the sender, ignore this mail.\n'
  return { to, subject: `Invitation to ${brand} on Vitrine`, text }
}

function composeAccountExists(to: string, baseUrl: string): Mail {
  const text =
    `A Vitrine account with this address was requested, and one exists already.\n\nSign in at ${baseUrl}/oauth/sign-in\n\n` +
    `If you forgot the password, choose a new one at ${baseUrl}/oauth/reset\n\nIf you did not request an account, ignore this mail.\n`
  return { to, subject: 'You already have a Vitrine account', text }
}

function composeNotice(subject: string, to: string, baseUrl: string): Mail {
  const advice =
    'If it was not you: reset your password, sign in, open the page above and remove what is not yours. If you cannot sign in, ask the operator of your installation.'
  return { to, subject, text: `${subject}.\n\nCheck it at ${baseUrl}/oauth/security\n\n${advice}\n` }
}
