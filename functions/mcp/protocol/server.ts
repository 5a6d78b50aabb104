import { McpServer } from '@modelcontextprotocol/server'
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import type { Identification } from '../../../shared/db/identify.ts'
import { ApiError, internalError } from '../../../shared/errors/api_error.ts'
import { validate } from '../../../shared/http/input/validate.ts'
import { describedSchema } from '../../../shared/mcp/described_schema.ts'
import { tools } from '../../../shared/tools.ts'
import { untrustedFieldsKey } from '../../../shared/tools/untrusted_fields.ts'
import type { Tool } from '../../../shared/tools/tool.ts'
import { version } from '../../../shared/version.ts'
import { confirmCall } from './confirmation.ts'
import type { McpExchange } from '../mcp_exchange.ts'
import { instructions } from './instructions.ts'
import type { Extension } from '../options.ts'
import { registerPrompts } from './prompts.ts'
import { registerResources } from './resources.ts'
import { agentAudience } from '../tools/audience.ts'
import { runTool } from '../tools/run_tool.ts'
import { toolError } from '../tools/tool_error.ts'

/** Clients may cache lists for five minutes. The lists depend on the caller. */
const listed = { ttlMs: 300_000, cacheScope: 'private' } as const

const cacheHints = {
  'tools/list': listed,
  'resources/list': listed,
  'resources/templates/list': listed,
  'prompts/list': listed,
  'server/discover': listed,
}

/** The request that a server is created for. */
export interface ServerRequest {
  exchange: McpExchange
  /** Null for a tool call, which does not depend on the caller. */
  caller: Identification | null
  /** The called tool; null for other requests. Only this tool is registered, because registering all of them is slow. */
  tool: Tool | null
}

/** Creates a server for one request. It keeps no state after the response. */
export function createServer({ exchange, caller, tool: called }: ServerRequest, extension?: Extension): McpServer {
  const server = new McpServer(
    { name: 'vitrine', title: 'Vitrine', version },
    {
      instructions,
      cacheHints,
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
      },
      ...extension?.options,
    },
  )
  for (const tool of called ? [called] : tools) {
    if (isShown(tool, caller)) registerTool(server, tool, exchange)
  }
  if (called) return server
  registerResources(server, exchange)
  registerPrompts(server)
  extension?.register(server)
  return server
}

/**
 * Returns whether the list of tools contains a tool. A key gets the tools of its scopes. An app gets all tools, because
 * it can request more scopes.
 */
function isShown({ scope }: Tool, caller: Identification | null): boolean {
  return caller === null || caller.isToken || caller.scopes.includes(scope)
}

function registerTool(server: McpServer, tool: Tool, exchange: McpExchange): void {
  const { name, title, description, annotations } = tool
  const inputSchema = describedSchema(() => tool.listed.inputSchema)
  const outputSchema = describedSchema(() => tool.listed.outputSchema)
  server.registerTool(name, { title, description, annotations, inputSchema, outputSchema }, (args, context) =>
    callTool(tool, exchange, args, context),
  )
}

/** Returns the result as text and as structured content, because clients read one or the other. */
async function callTool(
  tool: Tool,
  exchange: McpExchange,
  args: unknown,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  try {
    const parsed = validate(tool.input, args ?? {}, { noun: 'argument', takesNulls: true })
    const confirmation = parsed.data ? confirmCall(tool, parsed.data, context) : null
    const needsPerson = confirmation !== null && 'elicitation' in confirmation
    // The person confirms only calls for which the caller has the scope.
    if (needsPerson && (await exchange.count()).scopes?.includes(tool.scope)) return confirmation.elicitation
    const input = confirmation && !needsPerson ? { data: confirmation.args, error: null } : parsed
    const structuredContent = await runTool(exchange, tool, input, agentAudience(tool))
    return {
      content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
      structuredContent,
      _meta: { [untrustedFieldsKey]: tool.untrustedFields },
    }
  } catch (thrown) {
    const error = thrown instanceof ApiError ? thrown : internalError(thrown)
    // The request log reads the cause from the context.
    exchange.context.error ??= error
    const body = { error: await toolError(error, tool, exchange, args) }
    return { content: [{ type: 'text', text: JSON.stringify(body) }], isError: true }
  }
}
