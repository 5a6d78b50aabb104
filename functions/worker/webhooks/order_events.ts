import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { httpbis } from 'http-message-signatures'
import type { Sql } from 'postgres'
import type { QuoteSigner } from '../../../shared/commerce/quotes.ts'
import { withTimeout } from '../../../shared/db/connections.ts'
import { fetchPublic, ForbiddenAddress } from '../../../shared/http/outbound/fetch_public.ts'
import type { PublicAnswer } from '../../../shared/http/outbound/fetch_public.ts'
import { ucpOrder } from '../../../shared/schema/storefront/ucp_order.ts'
import { reportedOrder } from '../../../shared/storefront/ucp_order.ts'
import { isEndpointAddress } from '../../../shared/webhooks/address.ts'
import type { WebhookOptions } from '../../../shared/webhooks/options.ts'
import { nextOf } from './next_of.ts'
import { answerLimits, failure, judge } from './outcome.ts'
import type { Attempted } from './outcome.ts'

type Row = Record<string, unknown>

/** A leased order event, as `storefront.claim_order_events` returns it. */
interface OrderEvent {
  brand_id: string
  transaction_id: string
  url: string
  version: string
  event_id: string
  /** Unix seconds. */
  occurred_at: number
  attempt: number
  claimed_at: number
}

export interface OrderEventOptions extends Omit<WebhookOptions, 'secretKey'> {
  /** Signs the events with the keys of the business profile. */
  signer: QuoteSigner
  publicBaseUrl: string
  /** The most events at once. Each receiver has one at a time. */
  concurrencyMax?: number
  /** The time after which no more events are claimed, and running attempts end. */
  passSecondsMax?: number
  /** The timeout of one attempt. It must be shorter than the lease. */
  secondsMax?: number
  certificateAuthority?: string
}

export interface OrderEventPass {
  delivered: number
  failed: number
}

/**
 * Sends due order events to the platforms that created the orders (Universal Commerce Protocol, Order Event Webhook), until none is
 * left. An event is the present order, signed by the business (Message Signatures, REST Request Signing). A slow receiver delays only
 * its own events.
 */
export async function deliverOrderEvents(sql: Sql, options: OrderEventOptions): Promise<OrderEventPass> {
  const { concurrencyMax = 16, passSecondsMax = 30 } = options
  const pass = { delivered: 0, failed: 0 }
  const endsAt = performance.now() + passSecondsMax * 1000
  const underWay = new Set<Promise<void>>()
  let broken: Error | null = null
  do {
    const free = performance.now() < endsAt && !broken ? concurrencyMax - underWay.size : 0
    const ended = pass.delivered + pass.failed
    const claimed = free > 0 ? await claim(sql, free) : []
    // An attempt ends with the pass, so that the other work of a tick is not delayed.
    const secondsMax = Math.max(1, Math.min(options.secondsMax ?? 15, (endsAt - performance.now()) / 1000))
    for (const each of claimed) {
      const delivering = deliver(sql, each, { ...options, secondsMax })
        .then((error) => void pass[error === null ? 'delivered' : 'failed']++)
        // The result could not be recorded. The event is sent again when its lease expires.
        .catch((cause: Error) => void (broken = cause))
        .finally(() => underWay.delete(delivering))
      underWay.add(delivering)
    }
    // An event that ended since the claim makes the next one of its receiver claimable, so there is no wait.
    if (claimed.length === 0 && ended === pass.delivered + pass.failed) {
      if (underWay.size === 0) break
      await nextOf(underWay)
    }
  } while (underWay.size > 0 || performance.now() < endsAt)
  if (broken) throw broken
  return pass
}

async function claim(sql: Sql, count: number): Promise<OrderEvent[]> {
  const [row] = await withTimeout(sql, () => sql`select storefront.claim_order_events(${count}) as claimed`)
  return row?.claimed as OrderEvent[]
}

