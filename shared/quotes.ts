import { p256 } from '@noble/curves/nist.js'
import { base64url, calculateJwkThumbprint } from 'jose'

/** Half of a P-256 key as a JSON Web Key (RFC 7517) that everybody may know. */
export interface PublicKey {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
  kid: string
  alg: 'ES256'
  use: 'sig'
}

/** Signs held prices, so that a merchant's checkout can tell one from an invented one without asking here. */
export class QuoteSigner {
  readonly publicKey: PublicKey
  readonly #privateKey: Uint8Array

  private constructor(privateKey: Uint8Array, publicKey: PublicKey) {
    this.#privateKey = privateKey
    this.publicKey = publicKey
  }

  /** `secret` is 32 bytes in base64url, as QUOTE_SIGNING_KEY holds them. */
  static async open(secret: string): Promise<QuoteSigner> {
    const privateKey = base64url.decode(secret)
    const point = p256.getPublicKey(privateKey, false)
    const [x, y] = [base64url.encode(point.slice(1, 33)), base64url.encode(point.slice(33))]
    const kid = await calculateJwkThumbprint({ kty: 'EC', crv: 'P-256', x, y })
    return new QuoteSigner(privateKey, { kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' })
  }

  /**
   * A compact JWS (RFC 7515). By RFC 6979 the same claims have the same signature, so that an answer given again is the same.
   */
  sign(claims: object): string {
    const header = { alg: 'ES256', typ: 'quote+jwt', kid: this.publicKey.kid }
    const signed = `${encode(header)}.${encode(claims)}`
    return `${signed}.${base64url.encode(p256.sign(new TextEncoder().encode(signed), this.#privateKey))}`
  }
}

/** The signer of the installation; without a key prices are held, and not signed. */
export async function openQuoteSigner(env: { QUOTE_SIGNING_KEY?: string | undefined }): Promise<QuoteSigner | null> {
  return env.QUOTE_SIGNING_KEY === undefined ? null : await QuoteSigner.open(env.QUOTE_SIGNING_KEY)
}

function encode(part: object): string {
  return base64url.encode(JSON.stringify(part))
}

/** A hold as it is answered: with a token in place of what the token says. */
export function withQuoteToken(
  { quote, ...hold }: Record<string, unknown>,
  { quotes }: { quotes?: QuoteSigner | null },
): Record<string, unknown> {
  return { ...hold, quote_token: quote && quotes ? quotes.sign(quote) : null }
}
