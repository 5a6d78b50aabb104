import { fetchPublic, ForbiddenAddress } from '../../../shared/http/outbound/fetch_public.ts'
import type { PublicAnswer } from '../../../shared/http/outbound/fetch_public.ts'
import { inSpan } from '../../../shared/telemetry/tracing.ts'
import type { SpanStart } from '../../../shared/telemetry/tracing.ts'
import { isEndpointAddress } from '../../../shared/webhooks/address.ts'
import { MissingKey } from '../../../shared/key_ring.ts'
import type { KeyRing } from '../../../shared/key_ring.ts'
import type { WebhookOptions } from '../../../shared/webhooks/options.ts'
import { secretContext } from '../../../shared/webhooks/secret.ts'
import { signatureHeaders } from '../../../shared/webhooks/sign.ts'

/** A leased delivery, as `webhooks.claim_deliveries` returns it. */
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
  /** Unix seconds, by the clock of the database, so that clocks of workers do not matter. */
  claimed_at: number
  /** Encrypted secrets, the current one first. */
  secrets: string[]
}

/** The result of an attempt, as `webhooks.record_attempt` stores it. */
export interface Attempted {
  status: number | null
  latency_ms: number
  answer: string | null
  /** The kind of failure, such as `timeout` or `dns`; null for a success. */
  error: string | null
  retry_after_seconds: number | null
}

export interface AttemptOptions extends WebhookOptions {
  ring: KeyRing
  secondsMax?: number | undefined
  /** Only tests set it. */
  certificateAuthority?: string | undefined
}

const answerBytesMax = 64 * 1024
const keptBytesMax = 1024

/** Sends one signed POST. Returns the result; a failure is a result, not an exception. */
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
  return await inSpan(
    () => spanOf(claimed),
    async (span) => {
      try {
        const answer = await send(claimed, options, span ? { traceparent: span.traceparent } : {})
        span?.set({ 'http.response.status_code': answer.status })
        const judged = judge(answer, claimed.claimed_at)
        if (judged.error) span?.fail(judged.error)
        return outcome(judged)
      } catch (thrown) {
        const error = failure(thrown)
        span?.fail(error)
        return outcome({ error })
      }
    },
  )
}

/** The path and query of an endpoint can contain a secret of its owner, so a trace has only the host. */
function spanOf({ url, type, event_id, attempt }: Claimed): SpanStart {
  const attributes = {
    'http.request.method': 'POST',
    'server.address': URL.parse(url)?.hostname,
    'vitrine.event_id': event_id,
    'vitrine.event_type': type,
    'http.request.resend_count': attempt - 1,
  }
  return { name: 'POST webhook', kind: 'client', attributes }
}

async function send(claimed: Claimed, options: AttemptOptions, trace: { traceparent?: string }): Promise<PublicAnswer> {
  const { event_id: id, endpoint_id, type, timestamp, brand_id, data } = claimed
  if (!isEndpointAddress(claimed.url, options)) throw new ForbiddenAddress('The address is no longer allowed.')
  const body = JSON.stringify({ id, type, timestamp, brand_id, data })
  const context = secretContext(endpoint_id)
  const secrets = await Promise.all(claimed.secrets.map((sealed) => options.ring.open(sealed, context)))
  const signed = await signatureHeaders({ id, body, timestamp: claimed.claimed_at }, secrets)
  return await fetchPublic(claimed.url, {
    bytesMax: answerBytesMax,
    truncates: true,
    secondsMax: options.secondsMax ?? 15,
    allowsLoopback: options.allowsLoopback,
    post: {
      body,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': String(new TextEncoder().encode(body).length),
        'User-Agent': 'Vitrine-Webhooks/1.0',
        ...trace,
        ...signed,
      },
    },
    ...(options.resolve ? { resolve: options.resolve } : {}),
    ...(options.certificateAuthority ? { certificateAuthority: options.certificateAuthority } : {}),
  })
}

/** Only a 2xx status is a success (Standard Webhooks 1.0.0). */
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

/** Returns the seconds of a Retry-After header (RFC 9110, section 10.2.3), which contains seconds or a date. */
function retryAfter(header: string | string[] | undefined, claimedAt: number): number | null {
  const text = String(header ?? '').trim()
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const seconds = Math.ceil(Date.parse(text) / 1000 - claimedAt)
  return seconds > 0 ? Math.min(seconds, 999_999_999) : null
}

/** Returns the kind of failure of an error. Node and Deno differ in names and codes, so the text is searched. */
function failure(thrown: unknown): string {
  if (thrown instanceof ForbiddenAddress) return 'forbidden_address'
  if (thrown instanceof MissingKey) return 'secret_unreadable'
  const { name = '', code = '', message = '' } = thrown as { name?: string; code?: string; message?: string }
  if (name === 'OperationError') return 'secret_unreadable'
  const text = `${name} ${code} ${message}`
  if (/Timeout|AbortError|ABORT_ERR/i.test(text)) return 'timeout'
  if (/ENOTFOUND|EAI_|getaddrinfo/i.test(text)) return 'dns'
  if (/CERT|TLS|SSL|SELF_SIGNED|altnames/i.test(text)) return 'tls'
  if (/ECONNREFUSED/.test(text)) return 'connection_refused'
  if (/HPE_|Parse Error|parse/i.test(text)) return 'no_http'
  return 'connection_reset'
}
