/** The closed list of error codes with their status (specification, Errors). */
export const statusOfCode = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  data_not_ready: 409,
  invalid_transition: 409,
  version_conflict: 409,
  hold_exists: 409,
  out_of_stock: 409,
  no_confirmation_window: 409,
  confirmation_window_closed: 409,
  idempotency_in_flight: 409,
  gone: 410,
  payload_too_large: 413,
  idempotency_conflict: 422,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const
export type ErrorCode = keyof typeof statusOfCode

/**
 * Error codes by SQLSTATE: those that SQL functions raise (sql/README.md) and some of Postgres. Any other SQLSTATE is
 * an internal error, unless it matches `passing`.
 */
export const codeOfSqlState: Readonly<Record<string, ErrorCode>> = {
  BADRQ: 'invalid_request',
  NAUTH: 'unauthorized',
  DNIED: 'forbidden',
  NTFND: 'not_found',
  NTRDY: 'data_not_ready',
  NMOVE: 'invalid_transition',
  STALE: 'version_conflict',
  HOLDX: 'hold_exists',
  NOSTK: 'out_of_stock',
  NOWIN: 'no_confirmation_window',
  WNCLS: 'confirmation_window_closed',
  INFLT: 'idempotency_in_flight',
  GONEE: 'gone',
  CNFLT: 'idempotency_conflict',
  RLMTD: 'rate_limited',
  QUOTA: 'rate_limited',
  UNAVL: 'service_unavailable',
  // Postgres's own deadlock_detected and lock_not_available: a retry succeeds once the other transaction ends.
  '40P01': 'service_unavailable',
  '55P03': 'service_unavailable',
  // Postgres's own query_canceled: the statement exceeded its timeout.
  '57014': 'service_unavailable',
}

/**
 * Errors of a server that is temporarily unable to work: out of disk, memory or connections, a failed disk, a
 * shutdown, a failover.
 */
const passing = /^(08|53|57P|58)|^(40001|25006)$/

/** Returns the error code of a SQLSTATE, or null if it is unknown. */
export function codeOf(sqlState: string | null | undefined): ErrorCode | null {
  return codeOfSqlState[sqlState ?? ''] ?? (passing.test(sqlState ?? '') ? 'service_unavailable' : null)
}

/** The reason of an error about a brand that the person is not a member of. */
export const unknownBrand = 'unknown_brand'
export const unknownBrandMessage = 'There is no such brand, or you are not a member of it.'

/** A refused request: the name of the reason, the input that it concerns, and the values of its sentence. */
interface Raised {
  reason: string
  field: string | null
  values: Record<string, unknown>
}

export interface FieldError {
  path: string
  message: string
}

/** Returns the error of one input. `message` is a predicate. */
export function invalidInput(path: string, message: string): ApiError {
  return new ApiError('invalid_request', `\`${path}\` ${message}`, { fields: [{ path, message }] })
}

/** The code and the status of an error in a protocol with a list of its own. */
export interface ProtocolForm {
  code: string
  status: 400 | 401 | 403 | 405 | 409 | 422 | 424
}

type ErrorOptions = Partial<Pick<ApiError, 'retryAfterSeconds' | 'fields' | 'details' | 'raised' | 'protocol'>>

/**
 * The error class of the service. `message` is safe to show and says what to do next. `cause` is logged and never
 * sent.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | undefined
  /** The invalid inputs and what each accepts. */
  readonly fields: FieldError[] | undefined
  /** The reason why the request was refused. */
  readonly raised: Raised | undefined
  /** Further fields for machines, for example the transitions that are possible. */
  readonly details: Record<string, unknown> | undefined
  /** What the protocol of the request has instead of `code`, which is then the nearest of the closed list. */
  readonly protocol: ProtocolForm | undefined

  constructor(code: ErrorCode, message: string, options: ErrorOptions & { cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'ApiError'
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
    this.fields = options.fields
    this.details = options.details
    this.raised = options.raised
    this.protocol = options.protocol
  }

  get status() {
    return this.protocol?.status ?? statusOfCode[this.code]
  }

  /** The name of the reason why the request was refused. */
  get reason(): string | null {
    return this.raised?.reason ?? null
  }

  /** The input that the reason concerns. */
  get field(): string | null {
    return this.raised?.field ?? null
  }

  /** Returns the same error with another message. */
  withMessage(message: string): ApiError {
    return new ApiError(this.code, message, this)
  }

  /** Returns the same error with the code and the status of a protocol. */
  inProtocol(protocol: ProtocolForm): ApiError {
    return new ApiError(this.code, this.message, { ...this, cause: this.cause, protocol })
  }
}

/** Returns the same error for a missing, malformed, unknown, expired or revoked credential. */
export function unauthorized(): ApiError {
  return new ApiError(
    'unauthorized',
    'Send a valid API key as "Authorization: Bearer <API_KEY>". Check that the key is complete, of a kind that this API ' +
      'takes, of this installation, and neither expired nor revoked.',
  )
}

export function internalError(cause: unknown): ApiError {
  return new ApiError(
    'internal_error',
    'An internal error occurred. Try again. If the error persists, report the request id.',
    {
      cause,
    },
  )
}

export function rateLimited(retryAfterSeconds: number): ApiError {
  return new ApiError('rate_limited', `The rate limit of this minute is reached. Retry in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  })
}

/** Returns the 429 for an address that sent too many unknown credentials. */
export function tooManyFailures(retryAfterSeconds: number): ApiError {
  const message = `Too many failed authentication attempts. Retry in ${retryAfterSeconds} s.`
  return new ApiError('rate_limited', message, { retryAfterSeconds })
}

/** Returns the 429 for a caller that sends more concurrent requests than its share of the database can serve in time. */
export function tooManyConcurrent(): ApiError {
  const message = 'Too many concurrent requests. Send fewer at the same time. Retry in 1 s.'
  return new ApiError('rate_limited', message, { retryAfterSeconds: 1 })
}

/** Returns the 503 for a request that cannot be checked or served because of a temporary failure. */
export function unavailable(cause: unknown): ApiError {
  return new ApiError('service_unavailable', 'The service is temporarily unavailable. Try again in a few seconds.', {
    retryAfterSeconds: 5,
    cause,
  })
}
