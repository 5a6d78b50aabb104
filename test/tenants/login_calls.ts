import postgres from 'postgres'
import type { Sql } from 'postgres'
import { operations as declarations } from '../../functions/docs/openapi/document.ts'
import { connectorResource } from '../../shared/connector.ts'
import { parseBearer } from '../../shared/http/auth/bearer.ts'
import { keyPrefixes } from '../../shared/credentials/keys.ts'
import { tools } from '../../shared/tools.ts'
import { inputOf } from './matrix/requests.ts'
import type { TenantScene } from './scene.ts'

/** Credentials of one account, as an attacker with the password of vitrine_functions may hold. */
export const held = ['none', 'analytics', 'secret', 'publishable', 'stream', 'test', 'two_brands', 'app'] as const
export type Held = (typeof held)[number]

export interface LoginCall {
  operation: string
  credential: Held
  brand: unknown
  resource: string | null
  admission: unknown
  /** The whole input, if it is not an object with the brand. */
  input?: unknown
}

export interface LoginAnswer {
  /** Null for a success, or the SQLSTATE of the refusal. */
  status: string | null
  text: string
}

/** The functions that accept each credential over HTTP, by hand from the table of keys in the guide "Authentication". */
const acceptedBy: Record<Held, string[]> = {
  none: ['storefront', 'commerce'],
  analytics: ['analytics'],
  secret: ['storefront', 'commerce', 'webhooks', 'connector'],
  publishable: ['storefront', 'commerce'],
  stream: ['events'],
  test: ['storefront', 'commerce', 'webhooks', 'connector'],
  two_brands: ['storefront', 'commerce', 'webhooks', 'connector'],
  app: ['connector'],
}

const routed = new Map(declarations.map((each) => [each.name as string, each]))
const ofTools = new Set<string>(tools.flatMap(({ operation: { name, prepare } }) => [name, prepare?.operation ?? name]))
// The resource ads://metrics of the connector.
ofTools.add('analytics.metric_definitions')
/** Operations that another API serves than the topic of their name, or that have no contract in TypeScript. `storefront.record_lookup` records the reads of a replica. */
const parts: Record<string, string[]> = {
  'analytics.question_context': ['analytics', 'connector'],
  'events.read_stream': ['events'],
  'sources.sources': ['analytics'],
  'storefront.current_version': ['storefront'],
  'storefront.ucp_create_quoted_checkout': ['storefront'],
  'storefront.record_lookup': ['storefront', 'connector'],
  'webhooks.admit_endpoint': ['webhooks'],
  'webhooks.require_endpoint': ['webhooks'],
}

/** Parts of operations that need no credential. */
const publicParts = ['storefront.current_version', 'storefront.record_lookup']

/** Operations that agents run for every public storefront through the connector (design, Connector). */
export const publicInConnector = [
  'storefront.search',
  'storefront.product',
  'storefront.compare',
  'storefront.recommend',
  'storefront.reviews',
  'storefront.record_lookup',
  'connector.trust_signals',
  'connector.store_overview',
  'connector.negotiate_price',
]

/** Returns whether some HTTP request with the credential runs the operation. */
export function isServed(operation: string, credential: Held, resource: string | null): boolean {
  const topic = operation.split('.')[0] as string
  const surfaces = parts[operation] ?? [
    ...(routed.has(operation) ? [topic] : []),
    ...(ofTools.has(operation) ? ['connector'] : []),
  ]
  return surfaces.some(
    (surface) => acceptedBy[credential].includes(surface) && (surface === 'connector') === (resource !== null),
  )
}

/** Returns whether the caller may name a storefront of another account. */
export function isPublic(operation: string, credential: Held, resource: string | null): boolean {
  if (!isServed(operation, credential, resource)) return false
  if (credential === 'none') return publicParts.includes(operation) || routed.get(operation)?.isPublic === true
  return resource !== null && publicInConnector.includes(operation)
}

const surfaceOf = { analytics: 'analytics', stream: 'stream' } as const

