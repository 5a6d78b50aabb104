import { afterAll, beforeAll } from 'vitest'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Sql } from 'postgres'
import { startApi } from './api.ts'
import type { Api, ApiOptions } from './api.ts'
import { stock } from './catalog_rows.ts'
import { createDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { createTenant, issueKey } from './factories.ts'

type Row = Record<string, unknown>

export interface Answer {
  status: number
  // oxlint-disable-next-line no-explicit-any
  body: any
  text: string
  headers: Record<string, string>
}

/** Starts a server with shops for the tests of one file. Each request has its own client address by default. Test keys need the simulated shop. */
export function useShops({ isSimulated = false, ...options }: ApiOptions & { isSimulated?: boolean } = {}) {
  let database: TestDatabase
  let api: Api
  let visits = 0
  let document: { paths: Record<string, Record<string, Row>> }
  beforeAll(async () => {
    database = await createDatabase({ isSimulated })
    api = await startApi(database, { trustedProxyHops: 1, ...options })
    document = (await api.http.get('/openapi.json')).body as typeof document
  })
  afterAll(async () => {
    await api.stop()
    await database.stop()
  })

  async function send(method: 'get' | 'post' | 'put', path: string, headers: Record<string, string>, body?: unknown) {
    const address = `2001:db8:${(visits >> 12).toString(16)}:${(visits++ & 4095).toString(16)}::1`
    const request = api.http[method](path).set({ 'X-Forwarded-For': address, ...headers })
    const response = await (body === undefined
      ? request
      : request.set('Content-Type', 'application/json').send(body as object))
    const isJson = /json(;|$)/.test(response.headers['content-type'] ?? '')
    return {
      status: response.status,
      body: isJson ? JSON.parse(response.text) : undefined,
      text: response.text,
      headers: response.headers as Record<string, string>,
    } satisfies Answer
  }

  return {
    sql: (): Sql => database.sql,
    api: (): Api => api,
    database: (): TestDatabase => database,
    get: (path: string, headers: Record<string, string> = {}) => send('get', path, headers),
    look: (brandId: string, path: string, headers: Record<string, string> = {}) =>
      send('get', `/api/storefront/${brandId}${path}`, headers),
    ask: (brandId: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
      send('post', `/api/storefront/${brandId}${path}`, headers, body),
    put: (brandId: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
      send('put', `/api/storefront/${brandId}${path}`, headers, body),
    open: async (products: Row[] = []): Promise<{ brandId: string; accountId: string }> => {
      const tenant = await createTenant(database.sql)
      if (products.length > 0) await stock(database, tenant.brandId, products)
      return tenant
    },
    /** Creates a key for the simulated shop in the account of the brand. */
    testKey: async (accountId: string): Promise<Record<string, string>> => {
      const { key } = await issueKey(database.sql, accountId, { prefix: 'sk_test_' })
      return { Authorization: `Bearer ${key}` }
    },
    /** Returns the errors of a response against its schema in /openapi.json. */
    faults: (method: 'get' | 'post' | 'put', path: string, body: unknown, status = '200'): string[] => {
      const operation = document.paths[path]?.[method] as {
        responses: Record<string, { content: { 'application/json': { schema: Row } } }>
      }
      const validate = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).compile(
        closed(operation.responses[status]?.content['application/json'].schema as Row),
      )
      validate(body)
      return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
    },
  }
}

/** Returns the schema with additional properties forbidden. */
function closed(schema: Row): Row {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) =>
    value !== null && typeof value === 'object' && 'properties' in value && !('additionalProperties' in value)
      ? { ...value, additionalProperties: false }
      : value,
  ) as Row
}
