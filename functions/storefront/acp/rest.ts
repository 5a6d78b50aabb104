import type { Context } from 'hono'
import type { ApiError } from '../../../shared/errors/api_error.ts'
import type { App, AppOptions } from '../../../shared/http/app.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { parseInput } from '../../../shared/http/input/input.ts'
import { credentialOf, execute, present, registerRoutes, routeOperations } from '../../../shared/http/route.ts'
import type { Operation } from '../../../shared/operation.ts'
import { acp } from '../../../shared/operations/storefront/acp.ts'
import { acpCancelCheckoutSession } from '../../../shared/operations/storefront/acp_cancel_checkout_session.ts'
import { acpCheckoutSession } from '../../../shared/operations/storefront/acp_checkout_session.ts'
import { acpCompleteCheckoutSession } from '../../../shared/operations/storefront/acp_complete_checkout_session.ts'
import { acpCreateCheckoutSession } from '../../../shared/operations/storefront/acp_create_checkout_session.ts'
import { acpHost } from '../../../shared/operations/storefront/acp_host.ts'
import { acpUpdateCheckoutSession } from '../../../shared/operations/storefront/acp_update_checkout_session.ts'
import { discountCodes, renderAcpSession } from '../../../shared/storefront/acp_messages.ts'
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
  registerRoutes(
    app,
    sessions.map((operation) => ({ operation, handler: serveSession(operation, options) })),
  )
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
    const input = invalid ?? { ...parsed.data, ...identity, base_url: publicBaseUrl }
    const { outcome } = await execute(context, operation, options, { credentialHash, input })
    const complete = (answer: Row) => {
      if (answer.refusal) throw refused(context, answer.refusal as Parameters<typeof refusalError>[0], operation)
      return renderAcpSession(answer, body)
    }
    return context.json(
      await present(context, { ...operation, complete }, options, { outcome }),
      operation.status ?? 200,
    )
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
