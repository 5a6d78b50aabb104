import type { Context } from 'hono'
import type { ConnectorScope } from '../../shared/connector.ts'
import { call } from '../../shared/db/call.ts'
import type { Outcome } from '../../shared/db/call.ts'
import { identify } from '../../shared/db/identify.ts'
import type { Identification } from '../../shared/db/identify.ts'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { parseBearer } from '../../shared/http/auth/bearer.ts'
import { bearerChallenge } from '../../shared/http/auth/challenge.ts'
import { callerIp } from '../../shared/http/limits/client_ip.ts'
import { ApiError, unauthorized } from '../../shared/errors/api_error.ts'
import { runOrCheck, serveCaller } from '../../shared/http/route.ts'
import type { CountedCaller } from '../../shared/http/limits/meter.ts'
import type { Contract } from '../../shared/operation.ts'
import { tokenPrefixes } from '../../shared/credentials/tokens.ts'
import type { Audience } from '../../shared/sentences/audience.ts'
import type { AppContext } from './app_context.ts'

/** One HTTP request of one caller. All database calls of the request go through it, so that credential and limit are checked. */
export class McpExchange {
  /** The error that replaces the tool's response as an HTTP error: 401, 403, 429 or 503. */
  refusal: ApiError | null = null
  /** The scope that the caller lacks, if the last call failed because of it. */
  missingScope: string | null = null
  /** Whether the database has verified the credential. */
  isVerified = false
  readonly context: Context<AppEnv>
  readonly #app: AppContext
  readonly #credentialHash: Uint8Array
  /** Whether the credential is an access token: its app can request more scopes, a key cannot. */
  readonly #isToken: boolean

  private constructor(context: Context<AppEnv>, app: AppContext, credentialHash: Uint8Array, isToken: boolean) {
    this.context = context
    this.#app = app
    this.#credentialHash = credentialHash
    this.#isToken = isToken
  }

  /** Parses the credential. Throws 401, before any database query, if its format or checksum is invalid. */
  static open(context: Context<AppEnv>, app: AppContext): McpExchange {
    const header = context.req.header('Authorization')
    const hash = parseBearer(header, app)
    if (!hash) throw unauthorized()
    return new McpExchange(context, app, hash, header?.includes(tokenPrefixes.access) ?? false)
  }

  get requestId(): string {
    return this.context.var.requestId
  }

  /** Returns the caller, for requests that run no operation. Not counted against the rate limit. Throws 401, 429 or 503. */
  async identify(): Promise<Identification> {
    const { services, resource } = this.#app
    const caller = await identify(services.database, {
      credentialHash: this.#credentialHash,
      clientIp: callerIp(this.context, services.trustedProxyHops),
      resource,
    })
    this.isVerified = true
    this.context.set('keyId', caller.keyId)
    return caller
  }

  /** Runs an operation in one statement. With null as input it only checks credential, limit and scope. */
  async run(operation: Contract, input: Record<string, unknown> | null, audience?: Audience): Promise<Outcome> {
    const { publicBaseUrl } = this.#app.services
    return await this.#serve((caller) =>
      runOrCheck(this.#app, operation, { ...caller, audience }, input && { ...input, base_url: publicBaseUrl }),
    )
  }

  /** Counts one request against the rate limit. Throws 401, 429 or 503. */
  async count(): Promise<Outcome> {
    const { database } = this.#app.services
    const outcome = await this.#serve((caller) => call(database, { ...caller, operation: null, input: {} }))
    if (outcome.error) throw outcome.error
    return outcome
  }

  async #serve(serve: (caller: CountedCaller) => Promise<Outcome>): Promise<Outcome> {
    const outcome = await serveCaller(this.context, this.#credentialHash, this.#app, serve)
    if (outcome.keyId === null && outcome.error) this.refusal = outcome.error
    else this.isVerified = true
    this.missingScope = outcome.missingScope
    if (outcome.missingScope !== null && this.#isToken) this.#stepUp(outcome.missingScope as ConnectorScope)
    return outcome
  }

  /**
   * Sets a 403 error with a WWW-Authenticate header that names the missing scope, so that the client requests this
   * scope (RFC 6750, section 3.1).
   */
  #stepUp(scope: ConnectorScope): void {
    const description =
      `This needs the scope ${scope}, which the person has not granted. Ask the person to connect this app again and to tick ` +
      `that permission on the consent page.`
    const challenge = { error: 'insufficient_scope', description, scopes: [scope] } as const
    this.context.header('WWW-Authenticate', bearerChallenge(this.#app.services.publicBaseUrl, challenge))
    this.refusal = new ApiError('forbidden', description)
  }
}
