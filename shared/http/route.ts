import type { Context } from 'hono'
import { call } from '../db/call.ts'
import type { Count, Outcome, Quota } from '../db/call.ts'
import { refuse } from '../errors/refusal.ts'
import type { Contract, CsvForm, Operation } from '../operation.ts'
import type { App, AppOptions, Services } from './app.ts'
import type { AppEnv, Handler } from './app_env.ts'
import { parseBearer } from './auth/bearer.ts'
import { callerIp } from './limits/client_ip.ts'
import { csvHeaders, csvInput, csvPageRows, csvStream, isWhole, requestedFormat } from './csv.ts'
import { ApiError, unauthorized } from '../errors/api_error.ts'
import { parseInput } from './input/input.ts'
import type { InputOptions } from './input/input.ts'
import type { CountedCaller } from './limits/meter.ts'
import { refuseOtherMethods } from './method_not_allowed.ts'
import { runOperation } from './run_operation.ts'

/** Registers the routes of operations. All other methods of their paths respond with 405 in the same envelope. */
export function routeOperations(app: App, operations: readonly Operation[], options: AppOptions, basePath = ''): void {
  const routes = operations.map((operation) => ({ operation, handler: route(operation, options) }))
  registerRoutes(app, routes, basePath)
}

/** Registers operations that have handlers of their own, and the 405 of all other methods of their paths. */
export function registerRoutes(
  app: App,
  routes: readonly { operation: Pick<Operation, 'method' | 'path'>; handler: Handler }[],
  basePath = '',
): void {
  // Group by path, so that the 405 of a fixed path is registered before routes with an id in the same place.
  for (const [path, ofPath] of Map.groupBy(routes, ({ operation }) => operation.path)) {
    const methods = ofPath.map(({ operation: { method }, handler }) => {
      app.on(method, basePath + pattern(path), handler)
      return method.toUpperCase()
    })
    refuseOtherMethods(app, basePath + pattern(path), methods)
  }
}

/**
 * Returns the handler of an operation: zod input, one database call (credential, limit, scope, read), zod output,
 * envelope.
 */
export function route(operation: Operation, options: AppOptions): Handler {
  const { publicBaseUrl } = options.services
  return async function serveOperation(context) {
    const startedAt = performance.now()
    const format = requestedFormat(context, operation)
    const { caller, input, outcome } = await callOperation(
      context,
      operation,
      options,
      parsingOf(operation),
      (data) => {
        if (format instanceof ApiError) return format
        const given = { ...data, ...operation.adapt?.(data), base_url: publicBaseUrl }
        return format === 'csv' ? csvInput(context, operation, given) : given
      },
    )
    if (format === 'csv') {
      const body = outcome.body as Record<string, unknown>
      const headers = { 'Cache-Control': 'private, no-store', ...csvHeaders(body, outcome.isSimulated) }
      const readPage = async (page: number) =>
        await readCsvPage(options.services, operation, caller, { ...input, page })
      const pages = {
        input,
        first: body,
        pageRows: csvPageRows,
        readPage: isWhole(context, operation) ? readPage : null,
      }
      return context.body(csvStream(operation.csv as CsvForm, pages), 200, headers)
    }
    context.header('Cache-Control', options.cacheControl?.(caller.credentialHash === null) ?? 'private, no-store')
    const { render, redirect, status = 200 } = operation
    const answer = await present(context, operation, options, { outcome, startedAt })
    if (redirect) return context.redirect(redirect(answer), 303)
    const rendered = await render?.(answer, { accept: context.req.header('Accept') ?? '' })
    if (!rendered) return context.json(answer as object, status)
    if (rendered.policy) context.header('Content-Security-Policy', rendered.policy)
    return context.body(rendered.body, 200, { 'Content-Type': rendered.contentType })
  }
}

