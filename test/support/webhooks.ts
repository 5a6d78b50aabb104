import { randomBytes } from 'node:crypto'
import { deliverWebhooks } from '../../functions/worker/webhooks/deliver_webhooks.ts'
import type { DeliveryOptions, Pass } from '../../functions/worker/webhooks/deliver_webhooks.ts'
import { createPool } from '../../shared/db/pool.ts'
import { startApi } from './api.ts'
import type { Api } from './api.ts'
import { createDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { createTenant, issueKey } from './factories.ts'
import { startReceiver } from './receiver.ts'
import type { Receiver } from './receiver.ts'

export const noon = '2026-11-20T12:00:00Z'
export const secretKey = randomBytes(32).toString('base64')

export interface Account {
  accountId: string
  brandId: string
  /** An sk_live_ key for all brands of the account. */
  key: string
}

export interface Endpoint {
  id: string
  secret: string
}

type Method = 'get' | 'post' | 'patch' | 'delete'

/** Endpoints, events and runs of the worker, with a clock that the test sets. */
export class WebhookScene {
  readonly database: TestDatabase
  readonly api: Api
  readonly receiver: Receiver
  private clock = Promise.resolve('')

  constructor(database: TestDatabase, api: Api, receiver: Receiver) {
    this.database = database
    this.api = api
    this.receiver = receiver
  }

  static async start({ isSimulated = false } = {}): Promise<WebhookScene> {
    const database = await createDatabase({ isSimulated })
    const api = await startApi(database, { webhooks: { secretKey, allowsLoopback: true } })
    return new WebhookScene(database, api, await startReceiver())
  }

  async stop(): Promise<void> {
    await this.receiver.stop()
    await this.api.stop()
    await this.database.stop()
  }

  async account(): Promise<Account> {
    const { accountId, brandId } = await createTenant(this.database.sql)
    const { key } = await issueKey(this.database.sql, accountId, { prefix: 'sk_live_' })
    return { accountId, brandId, key }
  }

  async ask(key: string, method: Method, path = '', body?: object) {
    const request = this.api.http[method](`/api/webhooks${path}`).set('Authorization', `Bearer ${key}`)
    return await (body ? request.send(body) : request)
  }

  /** Creates an endpoint at a path of the receiver. */
  async endpoint({ key }: Account, path: string, more: object = {}): Promise<Endpoint> {
    const { body } = await this.ask(key, 'post', '', { url: this.receiver.url + path, ...more })
    return body.data as Endpoint
  }

  /** Emits an event of a brand. The next run of the worker sequences it. */
  async emit(brandId: string, type = 'product.deleted', data: object = { product_id: 'p1' }): Promise<void> {
    await this.database.sql`
      insert into events.outbox (brand_id, type, data) values (${brandId}, ${type}, ${this.database.sql.json(data as never)})`
  }

  /** Runs the worker once at this time. */
  async pass(now = noon, options: Partial<DeliveryOptions> = {}): Promise<Pass> {
    await this.setClock(now)
    const pool = createPool({ url: this.database.workerUrl, connectionsMax: 2, now })
    try {
      return await deliverWebhooks(pool, { secretKey, allowsLoopback: true, ...options })
    } finally {
      await pool.end({ timeout: 1 })
      await this.setClock(noon)
    }
  }

  /** Fixes the clock of leases and retries for new connections. Postgres refuses two changes of a database at the same time. */
  private async setClock(now: string): Promise<void> {
    const { sql } = this.database
    this.clock = this.clock.then(async (set) => {
      if (set !== now) await sql.unsafe(`alter database ${sql.options.database} set vitrine.clock = '${now}'`)
      return now
    })
    await this.clock
  }

  async deliveries({ key }: Account, { id }: Endpoint, query = '') {
    const { body } = await this.ask(key, 'get', `/${id}/deliveries${query}`)
    return body.data as Delivery[]
  }

  /** Returns the time of the next attempt of the only delivery of an endpoint, or null. */
  async nextAttempt({ id }: Endpoint): Promise<string | null> {
    // A Date has milliseconds only, so the time is rounded up.
    const [row] = await this.database.sql`
      select next_attempt_at + interval '1 millisecond' as next_attempt_at from webhooks.deliveries where endpoint_id = ${id}`
    return (row?.next_attempt_at as Date | null)?.toISOString() ?? null
  }
}

export interface Delivery {
  id: string
  event_id: string
  type: string
  status: string
  next_attempt_at: string | null
  attempts: {
    attempt: number
    status: number | null
    error: string | null
    answer: string | null
    latency_ms: number | null
  }[]
}

export function later(time: string, seconds: number): string {
  return new Date(Date.parse(time) + seconds * 1000).toISOString()
}
