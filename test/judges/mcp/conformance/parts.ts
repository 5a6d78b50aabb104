import { createRequestStateCodec } from '@modelcontextprotocol/server'
import type {
  CallToolResult,
  ElicitInputParams,
  InputRequiredResult,
  McpServer,
  ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'

type Result = CallToolResult | InputRequiredResult

export const codec = createRequestStateCodec({ key: 'a key of thirty-two bytes or more, for tests' })

export const said = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

/** A tool that accepts any arguments. */
export function addTool(
  server: McpServer,
  name: string,
  run: (context: ServerContext) => Result | Promise<Result>,
): void {
  const description = `Fixture ${name}`
  server.registerTool(name, { description, inputSchema: z.looseObject({}) }, (_, context) => run(context))
}

/** A form with one field. */
export function question(text: string, field: string, type: 'string' | 'boolean' = 'string'): ElicitInputParams {
  return {
    message: text,
    requestedSchema: { type: 'object', properties: { [field]: { type } }, required: [field] },
  } as ElicitInputParams
}
