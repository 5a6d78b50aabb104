import type { Sql } from 'postgres'
import { withTimeout } from '../../../shared/db/connections.ts'
import { openKeyRing } from '../../../shared/key_ring.ts'
import type { WebhookOptions } from '../../../shared/webhooks/options.ts'
import { attempt } from './attempt.ts'
import type { AttemptOptions, Claimed } from './attempt.ts'
import { nextOf } from './next_of.ts'
import type { Attempted } from './outcome.ts'

export interface DeliveryOptions extends WebhookOptions {
  /** The most deliveries at once. Each endpoint has one at a time. */
  concurrencyMax?: number
  /** The time after which the pass claims no more deliveries. Running ones finish. */
  passSecondsMax?: number
  /** The timeout of one attempt. It must be shorter than the lease. */
  secondsMax?: number
  certificateAuthority?: string
}

export interface Pass {
  events_placed: number
  delivered: number
  failed: number
  /** The failed deliveries whose secret could not be decrypted. */
  secrets_unreadable: number
}

/**
 * Runs one pass: sequences new events, which creates their deliveries, and sends due deliveries until none is left. A slow
 * endpoint delays only its own deliveries. If the process dies, the leases of its deliveries expire.
 */
export async function deliverWebhooks(sql: Sql, options: DeliveryOptions): Promise<Pass> {
  const { concurrencyMax = 16, passSecondsMax = 30, secretKey } = options
  const pass: Pass = { events_placed: 0, delivered: 0, failed: 0, secrets_unreadable: 0 }
  const endsAt = performance.now() + passSecondsMax * 1000
  const underWay = new Set<Promise<void>>()
  const ring = secretKey ? await openKeyRing(secretKey) : null
  let broken: Error | null = null

  do {
    const [wasIdle, ended] = [underWay.size === 0, pass.delivered + pass.failed]
    const free = performance.now() < endsAt && !broken ? concurrencyMax - underWay.size : 0
    const claimed = ring && free > 0 ? await claim(sql, free) : []
    for (const each of claimed) {
      const delivering = deliver(sql, each, { ...options, ring: ring as NonNullable<typeof ring> })
        .then((error) => {
          pass[error === null ? 'delivered' : 'failed']++
          if (error === 'secret_unreadable') pass.secrets_unreadable++
        })
        // The result could not be recorded. The delivery is sent again when its lease expires.
        .catch((cause: Error) => void (broken = cause))
        .finally(() => underWay.delete(delivering))
      underWay.add(delivering)
    }
    if (claimed.length > 0 && underWay.size < concurrencyMax) continue
    const placed = await place(sql)
    pass.events_placed += placed
    if (placed > 0) continue
    if (wasIdle && claimed.length === 0) break
    // A delivery that ended since the claim makes the next one of its endpoint claimable, so there is no wait.
    if (underWay.size > 0 && ended === pass.delivered + pass.failed) await nextOf(underWay)
  } while (underWay.size > 0 || performance.now() < endsAt)
  if (broken) throw broken
  return pass
}

/** Returns the seconds until the next delivery is due, or null if there is none. */
export async function secondsToNextDelivery(sql: Sql): Promise<number | null> {
  const [row] = await withTimeout(sql, () => sql`select webhooks.seconds_to_next_delivery() as seconds`)
  return row?.seconds as number | null
}

async function place(sql: Sql): Promise<number> {
  const [row] = await withTimeout(sql, () => sql`select events.sequence_events() as placed`)
  return row?.placed as number
}

async function claim(sql: Sql, count: number): Promise<Claimed[]> {
  const [row] = await withTimeout(sql, () => sql`select webhooks.claim_deliveries(${count}) as claimed`)
  return row?.claimed as Claimed[]
}

/** Sends a delivery and records the result. Returns the kind of failure, or null. */
async function deliver(sql: Sql, claimed: Claimed, options: AttemptOptions): Promise<string | null> {
  const outcome = await attempt(claimed, options)
  await record(sql, claimed, outcome)
  return outcome.error
}

async function record(sql: Sql, { brand_id, delivery_id, attempt }: Claimed, outcome: Attempted): Promise<void> {
  await withTimeout(
    sql,
    () => sql`
      select webhooks.record_attempt(${brand_id}, ${delivery_id}, ${attempt}, ${outcome.status}, ${outcome.latency_ms},
        ${outcome.answer}, ${outcome.error}, ${outcome.retry_after_seconds})`,
  )
}
