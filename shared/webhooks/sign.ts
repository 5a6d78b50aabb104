export interface Message {
  /** The id of the event, equal in all attempts. Receivers detect repeated deliveries by it. */
  id: string
  body: string
  /** Unix seconds of the attempt. Receivers compare them with their clock. */
  timestamp: number
}

/** Returns the headers of Standard Webhooks 1.0.0, with one signature for each valid secret, the current one first. */
export async function signatureHeaders(
  { id, body, timestamp }: Message,
  secrets: readonly Uint8Array<ArrayBuffer>[],
): Promise<Record<string, string>> {
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const signatures = await Promise.all(secrets.map((secret) => signature(secret, signed)))
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.map((text) => `v1,${text}`).join(' '),
  }
}

async function signature(secret: Uint8Array<ArrayBuffer>, signed: Uint8Array<ArrayBuffer>): Promise<string> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
  return btoa(String.fromCharCode(...bytes))
}
