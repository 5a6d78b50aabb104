import type { p256 } from '@noble/curves/nist.js'
import type { base64url } from 'jose'
import { publicBaseUrl } from '../env.ts'
import type { Env } from '../env.ts'
import { ringKeys } from '../key_ring.ts'

/** The public part of a P-256 key as a JSON Web Key (RFC 7517), the type that every UCP implementation verifies. */
export interface PublicKey {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
  kid: string
  alg: 'ES256'
  use: 'sig'
}

/** The claims of a hold or an order. `jti` is its id. */
export interface QuoteClaims {
  brand_id: string
  jti: string
  /** Unix seconds. */
  iat: number
  exp: number
}

interface SigningKey {
  privateKey: Uint8Array
  /** The point of the curve, uncompressed. */
  point: Uint8Array
  publicKey: PublicKey
}

/**
 * Signs price holds and orders, so that a merchant's checkout can verify one offline. The newest key of the ring signs.
 * Merchants know all keys of the ring, so that a token remains valid when a newer key is added.
 */
export class QuoteSigner {
  /** The public keys of the ring, newest first. */
  readonly publicKeys: readonly PublicKey[]
  readonly #keys: readonly SigningKey[]
  readonly #newest: SigningKey
  readonly #baseUrl: string
  readonly #curve: typeof p256
  readonly #encoding: typeof base64url

  private constructor(
    keys: readonly SigningKey[],
    { baseUrl, curve, encoding }: { baseUrl: string; curve: typeof p256; encoding: typeof base64url },
  ) {
    const [newest] = keys
    if (!newest) throw new Error('A key ring needs at least one key.')
    this.publicKeys = keys.map(({ publicKey }) => publicKey)
    this.#keys = keys
    this.#newest = newest
    this.#baseUrl = baseUrl
    this.#curve = curve
    this.#encoding = encoding
  }

  /** Returns the signer of a key ring (QUOTE_SIGNING_KEY) at a public base URL. Imports the elliptic curve library on demand. */
  static async open(ring: string, baseUrl: string): Promise<QuoteSigner> {
    const [{ p256: curve }, { base64url: encoding, calculateJwkThumbprint }] = await Promise.all([
      import('@noble/curves/nist.js'),
      import('jose'),
    ])
    const keys = await Promise.all(
      ringKeys(ring).map(async (privateKey): Promise<SigningKey> => {
        const point = curve.getPublicKey(privateKey, false)
        const [x, y] = [encoding.encode(point.slice(1, 33)), encoding.encode(point.slice(33))]
        const kid = await calculateJwkThumbprint({ kty: 'EC', crv: 'P-256', x, y })
        return { privateKey, point, publicKey: { kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' } }
      }),
    )
    return new QuoteSigner(keys, { baseUrl, curve, encoding })
  }

  /**
   * Returns a compact JWS (RFC 7515). Signatures are deterministic (RFC 6979), so the same claims have the same token until a
   * newer key is added. The issuer is the base address of the shop's storefront, whose manifest has the keys; the audience is
   * the shop.
   */
  sign(claims: QuoteClaims): string {
    const header = { alg: 'ES256', typ: 'quote+jwt', kid: this.#newest.publicKey.kid }
    const issued = { iss: this.#issuer(claims.brand_id), aud: claims.brand_id, ...claims }
    const signed = [header, issued].map((part) => this.#encoding.encode(JSON.stringify(part))).join('.')
    const signature = this.#curve.sign(new TextEncoder().encode(signed), this.#newest.privateKey)
    return `${signed}.${this.#encoding.encode(signature)}`
  }

  /** Returns the id of the newest key. Verifiers find it among the public keys. */
  get keyId(): string {
    return this.#newest.publicKey.kid
  }

  /** Returns the ES256 signature of bytes by the newest key: r and s, 64 bytes (RFC 9421, section 3.3.4). */
  signBytes(bytes: Uint8Array): Uint8Array {
    return this.#curve.sign(bytes, this.#newest.privateKey)
  }

  /**
   * Returns the claims of a token that this ring signed for a shop, else null: for another algorithm (`none` included), key, type,
   * issuer or audience, and for a changed token. It does not check the expiration, which the stored hold decides.
   */
  verify(token: string, brandId: string): Record<string, unknown> | null {
    const [header, payload, signature, ...rest] = token.split('.')
    if (header === undefined || payload === undefined || !signature || rest.length > 0) return null
    try {
      const { alg, typ, kid } = this.#decode(header)
      const key = this.#keys.find(({ publicKey }) => publicKey.kid === kid)
      if (!key || alg !== 'ES256' || typ !== 'quote+jwt') return null
      const signed = new TextEncoder().encode(`${header}.${payload}`)
      if (!this.#curve.verify(this.#encoding.decode(signature), signed, key.point)) return null
      const claims = this.#decode(payload)
      return claims.aud === brandId && claims.iss === this.#issuer(brandId) ? claims : null
    } catch {
      return null
    }
  }

  #decode(part: string): Record<string, unknown> {
    return JSON.parse(new TextDecoder().decode(this.#encoding.decode(part))) as Record<string, unknown>
  }

  #issuer(brandId: string): string {
    return `${this.#baseUrl}/api/storefront/${brandId}`
  }
}

/**
 * Returns the signer of the installation, or null without QUOTE_SIGNING_KEY. Prices are then held without a signature.
 */
export async function openQuoteSigner(
  env: Pick<Env, 'QUOTE_SIGNING_KEY' | 'PUBLIC_BASE_URL' | 'PORT'>,
): Promise<QuoteSigner | null> {
  return env.QUOTE_SIGNING_KEY === undefined ? null : await QuoteSigner.open(env.QUOTE_SIGNING_KEY, publicBaseUrl(env))
}

/** Returns a hold with the signed token in place of its claims. */
export function withQuoteToken(
  { quote, ...hold }: Record<string, unknown>,
  { quotes }: { quotes?: QuoteSigner | null },
): Record<string, unknown> {
  return { ...hold, quote_token: quote && quotes ? quotes.sign(quote as QuoteClaims) : null }
}
