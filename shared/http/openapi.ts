import { z } from 'zod'
import type { Operation } from '../operation.ts'
import { analyticsError, storefrontError } from '../schema/error.ts'

const errorDescriptions = {
  '400': 'invalid_request: a parameter failed its schema; the message names it.',
  '401': 'unauthorized: the key is missing, malformed, unknown, expired or revoked.',
  '403': 'forbidden: the key is not scoped to the brand, or lacks the scope.',
  '404': 'not_found: there is no such thing.',
  '409':
    'data_not_ready: well formed and authorised, but nothing has been ingested yet. Of what has states: not from there.',
  '429': 'rate_limited: the quota of this minute is spent; Retry-After says how long to wait.',
  '500': 'internal_error: a failure on our side.',
  '503': 'service_unavailable: the service cannot answer just now, and never answers unmetered.',
}

/** The OpenAPI 3.1 document of the given operations, for the servers that serve them. */
export function openApiDocument(operations: readonly Operation[], baseUrl: string, version: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describeOperation(operation) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vitrine',
      version,
      summary: 'Advertising analytics, read-only, for teams and their agents.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }, { url: `${baseUrl}/api` }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'svc_sk_live_ keys read real data, svc_sk_test_ keys simulated data.',
        },
        storefront_key: {
          type: 'http',
          scheme: 'bearer',
          description: 'pk_ and sk_ keys; without one, ten requests a minute from an address.',
        },
        connector: {
          type: 'http',
          scheme: 'bearer',
          description: 'sk_live_ and sk_test_ keys, and access tokens of connected apps.',
        },
        secret_key: {
          type: 'http',
          scheme: 'bearer',
          description: 'sk_live_ keys; with an sk_test_ key nothing is stored.',
        },
      },
      headers: {
        'X-Request-Id': { schema: { type: 'string' }, description: 'The same as meta.request_id.' },
        'X-RateLimit-Limit': { schema: { type: 'integer' }, description: 'Requests a minute.' },
        'X-RateLimit-Remaining': { schema: { type: 'integer' } },
        'X-RateLimit-Reset': {
          schema: { type: 'integer' },
          description: 'When the quota is whole again, in Unix seconds.',
        },
        'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait.' },
      },
      schemas: {
        Error: jsonSchema(analyticsError, 'output'),
        StorefrontError: jsonSchema(storefrontError, 'output'),
      },
    },
  }
}

function describeOperation(operation: Operation) {
  return {
    operationId: operation.name.replace('.', '_'),
    tags: [operation.name.split('.')[0]],
    summary: operation.summary,
    description: operation.description,
    ...security(operation),
    ...(['post', 'patch'].includes(operation.method)
      ? requestBody(operation)
      : { parameters: parameters(operation, operation.input) }),
    responses: {
      [operation.redirect ? 303 : (operation.status ?? 200)]: {
        description: operation.redirect ? 'Go there.' : 'Success.',
        headers: headerReferences(['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']),
        ...(operation.redirect
          ? {}
          : {
              content: operation.contentType
                ? { [operation.contentType]: { schema: { type: 'string' } } }
                : { 'application/json': { schema: jsonSchema(operation.output, 'output') } },
            }),
      },
      ...Object.fromEntries(
        Object.entries(errorDescriptions).map(([status, text]) => [status, errorResponse(operation, status, text)]),
      ),
    },
  }
}

function security({ isPublic, name, scope }: Operation) {
  if (isPublic) return { security: [{}, { storefront_key: [] }] }
  if (name.startsWith('commerce.')) return { security: [{ storefront_key: [] }] }
  if (scope === 'write:webhooks') return { security: [{ secret_key: [] }] }
  return name.startsWith('connector.') ? { security: [{ connector: [] }] } : {}
}

function parameters(operation: Operation, input: z.ZodObject) {
  return Object.entries(input.shape).map(([name, field]) => {
    const schema = field as z.ZodType
    const { description, ...rest } = jsonSchema(schema, 'output') as { description?: string; type?: string }
    return {
      name: name === 'idempotency_key' ? 'Idempotency-Key' : name,
      in: operation.path.includes(`{${name}}`) ? 'path' : name === 'idempotency_key' ? 'header' : 'query',
      required: !schema.safeParse(undefined).success,
      ...(description ? { description } : {}),
      ...(rest.type === 'array' ? { style: 'form', explode: false } : {}),
      schema: rest,
    }
  })
}

/** What the path names beside what the body holds, if it holds anything. */
function requestBody(operation: Operation) {
  const isHeader = (name: string) => operation.isIdempotent && name === 'idempotency_key'
  const isInPath = ([name]: [string, unknown]) => operation.path.includes(`{${name}}`) || isHeader(name)
  const fields = Object.entries(operation.input.shape)
  const inPath = z.object(Object.fromEntries(fields.filter(isInPath)))
  const inBody = z.object(Object.fromEntries(fields.filter((field) => !isInPath(field))))
  const content = { 'application/json': { schema: jsonSchema(inBody, 'input') } }
  return {
    parameters: parameters(operation, inPath),
    ...(Object.keys(inBody.shape).length > 0 ? { requestBody: { required: true, content } } : {}),
  }
}

function errorResponse({ name, isPublic }: Operation, status: string, description: string) {
  const headers = ['429', '503'].includes(status) ? ['X-Request-Id', 'Retry-After'] : ['X-Request-Id']
  return {
    description,
    headers: headerReferences(headers),
    content: {
      'application/json': {
        schema: {
          $ref: `#/components/schemas/${isPublic || name.startsWith('commerce.') ? 'StorefrontError' : 'Error'}`,
        },
      },
    },
  }
}

function headerReferences(names: string[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
