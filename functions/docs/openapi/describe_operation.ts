import { z } from 'zod'
import type { Operation } from '../../../shared/operation.ts'
import { exampleAnswers } from '../examples/answers.ts'
import { exampleRequests } from '../examples/requests.ts'
import { errorReferences, headerReferences, pinnedType, quotaHeaders, unchanged } from './errors.ts'
import { jsonSchema } from './json_schema.ts'
import { operationId } from './operation_id.ts'

/** Returns the OpenAPI description of an operation, with the example that the tests send. */
export function describeOperation(operation: Operation) {
  const { name, method, summary, description } = operation
  return {
    operationId: operationId(summary),
    // The SQL function; source files and the test have the same name.
    'x-operation': name,
    tags: [name.split('.')[0]],
    summary,
    description,
    security: security(operation),
    // OpenAPI 3.1 allows scopes in `security` of bearer schemes, but tools report them as undeclared.
    ...(isOpen(operation) ? {} : { 'x-scope': operation.scope }),
    ...(['post', 'put', 'patch'].includes(method)
      ? requestBody(operation)
      : { parameters: parameters(operation, operation.input) }),
    responses: {
      ...success(operation),
      ...errorReferences(operation),
    },
  }
}

function success(operation: Operation) {
  const { headers: protocolHeaders = {} } = operation
  const isKeyed = operation.isIdempotent === 'by header' || 'Idempotency-Key' in protocolHeaders
  const replays = isKeyed ? ['Idempotent-Replayed'] : []
  const headers = headerReferences(['X-Request-Id', ...quotaHeaders, ...replays])
  if (operation.redirect) return { '303': { description: 'Redirects to the page of the merchant.', headers } }
  // Responses of protocols with headers are not stored by caches.
  const isKept =
    operation.isPublic &&
    operation.method === 'get' &&
    operation.path.startsWith('/api/storefront/{') &&
    Object.keys(protocolHeaders).length === 0
  return {
    [operation.status ?? 200]: { description: 'Success.', headers, content: content(operation) },
    ...(operation.mayCreateNothing
      ? { '200': { description: 'Nothing was created.', headers, content: content(operation) } }
      : {}),
    ...(isKept ? { '304': unchanged } : {}),
  }
}

/**
 * Returns the content of a success response by media type. The recorded example has at most two entries of each list.
 */
function content({ name, headers = {}, output, contentTypes, otherContentTypes = [], csv }: Operation) {
  const { [name]: example } = exampleAnswers
  const shown = example === undefined ? {} : { example }
  const schema = contentTypes ? { type: 'string' } : jsonSchema(output, 'output')
  if (!contentTypes) {
    // The Agentic Commerce Protocol has a version of its own.
    const pinned = name.startsWith('storefront.') && !('API-Version' in headers) ? { [pinnedType]: { schema } } : {}
    const others = [...otherContentTypes, ...(csv ? ['text/csv'] : [])].map(
      (type) => [type, { schema: { type: 'string' } }] as const,
    )
    return { 'application/json': { schema, ...shown }, ...pinned, ...Object.fromEntries(others) }
  }
  const [first, ...others] = contentTypes.map((type) => [type, { schema }] as const)
  return Object.fromEntries([[first?.[0], { ...first?.[1], ...shown }], ...others])
}

const isOpen = ({ isPublic, name }: Operation) => isPublic || name === 'storefront.health'

function security({ isPublic, takesKeyInQuery, name, path, scope }: Operation) {
  if (name === 'storefront.health') return [{}]
  if (isPublic) return [{}, { storefront_key: [] }, ...(takesKeyInQuery ? [{ storefront_key_in_query: [] }] : [])]
  if (scope === 'write:webhooks') return [{ secret_key: [] }]
  if (scope === 'analytics:read') return [{ stream_key: [] }]
  if (path.startsWith('/v1/')) return [{ key: [] }]
  // The other operations that are not public are of the connector and of the storefront API.
  return [name.startsWith('connector.') ? { connector: [] } : { commerce_key: [] }]
}

/** Returns the header that an input is sent as, or undefined. */
const headerOf = ({ isIdempotent, inputHeaders = {} }: Operation, name: string): string | undefined =>
  inputHeaders[name] ?? (isIdempotent === 'by header' && name === 'idempotency_key' ? 'Idempotency-Key' : undefined)

/** The `format` parameter of operations with a CSV response. */
const formatParameter = {
  name: 'format',
  in: 'query',
  required: false,
  description:
    '`csv` (or `Accept: text/csv`) returns all rows as CSV (RFC 4180), or one page with `limit` or `page`. Warnings are in the header X-Warnings.',
  schema: { type: 'string', enum: ['json', 'csv'], default: 'json' },
}

function parameters(operation: Operation, input: z.ZodObject) {
  const { name: operationName, path, csv } = operation
  const described = Object.entries(input.shape).map(([name, field]) => {
    const schema = field as z.ZodType
    const { description, ...rest } = jsonSchema(schema, 'output') as { description?: string; type?: string }
    const isInPath = path.includes(`{${name}}`)
    const header = headerOf(operation, name)
    const isList = rest.type === 'array'
    const given = exampleRequests[operationName]?.input[name]
    const example = isList && typeof given === 'string' ? given.split(',') : given
    return {
      name: header ?? name,
      in: isInPath ? 'path' : header ? 'header' : 'query',
      required: isInPath || !schema.safeParse(undefined).success,
      ...(description ? { description } : {}),
      ...(isList ? { style: 'form', explode: false } : {}),
      schema: rest,
      ...(example === undefined ? {} : { example }),
    }
  })
  const headers = Object.entries(operation.headers ?? {}).map(([header, { description, example, isOptional }]) => {
    return { name: header, in: 'header', required: !isOptional, description, schema: { type: 'string' }, example }
  })
  return [...described, ...headers, ...(csv && !('format' in input.shape) ? [formatParameter] : [])]
}

/** Returns the parameters of path and header, and the request body if the operation has other fields. */
function requestBody(operation: Operation) {
  const isBeside = ([name]: [string, unknown]) =>
    operation.path.includes(`{${name}}`) || headerOf(operation, name) !== undefined
  const fields = Object.entries(operation.input.shape)
  const beside = z.object(Object.fromEntries(fields.filter(isBeside)))
  const inBody = z.object(Object.fromEntries(fields.filter((field) => !isBeside(field))))
  const given = Object.entries(exampleRequests[operation.name]?.input ?? {})
  const example = Object.fromEntries(given.filter((field) => !isBeside(field)))
  const content = {
    'application/json': { schema: jsonSchema(inBody, 'input', { isClosed: !operation.ignoresUnknown }), example },
  }
  const required = !inBody.safeParse({}).success
  return {
    parameters: parameters(operation, beside),
    ...(Object.keys(inBody.shape).length > 0 ? { requestBody: { required, content } } : {}),
  }
}
