import type { Retry } from './access/retry.ts'
import type { PlatformSettings } from './platform_settings.ts'
import { parseLossless } from './lossless_json.ts'
import { SourceError } from './source_error.ts'

/** One HTTP request to a platform. */
export interface SourceRequest {
  url: string
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  body?: string | URLSearchParams
  /** The largest reply in bytes. Default: 64 MiB. */
  bytesMax?: number
}

/** A complete reply. A platform judges its status, because each signals errors in its own way. */
export interface SourceReply {
  status: number
  headers: Headers
  text: string
}

/** What a client of a platform may use: its settings, a token, the clock, and requests. */
export interface Call {
  settings: PlatformSettings
  /** The access token of the grant. Empty before there is one. */
  accessToken: string
  /** The domain of the shop, for Shopify only. */
  shop?: string
  /** The scopes of the grant. Absent before there is one. */
  scopes?: readonly string[]
  /** The clock of the data. */
  now: () => Date
  /**
   * Sends a request and reads the whole reply. Throws SourceError with the remedy `retry` if the reply is missing, cut, too slow or too
   * large. It never follows a redirect.
   */
  send: (request: SourceRequest) => Promise<SourceReply>
  /** Says that a limit is almost reached. The synchronization waits so many seconds before the next request of the grant. */
  slowDown?: (seconds: number) => void
  /** Runs a request again that the platform refused because of a limit. Only while a person waits. */
  retry?: Retry
  /** Says that the platform announced the end of the version. A person has to know, and the read continues. */
  versionEnds?: () => void
}

/**
 * Returns the body of a reply as JSON in which each number is its text, so that ids of 64 bits and decimal amounts keep all digits.
 * Throws SourceError `reply_is_incomplete` if the content type is not JSON or the text does not parse.
 */
export function readJson({ headers, text, status }: SourceReply): unknown {
  const type = headers.get('content-type') ?? ''
  if (!/\bjson\b|javascript/.test(type)) throw new SourceError('reply_is_incomplete', 'retry', { status, type })
  try {
    return parseLossless(text)
  } catch {
    // The message of the error quotes the reply, which can contain a token.
    throw new SourceError('reply_is_incomplete', 'retry', { status })
  }
}
