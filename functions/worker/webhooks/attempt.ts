import type { PublicAnswer } from '../../../shared/http/outbound/fetch_public.ts'
import { inSpan } from '../../../shared/telemetry/tracing.ts'
import type { SpanStart } from '../../../shared/telemetry/tracing.ts'
import type { KeyRing } from '../../../shared/key_ring.ts'
import type { WebhookOptions } from '../../../shared/webhooks/options.ts'
import { secretContext } from '../../../shared/webhooks/secret.ts'
import { signatureHeaders } from '../../../shared/webhooks/sign.ts'
import { failure, judge } from './outcome.ts'
import type { Attempted } from './outcome.ts'
import { post } from './post.ts'
import type { PostOptions } from './post.ts'

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

export interface AttemptOptions extends WebhookOptions, PostOptions {
  ring: KeyRing
}

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
  const body = JSON.stringify({ id, type, timestamp, brand_id, data })
  const context = secretContext(endpoint_id)
  const secrets = await Promise.all(claimed.secrets.map((sealed) => options.ring.open(sealed, context)))
  const signed = await signatureHeaders({ id, body, timestamp: claimed.claimed_at }, secrets)
  return await post(claimed.url, body, { ...trace, ...signed }, options)
}
