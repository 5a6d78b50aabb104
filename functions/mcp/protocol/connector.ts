import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Context } from 'hono'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { methodNotAllowed } from '../../../shared/http/method_not_allowed.ts'
import { findTool } from '../../../shared/tools.ts'
import type { AppContext } from '../app_context.ts'
import { McpExchange } from '../mcp_exchange.ts'
import { jsonOf, withUsualAccept } from '../../../shared/mcp/framing.ts'
import { paramsError } from './params_error.ts'
import { createServer } from './server.ts'
import type { ServerRequest } from './server.ts'

/**
 * Serves the Model Context Protocol over stateless HTTP: the session protocol (2025-06-18 and earlier) and the stateless one
 * (2026-07-28). The database verifies the credential of each request. A tool call does this in the statement of its
 * operation, to keep one round trip; every other request calls `identify` first.
 */
export function serveConnector(app: AppContext): Handler {
  const { fetch } = createMcpHandler(({ authInfo }) => {
    return createServer(authInfo?.extra?.request as ServerRequest, app.extension)
  })

  return async function serveConnector(context) {
    const exchange = McpExchange.open(context, app)
    const { method } = context.req
    if (!['GET', 'POST', 'DELETE'].includes(method)) {
      throw methodNotAllowed(context, ['POST'])
    }
    const body = method === 'POST' ? await context.req.text() : null
    const message = messageOf(body)
    const tool = (message?.method === 'tools/call' && findTool(message.params?.name)) || null
    if (!tool) await exchange.count()
    const caller = tool ? null : await exchange.identify()

    // Protocol 2025-06-18 removed batches. Their messages could not be rate limited or rejected individually.
    if (Array.isArray(message)) {
      const error = { code: -32600, message: 'Batches are not supported. Send one message per request.' }
      return context.json({ jsonrpc: '2.0', id: null, error }, 400)
    }

    const invalid = paramsError(message)
    if (invalid) {
      if (tool) {
        await exchange.count()
        await exchange.identify()
      }
      return context.json({ jsonrpc: '2.0', id: message?.id ?? null, error: { code: -32602, message: invalid } })
    }

    const request: ServerRequest = { exchange, caller, tool }
    const authInfo = { token: '', clientId: '', scopes: [], extra: { request } }
    const { url, signal } = context.req.raw
    const headers = withUsualAccept(context.req.raw.headers)
    if (message?.method === 'subscriptions/listen') {
      return respond(context, await fetch(new Request(url, { method, headers, body, signal }), { authInfo }))
    }

    // The body is read completely before it is sent, because the status (401, 403, 429) is known only after the call.
    const response = await fetch(new Request(url, { method, headers, body }), { authInfo })
    const text = await response.text()
    if (exchange.refusal) throw exchange.refusal
    if (!exchange.isVerified) await exchange.identify()
    const acceptsStream = context.req.header('Accept')?.includes('text/event-stream') ?? false
    return respond(context, acceptsStream ? new Response(text || null, response) : jsonOf(response, text))
  }
}

/** Returns the parsed body, or null if it is not JSON. An array is a batch. */
function messageOf(body: string | null): { id?: unknown; method?: unknown; params?: { name?: unknown } } | null {
  try {
    return JSON.parse(body ?? 'null') as ReturnType<typeof messageOf>
  } catch {
    return null
  }
}

/** Creates the response through the context, which adds the common headers such as X-Request-Id. */
function respond(context: Context<AppEnv>, { body, status, headers }: Response): Response {
  const own = { ...Object.fromEntries(headers), 'cache-control': 'private, no-store, no-transform' }
  return context.newResponse(body, status as 200, own)
}
