import type { p256 } from '@noble/curves/nist.js'
import type { base64url } from 'jose'

type Hold = Record<string, unknown>

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

  /** `secret` is 32 bytes in base64url, as QUOTE_SIGNING_KEY holds them. Loads what it signs with, which nobody else needs. */
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
   * A compact JWS (RFC 7515) of an active hold; null for any other. By RFC 6979 the same hold has the same signature, so
   * that an answer given again is the same.
   */
  sign(hold: Hold): string | null {
    if (hold.status !== 'active') return null
    const { id, brand_id, product_id, bundle_id, quantity, unit_price, created_at, expires_at } = hold
    const header = { alg: 'ES256', typ: 'quote+jwt', kid: this.publicKey.kid }
    const claims = {
      hold_id: id,
      brand_id,
      product_id,
      bundle_id,
      quantity,
      unit_price,
      iat: seconds(created_at),
      exp: seconds(expires_at),
    }
    const signed = [header, claims].map((part) => this.#encoding.encode(JSON.stringify(part))).join('.')
    const signature = this.#curve.sign(new TextEncoder().encode(signed), this.#privateKey)
    return `${signed}.${this.#encoding.encode(signature)}`
  }
}

/** The signer of the installation; without a key prices are held, and not signed. */
export async function openQuoteSigner(env: { QUOTE_SIGNING_KEY?: string | undefined }): Promise<QuoteSigner | null> {
  return env.QUOTE_SIGNING_KEY === undefined ? null : await QuoteSigner.open(env.QUOTE_SIGNING_KEY)
}

function seconds(at: unknown): number {
  return Math.floor(Date.parse(String(at)) / 1000)
}

/** A hold as it is answered. */
export function withQuoteToken(hold: Hold, { quotes }: { quotes?: QuoteSigner | null }): Hold {
  return { ...hold, quote_token: quotes?.sign(hold) ?? null }
}
