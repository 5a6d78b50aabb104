import { z } from 'zod'
import {
  ucpCounterRequest,
  ucpMoveRequest,
  ucpNegotiation,
  ucpOffer,
  ucpOpenRequest,
  ucpQuoteTokens,
} from '../../../shared/schema/storefront/ucp_negotiation.ts'
import { ucpAppliedQuotes } from '../../../shared/schema/storefront/ucp_checkout.ts'
import { extendedCapability } from '../../../shared/storefront/negotiation_extension.ts'
import type { NegotiationExtension } from '../../../shared/storefront/negotiation_extension.ts'
import { messageJsonSchema } from '../../../shared/tools/json_schema.ts'

type Row = Record<string, unknown>

const origin = 'https://ucp.dev/schemas'
const dialect = 'https://json-schema.org/draft/2020-12/schema'
/** Works for all versions of the protocol, which keep the schema of messages in different places. */
const messages = { $ref: `${origin}/shopping/checkout.json#/properties/messages` }

const request = (members: z.ZodRawShape, title: string) => ({ title, ...messageJsonSchema(z.object(members)) })

function negotiationSchema(): Row {
  const { properties, ...rest } = messageJsonSchema(ucpNegotiation) as { properties: Row }
  return {
    title: 'Negotiation',
    description: 'A negotiation about one item as its platform sees it.',
    ...rest,
    properties: { ...properties, ucp: { $ref: `${origin}/ucp.json#/$defs/response_order_schema` }, messages },
  }
}

/** The members that the extension adds to a checkout. */
function checkoutMember(): Row {
  const { quote_tokens: tokens } = (messageJsonSchema(ucpQuoteTokens) as { properties: Row }).properties
  return {
    title: 'Negotiated prices of a checkout',
    type: 'object',
    properties: {
      quote_tokens: {
        ...(tokens as Row),
        writeOnly: true,
        ucp_request: { create: 'optional', update: 'omit', complete: 'omit' },
      },
      applied: {
        ...messageJsonSchema(ucpAppliedQuotes),
        description:
          'The quotes that price lines of the checkout. `unit_amount` is in minor units of the currency of the checkout.',
        readOnly: true,
        ucp_request: 'omit',
      },
    },
  }
}

/**
 * Returns the JSON Schema of the negotiation extension. Its `$defs` have a composed type for the capability that it extends
 * (Universal Commerce Protocol, Extension Schema Pattern).
 */
export function extensionSchema({ name, version, schema }: NegotiationExtension): Row {
  return {
    $schema: dialect,
    $id: schema,
    name,
    version,
    title: 'Negotiation Extension',
    description:
      'Negotiates the price of an item, and extends Checkout with negotiated prices: the quote token of an agreement or a price hold prices a line.',
    requires: { protocol: { min: '2026-04-08' }, capabilities: { [extendedCapability]: { min: '2026-04-08' } } },
    $defs: {
      offer: { title: 'Offer', ...messageJsonSchema(ucpOffer) },
      open_request: request(ucpOpenRequest, 'Request to open a negotiation'),
      counter_request: request(ucpCounterRequest, 'Request to make a counter-offer'),
      move_request: request(ucpMoveRequest, 'Request to accept, reject or withdraw'),
      negotiation: negotiationSchema(),
      error: {
        title: 'Error',
        description: 'The response if there is no negotiation to return.',
        type: 'object',
        required: ['ucp', 'messages'],
        properties: { ucp: { $ref: `${origin}/ucp.json#/$defs/error` }, messages: { ...messages, minItems: 1 } },
      },
      response: { oneOf: [{ $ref: '#/$defs/negotiation' }, { $ref: '#/$defs/error' }] },
      checkout_negotiation: checkoutMember(),
      [extendedCapability]: {
        title: 'Checkout with negotiated prices',
        allOf: [
          { $ref: `${origin}/shopping/checkout.json` },
          {
            type: 'object',
            properties: {
              negotiation: {
                $ref: '#/$defs/checkout_negotiation',
                ucp_request: { create: 'optional', update: 'omit', complete: 'omit' },
              },
            },
          },
        ],
      },
    },
    $ref: '#/$defs/negotiation',
  }
}

/** The operations of the extension: tool, method, path, and the definition of the request. */
const operations = [
  ['open_negotiation', 'post', '/negotiations', 'open_request'],
  ['get_negotiation', 'get', '/negotiations/{id}', null],
  ['counter_negotiation', 'post', '/negotiations/{id}/offers', 'counter_request'],
  ['accept_negotiation', 'post', '/negotiations/{id}/accept', 'move_request'],
  ['reject_negotiation', 'post', '/negotiations/{id}/reject', 'move_request'],
  ['withdraw_negotiation', 'post', '/negotiations/{id}/withdraw', 'move_request'],
] as const

const summaryOf = (tool: string) => `${tool[0]?.toUpperCase()}${tool.slice(1).replaceAll('_', ' ')}`

/** Returns the OpenAPI description of the REST binding. It refers to the schema only, as transports must. */
export function openapi({ name, version, schema, spec }: NegotiationExtension): Row {
  const of = (definition: string) => ({ $ref: `${schema}#/$defs/${definition}` })
  const header = (given: string, required: boolean) => ({
    name: given,
    in: 'header',
    required,
    schema: { type: 'string' },
  })
  const paths: Record<string, Row> = {}
  for (const [tool, method, path, body] of operations) {
    const content = { 'application/json': { schema: of('response') } }
    const isOpening = tool === 'open_negotiation'
    paths[path] = {
      ...paths[path],
      [method]: {
        operationId: tool,
        summary: summaryOf(tool),
        security: [{ bearer: [] }],
        parameters: [
          ...(path.includes('{id}') ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] : []),
          header('UCP-Agent', false),
          ...(body === null ? [] : [header('Idempotency-Key', true)]),
        ],
        ...(body === null ? {} : { requestBody: { content: { 'application/json': { schema: of(body) } } } }),
        responses: {
          ...(isOpening ? { '201': { description: 'The negotiation is open.', content } } : {}),
          '200': {
            description: isOpening ? 'The negotiation was refused.' : 'The negotiation, or a refusal.',
            content,
          },
        },
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${name} over REST`,
      version,
      description: `The endpoint is in the profile of the business. See ${spec}.`,
    },
    servers: [{ url: '{endpoint}', variables: { endpoint: { default: 'https://business.example/ucp' } } }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  }
}

/** Returns the OpenRPC description of the MCP binding. */
export function openrpc({ name, version, schema, spec }: NegotiationExtension): Row {
  const meta = {
    type: 'object',
    required: ['ucp-agent'],
    properties: {
      'ucp-agent': {
        type: 'object',
        required: ['profile'],
        properties: { profile: { type: 'string', format: 'uri' } },
      },
      'idempotency-key': { type: 'string' },
    },
  }
  return {
    openrpc: '1.3.2',
    info: {
      title: `${name} over MCP`,
      version,
      description: `The endpoint is in the profile of the business. See ${spec}.`,
    },
    components: { schemas: { meta } },
    methods: operations.map(([tool, , path, body]) => ({
      name: tool,
      summary: summaryOf(tool),
      params: [
        { name: 'meta', required: true, schema: { $ref: '#/components/schemas/meta' } },
        ...(path.includes('{id}') ? [{ name: 'id', required: true, schema: { type: 'string' } }] : []),
        ...(body === null
          ? []
          : [{ name: 'negotiation', required: true, schema: { $ref: `${schema}#/$defs/${body}` } }]),
      ],
      result: { name: 'negotiation', schema: { $ref: `${schema}#/$defs/response` } },
    })),
  }
}
