import { createHmac } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { Random } from '../random.ts'

export interface ShopifyApp {
  id: string
  secret: string
  redirectUri: string
}

interface Access {
  shop: string
  scopes: string[]
  expires: number
}

interface Refresh extends Access {
  issued: number
  firstUsed: number | null
  /** The token that this one replaces. It is retired when this one is used. */
  previous: string | null
  isRetired: boolean
}

type Answer = { status: number; body: Record<string, unknown> }

const ninetyDays = 90 * 86_400
const thirtyDays = 30 * 86_400

/** Codes, expiring access tokens and rotating refresh tokens of an app. */
export class ShopifyAccess {
  readonly app: ShopifyApp
  /** Access tokens that do not expire are refused, as for public apps from 1 January 2027. */
  requiresExpiringTokens = false
  /** Whether a refresh token works again until one that replaces it is used, as since 28 August 2026. */
  hasGrace = true
  /** What a shop grants. Null is all that the app asks for. */
  grantedScopes: string[] | null = null
  readonly #clock: Clock
  readonly #random: Random
  readonly #codes = new Map<string, { shop: string; scopes: string[] }>()
  readonly #access = new Map<string, Access>()
  readonly #refresh = new Map<string, Refresh>()

  constructor(app: ShopifyApp, clock: Clock, seed: number) {
    this.app = app
    this.#clock = clock
    this.#random = new Random(seed)
  }

  /** Returns the callback with its code and its hmac: sorted parameters, signed with the secret of the app. */
  callback(shop: string, scopes: string[], state: string | null): URL {
    const code = Buffer.from(this.#random.text(16)).toString('hex')
    this.#codes.set(code, { shop, scopes })
    const query: Record<string, string> = {
      code,
      host: Buffer.from(`admin.shopify.com/store/${shop.split('.')[0]}`).toString('base64url'),
      shop,
      ...(state === null ? {} : { state }),
      timestamp: String(this.#clock.seconds()),
    }
    const sorted = new URLSearchParams(Object.entries(query).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    const hmac = createHmac('sha256', this.app.secret).update(sorted.toString()).digest('hex')
    const target = new URL(this.app.redirectUri)
    for (const [name, value] of Object.entries({ ...query, hmac })) target.searchParams.set(name, value)
    return target
  }

  /** Answers `POST /admin/oauth/access_token`. */
  token(shop: string, body: Record<string, unknown>): Answer {
    if (body['client_id'] !== this.app.id || body['client_secret'] !== this.app.secret) {
      return invalid('invalid_client', 'The client is unknown or its secret is wrong', 401)
    }
    if (body['refresh_token'] !== undefined) return this.#rotate(shop, String(body['refresh_token']))
    const code = this.#codes.get(String(body['code'] ?? ''))
    if (code?.shop !== shop) {
      return invalid('invalid_request', 'The authorization code was not found or was already used')
    }
    this.#codes.delete(String(body['code']))
    const scopes = code.scopes.filter((scope) => !this.grantedScopes || this.grantedScopes.includes(scope))
    return String(body['expiring'] ?? '') === '1'
      ? this.#issuePair(shop, scopes, null)
      : this.#issueForever(shop, scopes)
  }

  /** Returns what a token may do in a shop, or why it is refused. */
  check(shop: string, token: string | undefined): Access | 'invalid' | 'forever' {
    const access = this.#access.get(token ?? '')
    if (access?.shop !== shop || access.expires <= this.#clock.seconds()) return 'invalid'
    return access.expires === Infinity && this.requiresExpiringTokens ? 'forever' : access
  }

  /** The merchant uninstalls the app: all its tokens for the shop end. */
  uninstall(shop: string): void {
    for (const tokens of [this.#access, this.#refresh]) {
      for (const [text, token] of tokens) if (token.shop === shop) tokens.delete(text)
    }
  }

  expireAccessTokens(): void {
    for (const access of this.#access.values()) access.expires = 0
  }

  #rotate(shop: string, text: string): Answer {
    const refresh = this.#refresh.get(text)
    const now = this.#clock.seconds()
    const isPast =
      refresh && (refresh.expires <= now || (refresh.firstUsed !== null && refresh.firstUsed + thirtyDays <= now))
    if (refresh?.shop !== shop || refresh.isRetired || isPast) {
      return invalid('invalid_grant', 'The refresh token is invalid or expired')
    }
    // A lost reply does not end the grant: the token works again until one that replaces it is used.
    const previous = refresh.previous === null ? undefined : this.#refresh.get(refresh.previous)
    if (previous) previous.isRetired = true
    refresh.firstUsed ??= now
    refresh.isRetired = !this.hasGrace
    return this.#issuePair(shop, refresh.scopes, text)
  }

  #issuePair(shop: string, scopes: string[], previous: string | null): Answer {
    const now = this.#clock.seconds()
    const access = `shpat_${this.#random.text(32)}`
    const refresh = `shprt_${this.#random.text(32)}`
    this.#access.set(access, { shop, scopes, expires: now + 3_600 })
    const rest = { issued: now, firstUsed: null, previous, isRetired: false }
    this.#refresh.set(refresh, { shop, scopes, expires: now + ninetyDays, ...rest })
    const body = { access_token: access, scope: scopes.join(','), expires_in: 3_600, refresh_token: refresh }
    return { status: 200, body: { ...body, refresh_token_expires_in: ninetyDays } }
  }

  #issueForever(shop: string, scopes: string[]): Answer {
    const access = `shpat_${this.#random.text(32)}`
    this.#access.set(access, { shop, scopes, expires: Infinity })
    return { status: 200, body: { access_token: access, scope: scopes.join(',') } }
  }
}

function invalid(error: string, description: string, status = 400): Answer {
  return { status, body: { error, error_description: description } }
}
