import { Random } from '../random.ts'
import { jsonOf } from '../server.ts'
import type { Incoming, Reply } from '../server.ts'
import { invalidParameter, ok, refused, refusals } from './envelope.ts'

export interface TiktokApp {
  id: string
  secret: string
  redirectUri: string
}

/** The permissions of an app, with the numbers of the `scope` in the token reply. */
export const permissions = { ad_account: 1, ads: 2, reporting: 4 } as const
export type Permission = keyof typeof permissions

interface Grant {
  advertiserIds: string[]
  permissions: Permission[]
  isRevoked: boolean
}

/** Authorization codes, which work once, and access tokens, which do not expire. */
export class TiktokTokens {
  readonly app: TiktokApp
  readonly #random: Random
  readonly #codes = new Map<string, Omit<Grant, 'isRevoked'>>()
  readonly #tokens = new Map<string, Grant>()

  constructor(app: TiktokApp, seed: number) {
    this.app = app
    this.#random = new Random(seed)
  }

  issueCode(grant: Omit<Grant, 'isRevoked'>): string {
    const code = this.#random.text(40)
    this.#codes.set(code, grant)
    return code
  }

  /** Answers `oauth2/access_token/`. The body is JSON, never a form. */
  redeem(incoming: Incoming): Reply {
    const body = jsonOf(incoming)
    if (!body) return invalidParameter('The request body is not valid JSON.')
    const refusal = this.#refuseApp(body)
    if (refusal) return refusal
    const grant = this.#codes.get(String(body['auth_code'] ?? ''))
    if (!grant) return refused(40_002, 'Invalid auth_code: it has been used or has expired.')
    this.#codes.delete(String(body['auth_code']))
    const token = this.#random.text(40).toLowerCase()
    this.#tokens.set(token, { ...grant, isRevoked: false })
    const scope = grant.permissions.map((permission) => permissions[permission])
    return ok({ access_token: token, advertiser_ids: grant.advertiserIds, scope })
  }

  /** Answers `oauth2/revoke_token/`. */
  revoke(incoming: Incoming): Reply {
    const body = jsonOf(incoming)
    if (!body) return invalidParameter('The request body is not valid JSON.')
    const grant = this.#tokens.get(String(body['access_token'] ?? ''))
    const refusal = this.#refuseApp(body)
    if (refusal) return refusal
    if (!grant || grant.isRevoked) return refusals.token_revoked()
    grant.isRevoked = true
    return ok({ advertiser_ids: grant.advertiserIds, app_id: this.app.id })
  }

  /** The advertiser removes the app. */
  revokeAll(): void {
    for (const grant of this.#tokens.values()) grant.isRevoked = true
  }

  /** Takes an advertiser away from all grants. */
  withdraw(advertiserId: string): void {
    for (const grant of this.#tokens.values()) {
      grant.advertiserIds = grant.advertiserIds.filter((id) => id !== advertiserId)
    }
  }

  /** Returns the grant of a request. The header is `Access-Token`, without a scheme. */
  authenticate({ headers }: Incoming): Grant | null {
    const grant = this.#tokens.get(headers['access-token'] ?? '')
    return grant && !grant.isRevoked ? grant : null
  }

  isApp(id: unknown, secret: unknown): boolean {
    return id === this.app.id && secret === this.app.secret
  }

  #refuseApp(body: Record<string, unknown>): Reply | null {
    return this.isApp(body['app_id'], body['secret']) ? null : invalidParameter('Invalid app_id or secret.')
  }
}