/** Sends statements as vitrine_functions, on sessions that claim to have the scope of another account already. */
export class Login {
  readonly sql: Sql
  readonly resource: string
  readonly #scene: TenantScene
  #count = 0

  constructor(scene: TenantScene) {
    this.#scene = scene
    this.resource = connectorResource(scene.console.api.url)
    const { foreign } = scene.brands
    this.sql = postgres(scene.console.database.sessionUrl, {
      max: 6,
      connection: {
        'vitrine.brand_ids': `{${foreign}}`,
        'vitrine.merchant_brand_ids': `{${foreign}}`,
        'vitrine.role': 'owner',
        'vitrine.is_member': 'true',
      } as never,
    })
  }

  /** Returns an input of the operation with the ids of the other account. */
  inputOf(
    { operation, credential, brand }: Pick<LoginCall, 'operation' | 'credential' | 'brand'>,
    of: 'own' | 'foreign',
  ) {
    const route = routed.get(operation)
    const name = route ? `${route.method.toUpperCase()} ${route.path}` : ''
    const cell = { name, row: {} as never, credential, brand: of, isSpoken: false } as const
    const input = inputOf(this.#scene, operation, cell as never)
    const ids = this.#scene.ids[of]
    const more =
      operation === 'storefront.record_lookup'
        ? { lookup: 'storefront.search', given: { q: 'tent' }, answer: { meta: { total: 1 } } }
        : operation === 'events.read_stream'
          ? { cursor: 0, limit: 100 }
          : {}
    // Some ids exclude each other in an input of negotiate_price.
    return {
      ...(publicInConnector.includes(operation) ? {} : ids),
      ...input,
      ...more,
      idempotency_key: `login-${this.#count++}`,
      brand_id: brand,
    }
  }

  async call(call: LoginCall, { of = 'foreign', keeps = true }: { of?: 'own' | 'foreign'; keeps?: boolean } = {}) {
    const { operation, credential, resource, admission } = call
    const surface = surfaceOf[credential as keyof typeof surfaceOf] ?? 'connector'
    const bearer = credential === 'none' ? null : this.#scene.credentials.bearer(credential, surface)
    const accepted = { keyPrefixes, resource: this.resource }
    const hash = bearer === null ? null : parseBearer(`Bearer ${bearer}`, accepted)
    const input = call.input === undefined ? this.inputOf(call, of) : call.input
    const ip = `login-${this.#count++}`
    return await this.#answer(
      (sql) => sql`
        select status, body::text as text from core.call(${operation}, ${hash}, ${ip}, ${sql.json(input as never)},
          ${resource}, null, ${admission === null ? null : sql.json(admission as never)})`,
      keeps,
    )
  }

  async callAsPerson(
    session: Uint8Array,
    brandId: string | null,
    access: string | null,
    operation: string,
    input: object,
  ) {
    const requests = [{ operation, input }]
    return await this.#answer(
      (sql) => sql`
        select coalesce(answer ->> 'status', answer #>> '{answers,0,status}') as status, (answer #>> '{answers,0,body}') as text
        from console.call(${session}, '::1', ${brandId}, ${access}, ${sql.json(requests as never)}, ${`form-${this.#count++}`}) as answer`,
      true,
    )
  }

  async #answer(ask: (sql: Sql) => Promise<unknown>, keeps: boolean): Promise<LoginAnswer> {
    const undone = new Error('undone')
    let rows: LoginAnswer[] = []
    try {
      if (keeps) rows = (await ask(this.sql)) as LoginAnswer[]
      else
        await this.sql.begin(async (transaction) => {
          rows = (await ask(transaction as unknown as Sql)) as LoginAnswer[]
          throw undone
        })
    } catch (error) {
      if (error !== undone) return { status: (error as { code?: string }).code ?? String(error), text: '' }
    }
    return { status: rows[0]?.status ?? null, text: rows[0]?.text ?? '' }
  }

  async stop(): Promise<void> {
    await this.sql.end({ timeout: 1 })
  }
}
