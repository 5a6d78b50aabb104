import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Answer, useShops } from '../../support/shops.ts'
import { agent } from './platforms.ts'

type Row = Record<string, unknown>
type Shops = ReturnType<typeof useShops>

export const line = (id: string, quantity = 1) => ({ item: { id }, quantity })
export const codes = (body: { messages: Row[] }) => body.messages.map(({ code }) => code)
export const amounts = (totals: { type: string; amount: number }[]) =>
  Object.fromEntries(totals.map(({ type, amount }) => [type, amount]))

let clients = 0
/** Returns the header of a client address of its own. */
export const client = () => ({ 'X-Forwarded-For': `2001:db8:c${(++clients).toString(16)}::1` })

/** A key belongs to its client address, so a retry comes from the same one. An address has few requests in a minute. */
function clientOf(key: string | undefined, operation: string): Record<string, string> {
  if (key === undefined) return {}
  const [high, low] = createHash('sha256')
    .update(key + operation)
    .digest('hex')
    .match(/.{4}/g) as [string, string]
  return { 'X-Forwarded-For': `2001:db8:${high}:${low}::1` }
}

/** Carts or checkout sessions of a shop, for the platform of a profile, over REST and MCP. */
export function sessionsOf(shops: Shops, root: '/carts' | '/checkout-sessions', profile: string) {
  const headers = agent(profile)
  let calls = 0
  return {
    create: async (brandId: string, body: Row, more: Record<string, string> = {}): Promise<Answer> =>
      await shops.ask(brandId, root, body, { ...headers, ...clientOf(more['Idempotency-Key'], 'create'), ...more }),
    look: async (brandId: string, id: string): Promise<Answer> => await shops.look(brandId, `${root}/${id}`, headers),
    put: async (brandId: string, id: string, body: Row, more: Record<string, string> = {}): Promise<Answer> =>
      await shops.put(brandId, `${root}/${id}`, body, {
        ...headers,
        ...clientOf(more['Idempotency-Key'], 'put'),
        ...more,
      }),
    post: async (brandId: string, id: string, action: string, more: Record<string, string> = {}): Promise<Answer> =>
      await shops.ask(
        brandId,
        `${root}/${id}/${action}`,
        {},
        { ...headers, ...clientOf(more['Idempotency-Key'], action), ...more },
      ),
    /** Calls a tool and returns its result. */
    callTool: async (brandId: string, name: string, given: Row, key?: string) => {
      const meta = { 'ucp-agent': { profile }, ...(key === undefined ? {} : { 'idempotency-key': key }) }
      const request = {
        jsonrpc: '2.0',
        id: ++calls,
        method: 'tools/call',
        params: { name, arguments: { meta, ...given } },
      }
      const { body } = await shops.ask(brandId, '/ucp/mcp', request, {
        Accept: 'application/json',
        ...clientOf(key, name),
      })
      expect([name, body.error]).toEqual([name, undefined])
      return body.result.structuredContent
    },
  }
}