/** Returns the seconds until the next order event is due, or null if there is none. */
export async function secondsToNextOrderEvent(sql: Sql): Promise<number | null> {
  const [row] = await withTimeout(sql, () => sql`select storefront.seconds_to_next_order_event() as seconds`)
  return row?.seconds as number | null
}

/** Sends an event and records the result. Returns the kind of failure, or null. */
async function deliver(sql: Sql, event: OrderEvent, options: OrderEventOptions): Promise<string | null> {
  // An order that cannot be read or sent is a failed attempt, and does not end the pass.
  const outcome = await orderOf(sql, event, options.publicBaseUrl)
    .then((body) => send(event, body, options))
    .then(
      (answer) => judge(answer, event.claimed_at),
      (thrown: unknown): Partial<Attempted> => ({ error: failure(thrown) }),
    )
  const { status = null, error = null, retry_after_seconds: wait = null } = outcome
  const { brand_id: brand, transaction_id: order, event_id: id, attempt } = event
  await withTimeout(
    sql,
    () =>
      sql`select storefront.record_order_event(${brand}, ${order}, ${id}, ${attempt}, ${status}, ${error}, ${wait})`,
  )
  return error
}

/** Returns the order as Get Order returns it to the platform. */
async function orderOf(sql: Sql, { brand_id: brand, transaction_id: id, version }: OrderEvent, baseUrl: string) {
  // One statement, as in every job (Queue): the driver does not survive a disconnection within a transaction.
  const [row] = await withTimeout(
    sql,
    () => sql`select core.enter_brand(${brand}), commerce.show_transaction(${brand}, ${id}, ${baseUrl}) as shown`,
  )
  const answer = row?.shown as Row
  const ucp = { version, capabilities: { 'dev.ucp.shopping.order': [{ version }] } }
  return JSON.stringify(ucpOrder.parse({ ...reportedOrder(answer), ucp }))
}

async function send(event: OrderEvent, body: string, options: OrderEventOptions): Promise<PublicAnswer> {
  if (!isEndpointAddress(event.url, { ...options, secretKey: undefined })) {
    throw new ForbiddenAddress('The address is no longer allowed.')
  }
  return await fetchPublic(event.url, {
    ...answerLimits,
    secondsMax: options.secondsMax ?? 15,
    allowsLoopback: options.allowsLoopback,
    post: { body, headers: await headersOf(event, body, options) },
    ...(options.resolve ? { resolve: options.resolve } : {}),
    ...(options.certificateAuthority ? { certificateAuthority: options.certificateAuthority } : {}),
  })
}

/** Returns the headers of an event: those of Standard Webhooks, and a signature of RFC 9421 over them, the address and the body. */
async function headersOf(
  { brand_id: brand, event_id: id, occurred_at: occurredAt, claimed_at: claimedAt, url }: OrderEvent,
  body: string,
  { signer, publicBaseUrl }: OrderEventOptions,
): Promise<Record<string, string>> {
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Content-Digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:`,
    'User-Agent': 'Vitrine-Webhooks/1.0',
    'UCP-Agent': `profile="${publicBaseUrl}/api/storefront/${brand}/.well-known/ucp"`,
    'Webhook-Id': id,
    'Webhook-Timestamp': String(occurredAt),
    'Idempotency-Key': id,
  }
  const query = new URL(url).search === '' ? [] : ['@query']
  const covered = ['ucp-agent', 'idempotency-key', 'content-digest', 'content-type', 'webhook-id', 'webhook-timestamp']
  const signed = await httpbis.signMessage(
    {
      // The algorithm is that of the key, and is no parameter (Message Signatures, Signature Algorithms).
      key: { id: signer.keyId, sign: async (data) => Buffer.from(signer.signBytes(data)) },
      name: 'sig1',
      fields: ['@method', '@authority', '@path', ...query, ...covered],
      params: ['created', 'keyid'],
      paramValues: { created: new Date(claimedAt * 1000) },
    },
    { method: 'POST', url, headers },
  )
  return signed.headers as Record<string, string>
}
