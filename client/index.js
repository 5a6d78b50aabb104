import createClient from 'openapi-fetch'
import { Webhook } from 'standardwebhooks'

export function createVitrine({ baseUrl, key, fetch }) {
  return createClient({
    baseUrl,
    headers: key ? { Authorization: `Bearer ${key}` } : {},
    // Lists in a query have commas between them.
    querySerializer: { array: { style: 'form', explode: false } },
    ...(fetch ? { fetch } : {}),
  })
}

export function verifyWebhook(body, headers, secret) {
  const all = headers instanceof Headers ? [...headers] : Object.entries(headers)
  // Node has lists of what came twice; those of a delivery come once.
  return new Webhook(secret).verify(body, Object.fromEntries(all.filter(([, value]) => typeof value === 'string')))
}
