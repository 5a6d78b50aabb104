import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { ClientOptions } from '@modelcontextprotocol/client'
import { afterAll, beforeAll } from 'vitest'
import type { Sql } from 'postgres'
import { startApi } from './api.ts'
import type { Api, ApiOptions } from './api.ts'
import { Browser } from './browser.ts'
import { createDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { createTenant, issueKey } from './factories.ts'

// oxlint-disable-next-line no-explicit-any
type Json = any

export interface Reply {
  status: number
  headers: Headers
  body: Json
  /** The structured content of a tool call, or the error in its text. */
  result: Json
}

export type Era = 'legacy' | 'modern'
export const eras: Era[] = ['legacy', 'modern']

/** A client of the newest SDK with the protocol of either era. */
export function createClient(era: Era, capabilities: ClientOptions['capabilities'] = {}): Client {
  const mode = era === 'modern' ? ({ pin: '2026-07-28' } as const) : 'legacy'
  return new Client({ name: 'vitrine-test', version: '1' }, { capabilities, versionNegotiation: { mode } })
}

/** Starts a server with the connector for the tests of one file, and sends messages to it without a client. */
export function useConnector(options: ApiOptions = {}) {
  let database: TestDatabase
  let api: Api
  beforeAll(async () => {
    database = await createDatabase()
    api = await startApi(database, { isReachable: true, trustedProxyHops: 1, ...options })
  })
  afterAll(async () => {
    await api.stop()
    await database.stop()
  })

  async function send(path: string, init: RequestInit): Promise<Reply> {
    const headers = { 'X-Forwarded-For': new Browser('').ip, ...(init.headers as Record<string, string>) }
    const response = await fetch(`${api.url}${path}`, { ...init, headers })
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('Content-Type') ?? '')
    const body = isJson && text ? (JSON.parse(text) as Json) : text
    const { structuredContent, isError, content } = body.result ?? {}
    const result = isError ? JSON.parse(content[0].text as string) : structuredContent
    return { status: response.status, headers: response.headers, body, result }
  }

  async function post(path: string, credential: string | null, body: unknown, headers: Record<string, string> = {}) {
    return await send(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...authorization(credential), ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  }

  return {
    sql: (): Sql => database.sql,
    api: (): Api => api,
    database: (): TestDatabase => database,
    send,
    post,
    /** Sends one message of the older protocol. */
    message: (credential: string | null, method: string, params: unknown = {}, headers: Record<string, string> = {}) =>
      post('/mcp', credential, { jsonrpc: '2.0', id: 1, method, params }, headers),
    call: (credential: string | null, name: string, given: unknown = {}) =>
      post('/mcp', credential, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
    transport: (credential: string) =>
      new StreamableHTTPClientTransport(new URL(`${api.url}/mcp`), {
        requestInit: { headers: { ...authorization(credential), 'X-Forwarded-For': new Browser('').ip } },
      }),
    /** Creates a brand with a live key and a test key. */
    tenant: async () => {
      const tenant = await createTenant(database.sql)
      const issue = async (prefix: 'sk_live_' | 'sk_test_') =>
        (await issueKey(database.sql, tenant.accountId, { prefix })).key
      return { ...tenant, live: await issue('sk_live_'), simulated: await issue('sk_test_') }
    },
  }
}

function authorization(credential: string | null): Record<string, string> {
  return credential === null ? {} : { Authorization: `Bearer ${credential}` }
}
