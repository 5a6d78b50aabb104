import { randomUUID } from 'node:crypto'
import type { Answer, useShops } from './shops.ts'

type Row = Record<string, unknown>
type Headers = Record<string, string>

export const acpVersion = '2026-04-17'
const root = '/acp/checkout_sessions'

/** Returns the requests of an agent that speaks the Agentic Commerce Protocol. Each change has its own idempotency key. */
export function acpAgent(shops: ReturnType<typeof useShops>) {
  const headers = (more: Headers): Headers => ({ 'API-Version': acpVersion, 'Idempotency-Key': randomUUID(), ...more })
  const post = (brandId: string, path: string, body: Row, more: Headers = {}): Promise<Answer> =>
    shops.ask(brandId, root + path, body, headers(more))
  return {
    create: (brandId: string, body: Row, more?: Headers) =>
      post(brandId, '', { currency: 'usd', capabilities: {}, ...body }, more),
    look: (brandId: string, id: string, more: Headers = {}) =>
      shops.look(brandId, `${root}/${id}`, { 'API-Version': acpVersion, ...more }),
    update: (brandId: string, id: string, body: Row, more?: Headers) => post(brandId, `/${id}`, body, more),
    complete: (brandId: string, id: string, body: Row = {}, more?: Headers) =>
      post(brandId, `/${id}/complete`, body, more),
    cancel: (brandId: string, id: string, body: Row = {}, more?: Headers) => post(brandId, `/${id}/cancel`, body, more),
  }
}
