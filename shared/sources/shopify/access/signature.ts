import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Whether Shopify signed the parameters of a redirect: `hmac` is the HMAC-SHA256 in hexadecimal of the other parameters, sorted by name and
 * encoded as a query, with the client secret.
 */
export function isSignedRedirect(parameters: URLSearchParams, secrets: readonly string[]): boolean {
  const signed = new URLSearchParams(parameters)
  signed.delete('hmac')
  signed.delete('signature')
  signed.sort()
  return isSigned(signed.toString(), parameters.get('hmac') ?? '', secrets, 'hex')
}

/** Whether Shopify signed the raw body of a webhook: `X-Shopify-Hmac-Sha256` is its HMAC-SHA256 in base64 with the client secret. */
export function isSignedBody(body: Uint8Array, hmac: string, secrets: readonly string[]): boolean {
  return isSigned(body, hmac, secrets, 'base64')
}

function isSigned(
  content: string | Uint8Array,
  hmac: string,
  secrets: readonly string[],
  encoding: 'hex' | 'base64',
): boolean {
  const given = Buffer.from(hmac, encoding)
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(content).digest()
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
