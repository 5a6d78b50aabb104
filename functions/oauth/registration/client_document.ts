import { describeClient } from './client_metadata.ts'
import type { AppContext } from '../app_context.ts'

/** Returns whether a client id is the URL of a metadata document (draft-ietf-oauth-client-id-metadata-document, section 3). */
export function isDocumentAddress(clientId: string): boolean {
  if (!URL.canParse(clientId) || clientId.length > 1000) return false
  const url = new URL(clientId)
  // `href === clientId` requires the normalized form: no dot segments, no upper-case host, no default port.
  return (
    url.protocol === 'https:' &&
    url.href === clientId &&
    url.pathname !== '/' &&
    !clientId.includes('#') &&
    !url.username &&
    !url.password &&
    ['', '8443'].includes(url.port)
  )
}

/** Returns whether a client id is a URI, which no registered client has, but not the address of a metadata document: `data:`, http, without a path. */
export function isUnusableAddress(clientId: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(clientId) && !isDocumentAddress(clientId)
}

/** Fetches the client's document unless a fresh copy is stored. The message of the error is for the log, not for a page. */
export async function refreshDocument(app: AppContext, clientId: string, clientIp: string): Promise<void> {
  if (await app.store.findClientDocument(clientId, clientIp)) return
  const { status, headers, text } = await app.fetchDocument(clientId)
  if (status !== 200) throw new Error(`${clientId} returned status ${status}.`)
  const document = JSON.parse(text) as Record<string, unknown> | null
  if (document?.client_id !== clientId) throw new Error(`The document at ${clientId} has another client_id.`)
  const client = describeClient(document, app.redirectSchemes)
  await app.store.keepClientDocument(clientId, client, secondsFresh(headers['cache-control']), clientIp)
}

/** Returns the freshness lifetime (RFC 9111, section 5.2.2), limited to 1 minute to 1 week; 1 hour without max-age. */
function secondsFresh(cacheControl: string | string[] | undefined): number {
  const directives = String(cacheControl ?? '').toLowerCase()
  if (/no-store|no-cache/.test(directives)) return 60
  const seconds = Number(/max-age=(\d{1,9})/.exec(directives)?.[1] ?? 3600)
  return Math.min(Math.max(seconds, 60), 7 * 86_400)
}
