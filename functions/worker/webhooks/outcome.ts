import { ForbiddenAddress } from '../../../shared/http/outbound/fetch_public.ts'
import type { PublicAnswer } from '../../../shared/http/outbound/fetch_public.ts'
import { MissingKey } from '../../../shared/key_ring.ts'

/** The result of an attempt, as `webhooks.record_attempt` stores it. */
export interface Attempted {
  status: number | null
  latency_ms: number
  answer: string | null
  /** The kind of failure, such as `timeout` or `dns`; null for a success. */
  error: string | null
  retry_after_seconds: number | null
}

/** What is read of the response to a webhook. */
export const answerLimits = { bytesMax: 64 * 1024, truncates: true }
const keptBytesMax = 1024

/** Only a 2xx status is a success (Standard Webhooks 1.0.0). */
export function judge({ status, headers, text }: PublicAnswer, claimedAt: number): Partial<Attempted> {
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
export function failure(thrown: unknown): string {
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
