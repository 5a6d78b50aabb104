import type { Sql } from 'postgres'
import { withTimeout } from '../../../shared/db/connections.ts'
import type { PublicAnswer } from '../../../shared/http/outbound/fetch_public.ts'
import { openKeyRing } from '../../../shared/key_ring.ts'
import type { KeyRing } from '../../../shared/key_ring.ts'
import { causeOf } from '../../../shared/log/log.ts'
import type { Log } from '../../../shared/log/log.ts'
import type { SlackMessage } from '../../../shared/sentences/mails/slack_message.ts'
import { openSlackAddress } from '../../../shared/webhooks/slack_address.ts'
import { failure, judge } from '../webhooks/outcome.ts'
import { post } from '../webhooks/post.ts'
import type { PostOptions } from '../webhooks/post.ts'
import { runClaimed } from '../webhooks/run_claimed.ts'
import type { PassLimits } from '../webhooks/run_claimed.ts'
import { composeMessage } from './compose_message.ts'
import type { MessageSubject } from './compose_message.ts'

/** A message to Slack, as `oauth.claim_messages` returns it. */
export interface ClaimedMessage extends MessageSubject {
  attempts: number
  receiver_id: string
  /** The encrypted address. */
  sealed: string
  /** Unix seconds. */
  claimed_at: number
}

export interface MessageOptions extends PostOptions, PassLimits {
  /** Encrypts the addresses (WEBHOOK_SECRET_KEY). */
  secretKey: string
  /** The base URL of the links in messages. */
  baseUrl: string
}

export interface MessagePass {
  sent: number
  failed: number
}

/** The time limit of one attempt. Slack answers within a second, and the first lease is 30 s. */
const attemptSecondsMax = 10

/** Answers that say that an address will not be valid again, besides the statuses 404 and 410. */
const goneCodes = new Set([
  'no_service',
  'no_service_id',
  'no_team',
  'team_disabled',
  'invalid_token',
  'no_active_hooks',
])

/**
 * Sends due messages to the Slack channels of brands, beside each other, until none is left. A message is sent at least once: a worker that
 * ends between sending and recording repeats it, and Slack has no id by which it recognizes a repetition.
 */
export async function sendMessages(sql: Sql, options: MessageOptions, log: Log): Promise<MessagePass> {
  const pass = { sent: 0, failed: 0 }
  const ring = await openKeyRing(options.secretKey)
  await runClaimed(
    (count) => claim(sql, count),
    async (claimed, secondsLeft) => {
      // An attempt ends with the pass, so that the other work of a tick is not delayed.
      const secondsMax = Math.max(1, Math.min(options.secondsMax ?? attemptSecondsMax, secondsLeft))
      try {
        const message = await composeMessage(sql, claimed, options.baseUrl)
        if (!message) return
        const refusal = await attempt(sql, claimed, message, { ...options, secondsMax, ring })
        pass[refusal === null ? 'sent' : 'failed'] += 1
        if (refusal) log({ slack: claimed.kind, attempt: claimed.attempts, ...refusal })
      } catch (cause) {
        pass.failed += 1
        log({ slack: claimed.kind, attempt: claimed.attempts, cause: causeOf(cause) })
      }
    },
    options,
  )
  return pass
}

async function claim(sql: Sql, count: number): Promise<ClaimedMessage[]> {
  const [row] = await withTimeout(sql, () => sql`select oauth.claim_messages(${count}) as claimed`)
  return row?.claimed as ClaimedMessage[]
}

/** Why an attempt failed. The text of the answer is stored only if it is a code. */
interface Refusal {
  error: string
  http_status: number | null
  slack_code: string | null
}

/** Sends a message and records the result. Returns why it failed, or null. The address is in no log, because it is a credential. */
async function attempt(
  sql: Sql,
  claimed: ClaimedMessage,
  message: SlackMessage,
  options: MessageOptions & { ring: KeyRing },
): Promise<Refusal | null> {
  const answer = await send(claimed, message, options).catch((thrown: unknown) => failure(thrown))
  const judged = typeof answer === 'string' ? { error: answer } : judge(answer, claimed.claimed_at)
  const { error, status = null, retry_after_seconds: wait = null } = judged
  const { mail_id: id } = claimed
  if (!error) {
    await withTimeout(sql, () => sql`select oauth.finish_mail(${id})`)
    return null
  }
  const code = typeof answer === 'string' ? null : (/^[a-z][a-z_]{0,49}$/.exec(answer.text.trim())?.[0] ?? null)
  const refusal = { error, http_status: status, slack_code: code }
  const isGone = status === 404 || status === 410 || (code !== null && goneCodes.has(code))
  await withTimeout(sql, () => sql`select oauth.fail_message(${id}, ${sql.json(refusal)}, ${wait}, ${isGone})`)
  return refusal
}

async function send(
  { receiver_id, sealed }: ClaimedMessage,
  message: SlackMessage,
  options: MessageOptions & { ring: KeyRing },
): Promise<PublicAnswer> {
  const address = await openSlackAddress(options.ring, receiver_id, sealed)
  return await post(address, JSON.stringify(message), {}, options)
}
