import type { Client } from 'openapi-fetch'
import type { paths, webhooks } from './schema.js'

export type { paths, webhooks } from './schema.js'

export interface VitrineOptions {
  /** Without a slash at its end. */
  baseUrl: string
  /** Of the kind that the operation takes; none for the open part of a shop. */
  key?: string | undefined
  /** Instead of the one that there is. */
  fetch?: ((request: Request) => Promise<Response>) | undefined
}

/** GET, POST, PATCH and DELETE by path, with `{ data, error, response }` of that path's own types. */
export function createVitrine(options: VitrineOptions): Client<paths>

/** Every event that an endpoint is told of, by its `type`. */
export type WebhookEvent = webhooks[keyof webhooks]['post']['requestBody']['content']['application/json']

/** The headers of a `Request`, of Node's `IncomingMessage`, or a plain object. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>

/** The event in a delivery. Throws where the signature or its time does not hold. `body` is the text as it came. */
export function verifyWebhook(body: string, headers: WebhookHeaders, secret: string): WebhookEvent
