import type { BrandName } from './scene.ts'

/**
 * Who may do what where, said once more by hand from the specification and design.md (5, 8, 9, 10, 11), and by nothing that
 * the product is made of. A route that does not stand here fails the test.
 */
export type Door = 'analytics' | 'shop' | 'commerce' | 'stream' | 'webhooks' | 'connector' | 'session' | 'page' | 'open'

export interface Row {
  door: Door
  /**
   * Where the brand is said: `argument`, one within reach; `path`, the address of a shop; `window`, any shop, by argument;
   * `row`, that of the row that an id names; `none`.
   */
  brand: 'argument' | 'path' | 'window' | 'row' | 'none'
  scope?: string
  /** Whether somebody without a key may. */
  isPublic?: true
  /** What somebody who may is answered; 200 unless said. */
  ok?: number[]
  /** Of a move of the buyer's: what the shop is answered, whose move it is not. */
  shop?: number[]
  /** What a test key is answered where the id is of something real. */
  simulated?: number[]
  /** Of a page: what somebody who is not signed in is answered. */
  withoutSession?: number
  /** Of a form: what is filled in. */
  fields?: Record<string, string>
  /** Whether it changes something: then it is asked after all that does not. */
  writes?: true
  /** The table whose canary an answer about a brand of one's own shows. */
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
  /** `any`: a key of whatever kind the door takes. */
  kind: 'analytics' | 'secret' | 'publishable' | 'stream' | 'token' | 'any'
  reach: BrandName[]
  scopes: string[]
}

const agent = ['read:marketing', 'read:commerce', 'write:negotiation', 'write:proposals']
const secret = [...agent, 'write:webhooks']

/** Those that are credentials of a door at all; the rest is nobody's. */
const holders: Partial<Record<CredentialName, Holder>> = {
  analytics: { kind: 'analytics', reach: ['own'], scopes: ['read:marketing'] },
  secret: { kind: 'secret', reach: ['own'], scopes: secret },
  publishable: { kind: 'publishable', reach: ['own'], scopes: ['read:commerce'] },
  stream: { kind: 'stream', reach: ['own'], scopes: ['analytics:read'] },
  test: { kind: 'any', reach: ['own'], scopes: secret },
  two_brands: { kind: 'any', reach: ['own', 'sibling'], scopes: [...secret, 'write:storefront', 'analytics:read'] },
  app: { kind: 'token', reach: ['own'], scopes: agent },
  // Both brands were granted; then the person left one of them.
  lost_app: { kind: 'token', reach: ['sibling'], scopes: agent },
}

const takes: Record<Door, Holder['kind'][]> = {
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
  /** The brands of which something may be in the answer. */
  mayShow: readonly string[]
  /** Those of which the name may be: of one's own it is no fact, even where the facts are simulated. */
  mayName: readonly string[]
}

const refused = (...statuses: number[]): Expected => ({ statuses, mayShow: [], mayName: [] })
const answered = (statuses: number[], ...brands: string[]): Expected => ({ statuses, mayShow: brands, mayName: brands })

export function expectedOf(row: Row, credential: CredentialName, brand: BrandName): Expected {
  const ok = row.ok ?? [200]
  if (row.door === 'open') return refused(...ok)
  if (row.door === 'session' || row.door === 'page') return ofSession(row, credential, brand)
  const isAnonymous = credential === 'none' || credential === 'viewer'
  const holder = holders[credential]
  const isTaken = isAnonymous ? row.isPublic : holder && takes[row.door].includes(holder.kind)
  if (!isTaken || (row.door === 'stream' && credential === 'test')) return refused(401)
  if (row.scope && holder && !holder.scopes.includes(row.scope)) return refused(403)
  if (brand === 'malformed' && row.brand !== 'none') return refused(400)
  const reach = holder?.reach ?? []
  const within = reach.includes(brand)
  if (row.brand === 'argument' && !within) return refused(403)
  if (row.brand === 'row' && !within) return refused(404)
  if (row.brand === 'path' || row.brand === 'window') {
    if (!window.includes(brand)) return refused(404)
    if (row.brand === 'path' && holder && !within) return refused(403)
  }
  // Without a brand to name, an answer is about all that is within reach.
  const about = row.brand === 'none' ? reach : [brand]
  if (credential === 'test') return { statuses: row.simulated ?? ok, mayShow: [], mayName: about }
  // The account's key speaks for the shop: it sees what every agent does there, and what is an agent's move it may not make.
  if (credential === 'two_brands') return answered(row.shop ?? ok, ...about, 'stranger')
  return answered(ok, ...about)
}

/** A person has a session and nothing else; what their brand is not, is not there. What can be no id may be told so before. */
function ofSession(row: Row, credential: CredentialName, brand: BrandName): Expected {
  const malformed = brand === 'malformed' && row.door === 'page' ? [400] : []
  if (credential !== 'viewer') return refused(row.withoutSession ?? 401, ...malformed)
  if (brand !== 'own' && row.brand !== 'none') return refused(404, ...malformed)
  return answered(row.ok ?? [200], 'own')
}
