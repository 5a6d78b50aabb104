import { expect } from 'vitest'
import type { Answer, useShops } from '../../support/shops.ts'
import { agent } from './platforms.ts'

type Row = Record<string, unknown>
type Shops = ReturnType<typeof useShops>

export const line = (id: string, quantity = 1) => ({ item: { id }, quantity })
export const codes = (body: { messages: Row[] }) => body.messages.map(({ code }) => code)
export const amounts = (totals: { type: string; amount: number }[]) =>
  Object.fromEntries(totals.map(({ type, amount }) => [type, amount]))

/** Carts or checkout sessions of a shop, for the platform of a profile, over REST and MCP. */
export function sessionsOf(shops: Shops, root: '/carts' | '/checkout-sessions', profile: string) {
  const headers = agent(profile)
  let calls = 0
  return {
    create: async (brandId: string, body: Row, more: Record<string, string> = {}): Promise<Answer> =>
      await shops.ask(brandId, root, body, { ...headers, ...more }),
    look: async (brandId: string, id: string): Promise<Answer> => await shops.look(brandId, `${root}/${id}`, headers),
    put: async (brandId: string, id: string, body: Row, more: Record<string, string> = {}): Promise<Answer> =>
      await shops.put(brandId, `${root}/${id}`, body, { ...headers, ...more }),
    post: async (brandId: string, id: string, action: string, more: Record<string, string> = {}): Promise<Answer> =>
      await shops.ask(brandId, `${root}/${id}/${action}`, {}, { ...headers, ...more }),
    /** Calls a tool and returns its result. */
    speak: async (brandId: string, name: string, given: Row, key?: string) => {
      const meta = { 'ucp-agent': { profile }, ...(key === undefined ? {} : { 'idempotency-key': key }) }
      const request = {
        jsonrpc: '2.0',
        id: ++calls,
        method: 'tools/call',
        params: { name, arguments: { meta, ...given } },
      }
      const { body } = await shops.ask(brandId, '/ucp/mcp', request, { Accept: 'application/json' })
      expect([name, body.error]).toEqual([name, undefined])
      return body.result.structuredContent
    },
  }
}
