import type { Context } from 'hono'
import type { ApiError } from '../../../shared/errors/api_error.ts'
import type { App, AppOptions } from '../../../shared/http/app.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { parseInput } from '../../../shared/http/input/input.ts'
import { refuseOtherMethods } from '../../../shared/http/method_not_allowed.ts'
import { credentialOf, pattern, routeOperations, runOrCheck, serveCaller } from '../../../shared/http/route.ts'
import type { Operation } from '../../../shared/operation.ts'
import { acp } from '../../../shared/operations/storefront/acp.ts'
import { acpCancelCheckoutSession } from '../../../shared/operations/storefront/acp_cancel_checkout_session.ts'
import { acpCheckoutSession } from '../../../shared/operations/storefront/acp_checkout_session.ts'
import { acpCompleteCheckoutSession } from '../../../shared/operations/storefront/acp_complete_checkout_session.ts'
import { acpCreateCheckoutSession } from '../../../shared/operations/storefront/acp_create_checkout_session.ts'
import { acpHost } from '../../../shared/operations/storefront/acp_host.ts'
import { acpUpdateCheckoutSession } from '../../../shared/operations/storefront/acp_update_checkout_session.ts'
import { discountCodes, wordAcpSession } from '../../../shared/storefront/acp_messages.ts'
import { acpError, keyError, refusalError, versionError } from './acp_error.ts'
import { depthError, identityOf } from './request.ts'

type Row = Record<string, unknown>

const documents: readonly Operation[] = [acp, acpHost]
const sessions: readonly Operation[] = [
  acpCreateCheckoutSession,
  acpCheckoutSession,
  acpUpdateCheckoutSession,
  acpCompleteCheckoutSession,
  acpCancelCheckoutSession,
]

/** Returns whether routeAcp registers an operation. */
export function isAcp(operation: Operation): boolean {
  return documents.includes(operation) || sessions.includes(operation)
}

/** Whether errors of a path have the form of the protocol. */
export function isAcpPath(path: string): boolean {
  return /^\/api\/storefront\/[^/]+\/acp\//.test(path)
}

/** Registers the REST binding of the Agentic Commerce Protocol: discovery document and checkout sessions. */
export function routeAcp(app: App, options: AppOptions): void {
  routeOperations(app, documents, options)
  for (const [path, operations] of Map.groupBy(sessions, (each) => each.path)) {
    for (const each of operations) app.on(each.method, pattern(path), serveSession(each, options))
    refuseOtherMethods(
      app,
      pattern(path),
      operations.map(({ method }) => method.toUpperCase()),
    )
  }
}

function serveSession(operation: Operation, options: AppOptions): Handler {
  const isChange = operation.method === 'post'
  const { publicBaseUrl, trustedProxyHops: hops } = options.services
  return async function serveSession(context) {
    context.set('operation', operation.name)
    // Sessions change, and their ids give access to them.
    context.header('Cache-Control', 'no-store')
    const key = isChange ? context.req.header('Idempotency-Key') : undefined
    echo(context, 'Request-Id', context.req.header('Request-Id'))
    echo(context, 'Idempotency-Key', key)
    const credentialHash = credentialOf(context, operation, options)
    const parsed = await parseInput(context, operation.input, { ignoresUnknown: 'all' })
    const body = isChange && parsed.data ? await bodyOf(context) : {}
    const invalid =
      versionError(context.req.header('API-Version')) ??
      (isChange ? keyError(key) : null) ??
      parsed.error ??
      codesError(body) ??
      depthError(body)
    const identity = invalid || !isChange ? {} : identityOf(context, credentialHash, { key: key as string, body, hops })
    const outcome = await serveCaller(context, credentialHash, options, (caller) =>
      runOrCheck(options, operation, caller, invalid ? null : { ...parsed.data, ...identity, base_url: publicBaseUrl }),
    )
    const error = outcome.error ?? invalid
    if (error) throw error
    const answer = outcome.body as Row
    if (answer.is_replayed) context.header('Idempotent-Replayed', 'true')
    if (answer.refusal) throw refused(context, answer.refusal as Parameters<typeof refusalError>[0], operation)
    const about = {
      requestId: context.var.requestId,
      isSimulated: outcome.isSimulated,
      milliseconds: 0,
      setHeader: (name: string, value: string) => context.header(name, value),
    }
    const shown = operation.output.parse(options.envelope(wordAcpSession(answer, body), about))
    return context.json(shown as object, operation.status ?? 200)
  }
}

function refused(
  context: Context<AppEnv>,
  refusal: Parameters<typeof refusalError>[0],
  operation: Operation,
): ApiError {
  const { continue_url: url } = refusal.values
  // The relation `payment` is registered for a place where payment is accepted.
  if (url) context.header('Link', `<${url}>; rel="payment"`, { append: true })
  const error = refusalError(refusal, operation === acpCancelCheckoutSession)
  if (error.status === 405) context.header('Allow', '')
  return error
}

/** Returns the header of a request in the response, unless it is too long. */
function echo(context: Context<AppEnv>, name: string, value: string | undefined): void {
  if (value && value.length <= 255 && /^[\x20-\x7e]+$/.test(value)) context.header(name, value)
}

/** Returns the body of a request whose input is valid. An empty one is an object without members. */
async function bodyOf(context: Context<AppEnv>): Promise<Row> {
  const text = await context.req.text()
  return text === '' ? {} : (JSON.parse(text) as Row)
}

function codesError(body: Row): ApiError | null {
  const { path, codes = [] } = discountCodes(body)
  const isList =
    typeof (body.discounts ?? {}) === 'object' &&
    Array.isArray(codes) &&
    codes.every((code) => typeof code === 'string')
  return isList ? null : acpError(400, 'invalid', `\`${path}\` must be a list of texts.`, { param: `$.${path}` })
}
