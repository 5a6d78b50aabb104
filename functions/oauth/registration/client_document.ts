import { describeClient } from './client_metadata.ts'
import type { AppContext } from '../app_context.ts'

/** Whether a client id is the address of a document (draft-ietf-oauth-client-id-metadata-document, section 3). */
export function isDocumentAddress(clientId: string): boolean {
  if (!URL.canParse(clientId) || clientId.length > 1000) return false
  const url = new URL(clientId)
  // Written as a parser would write it: no dot segments, no upper-case host, no default port.
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

/** Makes sure that a client's document is known and fresh. Throws why not, for the log; a page says less. */
export async function refreshDocument(app: AppContext, clientId: string, clientIp: string): Promise<void> {
  if (await app.store.findClientDocument(clientId, clientIp)) return
  const { status, headers, text } = await app.fetchDocument(clientId)
  if (status !== 200) throw new Error(`${clientId} answered ${status}.`)
  const document = JSON.parse(text) as Record<string, unknown> | null
  if (document?.client_id !== clientId) throw new Error(`The document at ${clientId} names another client_id.`)
  const client = describeClient(document, app.redirectSchemes)
  await app.store.keepClientDocument(clientId, client, secondsFresh(headers['cache-control']))
}

/** RFC 9111, section 5.2.2, between a minute and a week; an hour where nothing is said. */
function secondsFresh(cacheControl: string | string[] | undefined): number {
  const said = String(cacheControl ?? '').toLowerCase()
  if (/no-store|no-cache/.test(said)) return 60
  const seconds = Number(/max-age=(\d{1,9})/.exec(said)?.[1] ?? 3600)
  return Math.min(Math.max(seconds, 60), 7 * 86_400)
}
