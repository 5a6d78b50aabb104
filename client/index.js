import createClient from 'openapi-fetch'
import { pages, rows } from './pages.js'
import { retryingFetch } from './retry.js'

export { VitrineError, unwrap } from './errors.js'
export { verifyWebhook } from './webhooks.js'

export function createVitrine({ baseUrl, key, fetch, retries }) {
  const send = fetch ?? ((request) => globalThis.fetch(request))
  const client = createClient({
    baseUrl,
    headers: key ? { Authorization: `Bearer ${key}` } : {},
    // Lists in a query have commas between them.
    querySerializer: { array: { style: 'form', explode: false } },
    fetch: retryingFetch(send, retries),
  })
  return {
    ...client,
    pages: (path, init) => pages(client, path, init),
    rows: (path, init) => rows(client, path, init),
  }
}
