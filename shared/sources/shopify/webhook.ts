import { z } from 'zod'
import { parseLossless } from '../lossless_json.ts'
import { shopDomain } from './access/shop_domain.ts'

/** What a webhook of a shop says: what to read again, or whom to forget. It has ids and a time only. */
export interface ShopWebhook {
  kind: ShopWebhookKind
  /** The domain of the shop. */
  shop: string
  /** Orders or products to read again, or orders of the customer. */
  object_ids: string[]
  customer_id: string | null
  /** The id of a customer's request for data. */
  request_id: string | null
  /** When the platform noticed the change (ISO 8601), or when the webhook was received. */
  triggered_at: string
}

export type ShopWebhookKind = 'orders' | 'products' | 'uninstalled' | 'data_request' | 'redact_customer' | 'redact_shop'

/** A header or member of the body that is missing or wrong. */
export class UnreadableWebhook extends Error {
  readonly field: string

  constructor(field: string) {
    super(`The webhook has no valid ${field}.`)
    this.field = field
  }
}

const id = z.string().regex(/^\d{1,20}$/)
const customer = z.object({ id })

type Facts = Pick<ShopWebhook, 'kind'> & Partial<ShopWebhook>

/**
 * What the topics say. Order webhooks name the order in different members. A level of inventory names no product, so that the product is found by
 * its inventory item. The headers are not signed, so that webhooks that end or erase something must name the shop in their body.
 */
const readers: [topic: RegExp, read: (body: unknown, domain: string) => Facts][] = [
  [
    /^orders\//,
    (body) => {
      const form = z.union([
        z.object({ order_id: id }).transform(({ order_id }) => order_id),
        z.object({ order_edit: z.object({ order_id: id }) }).transform(({ order_edit }) => order_edit.order_id),
        z.object({ id }).transform((order) => order.id),
      ])
      return { kind: 'orders', object_ids: [read(form, body)] }
    },
  ],
  [/^refunds\//, (body) => ({ kind: 'orders', object_ids: [read(z.object({ order_id: id }), body).order_id] })],
  [/^products\//, (body) => ({ kind: 'products', object_ids: [read(z.object({ id }), body).id] })],
  [
    /^inventory_levels\//,
    (body) => {
      const { inventory_item_id } = read(z.object({ inventory_item_id: id }), body)
      return { kind: 'products', object_ids: [itemPrefix + inventory_item_id] }
    },
  ],
  [
    /^app\/uninstalled$/,
    (body, domain) => {
      requireShop(read(z.object({ myshopify_domain: shopDomain }), body).myshopify_domain, domain)
      return { kind: 'uninstalled' }
    },
  ],
  [
    /^customers\/data_request$/,
    (body, domain) => {
      const form = z.object({
        shop_domain: shopDomain,
        customer,
        orders_requested: z.array(id),
        data_request: z.object({ id }),
      })
      const given = read(form, body)
      requireShop(given.shop_domain, domain)
      const { customer: person, orders_requested, data_request } = given
      const request_id = data_request.id
      return { kind: 'data_request', customer_id: person.id, object_ids: orders_requested, request_id }
    },
  ],
  [
    /^customers\/redact$/,
    (body, domain) => {
      const given = read(z.object({ shop_domain: shopDomain, customer, orders_to_redact: z.array(id).nullish() }), body)
      requireShop(given.shop_domain, domain)
      return { kind: 'redact_customer', customer_id: given.customer.id, object_ids: given.orders_to_redact ?? [] }
    },
  ],
  [
    /^shop\/redact$/,
    (body, domain) => {
      // The body of a webhook about a customer names the shop too.
      const given = read(z.object({ shop_domain: shopDomain, customer: z.undefined().optional() }), body)
      requireShop(given.shop_domain, domain)
      return { kind: 'redact_shop' }
    },
  ],
]

/** The prefix of the id of an inventory item among ids of products. */
export const itemPrefix = 'inventory_item:'

/**
 * Returns what a webhook says, or null for a topic that says nothing of use. Throws UnreadableWebhook if a header or an id is missing or wrong, or
 * if the body is of another shop. The signature must have been checked. `webhook_id` is X-Shopify-Webhook-Id. The time is at most now, because a
 * later one would end a grant that is given meanwhile.
 */
export function readWebhook(
  headers: Headers,
  body: string,
  now = Date.now(),
): { webhook_id: string; content: ShopWebhook } | null {
  const topic = headers.get('x-shopify-topic') ?? ''
  const found = readers.find(([pattern]) => pattern.test(topic))
  if (!found) return null
  const webhook_id = headers.get('x-shopify-webhook-id') ?? ''
  if (!/^[\w-]{1,100}$/.test(webhook_id)) throw new UnreadableWebhook('X-Shopify-Webhook-Id')
  const domain = headers.get('x-shopify-shop-domain')?.toLowerCase() ?? ''
  if (!shopDomain.safeParse(domain).success) throw new UnreadableWebhook('X-Shopify-Shop-Domain')
  const triggered = Date.parse(headers.get('x-shopify-triggered-at') ?? '')
  const content = {
    shop: domain,
    object_ids: [],
    customer_id: null,
    request_id: null,
    triggered_at: new Date(Number.isNaN(triggered) ? now : Math.min(triggered, now)).toISOString(),
    ...found[1](parsed(body), domain),
  }
  return { webhook_id, content }
}

function parsed(body: string): unknown {
  try {
    return parseLossless(body)
  } catch {
    throw new UnreadableWebhook('JSON body')
  }
}

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(body)
  if (error) throw new UnreadableWebhook(error.issues[0]?.path.join('.') || 'id')
  return data
}

function requireShop(given: string, domain: string): void {
  if (given !== domain) throw new UnreadableWebhook('shop_domain')
}
