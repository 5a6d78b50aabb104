import { isHmacOf } from '../../../credentials/hmac.ts'

/**
 * Whether Shopify signed the parameters of a redirect: `hmac` is the HMAC-SHA256 in hexadecimal of the other parameters, sorted by name and
 * encoded as a query, with the client secret.
 */
export function isSignedRedirect(parameters: URLSearchParams, secrets: readonly string[]): boolean {
  const signed = new URLSearchParams(parameters)
  signed.delete('hmac')
  signed.delete('signature')
  signed.sort()
  return isHmacOf(signed.toString(), Buffer.from(parameters.get('hmac') ?? '', 'hex'), secrets)
}

/** Whether Shopify signed the raw body of a webhook: `X-Shopify-Hmac-Sha256` is its HMAC-SHA256 in base64 with the client secret. */
export function isSignedBody(body: Uint8Array, hmac: string, secrets: readonly string[]): boolean {
  return isHmacOf(body, Buffer.from(hmac, 'base64'), secrets)
}
