import type { z } from 'zod'
import type { QuoteSigner } from './commerce/quotes.ts'
import type { WebhookOptions } from './webhooks/options.ts'

/**
 * The scopes of a credential (specification, Connector 6, and Storefront 4 for the stream; `write:experiments`,
 * `write:promotions`, `write:alert_rules`, `write:anomalies`, `write:storefront` and `write:webhooks` are additions of Vitrine). No credential has `console`: its operations are for signed-in people,
 * according to their role in the brand.
 */
export type Scope =
  | 'read:marketing'
  | 'read:commerce'
  | 'write:negotiation'
  | 'write:proposals'
  | 'write:experiments'
  | 'write:promotions'
  | 'write:alert_rules'
  | 'write:anomalies'
  | 'write:storefront'
  | 'write:webhooks'
  | 'analytics:read'
  | 'console'

/**
 * The contract of a SQL function: its name, the required scope, its parameters and its result. An operation without a
 * REST route, such as one that only a connector tool uses, has only this contract.
 */
export interface Contract<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  /** The SQL function. */
  name: `${string}.${string}`
  scope: Scope
  /** The parameters of the SQL function, by name. */
  input: Input
  output: Output
  /** Whether the connector runs it for any storefront. Otherwise a credential reaches only its own brands. */
  isPublicInConnector?: true
  prepare?: Preparation
  /** Whether it runs once per idempotency key, from the header Idempotency-Key or, for tools, from the input. */
  isIdempotent?: 'by header' | 'by input'
  /** Adds data to the response that the database does not have, such as the schemas of operations. */
  complete?: (
    answer: Record<string, unknown>,
    services: OperationServices,
  ) => Record<string, unknown> | Promise<Record<string, unknown>>
}

/** A contract with a REST route. The route, the OpenAPI entry and the samples derive from it. */
export interface Operation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
> extends Contract<Input, Output> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Headers that the adapter of a protocol reads. They are not part of the input. */
  headers?: Readonly<Record<string, { description: string; example: string; isOptional?: true }>>
  /** The headers that inputs are sent as, by the name of the input. */
  inputHeaders?: Readonly<Record<string, string>>
  /** Returns parameters of the SQL function that are no input, made of the parsed request. */
  adapt?: (input: Record<string, unknown>) => Record<string, unknown>
  /** As in OpenAPI: /products/{product_id}. */
  path: string
  /** Whether it can be called without a key. */
  isPublic?: boolean
  /**
   * Whether anonymous responses depend on nothing but the input and the version of the shop (storefront.shop_version), which
   * is their ETag.
   */
  isVersioned?: true
  /** Whether the key may be sent as query parameter `api_key` (specification, Storefront API authentication 1). */
  takesKeyInQuery?: boolean
  /**
   * Which unknown members and parameters are ignored instead of refused: `all` for discovery, handoff links and
   * adapters of protocols that allow them, `tracking` (utm_*, gclid, srsltid) for feeds and documents.
   */
  ignoresUnknown?: 'all' | 'tracking'
  summary: string
  description: string
  /** The status of a success, if it is not 200. */
  status?: 201
  /** Whether a request can succeed without creating anything, with the status 200. */
  mayCreateNothing?: true
  /** Content types of the response, if it is not JSON. */
  contentTypes?: readonly string[]
  /** The CSV form, for `format=csv` or Accept: text/csv. */
  csv?: CsvForm
  /** Further content types that a client can request instead of JSON. */
  otherContentTypes?: readonly string[]
  /** Returns the target of a 303 redirect that replaces the response. */
  redirect?(answer: z.output<Output>): string
  /** Returns the response in another content type, or null for JSON. */
  render?(answer: z.output<Output>, request: { accept: string }): Rendered | null | Promise<Rendered>
}

/** The list of the response that CSV contains, and its columns. A dot separates the names of a nested member. */
export interface CsvForm {
  rows: string
  columns: (input: Record<string, unknown>, answer: Record<string, unknown>) => string[]
}

export interface Rendered {
  contentType: string
  /** The Content-Security-Policy of a page. Without it a browser loads nothing. */
  policy?: string
  body: string
}

/** A first database call, for an operation whose input depends on data of the brand. */
export interface Preparation {
  /**
   * The SQL function of the first call. Its parameters come from the input only. The call counts against the rate limit
   * only if it fails.
   */
  operation: `${string}.${string}`
  /** The inputs that only the preparation uses. The database does not receive them. */
  reads?: readonly string[]
  /** The parameters of the operation's SQL function in addition to its input. */
  adds: readonly string[]
  /** May throw an ApiError. The request then still counts against the rate limit. */
  run: (input: Record<string, unknown>, context: unknown, services: OperationServices) => Prepared | Promise<Prepared>
}

export interface Prepared {
  input: Record<string, unknown>
  /** Adds data to the response that the database must not receive, such as a webhook secret. */
  complete?: (answer: Record<string, unknown>) => Record<string, unknown>
}

/** What preparations and completions need besides their input. The app passes it in. */
export interface OperationServices {
  webhooks?: WebhookOptions | undefined
  /** Signs price holds; null if the installation has no signing key. */
  quotes?: QuoteSigner | null
  /** The endpoints of a storefront with their schemas, by operation. */
  describeEndpoints?: () => Promise<Record<string, unknown>>
}

/** Returns its argument; it exists to infer the types. */
export function contract<Input extends z.ZodObject, Output extends z.ZodType>(
  declaration: Contract<Input, Output>,
): Contract<Input, Output> {
  return declaration
}

/** Returns its argument; it exists to infer the types. */
export function operation<Input extends z.ZodObject, Output extends z.ZodType>(
  declaration: Operation<Input, Output>,
): Operation<Input, Output> {
  return declaration
}
