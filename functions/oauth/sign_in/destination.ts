/** Where a sign-in continues: the consent to an app, a page of the console, the connected apps, or the account security. */
export interface Destination {
  /** The handle of an authorization request. */
  request: string | null
  to: string | null
}

/** Reads the destination from a form or a query. Other paths and other sites are ignored. */
export function destinationOf(given: Pick<URLSearchParams, 'get'>): Destination {
  return { request: given.get('request') || null, to: knownPath(given.get('to')) }
}

/** Returns the path that follows the sign-in. */
export function pathAfter({ request, to }: Destination): string {
  return request ? `/oauth/consent?request=${encodeURIComponent(request)}` : (to ?? '/console')
}

/** Returns a path of the sign-in with the destination as query. */
export function withDestination(path: string, { request, to }: Destination): string {
  const query = new URLSearchParams({ ...(request ? { request } : {}), ...(to ? { to } : {}) })
  return query.size > 0 ? `${path}?${query}` : path
}

function knownPath(text: string | null): string | null {
  const isOwn = text === '/oauth/security' || text === '/oauth/connections'
  return isOwn || (text && /^\/console(\/[\w-]+)*(\?[\w\-.~%&=+]*)?$/.test(text)) ? text : null
}
