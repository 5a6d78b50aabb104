import { createHmac, timingSafeEqual } from 'node:crypto'

/** Returns the HMAC-SHA256 of a content with a secret (RFC 2104). */
export function hmacOf(content: string | Uint8Array, secret: string): Buffer {
  return createHmac('sha256', secret).update(content).digest()
}

/** Whether `hmac` is the HMAC-SHA256 of the content with one of the secrets. The comparison takes the same time for every wrong one. */
export function isHmacOf(content: string | Uint8Array, hmac: Uint8Array, secrets: readonly string[]): boolean {
  return secrets.some((secret) => {
    const expected = hmacOf(content, secret)
    return hmac.length === expected.length && timingSafeEqual(hmac, expected)
  })
}
