import { z } from 'zod'
import { outputJsonSchema } from '../../../shared/tools/json_schema.ts'
import type { UcpCall } from './serve.ts'

const profileMeta = {
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

const keyedMeta = {
  ...profileMeta,
  properties: {
    ...profileMeta.properties,
    'idempotency-key': { type: 'string', format: 'uuid', description: 'Unique key for retry safety.' },
  },
}

/** Returns the arguments of a tool: `meta`, the `id` of a session, and the input of the operation as `catalog`, `cart` or `checkout` (MCP Bindings). */
export function argumentsSchema({ operation, capability, payload, needsKey }: UcpCall): Record<string, unknown> {
  const { brand_id: _brand, idempotency_key: key, ...named } = operation.input.shape as z.ZodRawShape
  const idName = capability === 'dev.ucp.shopping.cart' ? 'cart_id' : 'checkout_id'
  const { [idName]: id, ...shape } = named
  const { $schema: _, ...content } = z.toJSONSchema(z.object(shape), {
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
  const meta = {
    ...(key ? keyedMeta : profileMeta),
    required: ['ucp-agent', ...(needsKey ? ['idempotency-key'] : [])],
  }
  const properties = {
    meta,
    ...(id
      ? { id: { type: 'string', description: `The id of the ${idName === 'cart_id' ? 'cart' : 'checkout session'}.` } }
      : {}),
    ...(payload ? { [payload]: content } : {}),
  }
  return { type: 'object', properties, required: Object.keys(properties) }
}

/** Returns the result of a tool. An error of the protocol has only `ucp` and `messages`. */
export function resultSchema({ operation }: UcpCall): Record<string, unknown> {
  return { ...outputJsonSchema(operation.output as z.ZodObject), required: ['ucp', 'messages'] }
}
