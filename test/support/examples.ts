import { randomBytes } from 'node:crypto'
import { exampleRequestId } from '../../functions/docs/examples/answers.ts'
import type { ExampleRequest } from '../../functions/docs/examples/requests.ts'
import { deliverWebhooks } from '../../functions/worker/webhooks/deliver_webhooks.ts'
import type { Operation } from '../../shared/operation.ts'
import { QuoteSigner } from '../../shared/commerce/quotes.ts'
import { createPool } from '../../shared/db/pool.ts'
import type { KeyPrefix } from '../../shared/credentials/keys.ts'
import { startApi } from './api.ts'
import type { Api, ApiOptions } from './api.ts'
import { stock } from './catalog_rows.ts'
import { createDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { adRow, daysOf, storeOrders, usualOrders } from './experiments.ts'
import { createAccount, issueKey } from './factories.ts'
import { ingest } from './ingest.ts'
import { startReceiver } from './receiver.ts'

const secretKey = randomBytes(32).toString('base64')

const isKeyed = ({ isIdempotent, inputHeaders }: Operation) =>
  isIdempotent === 'by header' || inputHeaders?.idempotency_key !== undefined

/** The account that sends the examples: one brand, one key of each kind, one endpoint with a delivery. */
export class ExampleScene {
  readonly database: TestDatabase
  readonly api: Api
  readonly accountId: string
  readonly keys: Record<ExampleRequest['key'], string>
  /** Maps random ids and secrets of this database to their placeholders in the examples. */
  private readonly placeholders = new Map<string, string>()

  private constructor(
    database: TestDatabase,
    api: Api,
    accountId: string,
    keys: Record<ExampleRequest['key'], string>,
  ) {
    this.database = database
    this.api = api
    this.accountId = accountId
    this.keys = keys
  }

  static async start(options: ApiOptions = {}): Promise<ExampleScene> {
    const database = await createDatabase()
    const resolve = async (host: string) => [
      { address: host === 'example.com' ? '93.184.216.34' : '127.0.0.1', family: 4 },
    ]
    const quotes = await QuoteSigner.open(Buffer.alloc(32, 7).toString('base64url'), 'http://vitrine.test')
    const api = await startApi(database, { quotes, webhooks: { secretKey, allowsLoopback: true, resolve }, ...options })
    const accountId = await createAccount(database.sql)
    await database.sql`
      select core.create_brand(${accountId}, 'aurora', 'Aurora Outdoor', 'USD', 'America/New_York', 'brd_aurora')`
    const keyOf = async (prefix: KeyPrefix) => (await issueKey(database.sql, accountId, { prefix })).key
    const roleOf = async (scopes: string[]) =>
      (await issueKey(database.sql, accountId, { prefix: 'sk_live_', scopes })).key
    const scene = new ExampleScene(database, api, accountId, {
      analytics_test: await keyOf('svc_sk_test_'),
      experimenter: (
        await issueKey(database.sql, accountId, {
          scopes: [
            'read:marketing',
            'write:alert_rules',
            'write:anomalies',
            'write:experiments',
            'write:promotions',
            'write:proposals',
          ],
          brandId: 'brd_aurora',
        })
      ).key,
      connector_test: await keyOf('sk_test_'),
      connector_live: await keyOf('sk_live_'),
      events: await keyOf('svc_ak_'),
      agent: await roleOf(['read:commerce', 'write:negotiation']),
      merchant: await roleOf(['read:commerce', 'write:negotiation', 'write:storefront']),
    })
    await scene.tellEndpoint()
    await scene.trade()
    await scene.switchBack()
    return scene
  }

  async stop(): Promise<void> {
    await this.api.stop()
    await this.database.stop()
  }

  /** Sends an example as documented, and returns the response with random values replaced by placeholders. */
  async ask(operation: Operation, { key, input }: ExampleRequest): Promise<{ status: number; text: string }> {
    return await this.askWith(operation, input, { Authorization: `Bearer ${this.keys[key]}` })
  }

  async askWithout(operation: Operation, { input }: ExampleRequest): Promise<{ status: number; text: string }> {
    return await this.askWith(operation, input, {})
  }

  private async askWith(operation: Operation, input: Record<string, unknown>, headers: Record<string, string>) {
    const { path, body } = this.requestOf(operation, input)
    const once =
      !isKeyed(operation) || input.idempotency_key === undefined
        ? {}
        : { 'Idempotency-Key': input.idempotency_key as string }
    const required = Object.entries(operation.headers ?? {})
      .filter(([, { isOptional }]) => !isOptional)
      .map(([name, { example }]) => [name, example] as const)
    const response = await fetch(this.api.url + path, {
      method: operation.method.toUpperCase(),
      redirect: 'manual',
      headers: { 'X-Request-Id': exampleRequestId, ...Object.fromEntries(required), ...once, ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, text: this.settle(await response.text()) }
  }

  private requestOf(operation: Operation, input: Record<string, unknown>) {
    const { method, path } = operation
    const given = JSON.parse(this.unsettle(JSON.stringify(input))) as Record<string, unknown>
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] as string))
    const rest = Object.entries(given).filter(
      ([name]) => !path.includes(`{${name}}`) && !(name === 'idempotency_key' && isKeyed(operation)),
    )
    if (['post', 'put', 'patch'].includes(method)) return { path: filled, body: Object.fromEntries(rest) }
    return { path: `${filled}?${new URLSearchParams(rest as [string, string][])}`, body: null }
  }

  /** The random values for which placeholders exist. */
  ownIds(): string[] {
    return [...this.placeholders.keys()]
  }

  /** Replaces ids and secrets of this run by placeholders. */
  settle(text: string): string {
    const ids = text.replace(/\b([a-z]{2,5}_)[0-9a-f]{32}\b/g, (id, prefix: string) => {
      const known = this.placeholders.get(id)
      if (known) return known
      const count = [...this.placeholders.values()].filter((each) => each.startsWith(prefix)).length + 1
      const placeholder = `${prefix}${String(count).padStart(32, '0')}`
      this.placeholders.set(id, placeholder)
      return placeholder
    })
    return (
      ids
        .replace(/"quote_token":"[^"]+"/, '"quote_token":"eyJhbGciOiJFUzI1NiJ9.eyJob2xkX2lkIjoi..."')
        .replace(/whsec_[\w+/=]+/g, `whsec_${Buffer.from('shown once, when it is made, no more').toString('base64')}`)
        // A planned calendar is random. The example has one whose first block is off.
        .replace(/"seed":\d+/g, '"seed":2')
        .replace(/("next_switch":\{"day":"2026-11-30","state":)"on"/g, '$1"off"')
        .replace(/"pair":1,"state":"on"(.*?)"pair":1,"state":"off"/, '"pair":1,"state":"off"$1"pair":1,"state":"on"')
        .replace(/"latency_ms":\d+/g, '"latency_ms":12')
        .replace(/http:\/\/127\.0\.0\.1:\d+\/hooks/g, 'https://example.com/hooks')
        .replace(/"uptime_seconds":\d+/, '"uptime_seconds":86400')
        .replace(/("timestamp":)"[^"]+"(\}$)/, '$1"2026-11-20T12:00:00Z"$2')
    )
  }

  private unsettle(text: string): string {
    return [...this.placeholders].reduce((rest, [own, placeholder]) => rest.replaceAll(placeholder, own), text)
  }

  /** Creates three negotiations and three orders for the examples. */
  private async trade(): Promise<void> {
    await stock(this.database, 'brd_aurora', [
      { id: 'lamp', title: 'Reading lamp', price: 100, link: 'https://aurora.example/lamp' },
      { id: 'desk', title: 'Oak desk', price: 250 },
    ])
    let keys = 0
    const post = async (key: 'agent' | 'merchant', path: string, body: object) => {
      const response = await fetch(`${this.api.url}/api/storefront/brd_aurora${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${this.keys[key]}`, 'Idempotency-Key': `scene-${++keys}` },
        body: JSON.stringify(body),
      })
      const answered = (await response.json()) as { id: string }
      return answered.id
    }
    const policy = { floor: { percent: 50 }, target_percent: 80 }
    await post('merchant', '/pricing-policies', policy)
    await post('merchant', '/pricing-policies', { ...policy, product_id: 'desk', answered_by: 'merchant' })
    const offer = (amount: number) => ({ offer: { amount, currency: 'USD' } })
    const ids = [await post('agent', '/negotiations', { product_id: 'desk', ...offer(200) })]
    for (const amount of [60, 61])
      ids.push(await post('agent', '/negotiations', { product_id: 'lamp', ...offer(amount) }))
    for (let count = 0; count < 3; count++) {
      const id = await post('agent', '/transactions', { items: [{ product_id: 'lamp' }], confirmation_window_days: 7 })
      ids.push(id)
      if (count === 2) continue
      await post('merchant', `/transactions/${id}/report`, { action: 'confirm', merchant_order_id: `A-104${count}` })
      await post('merchant', `/transactions/${id}/report`, { action: 'fulfill' })
    }
    const rows = await this.database
      .sql`select handoff_token from commerce.transactions order by array_position(${ids}, transaction_id)`
    this.settle([...ids, ...rows.map((row) => row.handoff_token as string)].join(' '))
  }

  /** Stores orders, ads and a running experiment whose last block is over. */
  private async switchBack(): Promise<void> {
    const experiment = { name: 'Does Meta sell?', platform: 'meta', starts_on: '2026-08-17', pairs: 6, block_days: 7 }
    await this.database.sql`
      insert into analytics.experiments
        (brand_id, name, platform, metric, starts_on, pairs, block_days, washout_days, seed, power, status, created_by, started_by, started_at)
      select
        'brd_aurora', ${experiment.name}, ${experiment.platform}, 'orders', ${experiment.starts_on}, ${experiment.pairs}, ${experiment.block_days}, 1, 2,
        '{"level":0.9,"power":0.8,"days":84,"history_from":"2026-05-21","history_to":"2026-08-12","effects":[]}', 'running', key_id, key_id,
        '2026-08-17T12:00:00Z'
      from core.api_keys where brand_id = 'brd_aurora' and 'write:experiments' = any (scopes)`
    const days = daysOf({ first_on: '2026-03-01', last_on: '2026-11-19' })
    const off = await this.database.sql`
      select first_on::text, last_on::text from analytics.switchback_blocks('2026-08-17', 6, 7, 1, 2) where not is_on`
    const without = new Set((off as unknown as { first_on: string; last_on: string }[]).flatMap(daysOf))
    await storeOrders(
      this.database,
      'brd_aurora',
      Object.fromEntries(days.map((day) => [day, usualOrders(day) + (without.has(day) ? 0 : 6)])),
    )
    await ingest(
      this.database,
      'brd_aurora',
      days.flatMap((day) => [adRow('google', day), ...(without.has(day) ? [] : [adRow('meta', day)])]),
    )
    const [anomaly] = await this.database.sql`
      insert into analytics.anomalies
        (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, spend_share, detected_at)
      select
        brand_id, platform.new_id('ano'), 'spend_surge', entity_id, 'campaign', '2026-11-17', '2026-11-18', '2026-11-17', 180, 100, 10, 8, 80, 0.5,
        '2026-11-18T05:00:00Z'
      from analytics.entities where brand_id = 'brd_aurora' and platform = 'meta' and level = 'campaign'
      returning anomaly_id`
    this.settle(anomaly?.anomaly_id as string)
    const [row] = await this.database.sql`select experiment_id from analytics.experiments`
    this.settle(row?.experiment_id as string)
  }

  private async tellEndpoint(): Promise<void> {
    const receiver = await startReceiver()
    const added = await fetch(`${this.api.url}/api/webhooks`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${this.keys.connector_live}` },
      body: JSON.stringify({ url: `${receiver.url}/hooks`, types: ['trust.updated'] }),
    })
    this.settle(await added.text())
    await this.emitTrust()
    const pool = createPool({ url: this.database.workerUrl, connectionsMax: 2, now: '2026-11-20T12:00:00Z' })
    await deliverWebhooks(pool, { secretKey, allowsLoopback: true })
    await pool.end({ timeout: 1 })
    await receiver.stop()
    const [row] = await this.database.sql`select delivery_id, event_id from webhooks.deliveries`
    this.settle(`${row?.delivery_id} ${row?.event_id}`)
  }

  async emitTrust(): Promise<void> {
    await this.database.sql.begin(async (sql) => {
      await sql`select core.enter_brand('brd_aurora')`
      await sql`select events.emit('brd_aurora', 'trust.updated', ${sql.json({
        score: 77.9,
        tier: 'trusted',
        previous_score: 74.2,
        previous_tier: 'trusted',
      })})`
    })
  }
}
