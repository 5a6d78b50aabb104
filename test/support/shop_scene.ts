import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { stock } from './catalog_rows.ts'
import { usualPolicy } from './commerce.ts'
import { ConsoleScene } from './console.ts'
import { createTenant, issueKey } from './factories.ts'

// oxlint-disable-next-line no-explicit-any
type Json = any
type Send = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<{ status: number; body: Json }>

/** The console with shops whose offers persons answer. */
export class ShopScene {
  readonly console: ConsoleScene

  constructor(console: ConsoleScene) {
    this.console = console
  }

  static async start(): Promise<ShopScene> {
    return new ShopScene(await ConsoleScene.start())
  }

  async stop(): Promise<void> {
    await this.console.stop()
  }

  /** Creates a shop with a lamp for 100 dollars, whose floor is 50, with its merchant and an agent. */
  async shop(title = 'Lamp') {
    const { sql } = this.console.database
    const { accountId, brandId } = await createTenant(sql)
    await stock(this.console.database, brandId, [{ id: 'lamp', title, price: 100, link: 'https://shop.example/lamp' }])
    const by = async (scopes: string[]) => {
      const { key } = await issueKey(sql, accountId, { prefix: 'sk_live_', scopes: ['read:commerce', ...scopes] })
      return this.#send(brandId, key)
    }
    const merchant = await by(['write:negotiation', 'write:storefront'])
    const { status } = await merchant('POST', '/pricing-policies', { ...usualPolicy, answered_by: 'merchant' })
    expect(status).toBe(200)
    return { brandId, root: `/console/brands/${brandId}`, merchant, agent: await by(['write:negotiation']) }
  }

  #send(brandId: string, key: string): Send {
    return async (method, path, body) => {
      const response = await fetch(`${this.console.api.url}/api/storefront/${brandId}${path}`, {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Idempotency-Key': randomUUID() },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    }
  }
}
