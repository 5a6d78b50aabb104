import { fetchPublic, ForbiddenAddress } from '../../../shared/http/outbound/fetch_public.ts'
import type { PublicAnswer } from '../../../shared/http/outbound/fetch_public.ts'
import { isEndpointAddress } from '../../../shared/webhooks/address.ts'
import type { WebhookOptions } from '../../../shared/webhooks/options.ts'
import type { SecretBox } from '../../../shared/webhooks/secret_box.ts'
import { signatureHeaders } from '../../../shared/webhooks/sign.ts'

/** A delivery under lease, as `webhooks.claim_deliveries` hands it out. */
export interface Claimed {
  delivery_id: string
  brand_id: string
  endpoint_id: string
  attempt: number
  url: string
  event_id: string
  type: string
  timestamp: string
  data: Record<string, unknown>
  /** Unix seconds, by the clock of the database and not of whichever worker it is. */
  claimed_at: number
  /** Sealed, the present one first. */
  secrets: string[]
}

/** What `webhooks.record_attempt` takes down. */
export interface Attempted {
  status: number | null
  latency_ms: number
  answer: string | null
  /** The kind of failure; null for a success. */
  error: string | null
  retry_after_seconds: number | null
}

export interface AttemptOptions extends WebhookOptions {
  box: SecretBox
  secondsMax?: number | undefined
  /** For tests. */
  certificateAuthority?: string | undefined
}

const answerBytesMax = 64 * 1024
const keptBytesMax = 1024

/** One signed POST, and what came of it: whatever goes wrong is an outcome, never an exception. */
export async function attempt(claimed: Claimed, options: AttemptOptions): Promise<Attempted> {
  const startedAt = performance.now()
  const outcome = (rest: Partial<Attempted>): Attempted => ({
    status: null,
    answer: null,
    error: null,
    retry_after_seconds: null,
    latency_ms: Math.round(performance.now() - startedAt),
    ...rest,
  })
  try {
    return outcome(judge(await send(claimed, options), claimed.claimed_at))
  } catch (thrown) {
    return outcome({ error: failure(thrown) })
  }
}

async function send(claimed: Claimed, options: AttemptOptions): Promise<PublicAnswer> {
  const { event_id: id, endpoint_id, type, timestamp, brand_id, data } = claimed
  if (!isEndpointAddress(claimed.url, options)) throw new ForbiddenAddress('The rules have changed since.')
  const body = JSON.stringify({ id, type, timestamp, brand_id, data })
  const secrets = await Promise.all(claimed.secrets.map((sealed) => options.box.open(sealed, endpoint_id)))
  const signed = await signatureHeaders({ id, body, timestamp: claimed.claimed_at }, secrets)
  return await fetchPublic(claimed.url, {
    bytesMax: answerBytesMax,
    cuts: true,
    secondsMax: options.secondsMax ?? 15,
    allowsLoopback: options.allowsLoopback,
    post: {
      body,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': String(new TextEncoder().encode(body).length),
        'User-Agent': 'Vitrine-Webhooks/1.0',
        ...signed,
      },
    },
    ...(options.resolve ? { resolve: options.resolve } : {}),
    ...(options.certificateAuthority ? { certificateAuthority: options.certificateAuthority } : {}),
  })
}

/** Success is 2xx and nothing else (Standard Webhooks 1.0.0). */
function judge({ status, headers, text }: PublicAnswer, claimedAt: number): Partial<Attempted> {
  const kept = new TextDecoder().decode(new TextEncoder().encode(text).slice(0, keptBytesMax)).replaceAll('\u0000', '')
  const isSuccess = status >= 200 && status < 300
  return {
    status,
    answer: kept,
    error: isSuccess ? null : status >= 300 && status < 400 ? 'redirect' : 'status',
    retry_after_seconds: isSuccess ? null : retryAfter(headers['retry-after'], claimedAt),
  }
}

/** RFC 9110, section 10.2.3: seconds, or a date. */
function retryAfter(header: string | string[] | undefined, claimedAt: number): number | null {
  const text = String(header ?? '').trim()
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const seconds = Math.ceil(Date.parse(text) / 1000 - claimedAt)
  return seconds > 0 ? Math.min(seconds, 999_999_999) : null
}

/** A word for the log, from what the runtime throws. */
function failure(thrown: unknown): string {
  if (thrown instanceof ForbiddenAddress) return 'forbidden_address'
  const { name = '', code = '', message = '' } = thrown as { name?: string; code?: string; message?: string }
  if (name === 'OperationError') return 'secret_unreadable'
  const told = `${name} ${code} ${message}`
  if (/Timeout|AbortError|ABORT_ERR/i.test(told)) return 'timeout'
  if (/ENOTFOUND|EAI_|getaddrinfo/i.test(told)) return 'dns'
  if (/CERT|TLS|SSL|SELF_SIGNED|altnames/i.test(told)) return 'tls'
  if (/ECONNREFUSED/.test(told)) return 'connection_refused'
  if (/HPE_|Parse Error|parse/i.test(told)) return 'no_http'
  return 'connection_reset'
}
