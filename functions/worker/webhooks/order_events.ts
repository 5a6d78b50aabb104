import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { httpbis } from 'http-message-signatures'
import type { Sql } from 'postgres'
import type { QuoteSigner } from '../../../shared/commerce/quotes.ts'
import { withTimeout } from '../../../shared/db/connections.ts'
import type { PublicAnswer } from '../../../shared/http/outbound/fetch_public.ts'
import { ucpOrder } from '../../../shared/schema/storefront/ucp_order.ts'
import { renderUcpOrder } from '../../../shared/storefront/ucp_order_messages.ts'
import { businessProfile } from './business_profile.ts'
import { failure, judge } from './outcome.ts'
import type { Attempted } from './outcome.ts'
import { post } from './post.ts'
import type { PostOptions } from './post.ts'
import { runClaimed } from './run_claimed.ts'
import type { PassLimits } from './run_claimed.ts'

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

/** Each receiver has one event at a time. */
export interface OrderEventOptions extends PostOptions, PassLimits {
  /** Signs the events with the keys of the business profile. */
  signer: QuoteSigner
  publicBaseUrl: string
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
  const pass = { delivered: 0, failed: 0 }
  // Each shop's address is found once in a pass.
  const profiles = new Map<string, Promise<string>>()
  const profileOf = (brand: string) => {
    const { signer, publicBaseUrl, allowsLoopback, resolve, certificateAuthority } = options
    const fetching = {
      allowsLoopback,
      ...(resolve ? { resolve } : {}),
      ...(certificateAuthority ? { certificateAuthority } : {}),
    }
    const known = profiles.get(brand) ?? businessProfile(sql, brand, { signer, publicBaseUrl, fetching })
    profiles.set(brand, known)
    return known
  }
  await runClaimed(
    (count) => claim(sql, count),
    async (event, secondsLeft) => {
      // An attempt ends with the pass, so that the other work of a tick is not delayed.
      const secondsMax = Math.max(1, Math.min(options.secondsMax ?? 15, secondsLeft))
      const error = await deliver(sql, event, profileOf, { ...options, secondsMax })
      pass[error === null ? 'delivered' : 'failed']++
    },
    options,
  )
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
async function deliver(
  sql: Sql,
  event: OrderEvent,
  profileOf: (brand: string) => Promise<string>,
  options: OrderEventOptions,
): Promise<string | null> {
  // An order that cannot be read or sent is a failed attempt, and does not end the pass.
  const outcome = await Promise.all([orderOf(sql, event, options.publicBaseUrl), profileOf(event.brand_id)])
    .then(([body, profile]) => send(event, { body, profile }, options))
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
    () => sql`select core.enter_brand(${brand}), storefront.ucp_show_order(${brand}, ${id}, ${baseUrl}) as shown`,
  )
  const ucp = { version, capabilities: { 'dev.ucp.shopping.order': [{ version }] } }
  return JSON.stringify(ucpOrder.parse({ ...renderUcpOrder(row?.shown as Row), ucp }))
}

interface Sent {
  body: string
  /** The address of the profile of the business. */
  profile: string
}

async function send(event: OrderEvent, sent: Sent, options: OrderEventOptions): Promise<PublicAnswer> {
  return await post(event.url, sent.body, await headersOf(event, sent, options.signer), options)
}

/** Returns the headers of an event: those of Standard Webhooks, and a signature of RFC 9421 over them, the address and the body. */
async function headersOf(
  { event_id: id, occurred_at: occurredAt, claimed_at: claimedAt, url }: OrderEvent,
  { body, profile }: Sent,
  signer: QuoteSigner,
): Promise<Record<string, string>> {
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Content-Digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:`,
    'User-Agent': 'Vitrine-Webhooks/1.0',
    'UCP-Agent': `profile="${profile}"`,
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
