import type { Operation } from '../operation.ts'
import type { Tool } from './tool.ts'

/**
 * Returns the path at which scripts call a tool (specification, Connector and authorization endpoints: POST
 * /api/mcp/brands).
 */
export function mirrorPath({ name, address = name }: Pick<Tool, 'name' | 'address'>): string {
  return `/api/mcp/${address}`
}

/** Returns a tool as an operation for the document at /openapi.json. */
export function mirrorOperation(tool: Tool): Operation {
  const { name, description, scope, input, output } = tool
  return {
    name: `connector.${name}`,
    method: 'post',
    path: mirrorPath(tool),
    scope,
    summary: `Call ${name}`,
    description: `${description} The same as the tool ${name} of the connector at /mcp.`,
    input,
    output,
  }
}
