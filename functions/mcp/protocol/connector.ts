import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Context } from 'hono'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { ApiError } from '../../../shared/errors/api_error.ts'
import { findTool } from '../../../shared/tools.ts'
import type { AppContext } from '../app_context.ts'
import { McpExchange } from '../mcp_exchange.ts'
import { jsonOf, withUsualAccept } from './framing.ts'
import { createServer } from './server.ts'
import type { Served } from './server.ts'

type Handler = (context: Context<AppEnv>) => Promise<Response>

/**
 * Model Context Protocol over HTTP, of both eras and without sessions. Nothing is answered to whom the database has not
 * verified: a call of a tool verifies by its own statement, so that it stays one; anything else asks first.
 */
export function serveConnector(app: AppContext): Handler {
  const { fetch } = createMcpHandler(({ authInfo }) => {
    return createServer(authInfo?.extra?.served as Served, app.extension)
  })

  return async function serveConnector(context) {
    const exchange = McpExchange.open(context, app)
    const { method } = context.req
    if (!['GET', 'POST', 'DELETE'].includes(method)) {
      context.header('Allow', 'POST')
      throw new ApiError('method_not_allowed', '/mcp takes POST only.')
    }
    const body = method === 'POST' ? await context.req.text() : null
    const message = messageOf(body)
    // It verifies by its own statement.
    const tool = (message?.method === 'tools/call' && findTool(message.params?.name)) || null
    if (!tool) await exchange.count()
    const caller = tool ? null : await exchange.identify()

    // Batches left the protocol in 2025-06-18: many answers to one request could be neither counted nor refused apart.
    if (Array.isArray(message)) {
      const error = { code: -32600, message: 'One message a request: batches are not taken.' }
      return context.json({ jsonrpc: '2.0', id: null, error }, 400)
    }

    const served: Served = { exchange, caller, tool }
    const authInfo = { token: '', clientId: '', scopes: [], extra: { served } }
    const { url, signal } = context.req.raw
    const headers = withUsualAccept(context.req.raw.headers)
    if (message?.method === 'subscriptions/listen') {
      return answer(context, await fetch(new Request(url, { method, headers, body, signal }), { authInfo }))
    }

    // The first bytes of a stream would be an answer already: the verdict comes before them.
    const response = await fetch(new Request(url, { method, headers, body }), { authInfo })
    const text = await response.text()
    if (exchange.refusal) throw exchange.refusal
    if (!exchange.isVerified) await exchange.identify()
    const takesStream = context.req.header('Accept')?.includes('text/event-stream') ?? false
    return answer(context, takesStream ? new Response(text || null, response) : jsonOf(response, text))
  }
}

/** The one message of a body; null for a batch and for what is none. */
function messageOf(body: string | null): { method?: unknown; params?: { name?: unknown } } | null {
  try {
    return JSON.parse(body ?? 'null') as ReturnType<typeof messageOf>
  } catch {
    return null
  }
}

/** Through the context, which adds the headers that every answer carries. */
function answer(context: Context<AppEnv>, { body, status, headers }: Response): Response {
  const own = { ...Object.fromEntries(headers), 'cache-control': 'private, no-store, no-transform' }
  return context.newResponse(body, status as 200, own)
}
