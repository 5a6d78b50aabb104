import type { CryptoKey, SignJWT } from 'jose'
import { publicBaseUrl } from '../env.ts'
import type { Env } from '../env.ts'
import { ringKeys } from '../key_ring.ts'

/** The public part of an Ed25519 key as a JSON Web Key (RFC 8037). */
export interface PublicKey {
  kty: 'OKP'
  crv: 'Ed25519'
  x: string
  kid: string
  alg: 'EdDSA'
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

/** The DER prefix of an Ed25519 private key in PKCS #8 (RFC 8410, section 7). WebCrypto imports no bare private key. */
const privateKeyPrefix = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20]

/**
 * Signs price holds and orders, so that a merchant's checkout can verify one offline. The newest key of the ring signs.
 * Merchants know all keys of the ring, so that a token remains valid when a newer key is added.
 */
export class QuoteSigner {
  /** The public keys of the ring, newest first. */
  readonly publicKeys: readonly PublicKey[]
  readonly #privateKey: CryptoKey
  readonly #baseUrl: string
  readonly #Token: typeof SignJWT

  private constructor(
    publicKeys: readonly PublicKey[],
    { privateKey, baseUrl, Token }: { privateKey: CryptoKey; baseUrl: string; Token: typeof SignJWT },
  ) {
    this.publicKeys = publicKeys
    this.#privateKey = privateKey
    this.#baseUrl = baseUrl
    this.#Token = Token
  }

  /** Returns the signer of a key ring (QUOTE_SIGNING_KEY) at a public base URL. Imports jose on demand. */
  static async open(ring: string, baseUrl: string): Promise<QuoteSigner> {
    const { calculateJwkThumbprint, SignJWT } = await import('jose')
    const privateKeys = await Promise.all(
      ringKeys(ring).map((seed) =>
        crypto.subtle.importKey('pkcs8', new Uint8Array([...privateKeyPrefix, ...seed]), 'Ed25519', true, ['sign']),
      ),
    )
    const publicKeys = await Promise.all(
      privateKeys.map(async (key): Promise<PublicKey> => {
        const { x = '' } = await crypto.subtle.exportKey('jwk', key)
        const kid = await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x })
        return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' }
      }),
    )
    const [privateKey] = privateKeys
    if (!privateKey) throw new Error('A key ring needs at least one key.')
    return new QuoteSigner(publicKeys, { privateKey, baseUrl, Token: SignJWT })
  }

  /**
   * Returns a compact JWS (RFC 7515). Ed25519 signatures are deterministic (RFC 8032), so the same claims have the same token
   * until a newer key is added. The issuer is the base address of the shop's storefront, whose manifest has the keys; the
   * audience is the shop.
   */
  async sign(claims: QuoteClaims): Promise<string> {
    const issued = { iss: `${this.#baseUrl}/api/storefront/${claims.brand_id}`, aud: claims.brand_id, ...claims }
    const kid = this.publicKeys[0]?.kid as string
    return await new this.#Token({ ...issued })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'quote+jwt', kid })
      .sign(this.#privateKey)
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
export async function withQuoteToken(
  { quote, ...hold }: Record<string, unknown>,
  { quotes }: { quotes?: QuoteSigner | null },
): Promise<Record<string, unknown>> {
  return { ...hold, quote_token: quote && quotes ? await quotes.sign(quote as QuoteClaims) : null }
}
