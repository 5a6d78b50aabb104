import { z } from 'zod'
import type { Operation } from '../../../shared/operation.ts'
import { exampleAnswers } from '../examples/answers.ts'
import { exampleRequests } from '../examples/requests.ts'
import { errorReferences, headerReferences } from './errors.ts'
import { jsonSchema } from './json_schema.ts'

const quotaHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

/** An operation as the document lists it, with the example that the tests ask. */
export function describeOperation(operation: Operation) {
  const { name, method, summary, description } = operation
  return {
    operationId: name.replace('.', '_'),
    tags: [name.split('.')[0]],
    summary,
    description,
    security: security(operation),
    ...(['post', 'patch'].includes(method)
      ? requestBody(operation)
      : { parameters: parameters(operation, operation.input) }),
    responses: {
      '200': {
        description: 'Success.',
        headers: headerReferences(['X-Request-Id', ...quotaHeaders]),
        content: content(operation),
      },
      ...errorReferences(operation),
    },
  }
}

/** Every list in an example ends after its second entry: a page is read, not unrolled. */
function content({ name, output, contentTypes }: Operation) {
  const { [name]: example } = exampleAnswers
  const shown = example === undefined ? {} : { example }
  if (!contentTypes) return { 'application/json': { schema: jsonSchema(output, 'output'), ...shown } }
  const [first, ...others] = contentTypes.map((type) => [type, { schema: { type: 'string' } }] as const)
  return Object.fromEntries([[first?.[0], { ...first?.[1], ...shown }], ...others])
}

function security({ isPublic, takesKeyInQuery, name, scope }: Operation) {
  if (isPublic) return [{}, { storefront_key: [] }, ...(takesKeyInQuery ? [{ storefront_key_in_query: [] }] : [])]
  if (scope === 'write:webhooks') return [{ secret_key: [] }]
  if (scope === 'analytics:read') return [{ stream_key: [] }]
  return [name.startsWith('connector.') ? { connector: [] } : { key: [] }]
}

function parameters({ name: operationName, path }: Operation, input: z.ZodObject) {
  return Object.entries(input.shape).map(([name, field]) => {
    const schema = field as z.ZodType
    const { description, ...rest } = jsonSchema(schema, 'output') as { description?: string; type?: string }
    const isInPath = path.includes(`{${name}}`)
    const isList = rest.type === 'array'
    const given = exampleRequests[operationName]?.input[name]
    const example = isList && typeof given === 'string' ? given.split(',') : given
    return {
      name,
      in: isInPath ? 'path' : 'query',
      required: isInPath || !schema.safeParse(undefined).success,
      ...(description ? { description } : {}),
      ...(isList ? { style: 'form', explode: false } : {}),
      schema: rest,
      ...(example === undefined ? {} : { example }),
    }
  })
}

/** What the path names beside what the body holds, if it holds anything. */
function requestBody(operation: Operation) {
  const isInPath = ([name]: [string, unknown]) => operation.path.includes(`{${name}}`)
  const fields = Object.entries(operation.input.shape)
  const inPath = z.object(Object.fromEntries(fields.filter(isInPath)))
  const inBody = z.object(Object.fromEntries(fields.filter((field) => !isInPath(field))))
  const given = Object.entries(exampleRequests[operation.name]?.input ?? {})
  const example = Object.fromEntries(given.filter((field) => !isInPath(field)))
  const content = { 'application/json': { schema: jsonSchema(inBody, 'input'), example } }
  return {
    parameters: parameters(operation, inPath),
    ...(Object.keys(inBody.shape).length > 0 ? { requestBody: { required: true, content } } : {}),
  }
}
