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
  const plain = headers instanceof Headers ? Object.fromEntries(headers) : headers
  return new Webhook(secret).verify(body, plain)
}