/** Returns how a request of an operation is parsed. */
export function parsingOf(operation: Operation): InputOptions {
  const { isIdempotent, inputHeaders, takesKeyInQuery, csv, input, ignoresUnknown } = operation
  return {
    headers: { ...(isIdempotent === 'by header' ? { idempotency_key: 'Idempotency-Key' } : {}), ...inputHeaders },
    besides: [...(takesKeyInQuery ? ['api_key'] : []), ...(csv && !('format' in input.shape) ? ['format'] : [])],
    ignoresUnknown,
  }
}

/** Returns the body of the response of a successful call, in the envelope of its API, and sets the headers that state how it was made. */
export async function present(
  context: Context<AppEnv>,
  { complete = (body) => body, output }: Pick<Operation, 'complete' | 'output'>,
  options: AppOptions,
  { outcome, startedAt = performance.now() }: { outcome: Outcome; startedAt?: number },
): Promise<Record<string, unknown>> {
  let body = outcome.body as Record<string, unknown>
  let { isReplayed } = outcome
  // Sessions of UCP and ACP store their responses themselves, and mark a stored one. The body of some operations can be null.
  if (body?.is_replayed === true) {
    isReplayed = true
    body = Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'is_replayed'))
  }
  if (isReplayed) context.header('Idempotent-Replayed', 'true')
  const completed = await complete(body, options.operationServices ?? {})
  const about = {
    requestId: context.var.requestId,
    isSimulated: outcome.isSimulated,
    milliseconds: Math.round(performance.now() - startedAt),
    setHeader: (name: string, value: string) => context.header(name, value),
  }
  return output.parse(options.envelope(completed, about)) as Record<string, unknown>
}

/** Reads a further page of a CSV file. Only the first page counts against the rate limit. */
async function readCsvPage(
  { database }: Services,
  operation: Operation,
  caller: CountedCaller,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const count = { used: 1, resetAt: 0, resetInSeconds: 0 }
  const outcome: Outcome = await call(database, { ...caller, operation: operation.name, input, count })
  if (outcome.error) throw outcome.error
  return outcome.body as Record<string, unknown>
}

/** A successful call of an operation, with the input that it was called with. */
export interface Called {
  caller: CountedCaller
  input: Record<string, unknown>
  outcome: Outcome
}

/**
 * Parses credential and input of a request and calls the operation. `toInput` converts the parsed data to the input of
 * the database function, or returns an error.
 */
export async function callOperation(
  context: Context<AppEnv>,
  operation: Operation,
  options: AppOptions,
  parsing: InputOptions,
  toInput: (data: Record<string, unknown>) => Record<string, unknown> | ApiError = (data) => data,
): Promise<Called> {
  context.set('operation', operation.name)
  const credentialHash = credentialOf(context, operation, options)
  const parsed = await parseInput(context, operation.input, parsing)
  const converted = parsed.error ?? toInput(parsed.data)
  return await execute(context, operation, options, { credentialHash, input: converted })
}

/**
 * Calls an operation with its input. An error of the caller (401, 403, 429, 503) takes precedence over an error that is
 * given in place of the input (400, 406).
 */
export async function execute(
  context: Context<AppEnv>,
  operation: Contract,
  options: AppOptions,
  { credentialHash, input }: { credentialHash: Uint8Array | null; input: Record<string, unknown> | ApiError },
): Promise<Called> {
  const [valid, invalid] = input instanceof ApiError ? [null, input] : [input, null]
  let caller: CountedCaller | undefined
  const outcome = await serveCaller(context, credentialHash, options, (counted) => {
    caller = counted
    return runOrCheck(options, operation, counted, valid)
  })
  const error = outcome.error ?? invalid
  if (error) throw error
  return { caller: caller as CountedCaller, input: valid as Called['input'], outcome }
}

/** Runs an operation. Without input, only credential, limit and scope are checked. */
export async function runOrCheck(
  options: Pick<AppOptions, 'services' | 'operationServices'>,
  operation: Contract,
  caller: CountedCaller,
  input: Record<string, unknown> | null,
): Promise<Outcome> {
  const { database } = options.services
  if (!input) return await checkCaller(database, operation, caller)
  return await runOperation(operation, input, options.operationServices ?? {}, (name, given) =>
    call(database, { ...caller, operation: name, input: given }),
  )
}

