import type { BrandName } from '../scene.ts'

/**
 * Who may do what, written by hand from the specification and design.md (5, 8, 9, 10, 11), without code of the product.
 * A route that is missing here fails the test.
 */
export type Surface =
  'analytics' | 'shop' | 'commerce' | 'stream' | 'webhooks' | 'connector' | 'session' | 'page' | 'open'

export interface Row {
  surface: Surface
  /**
   * Where the brand comes from: `argument`, a brand within reach; `path`, the path of a storefront; `window`, any storefront,
   * by argument; `row`, the brand of the row with the id; `none`.
   */
  brand: 'argument' | 'path' | 'window' | 'row' | 'none'
  scope?: string
  /** Whether no key is needed. */
  isPublic?: true
  /** The statuses of an allowed request; default 200. */
  ok?: number[]
  /** The statuses for the storefront when a request is a state change by the buyer. */
  shop?: number[]
  /** The statuses for a test key when the id belongs to a real row. */
  simulated?: number[]
  /** The statuses for a credential without the scope, and for a storefront that does not exist or is out of reach. Default: 403, 404 and 403. */
  unreadable?: number[]
  /** The status of a page without a session. */
  withoutSession?: number
  /** The fields of a form. */
  fields?: Record<string, string>
  /** Whether it changes data. Writes are sent after all reads. */
  writes?: true
  /** The table whose canary a response about a brand within reach contains. */
  shows?: string | undefined
}

export const credentialNames = [
  'none',
  'junk',
  'malformed',
  'revoked',
  'expired',
  'analytics',
  'secret',
  'publishable',
  'stream',
  'test',
  'two_brands',
  'app',
  'lost_app',
  'viewer',
] as const
export type CredentialName = (typeof credentialNames)[number]

interface Holder {
  /** `any`: every kind of key that the endpoint accepts. */
  kind: 'analytics' | 'secret' | 'publishable' | 'stream' | 'token' | 'any'
  reach: BrandName[]
  scopes: string[]
}

const agent = ['read:marketing', 'read:commerce', 'write:negotiation', 'write:proposals']
const secret = [...agent, 'write:webhooks']

/** The valid credentials. All others have no access. */
const holders: Partial<Record<CredentialName, Holder>> = {
  analytics: { kind: 'analytics', reach: ['own'], scopes: ['read:marketing'] },
  secret: { kind: 'secret', reach: ['own'], scopes: secret },
  publishable: { kind: 'publishable', reach: ['own'], scopes: ['read:commerce'] },
  stream: { kind: 'stream', reach: ['own'], scopes: ['analytics:read'] },
  test: { kind: 'any', reach: ['own'], scopes: secret },
  two_brands: {
    kind: 'any',
    reach: ['own', 'sibling'],
    scopes: [
      ...secret,
      'write:storefront',
      'write:alert_rules',
      'write:anomalies',
      'write:experiments',
      'write:promotions',
      'analytics:read',
    ],
  },
  app: { kind: 'token', reach: ['own'], scopes: agent },
  // Both brands were granted, and then the person left one of them.
  lost_app: { kind: 'token', reach: ['sibling'], scopes: agent },
}

const takes: Record<Surface, Holder['kind'][]> = {
  analytics: ['analytics', 'any'],
  shop: ['secret', 'publishable', 'any'],
  commerce: ['secret', 'publishable', 'any'],
  stream: ['stream', 'any'],
  webhooks: ['secret', 'any'],
  connector: ['secret', 'token', 'any'],
  session: [],
  page: [],
  open: [],
}

const window: BrandName[] = ['own', 'sibling', 'foreign']

export interface Expected {
  statuses: number[]
  /** The brands whose data the response may contain. */
  mayShow: readonly string[]
  /** The brands whose name the response may contain. A test key may see the name of its own brand. */
  mayName: readonly string[]
}

const refused = (...statuses: number[]): Expected => ({ statuses, mayShow: [], mayName: [] })
const answered = (statuses: number[], ...brands: string[]): Expected => ({ statuses, mayShow: brands, mayName: brands })

export function expectedOf(row: Row, credential: CredentialName, brand: BrandName): Expected {
  const ok = row.ok ?? [200]
  if (row.surface === 'open') return refused(...ok)
  if (row.surface === 'session' || row.surface === 'page') return ofSession(row, credential, brand)
  const isAnonymous = credential === 'none' || credential === 'viewer'
  const holder = holders[credential]
  const isTaken = isAnonymous ? row.isPublic : holder && takes[row.surface].includes(holder.kind)
  if (!isTaken || (row.surface === 'stream' && credential === 'test')) return refused(401)
  if (row.scope && holder && !holder.scopes.includes(row.scope)) return refused(...(row.unreadable ?? [403]))
  // A test key of analytics lacks a scope that a test key of the connector has.
  if (credential === 'test' && row.simulated?.[0] === 403) return refused(403)
  if (brand === 'malformed' && row.brand !== 'none') return refused(400)
  const reach = holder?.reach ?? []
  const within = reach.includes(brand)
  if (row.brand === 'argument' && !within) return refused(403)
  if (row.brand === 'row' && !within) return refused(404)
  if (row.brand === 'path' || row.brand === 'window') {
    if (!window.includes(brand)) return refused(...(row.unreadable ?? [404]))
    if (row.brand === 'path' && holder && !within) return refused(...(row.unreadable ?? [403]))
  }
  // Without a brand in the request, the response is about all brands within reach.
  const about = row.brand === 'none' ? reach : [brand]
  if (credential === 'test') return { statuses: row.simulated ?? ok, mayShow: [], mayName: about }
  // A key of the account represents the storefront: it sees all agents, and it cannot make a state change of a buyer.
  if (credential === 'two_brands') return answered(row.shop ?? ok, ...about, 'stranger')
  return answered(ok, ...about)
}

/** A person has a session only. Other brands return 404. An invalid id may return 400 first. */
function ofSession(row: Row, credential: CredentialName, brand: BrandName): Expected {
  const malformed = brand === 'malformed' && row.surface === 'page' ? [400] : []
  if (credential !== 'viewer') return refused(row.withoutSession ?? 401, ...malformed)
  if (brand !== 'own' && row.brand !== 'none') return refused(404, ...malformed)
  // A member of the shop sees the trades of all agents.
  const agents: 'stranger'[] =
    row.shows === 'commerce_negotiations' || row.shows === 'commerce_transactions' ? ['stranger'] : []
  return answered(row.ok ?? [200], 'own', ...agents)
}
