import { afterAll, beforeAll } from 'vitest'
import { createPool } from '../../shared/db/pool.ts'
import type { Database } from '../../shared/db/pool.ts'
import { createMcp } from '../../functions/mcp/app.ts'
import type { App } from '../../shared/http/app.ts'
import { sha256 } from '../../shared/credentials/sha256.ts'
import { createToken } from '../../shared/credentials/tokens.ts'
import { createDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { createTenant, issueKey } from './factories.ts'
import type { BrandOptions } from './factories.ts'
import { createPerson } from './oauth.ts'

export interface ToolAnswer {
  status: number
  // oxlint-disable-next-line no-explicit-any
  body: any
}

export interface Tenant {
  accountId: string
  brandId: string
  /** A live connector key, and the test key of the same account. */
  key: string
  testKey: string
  keyId: string
}

const origin = 'http://vitrine.test'

/** Serves the connector with a database for the test file. */
export function useConnector() {
  let database: TestDatabase
  let pool: Database
  let app: App
  beforeAll(async () => {
    database = await createDatabase()
    pool = createPool({
      url: database.functionsUrl,
      connectionsMax: 8,
      isPooled: database.isPooled,
      now: '2026-11-20T12:00:00Z',
    })
    const services = { database: pool, publicBaseUrl: origin, trustedProxyHops: 0, log: () => undefined }
    app = createMcp(services, { origins: [], hosts: [] })
  })
  afterAll(async () => {
    await pool.end({ timeout: 1 })
    await database.stop()
  })

  return {
    database: () => database,
    open: async (options: BrandOptions = {}): Promise<Tenant> => {
      const { accountId, brandId } = await createTenant(database.sql, options)
      const { key, keyId } = await issueKey(database.sql, accountId, { prefix: 'sk_live_' })
      const { key: testKey } = await issueKey(database.sql, accountId, { prefix: 'sk_test_' })
      return { accountId, brandId, key, testKey, keyId }
    },
    /** An access token as a person's app would hold, for all of these brands. */
    connect: async (brandIds: string[], scopes: string[]) => {
      const { sql } = database
      const { id: personId } = await createPerson(sql, brandIds)
      const token = createToken('access')
      const [row] = await sql`
        with client as (
          insert into oauth.clients (redirect_uris, grant_types) values ('{https://app.example/callback}', '{authorization_code}') returning client_id
        ), made as (
          insert into oauth.grants (person_id, client_id, resource, redirect_uri, scopes, brand_ids, created_at, expires_at)
          select ${personId}, client_id, ${`${origin}/mcp`}, 'https://app.example/callback', ${scopes}, ${brandIds}, '2026-11-20', '2027-11-20'
          from client
          returning grant_id
        )
        insert into oauth.access_tokens (token_hash, grant_id, scopes, expires_at)
        select ${sha256(token)}, grant_id, ${scopes}, '2026-11-20T13:00:00Z' from made
        returning grant_id`
      return { token, personId, grantId: row?.grant_id as string }
    },
    /** The same app, connected by the same person once more: another grant, another token. */
    reconnect: async ({ grantId }: { grantId: string }): Promise<string> => {
      const { sql } = database
      const token = createToken('access')
      await sql`
        with made as (
          insert into oauth.grants (person_id, client_id, resource, redirect_uri, scopes, brand_ids, created_at, expires_at)
          select person_id, client_id, resource, redirect_uri || '?again', scopes, brand_ids, created_at, expires_at
          from oauth.grants where grant_id = ${grantId}
          returning grant_id, scopes
        )
        insert into oauth.access_tokens (token_hash, grant_id, scopes, expires_at)
        select ${sha256(token)}, grant_id, scopes, '2026-11-20T13:00:00Z' from made`
      return token
    },
    /** Calls a tool over the REST mirror. */
    use: async (credential: string, tool: string, input: unknown = {}): Promise<ToolAnswer> => {
      const response = await app.fetch(
        new Request(`${origin}/api/mcp/${tool}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${credential}`, 'Content-Type': 'application/json' },
          body: typeof input === 'string' ? input : JSON.stringify(input),
        }),
      )
      return { status: response.status, body: await response.json() }
    },
  }
}
