import { createHmac } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { Random } from '../random.ts'
import type { Reply } from '../server.ts'
import { expiredToken, graphError, removedApp } from './graph_error.ts'

export interface App {
  id: string
  secret: string
  redirectUris: string[]
}

interface Token {
  person: string
  permissions: string[]
  declined: string[]
  expires: number
  isRevoked: boolean
}

interface Code {
  token: Omit<Token, 'expires' | 'isRevoked'>
  redirectUri: string
}

const hours = 5_400
/** About 60 days, as Meta reports it. */
const longLived = 5_183_944

/** The codes and tokens of an app. There are no refresh tokens: a valid token is exchanged for a longer one. */
export class MetaTokens {
  readonly app: App
  /** Whether calls must carry `appsecret_proof`. */
  requiresProof = false
  readonly #clock: Clock
  readonly #random: Random
  readonly #codes = new Map<string, Code>()
  readonly #usedCodes = new Set<string>()
  readonly #tokens = new Map<string, Token>()

  constructor(app: App, clock: Clock, seed: number) {
    this.app = app
    this.#clock = clock
    this.#random = new Random(seed)
  }

  issueCode(code: Code): string {
    const text = `AQ${this.#random.text(80)}`
    this.#codes.set(text, code)
    return text
  }

  /** Answers `oauth/access_token`. */
  exchange(params: URLSearchParams): Reply {
    if (params.get('client_id') !== this.app.id) {
      return graphError({
        code: 101,
        message: 'Error validating application. Cannot get application info due to a system error.',
      })
    }
    if (params.get('client_secret') !== this.app.secret) {
      return graphError({ code: 1, message: 'Error validating client secret.' })
    }
    if (params.get('grant_type') === 'fb_exchange_token') return this.#prolong(params.get('fb_exchange_token') ?? '')
    return this.#redeem(params.get('code') ?? '', params.get('redirect_uri'))
  }

  /** Returns the token of a request, or the reply that refuses it. */
  authenticate(text: string | null, proof: string | null): Token | { reply: Reply } {
    if (!text) {
      const message = 'An access token is required to request this resource.'
      return { reply: graphError({ code: 104, message }) }
    }
    const token = this.#tokens.get(text)
    if (!token)
      return { reply: graphError({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token' }) }
    if (token.isRevoked) return { reply: removedApp() }
    if (token.expires <= this.#clock.seconds()) return { reply: expiredToken() }
    const expected = createHmac('sha256', this.app.secret).update(text).digest('hex')
    if (proof === null && this.requiresProof) {
      const message = 'API calls from the server require an appsecret_proof argument'
      return { reply: graphError({ code: 100, message, type: 'GraphMethodException' }) }
    }
    if (proof !== null && proof !== expected) {
      const message = 'Invalid appsecret_proof provided in the API argument'
      return { reply: graphError({ code: 100, message, type: 'GraphMethodException' }) }
    }
    return token
  }

  /** A person removes the app, or the app removes its own permissions. */
  revoke(person: string): void {
    for (const token of this.#tokens.values()) if (token.person === person) token.isRevoked = true
  }

  /** Moves the end of all tokens to now. */
  expireAll(): void {
    for (const token of this.#tokens.values()) token.expires = 0
  }

  #redeem(text: string, redirectUri: string | null): Reply {
    const code = this.#codes.get(text)
    if (this.#usedCodes.has(text)) {
      return graphError({ code: 100, subcode: 36009, message: 'This authorization code has been used.' })
    }
    if (!code) return graphError({ code: 100, message: 'Invalid verification code format.' })
    if (code.redirectUri !== redirectUri) {
      const message =
        'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request'
      return graphError({ code: 100, subcode: 36008, message })
    }
    this.#usedCodes.add(text)
    return this.#issue(code.token, hours)
  }

  #prolong(text: string): Reply {
    const token = this.#tokens.get(text)
    if (!token) return graphError({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token' })
    if (token.isRevoked) return removedApp()
    // An expired token cannot be exchanged: the person has to consent again.
    if (token.expires <= this.#clock.seconds()) return expiredToken()
    return this.#issue(token, longLived)
  }

  #issue({ person, permissions, declined }: Code['token'], lifetime: number): Reply {
    const text = `EAAG${this.#random.text(160)}`
    const expires = this.#clock.seconds() + lifetime
    this.#tokens.set(text, { person, permissions, declined, expires, isRevoked: false })
    return { status: 200, body: { access_token: text, token_type: 'bearer', expires_in: lifetime } }
  }
}
