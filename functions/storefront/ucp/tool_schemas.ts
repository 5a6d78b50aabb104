import { z } from 'zod'
import { outputJsonSchema } from '../../../shared/tools/json_schema.ts'
import type { CatalogCall } from './serve.ts'

const meta = {
  type: 'object',
  description: 'Request metadata of the Universal Commerce Protocol.',
  properties: {
    'ucp-agent': {
      type: 'object',
      properties: { profile: { type: 'string', format: 'uri', description: 'URL of the profile of the platform.' } },
      required: ['profile'],
    },
  },
  required: ['ucp-agent'],
}

/** Returns the arguments of a tool: `meta`, and the input of the operation as `catalog` (Catalog, MCP Binding). */
export function argumentsSchema({ operation }: CatalogCall): Record<string, unknown> {
  const { $schema: _, ...catalog } = z.toJSONSchema(operation.input.omit({ brand_id: true }), {
    io: 'output',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (!(zodSchema instanceof z.ZodObject)) return
      // The protocol allows further members, and members with a default are optional.
      delete jsonSchema.additionalProperties
      const members = Object.entries(zodSchema.shape as Record<string, z.ZodType>)
      jsonSchema.required = members.filter(([, member]) => !member.safeParse(undefined).success).map(([name]) => name)
    },
  })
  return { type: 'object', properties: { meta, catalog }, required: ['meta', 'catalog'] }
}

/** Returns the result of a tool. An error of the protocol has only `ucp` and `messages`. */
export function resultSchema({ operation }: CatalogCall): Record<string, unknown> {
  return { ...outputJsonSchema(operation.output as z.ZodObject), required: ['ucp', 'messages'] }
}
