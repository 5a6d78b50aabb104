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
}

/** Returns a client with GET, POST, PATCH and DELETE by path. Each returns `{ data, error, response }` with the types of the path. */
export function createVitrine(options: VitrineOptions): Client<paths>

/** Every event that an endpoint can receive, discriminated by `type`. */
export type WebhookEvent = webhooks[keyof webhooks]['post']['requestBody']['content']['application/json']

/** The headers of a `Request`, of Node's `IncomingMessage`, or a plain object. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>

/** Returns the event of a delivery. Throws when the signature or its timestamp is not valid. `body` is the text as received. */
export function verifyWebhook(body: string, headers: WebhookHeaders, secret: string): WebhookEvent
