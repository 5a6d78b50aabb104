import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Sql } from 'postgres'
import type { AgentOptions } from '../../shared/http/signatures/recognize_agents.ts'
import { QuoteSigner } from '../../shared/commerce/quotes.ts'
import { startApi } from './api.ts'
import type { Api } from './api.ts'
import { stock } from './catalog_rows.ts'
import { createDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { createTenant, issueKey } from './factories.ts'

// oxlint-disable-next-line no-explicit-any
type Json = any
type Method = 'GET' | 'POST' | 'DELETE'

export interface Reply {
  status: number
  body: Json
  headers: Headers
}

/** Sends requests to one shop with one credential. Adds an Idempotency-Key to each POST that has none. */
export type Caller = (method: Method, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>

/** The scopes of agents: they negotiate and order, but do not act for the shop. */
const agentScopes = ['read:commerce', 'write:negotiation']
const merchantScopes = [...agentScopes, 'write:storefront']

export const quoteKey = randomBytes(32).toString('base64url')
export const usualPolicy = { floor: { percent: 50 }, target_percent: 80, decline_percent: 20, price_step: 0.01 }

/** Starts a server with shops that negotiate, for the tests of one file. Test keys need the simulated shop. */
export function useCommerce({ isSimulated = false, agents }: { isSimulated?: boolean; agents?: AgentOptions } = {}) {
  let database: TestDatabase
  let api: Api
  beforeAll(async () => {
    database = await createDatabase({ isSimulated })
    // The clock is fixed, so the minute of a rate limit never ends.
    await database.sql`update core.key_kinds set requests_per_minute = 1000000 where requests_per_minute is not null`
    const quotes = await QuoteSigner.open(quoteKey, 'http://vitrine.test')
    api = await startApi(database, { trustedProxyHops: 1, connectionsMax: 8, quotes, ...(agents ? { agents } : {}) })
  })
  afterAll(async () => {
    await api.stop()
    await database.stop()
  })

  function caller(brandId: string, key: string | null): Caller {
    return async (method, path, body, headers = {}) => {
      const response = await fetch(`${api.url}/api/storefront/${brandId}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
          'X-Forwarded-For': `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`,
          ...(method === 'POST' ? { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, body: text ? JSON.parse(text) : null, headers: response.headers }
    }
  }

  async function agentOf(tenant: { accountId: string; brandId: string }): Promise<Caller> {
    const { key } = await issueKey(database.sql, tenant.accountId, { prefix: 'sk_live_', scopes: agentScopes })
    return caller(tenant.brandId, key)
  }

  /** Creates a shop with a lamp for 100 dollars and a pricing policy, a key of the merchant and keys of two agents. */
  async function shop(policy: object | null = {}) {
    const tenant = await createTenant(database.sql)
    await stock(database, tenant.brandId, [
      { id: 'lamp', title: 'Lamp', price: 100, link: 'https://shop.example/lamp' },
      { id: 'desk', title: 'Desk', price: 250, list_price: 300 },
      { id: 'rug', title: 'Rug', price: 80, currency: 'EUR' },
    ])
    const merchant = caller(
      tenant.brandId,
      (await issueKey(database.sql, tenant.accountId, { prefix: 'sk_live_', scopes: merchantScopes })).key,
    )
    if (policy) {
      const { status, body } = await merchant('POST', '/pricing-policies', { ...usualPolicy, ...policy })
      expect([status, body.error]).toEqual([200, undefined])
    }
    return { ...tenant, merchant, agent: await agentOf(tenant), other: await agentOf(tenant), caller }
  }

  return {
    sql: (): Sql => database.sql,
    api: (): Api => api,
    database: (): TestDatabase => database,
    caller,
    agentOf,
    shop,
    /** Returns the types of a brand's events in the order in which they were written. */
    events: async (brandId: string, like = '%'): Promise<string[]> => {
      const rows = await database.sql`
        select type from events.outbox where brand_id = ${brandId} and type like ${like} order by written`
      return rows.map((row) => row.type as string)
    },
    /** Moves the expiration of all negotiations, holds, orders, windows and disputes of a shop into the past. */
    runOut: async (brandId: string): Promise<void> => {
      for (const table of ['negotiations', 'price_holds', 'transactions', 'confirmation_windows', 'disputes']) {
        await database.sql`
          update ${database.sql(`commerce.${table}`)}
          set expires_at = '2026-11-20T11:59:00Z' ${table === 'price_holds' ? database.sql`, created_at = '2026-11-20T11:00:00Z'` : database.sql``}
          where brand_id = ${brandId}`
      }
    },
  }
}

/** Returns the body of a negotiation for a lamp. */
export function lamp(amount: number, more: object = {}) {
  return { product_id: 'lamp', offer: { amount, currency: 'USD' }, ...more }
}

/** Creates an order for two lamps. */
export async function order(agent: Caller, more: object = {}): Promise<Json> {
  const { body } = await agent('POST', '/transactions', { items: [{ product_id: 'lamp', quantity: 2 }], ...more })
  return body
}

/** Creates a delivered order with an open confirmation window. */
export async function delivered(agent: Caller, merchant: Caller): Promise<Json> {
  const { id } = await order(agent, { confirmation_window_days: 7 })
  await merchant('POST', `/transactions/${id}/report`, { action: 'confirm', merchant_order_id: 'A-1' })
  return (await merchant('POST', `/transactions/${id}/report`, { action: 'fulfill' })).body
}
