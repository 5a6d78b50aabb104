import { z } from 'zod'
import type { SourceReply } from '../call.ts'
import { parseLossless } from '../lossless_json.ts'
import { SourceError } from '../source_error.ts'
import { usageOf } from './usage.ts'

const errorReply = z.object({
  error: z.object({
    code: z.string(),
    error_subcode: z.string().optional(),
    is_transient: z.boolean().optional(),
    message: z.string().optional(),
    fbtrace_id: z.string().optional(),
  }),
})

/** Calls per app, per person, per account and per use case (Marketing API, rate limiting; Graph API, error codes). */
const limits = new Set(['4', '17', '32', '341', '613'])
const isLimit = (code: string) => limits.has(code) || /^800(0\d|1[0-4])$/.test(code)
/** Insights that take too long or read too much (Insights API, error codes). */
const tooLarge = new Set(['100/1504018', '2/1504038', '100/1487534'])
/** An authorization code that was used, or that is too old. */
const usedCode = new Set(['100/36009', '100/36007'])
/** DELETED is no status that can be asked for. */
const refusedStatus = '1815001'

/** Returns why Meta refused a request, or null if the reply is no error. The texts of Meta can contain tokens, so none is kept. */
export function graphError(reply: SourceReply): SourceError | null {
  const { status } = reply
  const parsed = errorReply.safeParse(parseIfJson(reply.text))
  if (!parsed.success) {
    if (status >= 200 && status < 300) return null
    if (status >= 500 || status === 429) return new SourceError('platform_is_unavailable', 'retry', { status })
    return new SourceError('reply_is_incomplete', 'retry', { status })
  }
  const { code, error_subcode: subcode, is_transient, message = '', fbtrace_id } = parsed.data.error
  const values = { status, code, ...(subcode && { subcode }), ...(fbtrace_id && { trace: fbtrace_id }) }
  const pair = `${code}/${subcode}`

  if (code === '190' || code === '102') return new SourceError('grant_is_dead', 'reconnect', values)
  if (isLimit(code)) {
    const { secondsToRegainAccess } = usageOf(reply.headers)
    return new SourceError('limit_is_reached', 'retry', {
      ...values,
      ...(secondsToRegainAccess > 0 && { retryAfterSeconds: secondsToRegainAccess }),
    })
  }
  if (tooLarge.has(pair) || /reduce the amount of data/i.test(message)) {
    return new SourceError('report_is_too_large', 'split', values)
  }
  if (usedCode.has(pair)) return new SourceError('code_is_used', 'stop', values)
  if (is_transient === true || status >= 500 || ['1', '2', '-2'].includes(code) || subcode === '99') {
    return new SourceError('platform_is_unavailable', 'retry', values)
  }
  if (code === '2635') return new SourceError('version_has_ended', 'stop', values)
  if (pair === '100/33') return new SourceError('account_is_unavailable', 'stop', values)
  if (code === '10' || /^2\d\d$/.test(code) || /missing permissions?$/i.test(message)) {
    return new SourceError('permission_is_missing', 'stop', values)
  }
  return new SourceError('request_is_refused', 'stop', values)
}

/** Whether Meta refused to list or to filter deleted objects. Its documentation and connectors disagree about that. */
export function isDeletedRefused(thrown: unknown): boolean {
  return thrown instanceof SourceError && thrown.values['subcode'] === refusedStatus
}

/** Whether Meta refused a day because it keeps 37 months. */
export function isTooOld(thrown: unknown): boolean {
  return thrown instanceof SourceError && thrown.values['code'] === '3018'
}

function parseIfJson(text: string): unknown {
  try {
    return parseLossless(text)
  } catch {
    return null
  }
}