/**
 * Checks credential, limit and scope of a request with invalid input, so that a caller without permission gets 403
 * before any error about the input.
 */
async function checkCaller(
  database: Services['database'],
  { scope }: Contract,
  caller: CountedCaller,
): Promise<Outcome> {
  const outcome = await call(database, { ...caller, operation: null, input: {} })
  if (outcome.error || outcome.scopes === null || outcome.scopes.includes(scope)) return outcome
  const error = await refuse('forbidden', { reason: 'this_key_lacks_the_scope', field: null, values: { scope } })
  return { ...outcome, error, missingScope: scope }
}

/** Registers a GET route that is not an operation. Every caller within the rate limit may use it. */
export function routeAllowed(app: App, path: string, options: AppOptions, handler: Handler): void {
  const { database } = options.services
  app.get(path, async (context) => {
    const credentialHash = credentialOf(context, { isPublic: true }, options)
    const outcome = await serveCaller(context, credentialHash, options, (caller) =>
      call(database, { ...caller, operation: null, input: {} }),
    )
    if (outcome.error) throw outcome.error
    return await handler(context)
  })
  refuseOtherMethods(app, path, ['GET'])
}

/**
 * Counts and serves a caller. Records its key for the log and sets the rate limit headers. Returns an error in the
 * outcome instead of throwing it.
 */
export async function serveCaller(
  context: Context<AppEnv>,
  credentialHash: Uint8Array | null,
  options: Pick<AppOptions, 'resource' | 'services'>,
  serve: (caller: CountedCaller) => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await countCaller(context, credentialHash, options, serve)
  context.set('keyId', outcome.keyId)
  if (outcome.quota) setQuotaHeaders(context, outcome.quota)
  return outcome
}

/** Serves a caller. If Redis is configured, it counts the request first; otherwise the database counts it. */
export async function countCaller(
  context: Context<AppEnv>,
  credentialHash: Uint8Array | null,
  { resource, services: { database, meter, trustedProxyHops } }: Pick<AppOptions, 'resource' | 'services'>,
  serve: (caller: CountedCaller) => Promise<Outcome>,
): Promise<Outcome> {
  if (context.var.caller) return await serve(context.var.caller)
  const caller = {
    credentialHash,
    resource,
    clientIp: callerIp(context, trustedProxyHops),
    agent: context.var.agent?.name ?? undefined,
    platformOrigin: context.var.platformOrigin,
  }
  if (!meter) return await serve(caller)
  const resolve = (count: Count) => call(database, { ...caller, count, operation: null, input: {} })
  return await meter(caller, (count) => serve({ ...caller, count }), resource === undefined ? undefined : resolve)
}

/**
 * Returns the hash of the credential, or null for an anonymous caller of a public operation. Missing, malformed and
 * unknown keys get the same 401 (specification, Authentication 3).
 */
export function credentialOf(
  context: Context<AppEnv>,
  operation: Pick<Operation, 'isPublic' | 'takesKeyInQuery'>,
  options: AppOptions,
) {
  const inQuery = operation.takesKeyInQuery ? context.req.query('api_key') : undefined
  const header = context.req.header('Authorization') ?? (inQuery === undefined ? undefined : `Bearer ${inQuery}`)
  if (header === undefined && operation.isPublic) return null
  const hash = parseBearer(header, options)
  if (!hash) throw unauthorized()
  return hash
}

/** Returns a path in the syntax of the router: /products/:product_id. */
export function pattern(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/**
 * Sets the three headers of the specification, and the two of the IETF draft (draft-ietf-httpapi-ratelimit-headers).
 */
function setQuotaHeaders(context: Context, quota: Quota): void {
  context.header('X-RateLimit-Limit', String(quota.limit))
  context.header('X-RateLimit-Remaining', String(quota.remaining))
  context.header('X-RateLimit-Reset', String(quota.resetAt))
  context.header('RateLimit-Policy', `"minute";q=${quota.limit};w=60`)
  context.header('RateLimit', `"minute";r=${quota.remaining};t=${quota.resetInSeconds}`)
}
