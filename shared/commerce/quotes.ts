import type { p256 } from '@noble/curves/nist.js'
import type { base64url } from 'jose'

/** The public part of a P-256 key as a JSON Web Key (RFC 7517). */
export interface PublicKey {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
  kid: string
  alg: 'ES256'
  use: 'sig'
}

/** Signs price holds, so that a merchant's checkout can verify one offline. */
export class QuoteSigner {
  readonly publicKey: PublicKey
  readonly #privateKey: Uint8Array
  readonly #curve: typeof p256
  readonly #encoding: typeof base64url

  private constructor(
    privateKey: Uint8Array,
    publicKey: PublicKey,
    libraries: { curve: typeof p256; encoding: typeof base64url },
  ) {
    this.#privateKey = privateKey
    this.publicKey = publicKey
    this.#curve = libraries.curve
    this.#encoding = libraries.encoding
  }

  /**
   * Returns a signer. `secret` is 32 bytes in base64url (QUOTE_SIGNING_KEY). Imports the elliptic curve library on
   * demand.
   */
  static async open(secret: string): Promise<QuoteSigner> {
    const [{ p256 }, { base64url, calculateJwkThumbprint }] = await Promise.all([
      import('@noble/curves/nist.js'),
      import('jose'),
    ])
    const privateKey = base64url.decode(secret)
    const point = p256.getPublicKey(privateKey, false)
    const [x, y] = [base64url.encode(point.slice(1, 33)), base64url.encode(point.slice(33))]
    const kid = await calculateJwkThumbprint({ kty: 'EC', crv: 'P-256', x, y })
    const publicKey = { kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' } as const
    return new QuoteSigner(privateKey, publicKey, { curve: p256, encoding: base64url })
  }

  /**
   * Returns a compact JWS (RFC 7515). Signatures are deterministic (RFC 6979), so that a repeated response is
   * identical.
   */
  sign(claims: object): string {
    const header = { alg: 'ES256', typ: 'quote+jwt', kid: this.publicKey.kid }
    const signed = [header, claims].map((part) => this.#encoding.encode(JSON.stringify(part))).join('.')
    const signature = this.#curve.sign(new TextEncoder().encode(signed), this.#privateKey)
    return `${signed}.${this.#encoding.encode(signature)}`
  }
}

/**
 * Returns the signer of the installation, or null without QUOTE_SIGNING_KEY. Prices are then held without a signature.
 */
export async function openQuoteSigner(env: { QUOTE_SIGNING_KEY?: string | undefined }): Promise<QuoteSigner | null> {
  return env.QUOTE_SIGNING_KEY === undefined ? null : await QuoteSigner.open(env.QUOTE_SIGNING_KEY)
}

/** Returns a hold with the signed token in place of its claims. */
export function withQuoteToken(
  { quote, ...hold }: Record<string, unknown>,
  { quotes }: { quotes?: QuoteSigner | null },
): Record<string, unknown> {
  return { ...hold, quote_token: quote && quotes ? quotes.sign(quote) : null }
}
