import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { openApiDocument, operations } from '../../functions/docs/openapi/document.ts'
import { operationId as operationIdOf } from '../../functions/docs/openapi/operation_id.ts'

type Row = Record<string, unknown>
interface Described {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Row[]
  parameters?: { name: string; required: boolean; schema: Row; example?: unknown }[]
  requestBody?: { content: Record<string, { schema: Row; example?: unknown }> }
  responses: Record<string, { content?: Record<string, { schema: Row; example?: unknown }> }>
}

const document = openApiDocument('https://vitrine.example')
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...(operation as Described) })),
)
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
const errors = document.components.responses as Record<string, Described['responses'][string]>

/** Many parameters have the same schema, and compiling it takes long. */
const compiled = new Map<string, ReturnType<typeof ajv.compile>>()

function faults(schema: Row, example: unknown): string[] {
  const text = JSON.stringify(schema)
  // References of the document are resolved from its root.
  const validate = compiled.get(text) ?? ajv.compile({ ...schema, components: document.components })
  compiled.set(text, validate)
  validate(example)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

describe('every operation of the OpenAPI document', () => {
  test('has a summary, a description, a known topic and a security requirement', () => {
    const topics = new Set(document.tags.map(({ name }) => name))
    const lacking = described.filter(
      ({ summary, description, tags, security }) =>
        !summary || !description || description.length < 12 || !topics.has(tags[0] as string) || security.length === 0,
    )
    expect(lacking.map(({ operationId }) => operationId)).toEqual([])
  })

  test('has a unique operationId of letters, derived from its summary', () => {
    const webhooks = Object.values(document.webhooks).map(({ post }) => post)
    const ids = [...described, ...webhooks].map(({ operationId }) => operationId)
    expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([])
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(ids).toEqual(expect.arrayContaining(['listForecasts', 'createPriceHold', 'callGetForecast']))
    for (const { operationId, summary } of described) expect(operationId).toBe(operationIdOf(summary))
  })

  test('references only declared security schemes and components', () => {
    const credentials = Object.keys(document.components.securitySchemes)
    const named = described.flatMap(({ security }) => security.flatMap((each) => Object.keys(each)))
    expect(named.filter((name) => !credentials.includes(name))).toEqual([])
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)]
    const unknown = references.filter(
      ([, kind = '', name = '']) => !(name in (document.components as Record<string, Row>)[kind]!),
    )
    expect(unknown.map(([reference]) => reference)).toEqual([])
  })

  test('declares text/csv exactly on the analytics operations that return CSV', () => {
    const declared = described
      .filter(({ tags, responses }) => tags[0] === 'analytics' && 'text/csv' in (responses['200']?.content ?? {}))
      .map(({ operationId }) => operationId)
    const answering = operations.filter(({ csv }) => csv).map(({ summary }) => operationIdOf(summary))
    expect(declared.toSorted()).toEqual(answering.toSorted())
    expect(declared).toEqual(expect.arrayContaining(['getMetrics', 'getAttribution']))
  })

  test('declares its error responses, each with an example that matches its schema', () => {
    for (const operation of operations) {
      const { responses } = described.find(
        ({ method, path }) => method === operation.method && path === operation.path,
      ) as Described
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '403', '429', '500', '503']))
    }
    for (const [name, { content }] of Object.entries(errors)) {
      const { schema, example } = content!['application/json']!
      if (example !== undefined) expect([name, faults(schema, example)]).toEqual([name, []])
    }
  })

  test('describes what is sent as a header as a header, and not as a member of the body', () => {
    const inBodies = described.flatMap(({ operationId, requestBody }) =>
      Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
        Object.keys((schema.properties ?? {}) as Row)
          .filter((name) => name === 'idempotency_key')
          .map(() => operationId),
      ),
    )
    // The tools of the connector have no headers.
    expect(inBodies.filter((id) => !id.startsWith('call'))).toEqual([])
    const changes = described.filter(({ path, method }) => {
      return /\/(carts|checkout-sessions)(\/|$)/.test(path) && method !== 'get'
    })
    expect(changes.map(({ operationId }) => operationId).toSorted()).toEqual([
      'cancelUCPCart',
      'cancelUCPCheckout',
      'completeUCPCheckout',
      'createUCPCart',
      'createUCPCheckout',
      'updateUCPCart',
      'updateUCPCheckout',
    ])
    for (const { operationId, parameters = [], responses } of changes) {
      const headers = parameters.filter((each) => (each as { in?: string }).in === 'header').map(({ name }) => name)
      const expected = ['Idempotency-Key', 'UCP-Agent', 'Signature-Input', 'Signature', 'Content-Digest']
      expect([operationId, headers]).toEqual([operationId, expected])
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['409', '422', '424']))
    }
  })

  test('lists 304 only where caches may store the response', () => {
    const ofSessions = described.filter(({ path }) => /\/(carts|checkout.sessions|orders)\//.test(path))
    expect(ofSessions.length).toBeGreaterThan(8)
    expect(ofSessions.filter(({ responses }) => '304' in responses).map(({ operationId }) => operationId)).toEqual([])
  })

  test('has examples that match its own schemas', () => {
    for (const { operationId, parameters = [], requestBody, responses } of described) {
      for (const { name, schema, example, required } of parameters) {
        const isMissing = required && example === undefined && !/grant_id/.test(name)
        expect([operationId, name, isMissing]).toEqual([operationId, name, false])
        if (example !== undefined) expect([operationId, name, faults(schema, example)]).toEqual([operationId, name, []])
      }
      const bodies = [...Object.values(requestBody?.content ?? {}), ...Object.values(responses['200']?.content ?? {})]
      for (const { schema, example } of bodies) {
        if (example !== undefined) expect([operationId, faults(schema, example)]).toEqual([operationId, []])
      }
    }
  })
})

describe('the OpenAPI document', () => {
  test('names the public address, in examples too', () => {
    const text = JSON.stringify(document)
    expect(text).not.toContain('vitrine.test')
    expect(document.servers).toEqual([{ url: 'https://vitrine.example' }])
    expect(text).toContain('https://vitrine.example/api/storefront/brd_aurora')
  })
})
