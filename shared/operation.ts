import type { z } from 'zod'
import type { QuoteSigner } from './commerce/quotes.ts'
import type { WebhookOptions } from './webhooks/options.ts'

/**
 * The scopes a credential can carry (specification, Connector 6, and Storefront 4 for the stream; write:storefront and write:webhooks are
 * ours). console is carried by none: those operations are for signed-in people, by what they are of the brand.
 */
export type Scope =
  | 'read:marketing'
  | 'read:commerce'
  | 'write:negotiation'
  | 'write:proposals'
  | 'write:storefront'
  | 'write:webhooks'
  | 'analytics:read'
  | 'console'

/**
 * One operation, declared once: the REST route, its OpenAPI entry, the connector tool and the samples derive from it.
 * `name` is also the SQL function that does the work, `input` its parameters by name.
 */
export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  name: `${string}.${string}`
  method: 'get' | 'post' | 'patch' | 'delete'
  /** As OpenAPI writes it: /products/{product_id}. */
  path: string
  scope: Scope
  /** Whether somebody without a key may call it too. */
  isPublic?: boolean
  /** Whether the key may also come as the query parameter api_key (specification, Storefront API authentication 1). */
  takesKeyInQuery?: boolean
  /**
   * Unknown members and parameters are refused, unless named here: `all` for discovery, handoff links and adapters of
   * protocols that allow them, `tracking` (utm_*, gclid, srsltid) for feeds and documents.
   */
  ignoresUnknown?: 'all' | 'tracking'
  summary: string
  description: string
  input: Input
  output: Output
  prepare?: Preparation
  /** Whether it is done once for each idempotency_key: of the header Idempotency-Key, or of the input as tools have it. */
  isIdempotent?: 'by header' | 'by input'
  /** Of something that it makes. */
  status?: 201
  /** What is served, where it is not JSON by the output's schema. */
  contentTypes?: readonly string[]
  /** How its rows are written where CSV is asked for, by format=csv or by Accept. */
  csv?: CsvForm
  /** What an answer may be asked for as, instead of JSON. */
  otherContentTypes?: readonly string[]
  /** Adds to an answer what the database does not know, such as the schemas of operations. */
  complete?: (
    answer: Record<string, unknown>,
    tools: Dependencies,
  ) => Record<string, unknown> | Promise<Record<string, unknown>>
  /** Where the answer is that somebody should go somewhere (303). */
  redirect?(answer: z.output<Output>): string
  /** The answer in another form than JSON, if the caller asked for one. */
  render?(answer: z.output<Output>, request: { accept: string }): Rendered | null | Promise<Rendered>
}

/** Which list of an answer is a CSV, and its columns; a member of a member is named by a dot. */
export interface CsvForm {
  rows: string
  columns: (input: Record<string, unknown>, answer: Record<string, unknown>) => string[]
}

export interface Rendered {
  contentType: string
  body: string
}

/** For an operation that must know something of the database before it can be called: a part of it that is asked first. */
export interface Preparation {
  /** The SQL function of the part, with parameters of the input only. It costs nothing of the limit. */
  operation: `${string}.${string}`
  /** The parameters that the operation's SQL function takes beside its input. */
  adds: readonly string[]
  /** May throw an ApiError, which costs the caller a request like any other. */
  run: (input: Record<string, unknown>, context: unknown, tools: Dependencies) => Prepared | Promise<Prepared>
}

export interface Prepared {
  input: Record<string, unknown>
  /** Adds to the answer what the database must never know. */
  complete?: (answer: Record<string, unknown>) => Record<string, unknown>
}

/** What preparations and completions need from outside, handed in by the door. */
export interface Dependencies {
  webhooks?: WebhookOptions | undefined
  /** Signs held prices; null where the installation has no key to sign with. */
  quotes?: QuoteSigner | null
  /** The endpoints of a storefront with their schemas, by operation. */
  describeEndpoints?: () => Promise<Record<string, unknown>>
}

/** Declares an operation; exists for the inference of its types. */
export function operation<Input extends z.ZodObject, Output extends z.ZodType>(
  declaration: Operation<Input, Output>,
): Operation<Input, Output> {
  return declaration
}
