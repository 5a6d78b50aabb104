import { ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import type { McpServer, ReadResourceResult } from '@modelcontextprotocol/server'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { Operation } from '../../../shared/operation.ts'
import { brands } from '../../../shared/operations/analytics/brands.ts'
import { metricDefinitions } from '../../../shared/operations/analytics/metric_definitions.ts'
import type { McpExchange } from '../mcp_exchange.ts'

const json = { mimeType: 'application/json', cacheHint: { ttlMs: 60_000, cacheScope: 'private' } } as const

interface Rows {
  data: { id?: string }[]
}

/** Registers resources that a client can load into the agent's context: definitions of metrics, and brands. */
export function registerResources(server: McpServer, exchange: McpExchange): void {
  server.registerResource(
    'metrics',
    'ads://metrics',
    { title: 'Metrics', description: 'All metrics with unit and formula.', ...json },
    async (uri) => contents(uri, (await read(exchange, metricDefinitions)).data),
  )
  server.registerResource(
    'brand',
    new ResourceTemplate('ads://brands/{id}', { list: undefined }),
    { title: 'Brand', description: 'A brand with name, currency, time zone and connected platforms.', ...json },
    async (uri, { id }) => {
      const { data } = await read(exchange, brands)
      const brand = data.find((row) => row.id === id)
      if (!brand) throw new ResourceNotFoundError(uri.href)
      return contents(uri, brand)
    },
  )
}

async function read(exchange: McpExchange, operation: Operation): Promise<Rows> {
  exchange.context.set('operation', operation.name)
  const { error, body } = await exchange.run(operation, {})
  if (error) throw exchange.refusal ?? new ApiError(error.code, error.message)
  return body as Rows
}

function contents(uri: URL, value: unknown): ReadResourceResult {
  return { contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(value) }] }
}
