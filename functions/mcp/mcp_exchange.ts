import type { Context } from 'hono'
import type { ConnectorScope } from '../../shared/connector.ts'
import { call } from '../../shared/db/call.ts'
import type { Outcome } from '../../shared/db/call.ts'
import { identify } from '../../shared/db/identify.ts'
import type { Identification } from '../../shared/db/identify.ts'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { parseBearer } from '../../shared/http/auth/bearer.ts'
import { bearerChallenge } from '../../shared/http/auth/challenge.ts'
import { clientIp } from '../../shared/http/limits/client_ip.ts'
import { ApiError, unauthorized } from '../../shared/errors/api_error.ts'
import { checkCaller, runOperation, serveCaller, setQuotaHeaders } from '../../shared/http/route.ts'
import type { CountedCaller } from '../../shared/http/limits/meter.ts'
import type { Operation } from '../../shared/operation.ts'
import { tokenPrefixes } from '../../shared/credentials/tokens.ts'
import type { AppContext } from './app_context.ts'

/** One request of one caller: what it may do, it does through here, and what it may not ends the request. */
export class McpExchange {
  /** Why the answer is not the tool's but 401, 403, 429 or 503. */
  refusal: ApiError | null = null
  /** For want of which scope a key was refused. */
  missingScope: string | null = null
  /** Whether the database has said that the credential holds. */
  isVerified = false
  readonly context: Context<AppEnv>
  readonly #app: AppContext
  readonly #credentialHash: Uint8Array
  /** An app that a person connected can be sent back for a scope; a key cannot. */
  readonly #isToken: boolean

  private constructor(context: Context<AppEnv>, app: AppContext, credentialHash: Uint8Array, isToken: boolean) {
    this.context = context
    this.#app = app
    this.#credentialHash = credentialHash
    this.#isToken = isToken
  }

  /** Throws 401 for whatever cannot be a credential of this app, without a query. */
  static open(context: Context<AppEnv>, app: AppContext): McpExchange {
    const header = context.req.header('Authorization')
    const hash = parseBearer(header, app)
    if (!hash) throw unauthorized()
    return new McpExchange(context, app, hash, header?.includes(tokenPrefixes.access) ?? false)
  }

  get requestId(): string {
    return this.context.var.requestId
  }

  /** Who calls, for what runs no operation. Takes nothing from the limit; throws 401, 429 or 503. */
  async identify(): Promise<Identification> {
    const { services, resource } = this.#app
    const caller = await identify(services.database, {
      credentialHash: this.#credentialHash,
      clientIp: clientIp(
        this.context.env?.remoteAddress,
        this.context.req.header('X-Forwarded-For'),
        services.trustedProxyHops,
      ),
      resource,
    })
    this.isVerified = true
    this.context.set('keyId', caller.keyId)
    return caller
  }

  /** Runs an operation in one statement. Without an input it checks credential, limit and scope only. */
  async run(operation: Operation, input: Record<string, unknown> | null): Promise<Outcome> {
    const { database, publicBaseUrl } = this.#app.services
    return await this.#serve((caller) =>
      input
        ? runOperation(this.#app, operation, caller, { ...input, base_url: publicBaseUrl })
        : checkCaller(database, operation, caller),
    )
  }

  /** Takes a request from the limit; throws 401, 429 or 503. */
  async count(): Promise<Outcome> {
    const { database } = this.#app.services
    const outcome = await this.#serve((caller) => call(database, { ...caller, operation: null, input: {} }))
    if (outcome.error) throw outcome.error
    return outcome
  }

  async #serve(serve: (caller: CountedCaller) => Promise<Outcome>): Promise<Outcome> {
    const outcome = await serveCaller(this.context, this.#credentialHash, this.#app, serve)
    this.context.set('keyId', outcome.keyId)
    if (outcome.quota) setQuotaHeaders(this.context, outcome.quota)
    if (outcome.keyId === null && outcome.error) this.refusal = outcome.error
    else this.isVerified = true
    this.missingScope = outcome.missingScope
    if (outcome.missingScope !== null && this.#isToken) this.#stepUp(outcome.missingScope as ConnectorScope)
    return outcome
  }

  /** Sends the client back for what the tool needs (RFC 6750, section 3.1). */
  #stepUp(scope: ConnectorScope): void {
    const description =
      `This needs the scope ${scope}, which the person has not granted. Ask the person to connect this app again and to tick ` +
      `that permission on the consent page.`
    const challenge = { error: 'insufficient_scope', description, scopes: [scope] } as const
    this.context.header('WWW-Authenticate', bearerChallenge(this.#app.services.publicBaseUrl, challenge))
    this.refusal = new ApiError('forbidden', description)
  }
}
