import { z } from 'zod'
import { readJson } from './call.ts'
import type { Call, SourceReply } from './call.ts'
import { SourceError } from './source_error.ts'

/** An error of a Google API (google.rpc.Status in its JSON form). */
export interface GoogleError {
  /** The HTTP status. */
  status: number
  /** The canonical code, such as RESOURCE_EXHAUSTED. */
  code: string
  message: string
  details: Record<string, unknown>[]
}

const errorForm = z.object({
  error: z.object({
    status: z.string().default(''),
    message: z.string().default(''),
    details: z.array(z.record(z.string(), z.unknown())).default([]),
  }),
})

/**
 * Sends a request to a Google API and returns the JSON of its reply. `judge` returns the meaning of an error that only this API
 * has, or undefined.
 */
export async function requestGoogle(
  call: Call,
  request: { url: string; body?: unknown; headers?: Record<string, string> },
  judge: (error: GoogleError) => SourceError | undefined,
): Promise<unknown> {
  const { url, body, headers } = request
  const reply = await call.send({
    url,
    headers: {
      authorization: `Bearer ${call.accessToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  if (reply.status === 200) return readJson(reply)
  const error = errorOf(reply)
  throw judge(error) ?? usualError(error)
}

/** Returns the error in a reply. A reply in another form, such as a page of a proxy, has a status only. */
function errorOf(reply: SourceReply): GoogleError {
  const { status } = reply
  try {
    const { status: code, message, details } = errorForm.parse(readJson(reply)).error
    return { status, code, message, details }
  } catch {
    return { status, code: '', message: '', details: [] }
  }
}

/** Returns the meaning that an error has in every Google API. */
function usualError({ status, code, details }: GoogleError): SourceError {
  const reasons = details.map(({ reason }) => reason)
  if (reasons.includes('ACCESS_TOKEN_SCOPE_INSUFFICIENT')) return new SourceError('scope_missing', 'reconnect')
  if (reasons.includes('SERVICE_DISABLED'))
    return new SourceError('app_is_not_approved', 'stop', { code: 'SERVICE_DISABLED' })
  if (status === 401) return new SourceError('token_is_refused', 'refresh')
  if (status === 403) return new SourceError('permission_is_missing', 'stop', { code })
  if (status === 429) return new SourceError('limit_is_reached', 'retry', { code })
  if (code === 'DEADLINE_EXCEEDED') return new SourceError('report_is_too_large', 'split')
  if (status >= 500) return new SourceError('platform_is_unavailable', 'retry', { status })
  return new SourceError('request_is_refused', 'stop', { status, code })
}

/** Returns the seconds until the next midnight in Mountain View, when quotas of a day start again. */
export function secondsUntilQuotaDay(now = new Date()): number {
  const clock = now.toLocaleTimeString('en-GB', { timeZone: 'America/Los_Angeles' })
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number)
  return 86_400 - (hours * 3_600 + minutes * 60 + seconds)
}
