import type { Client } from 'openapi-fetch'
import type { paths, webhooks } from './schema.js'

export type { paths, webhooks } from './schema.js'

export interface VitrineOptions {
  /** Base URL without a trailing slash. */
  baseUrl: string
  /** Key of the kind that the operation requires. Optional for public storefront operations. */
  key?: string | undefined
  /** Replaces the global `fetch`. */
  fetch?: ((request: Request) => Promise<Response>) | undefined
  /** Retries of GET, HEAD, and POST with an Idempotency-Key after 429, 503 and network errors. */
  retries?: RetryOptions | undefined
}

export interface RetryOptions {
  /** Attempts after the first one. 3 by default; 0 turns retries off. */
  max?: number
  /** A response whose `Retry-After` is longer is returned without a retry. 60 by default. */
  maxDelaySeconds?: number
}

type Query<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Parameters } } }
  ? NonNullable<Parameters>
  : never

type Body<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Content } } } }
}
  ? Content
  : never

type IsPaged<Path extends keyof paths> = [Body<Path>] extends [never]
  ? false
  : [Extract<keyof Query<Path>, 'page' | 'cursor'>] extends [never]
    ? false
    : true

/** The paths of the GET operations with the parameter `page` or `cursor`. */
export type PagedPath = { [Path in keyof paths]: IsPaged<Path> extends true ? Path : never }[keyof paths]

/** One response of a paged operation. */
export type PageOf<Path extends PagedPath> = Body<Path>

type RowMember =
  | 'data'
  | 'problems'
  | 'negotiations'
  | 'transactions'
  | 'holds'
  | 'disputes'
  | 'queries'
  | 'agents'
  | 'reviews'
  | 'products'

/** One row of a paged operation. */
export type RowOf<Path extends PagedPath> = Extract<
  Body<Path>[RowMember & keyof Body<Path>],
  readonly unknown[]
>[number]

type ParametersOf<Path extends PagedPath> = paths[Path] extends { get: { parameters: infer Parameters } }
  ? Parameters
  : never

type PagesInit<Path extends PagedPath> = { signal?: AbortSignal } & ({} extends ParametersOf<Path>
  ? { params?: ParametersOf<Path> }
  : { params: ParametersOf<Path> })

type OptionalInit<Init> = {} extends Init ? [init?: Init] : [init: Init]

export interface Vitrine extends Client<paths> {
  /** Yields one page after the other, starting at `page` or `cursor` of the query. Throws a VitrineError. */
  pages<Path extends PagedPath>(
    path: Path,
    ...init: OptionalInit<PagesInit<Path>>
  ): AsyncGenerator<PageOf<Path>, void, undefined>
  /** Yields the rows of all pages. Throws a VitrineError. */
  rows<Path extends PagedPath>(
    path: Path,
    ...init: OptionalInit<PagesInit<Path>>
  ): AsyncGenerator<RowOf<Path>, void, undefined>
}

/**
 * Returns a client with GET, POST, PUT, PATCH and DELETE by path. Each returns `{ data, error, response }` with the types of the path, and
 * throws a VitrineError `network_error` if there is no response. `signal` in the options of a request ends it and its retries.
 */
export function createVitrine(options: VitrineOptions): Vitrine

/** Returns `data` of a result. Throws a VitrineError for a response other than 2xx. */
export function unwrap<Data>(
  result: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Exclude<Data, undefined>>

/** The one error class of the client. */
export class VitrineError extends Error {
  /**
   * A code of the API (/docs/errors), or of the client: `network_error` (no response), `unexpected_response` (not a response of
   * Vitrine), `invalid_webhook`.
   */
  readonly code: string
  /** The HTTP status. Undefined without a response. */
  readonly status: number | undefined
  readonly request_id: string | undefined
  /** The wait that `Retry-After` asks for. */
  readonly retry_after_seconds: number | undefined
  constructor(
    code: string,
    message: string,
    details?: { status?: number; request_id?: string; retry_after_seconds?: number; cause?: unknown },
  )
}

/** Every event that an endpoint can receive, discriminated by `type`. */
export type WebhookEvent = webhooks[keyof webhooks]['post']['requestBody']['content']['application/json']

/** The headers of a `Request`, of Node's `IncomingMessage`, or a plain object. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface WebhookOptions {
  /** The largest allowed difference between the timestamp and the clock of this machine. 300 by default. */
  toleranceSeconds?: number
}

/**
 * Returns the event of a delivery (Standard Webhooks). Throws a VitrineError `invalid_webhook` if no signature matches a secret, or if
 * the timestamp is too old or in the future. `body` is the text or the bytes as received. During a rotation, pass both secrets.
 */
export function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options?: WebhookOptions,
): Promise<WebhookEvent>
