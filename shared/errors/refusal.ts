import postgres from 'postgres'
import { ApiError, codeOf, internalError, unavailable } from './api_error.ts'
import type { ErrorCode } from './api_error.ts'
import type { Audience } from '../sentences/audience.ts'
import type { Raised } from '../sentences/sentence.ts'

/** An error of Postgres: SQLSTATE, message, and the reason, field and values of `platform.fail` in JSON. */
export interface DatabaseError {
  status: string | null
  message?: string | null
  detail?: string | null
}

/** The values that an error body contains as fields besides its message. */
const detailsOf: Partial<Record<ErrorCode, readonly string[]>> = {
  invalid_transition: ['from', 'action', 'allowed'],
  version_conflict: ['version'],
  hold_exists: ['hold_id'],
  confirmation_window_closed: ['dispute_id', 'dispute_status'],
  out_of_stock: ['product_id', 'bundle_id', 'availability'],
}

/** Returns the error of a query that raised it itself. Those of operations are caught and returned by the gate. */
export function databaseErrorOf(thrown: postgres.PostgresError): DatabaseError {
  const { code, message, constraint_name: reason, column_name: field } = thrown
  const values = (thrown as { 'data type_name'?: string })['data type_name']
  const isRaised = /^[A-Z]{5}$/.test(code) && reason && values
  const detail = isRaised
    ? JSON.stringify({ reason, field: field || null, values: JSON.parse(values) as unknown })
    : null
  return { status: code, message, detail: detail ?? thrown.detail ?? null }
}

/** Returns the reason, field and values that `platform.fail` raised, or null for any other error. */
export function raisedOf({ status, detail }: DatabaseError): Raised | null {
  if (!detail || !/^[A-Z]{5}$/.test(status ?? '')) return null
  const raised = JSON.parse(detail) as Raised
  return 'reason' in raised ? raised : null
}

/** Returns the sentence for an error that a query threw, or null if SQL did not raise it. */
export async function sentenceOfError(thrown: unknown, audience: Audience): Promise<string | null> {
  if (!(thrown instanceof postgres.PostgresError)) return null
  const raised = raisedOf(databaseErrorOf(thrown))
  const { sentenceOf } = await import('../sentences/sentence.ts')
  return raised && (sentenceOf(raised, audience) ?? thrown.message)
}

/** Returns the API error for a database error. An unknown SQLSTATE becomes an internal error. */
export async function refusalOf(error: DatabaseError, audience?: Audience): Promise<ApiError> {
  const { status, message, detail } = error
  const code = codeOf(status) ?? 'internal_error'
  const cause = new Error(`${status}: ${message ?? ''} ${detail ?? ''}`)
  if (code === 'internal_error') return internalError(cause)
  if (status === '57014') {
    const words = 'The request took too long. Ask for a shorter range or a coarser level, or try again.'
    return new ApiError(code, words, { retryAfterSeconds: 5, cause })
  }
  const raised = raisedOf(error)
  if (code === 'service_unavailable' || raised === null) return unavailable(cause)
  return await refuse(code, raised, { audience, fallback: message ?? '' })
}

/** Returns an API error with the sentence of a reason. Imports the sentences on first use. */
export async function refuse(
  code: ErrorCode,
  raised: Raised,
  { audience, fallback = '' }: { audience?: Audience | undefined; fallback?: string } = {},
): Promise<ApiError> {
  const { api } = await import('../sentences/audience.ts')
  const { faultsOf, sentenceOf, wordsOf } = await import('../sentences/sentence.ts')
  const { values } = raised
  const reader = audience ?? api
  const fields = faultsOf(raised).flatMap((fault) => {
    const words = wordsOf(fault, reader)
    return fault.field === null || words === null ? [] : [{ path: fault.field, message: words }]
  })
  const details = (detailsOf[code] ?? []).filter((name) => name in values).map((name) => [name, values[name]])
  return new ApiError(code, sentenceOf(raised, reader) ?? fallback, {
    raised,
    ...(typeof values.retry_after === 'number' ? { retryAfterSeconds: values.retry_after } : {}),
    ...(code === 'invalid_request' && fields.length > 0 ? { fields } : {}),
    ...(details.length > 0 ? { details: Object.fromEntries(details) as Record<string, unknown> } : {}),
  })
}

/** Returns the message of an error in the terms of an audience. Only the message of an error with a reason changes. */
export async function inWordsOf({ raised, message }: ApiError, audience: Audience): Promise<string> {
  if (!raised) return message
  const { sentenceOf } = await import('../sentences/sentence.ts')
  return sentenceOf(raised, audience) ?? message
}
