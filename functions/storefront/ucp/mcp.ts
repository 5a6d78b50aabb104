import { ApiError, internalError } from '../../../shared/errors/api_error.ts'
import { inWordsOf } from '../../../shared/errors/refusal.ts'
import type { App, AppOptions } from '../../../shared/http/app.ts'
import { describeError } from '../../../shared/http/app.ts'
import { isRecord } from '../../../shared/http/input/unknown_members.ts'
import { validate } from '../../../shared/http/input/validate.ts'
import { refuseOtherMethods } from '../../../shared/http/method_not_allowed.ts'
import { credentialOf, pattern, runOrCheck, serveCaller } from '../../../shared/http/route.ts'
import { storefrontRoot } from '../../../shared/schema/storefront/product_card.ts'
import { api } from '../../../shared/sentences/audience.ts'
import type { Audience } from '../../../shared/sentences/audience.ts'
import { incompatible, negotiatedNames, profileInMeta, withVersion } from './negotiate.ts'
import type { PlatformProfiles } from './profiles.ts'
import { quotedCall } from './quoted_sessions.ts'
import { ucpCalls, countRequest, identityOf, negotiateWith } from './serve.ts'
import type { UcpRequest } from './serve.ts'
import { idOf, sessionUse } from './ucp_call.ts'
import { requireSameId, withNotices } from './unused_members.ts'
import type { UcpCall } from './ucp_call.ts'
import { inUcp, outcomeOf, rpcCodeOf } from './ucp_error.ts'

type Row = Record<string, unknown>

interface Message {
  id?: string | number | null
  method?: unknown
  params?: { name?: unknown; arguments?: unknown }
}

/**
 * Registers the MCP binding of the Universal Commerce Protocol: the tools of catalog, cart, checkout, orders and negotiations over
 * stateless HTTP. Orders, negotiations and quotes need a credential. Errors are errors of JSON-RPC with the status of the REST binding.
 */
export function routeUcpMcp(app: App, options: AppOptions, profiles: PlatformProfiles): void {
  const path = pattern(`${storefrontRoot}/ucp/mcp`)
  app.post(path, async (context) => {
    const body = await context.req.text()
    const message = messageOf(body)
    const id = message?.id ?? null
    context.header('Cache-Control', 'no-store')
    try {
      const called = message?.method === 'tools/call' && ucpCalls.find(({ tool }) => tool === message.params?.name)
      const credentialHash = credentialOf(context, { isPublic: !called || called.operation.isPublic === true }, options)
      const request = { context, credentialHash, options, profiles }
      const result = called ? await callTool(request, called, message?.params?.arguments) : null
      if (!called) await countRequest(request)
      if (Array.isArray(message)) {
        throw new ApiError('invalid_request', 'MCP 2025-06-18 and later have no batches. Send one message per request.')
      }
      // Imported on first use, because most storefronts are read over REST.
      const { answerMessage } = await import('./mcp_server.ts')
      const { body: answer, status, headers } = await answerMessage(context.req.raw, body, result)
      return context.newResponse(answer, status as 200, Object.fromEntries(headers))
    } catch (thrown) {
      const error = inUcp(await inMcp(thrown instanceof ApiError ? thrown : internalError(thrown)))
      describeError(context, error, options.services.publicBaseUrl)
      const { retryAfterSeconds: after, fields, details, message: content } = error
      const data = {
        code: error.protocol?.code ?? error.code,
        content,
        ...details,
        ...(fields && { fields }),
        ...(after && { retry_after: after }),
      }
      // A batch is no valid request. Its parameters are not read.
      const code = Array.isArray(message) && error.code === 'invalid_request' ? -32600 : rpcCodeOf(error)
      return context.json({ jsonrpc: '2.0', id, error: { code, message: content, data } }, error.status)
    }
  })
  refuseOtherMethods(app, path, ['POST'])
}

/** Returns the result of a tool. Throws an ApiError for transport errors. */
async function callTool(request: UcpRequest, called: UcpCall, given: unknown): Promise<Row> {
  const { context, credentialHash, options } = request
  const { operation, capability } = called
  context.set('operation', operation.name)
  const { payload, needsKey } = called
  const { meta, id, ...others } = isRecord(given) ? given : {}
  const content = payload === undefined ? {} : others[payload]
  const { address, negotiated } = await negotiateWith(request, () => profileInMeta(meta), capability)
  if (negotiated.incompatibility !== null) return incompatible(negotiated)
  const idName = idOf(called)
  await requireSameId(called, request, content, id)
  const key = isRecord(meta) ? meta['idempotency-key'] : undefined
  const input = {
    ...(isRecord(content) ? content : {}),
    brand_id: context.req.param('brand_id'),
    ...(idName === undefined ? {} : { [idName]: id }),
    ...('idempotency_key' in operation.input.shape ? { idempotency_key: key } : {}),
  }
  const { isSession, isChange } = sessionUse(called)
  const parsed = !isRecord(content)
    ? { data: null, error: new ApiError('invalid_request', `\`${payload}\` must be an object.`) }
    : needsKey && key === undefined
      ? { data: null, error: new ApiError('invalid_request', '`meta["idempotency-key"]` is required.') }
      : validate(operation.input, input, {
          noun: 'argument',
          ignoresUnknown: true,
          writtenNames: {
            idempotency_key: 'meta["idempotency-key"]',
            ...(idName === undefined ? {} : { [idName]: 'id' }),
          },
        })
  const adapted = {
    negotiated: negotiatedNames(negotiated),
    ...(isChange ? await identityOf(request, address, { key, payload: content }) : {}),
  }
  const versioned = isSession ? { ...operation, adapt: () => adapted } : operation
  const quoted = await quotedCall(versioned, negotiated, request, content)
  const outcome = await serveCaller(context, credentialHash, options, (caller) =>
    runOrCheck(
      options,
      quoted,
      caller,
      parsed.data && { ...parsed.data, ...quoted.adapt?.(parsed.data), base_url: options.services.publicBaseUrl },
    ),
  )
  const error = outcome.error ?? parsed.error
  if (error) {
    const failure = outcomeOf(called, error)
    if (!failure) throw error
    return operation.output.parse(withVersion(failure, negotiated, capability)) as Row
  }
  const { complete = (answer: Row) => answer } = operation
  const answer = withNotices(await complete(outcome.body as Row, options.operationServices ?? {}), called, content)
  const about = {
    requestId: context.var.requestId,
    isSimulated: outcome.isSimulated,
    milliseconds: 0,
    setHeader: (name: string, value: string) => context.header(name, value),
  }
  return operation.output.parse(options.envelope(withVersion(answer, negotiated, capability), about)) as Row
}

/** Callers of tools, which take idempotency keys in `meta`. */
const toolCaller: Audience = {
  ...api,
  field: (name) => (name === 'idempotency_key' ? '`meta["idempotency-key"]`' : api.field(name)),
}

/** Returns an error with the names that its inputs have in a tool call. */
async function inMcp(error: ApiError): Promise<ApiError> {
  return error.withMessage(await inWordsOf(error, toolCaller))
}

function messageOf(body: string): Message | null {
  try {
    const message: unknown = JSON.parse(body)
    return isRecord(message) || Array.isArray(message) ? (message as Message) : null
  } catch {
    return null
  }
}
