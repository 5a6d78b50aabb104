import type { Operation } from '../operation.ts'
import type { Tool } from './tool.ts'

/** Where scripts call a tool (specification, Connector and authorisation endpoints: POST /api/mcp/brands). */
export function mirrorPath({ name, address = name }: Pick<Tool, 'name' | 'address'>): string {
  return `/api/mcp/${address}`
}

/** A tool as the document at /openapi.json lists it. */
export function mirrorOperation(tool: Tool): Operation {
  const { name, title, description, scope, input, output } = tool
  return {
    name: `connector.${name}`,
    method: 'post',
    path: mirrorPath(tool),
    scope,
    summary: title,
    description: `${description} The tool ${name} of the connector at /mcp, for scripts.`,
    input,
    output,
  }
}
