import { McpServer } from '@modelcontextprotocol/server'
import type {
  CallToolResult,
  InputRequiredResult,
  ServerContext,
  StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import type { Identification } from '../../../shared/db/identify.ts'
import { ApiError, internalError } from '../../../shared/errors/api_error.ts'
import { validate } from '../../../shared/http/input/validate.ts'
import { tools } from '../../../shared/tools.ts'
import type { Tool } from '../../../shared/tools/tool.ts'
import { confirmed } from './confirmation.ts'
import type { McpExchange } from '../mcp_exchange.ts'
import { instructions } from './instructions.ts'
import type { Extension } from '../options.ts'
import { registerPrompts } from './prompts.ts'
import { registerResources } from './resources.ts'
import { runTool } from '../tools/run_tool.ts'
import { toolFault } from '../tools/tool_fault.ts'

/** Lists are the same for five minutes, and differ from caller to caller. */
const listed = { ttlMs: 300_000, cacheScope: 'private' } as const

const cacheHints = {
  'tools/list': listed,
  'resources/list': listed,
  'resources/templates/list': listed,
  'prompts/list': listed,
  'server/discover': listed,
}

/** What one request needs of a server. */
export interface Served {
  exchange: McpExchange
  /** Known where who calls changes the answer. */
  caller: Identification | null
  /** The tool that is called, where nothing else is asked for: the others need not be there. */
  tool: Tool | null
}

/** The server of one request: nothing of it outlives the answer. */
export function createServer({ exchange, caller, tool: called }: Served, extension?: Extension): McpServer {
  const server = new McpServer(
    { name: 'vitrine', title: 'Vitrine', version: '0.1.0' },
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

/** A person's app can ask for a scope that it lacks; a key cannot, so that it sees what it may call. */
function isShown({ scope }: Tool, caller: Identification | null): boolean {
  return caller === null || caller.isToken || caller.scopes.includes(scope)
}

function registerTool(server: McpServer, tool: Tool, exchange: McpExchange): void {
  const { name, title, description, annotations } = tool
  const inputSchema = described(() => tool.inputSchema)
  const outputSchema = described(() => tool.outputSchema)
  server.registerTool(name, { title, description, annotations, inputSchema, outputSchema }, (given, context) =>
    answer(tool, exchange, given, context),
  )
}

/** Some clients read the text, some the structure: both say the same. */
async function answer(
  tool: Tool,
  exchange: McpExchange,
  given: unknown,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  try {
    const parsed = validate(tool.input, given ?? {}, { noun: 'argument', takesNulls: true })
    const asked = parsed.data ? confirmed(tool, parsed.data, context) : null
    // Nobody is asked for what the caller may not do anyhow.
    if (asked && 'question' in asked && (await exchange.count()).scopes?.includes(tool.scope)) return asked.question
    const confirmedInput = asked && !('question' in asked) ? { data: asked.given, error: null } : parsed
    const structuredContent = await runTool(exchange, tool, confirmedInput)
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
  } catch (thrown) {
    const error = thrown instanceof ApiError ? thrown : internalError(thrown)
    // The log reads the cause of an error from here, as it does for other doors.
    exchange.context.error ??= error
    const fault = await toolFault(error, tool, exchange, given)
    return { content: [{ type: 'text', text: JSON.stringify({ error: fault }) }], isError: true }
  }
}

/** A schema for the list only: arguments are parsed by the tool, whose errors agents can act on. */
function described(schema: () => Record<string, unknown>): StandardSchemaWithJSON {
  return {
    '~standard': {
      version: 1,
      vendor: 'vitrine',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: schema, output: schema },
    },
  }
}
