import { createHash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { Random } from '../random.ts'

export interface GoogleClient {
  id: string
  secret: string
  redirectUris: string[]
}

interface Code {
  person: string
  clientId: string
  redirectUri: string
  scopes: string[]
  isOffline: boolean
  challenge: string | null
  expires: number
}

interface Grant {
  person: string
  clientId: string
  scopes: string[]
  created: number
}

interface AccessToken {
  grant: Grant
  scopes: string[]
  expires: number
}

/** Who a token belongs to, or why it is refused. */
export type Bearer =
  { person: string; clientId: string; scopes: string[] } | { refused: 'missing' | 'invalid' | 'expired' | 'revoked' }

const lifetimeOfCode = 600
const lifetimeOfAccessToken = 3599
const sevenDays = 7 * 86_400

/** The codes, grants and tokens of Google accounts. */
export class GoogleGrants {
  /** While the consent screen is in testing, refresh tokens expire after seven days. */
  publishing: 'production' | 'testing' = 'production'
  readonly clients: GoogleClient[] = []
  readonly #clock: Clock
  readonly #random: Random
  readonly #codes = new Map<string, Code>()
  readonly #refreshTokens = new Map<string, Grant>()
  readonly #accessTokens = new Map<string, AccessToken>()
  /** Access tokens of a revoked grant are refused at once. */
  readonly #revoked = new Set<Grant>()

  constructor(clock: Clock, seed: number) {
    this.#clock = clock
    this.#random = new Random(seed)
  }

  issueCode(code: Omit<Code, 'expires'>): string {
    const text = `4/0A${this.#random.text(60)}`
    this.#codes.set(text, { ...code, expires: this.#clock.seconds() + lifetimeOfCode })
    return text
  }

  /** Whether a person has granted all scopes to a client, so that the second consent gives no refresh token. */
  hasConsented(person: string, clientId: string): boolean {
    return [...this.#refreshTokens.values()].some((grant) => grant.person === person && grant.clientId === clientId)
  }

  /** Returns the reply of the token endpoint as a status and a body. */
  redeem(form: URLSearchParams, clientId: string): { status: number; body: Record<string, unknown> } {
    const text = form.get('code') ?? ''
    const code = this.#codes.get(text)
    this.#codes.delete(text)
    if (!code || code.clientId !== clientId || code.expires < this.#clock.seconds()) return badGrant('Bad Request')
    if (form.get('redirect_uri') !== code.redirectUri) {
      return { status: 400, body: { error: 'redirect_uri_mismatch', error_description: 'Bad Request' } }
    }
    if (code.challenge !== null) {
      const verifier = form.get('code_verifier')
      if (!verifier) return badGrant('Missing code verifier.')
      if (createHash('sha256').update(verifier).digest('base64url') !== code.challenge) {
        return badGrant('Invalid code verifier.')
      }
    }
    const grant = { person: code.person, clientId, scopes: code.scopes, created: this.#clock.seconds() }
    const tokens = this.#accessTokenOf(grant)
    if (!code.isOffline) return { status: 200, body: tokens }
    const refreshToken = `1//0${this.#random.text(80)}`
    this.#refreshTokens.set(refreshToken, grant)
    const lifetime = this.publishing === 'testing' ? { refresh_token_expires_in: sevenDays - 1 } : {}
    return { status: 200, body: { ...tokens, refresh_token: refreshToken, ...lifetime } }
  }

  refresh(form: URLSearchParams, clientId: string): { status: number; body: Record<string, unknown> } {
    const grant = this.#refreshTokens.get(form.get('refresh_token') ?? '')
    if (!grant) return badGrant('Bad Request')
    const isOld = this.publishing === 'testing' && grant.created + sevenDays <= this.#clock.seconds()
    if (this.#revoked.has(grant) || isOld || grant.clientId !== clientId) {
      return badGrant('Token has been expired or revoked.')
    }
    return { status: 200, body: this.#accessTokenOf(grant) }
  }

  /** Revokes all grants of the person of an access or refresh token for its client. Returns whether the token was valid. */
  revokeToken(token: string): boolean {
    const grant = this.#refreshTokens.get(token) ?? this.#accessTokens.get(token)?.grant
    if (!grant || this.#revoked.has(grant)) return false
    for (const each of this.#grants()) {
      if (each.person === grant.person && each.clientId === grant.clientId) this.#revoked.add(each)
    }
    return true
  }

  /** A person removes the access of a client, or of all, on the page of their account. */
  revoke(person: string): void {
    for (const grant of this.#grants()) if (grant.person === person) this.#revoked.add(grant)
  }

  expireAccessTokens(): void {
    for (const token of this.#accessTokens.values()) token.expires = 0
  }

  bearer(authorization: string | undefined): Bearer {
    const [scheme, text] = (authorization ?? '').split(' ')
    if (!authorization || scheme?.toLowerCase() !== 'bearer') return { refused: 'missing' }
    const token = this.#accessTokens.get(text ?? '')
    if (!token) return { refused: 'invalid' }
    if (this.#revoked.has(token.grant)) return { refused: 'revoked' }
    if (token.expires <= this.#clock.seconds()) return { refused: 'expired' }
    return { person: token.grant.person, clientId: token.grant.clientId, scopes: token.scopes }
  }

  #accessTokenOf(grant: Grant): Record<string, unknown> {
    const token = `ya29.a0A${this.#random.text(120)}`
    this.#accessTokens.set(token, {
      grant,
      scopes: grant.scopes,
      expires: this.#clock.seconds() + lifetimeOfAccessToken,
    })
    return {
      access_token: token,
      expires_in: lifetimeOfAccessToken,
      scope: grant.scopes.join(' '),
      token_type: 'Bearer',
    }
  }

  #grants(): Grant[] {
    return [...this.#refreshTokens.values(), ...[...this.#accessTokens.values()].map(({ grant }) => grant)]
  }
}

function badGrant(description: string): { status: number; body: Record<string, unknown> } {
  return { status: 400, body: { error: 'invalid_grant', error_description: description } }
}
