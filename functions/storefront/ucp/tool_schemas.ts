import { z } from 'zod'
import { mapSchema, shareShapes } from '../../../shared/tools/compact_schema.ts'
import type { Schema } from '../../../shared/tools/compact_schema.ts'
import { messageJsonSchema, outputJsonSchema } from '../../../shared/tools/json_schema.ts'
import { ucpQuoteTokens } from '../../../shared/schema/storefront/ucp_negotiation.ts'
import { idOf } from './ucp_call.ts'
import type { UcpCall } from './ucp_call.ts'

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

const nouns: Record<string, string> = {
  cart_id: 'cart',
  checkout_id: 'checkout session',
  transaction_id: 'order',
  negotiation_id: 'negotiation',
}

const keyedMeta = {
  ...profileMeta,
  properties: {
    ...profileMeta.properties,
    'idempotency-key': { type: 'string', format: 'uuid', description: 'Unique key for retry safety.' },
  },
}

/** Returns the arguments of a tool: `meta`, the `id` of a session, and the input of the operation as the member that the tool names (MCP Bindings). */
export function argumentsSchema(called: UcpCall): Schema {
  const { operation, payload, needsKey, tool } = called
  const { brand_id: _brand, idempotency_key: key, ...others } = operation.input.shape as z.ZodRawShape
  const id = idOf(called)
  const shape: z.ZodRawShape = {
    ...Object.fromEntries(Object.entries(others).filter(([name]) => name !== id)),
    ...(tool === 'create_checkout' ? { negotiation: ucpQuoteTokens.optional() } : {}),
  }
  const content = messageJsonSchema(z.object(shape))
  const meta = {
    ...(key ? keyedMeta : profileMeta),
    required: ['ucp-agent', ...(needsKey ? ['idempotency-key'] : [])],
  }
  const properties = {
    meta,
    ...(id ? { id: { type: 'string', description: `The id of the ${nouns[id] ?? id}.` } } : {}),
    ...(payload ? { [payload]: content } : {}),
  }
  return listed({ type: 'object', properties, required: Object.keys(properties) })
}

/** The members that an error of the protocol has, which a result has too. */
const errorResult = {
  properties: { ucp: { properties: { status: { const: 'error' } }, required: ['status'] } },
  required: ['ucp', 'messages'],
}

/** Returns the result of a tool: a result of its operation, or an error of the protocol. */
export function resultSchema({ operation }: UcpCall): Schema {
  const { anyOf: [result] = [], ...whole } = outputJsonSchema(operation.output) as { anyOf?: Schema[] }
  return listed(result ? { type: 'object', anyOf: [result, errorResult] } : whole)
}

/**
 * Returns a schema as `tools/list` shows it: every member keeps its name and type, and shapes that occur more than once are references.
 * Bounds of texts and lists are absent, because a call that breaks one is answered with the rule.
 */
function listed(schema: Schema): Schema {
  return shareShapes(
    mapSchema(schema, (each) => {
      const rest = { ...each }
      for (const bound of ['minLength', 'maxLength', 'minItems', 'maxItems']) delete rest[bound]
      if ((rest.required as string[] | undefined)?.length === 0) delete rest.required
      return rest
    }),
  )
}
