import { ApiError, internalError } from '../../../shared/errors/api_error.ts'
import { inWordsOf } from '../../../shared/errors/refusal.ts'
import type { App, AppOptions } from '../../../shared/http/app.ts'
import { describeError } from '../../../shared/http/app.ts'
import { isRecord } from '../../../shared/http/input/unknown_members.ts'
import { validate } from '../../../shared/http/input/validate.ts'
import { refuseOtherMethods } from '../../../shared/http/method_not_allowed.ts'
import { credentialOf, pattern } from '../../../shared/http/route.ts'
import { storefrontRoot } from '../../../shared/schema/storefront/product_card.ts'
import { api } from '../../../shared/sentences/audience.ts'
import type { Audience } from '../../../shared/sentences/audience.ts'
import { profileInTool } from './capability_negotiation.ts'
import type { PlatformProfiles } from './profiles.ts'
import { countRequest } from './request.ts'
import type { UcpRequest } from './request.ts'
import { serveUcp } from './serve.ts'
import { idOf } from './ucp_call.ts'
import type { UcpCall } from './ucp_call.ts'
import { ucpCalls } from './ucp_calls.ts'
import { inUcp, rpcCodeOf } from './ucp_error.ts'

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
  const { operation, payload, needsKey } = called
  const { meta, id, ...others } = isRecord(given) ? given : {}
  const content = payload === undefined ? {} : others[payload]
  const header = (name: string) => request.context.req.header(name)
  const [keyInMeta, keyInHeader] = [isRecord(meta) ? meta['idempotency-key'] : undefined, header('Idempotency-Key')]
  const key = keyInMeta ?? keyInHeader
  const idName = idOf(called)
  const invalid = !isRecord(content)
    ? `\`${payload}\` must be an object.`
    : needsKey && key === undefined
      ? '`meta["idempotency-key"]` is required.'
      : keyInHeader !== undefined && keyInHeader !== key
        ? 'Idempotency-Key and `meta["idempotency-key"]` must be the same.'
        : null
  const input = {
    ...(isRecord(content) ? content : {}),
    brand_id: request.context.req.param('brand_id'),
    ...(idName === undefined ? {} : { [idName]: id }),
    ...('idempotency_key' in operation.input.shape ? { idempotency_key: key } : {}),
  }
  const options = {
    noun: 'argument',
    ignoresUnknown: true,
    writtenNames: {
      idempotency_key: 'meta["idempotency-key"]',
      ...(idName === undefined ? {} : { [idName]: 'id' }),
    },
  } as const
  return await serveUcp(request, called, {
    readAddress: () => profileInTool(header('UCP-Agent'), meta),
    content,
    id,
    key,
    parse: () =>
      invalid === null
        ? validate(operation.input, input, options)
        : { data: null, error: new ApiError('invalid_request', invalid) },
  })
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
