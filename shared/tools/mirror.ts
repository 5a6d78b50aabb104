import type { Operation } from '../operation.ts'
import type { Tool } from './tool.ts'

/** Where scripts call a tool (specification, Connector and authorization endpoints: POST /api/mcp/brands). */
export function mirrorPath({ name, address = name }: Pick<Tool, 'name' | 'address'>): string {
  return `/api/mcp/${address}`
}

/** A tool as the document at /openapi.json lists it. */
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
