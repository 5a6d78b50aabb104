import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { createKey } from '../../shared/credentials/keys.ts'
import type { KeyPrefix } from '../../shared/credentials/keys.ts'

/** Creates an account. Tests share no rows. */
export async function createAccount(sql: Sql, plan = 'ENTERPRISE'): Promise<string> {
  const [row] = await sql`select core.create_account(${`Account ${randomUUID()}`}, ${plan}) as id`
  return row?.id as string
}

export interface BrandOptions {
  name?: string
  currency?: string
  timezone?: string
}

export async function createBrand(sql: Sql, accountId: string, options: BrandOptions = {}): Promise<string> {
  const { name = 'Brand', currency = 'USD', timezone = 'UTC' } = options
  const slug = `brand-${randomUUID()}`
  const [row] = await sql`select core.create_brand(${accountId}, ${slug}, ${name}, ${currency}, ${timezone}) as id`
  return row?.id as string
}

export interface KeyOptions {
  prefix?: KeyPrefix
  brandId?: string | null
  expiresAt?: string | null
  /** Null for the default scopes of the kind of key. */
  scopes?: string[] | null
}

/** The default scopes of secret keys in tests: reads and the actions of an agent. */
export const agentKeyScopes = [
  'read:marketing',
  'read:commerce',
  'write:negotiation',
  'write:proposals',
  'write:webhooks',
]

/** Returns the key. Without a brand it is for the whole account, unless its kind is always for one brand. */
export async function issueKey(
  sql: Sql,
  accountId: string,
  options: KeyOptions = {},
): Promise<{ key: string; keyId: string }> {
  const { prefix = 'svc_sk_live_', brandId = null, expiresAt = null } = options
  const { scopes = prefix.startsWith('sk_') ? agentKeyScopes : null } = options
  const reachesAll = brandId === null && !prefix.startsWith('pk_')
  const { key, hash, display } = createKey(prefix)
  const [row] = await sql`
    select core.create_key(${accountId}, ${prefix}, ${hash}, ${display}, 'test', ${brandId}, ${expiresAt}, ${scopes}, ${reachesAll}) as id`
  return { key, keyId: row?.id as string }
}

/** Creates an account on a large plan with one brand and one live key. */
export async function createTenant(sql: Sql, options: BrandOptions & { plan?: string } = {}) {
  const accountId = await createAccount(sql, options.plan)
  const brandId = await createBrand(sql, accountId, options)
  const { key, keyId } = await issueKey(sql, accountId)
  return { accountId, brandId, key, keyId }
}
