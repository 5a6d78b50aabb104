import type { KeyPrefix } from '../../shared/credentials/keys.ts'
import type { ConsoleScene, Member } from '../support/console.ts'
import { issueKey } from '../support/factories.ts'
import { Client, createPerson } from '../support/oauth.ts'
import type { CredentialName, Surface } from './matrix/oracle.ts'
import type { BrandName } from './scene.ts'

/** The credentials of a request: a key or token, browser cookies, or neither. */
export interface Credentials {
  bearer: (credential: CredentialName, surface: Surface) => string | null
  viewer: Member
  /** The key of another agent that trades with the same storefront. */
  stranger: string
  strangerId: string
  /** The keys `secret` and `two_brands` for a storefront. */
  secretId: string
  shopId: string
}

const merchant = [
  'read:marketing',
  'read:commerce',
  'write:negotiation',
  'write:proposals',
  'write:storefront',
  'write:webhooks',
]
/** The scopes of the key of two brands. Other kinds of key have their default scopes. */
const widest: Partial<Record<KeyPrefix, string[]>> = {
  sk_live_: merchant,
  svc_sk_live_: [
    'read:marketing',
    'write:alert_rules',
    'write:anomalies',
    'write:experiments',
    'write:promotions',
    'write:proposals',
  ],
}

/** The live and the test key that an endpoint accepts. */
const prefixes: Partial<Record<Surface, [live: KeyPrefix, test: KeyPrefix | null]>> = {
  analytics: ['svc_sk_live_', 'svc_sk_test_'],
  stream: ['svc_ak_', null],
}
const usualPrefixes: [live: KeyPrefix, test: KeyPrefix] = ['sk_live_', 'sk_test_']

export async function holdCredentials(
  scene: ConsoleScene,
  accountId: string,
  brands: Record<BrandName, string>,
): Promise<Credentials> {
  const { sql } = scene.database
  const issue = async (options: Parameters<typeof issueKey>[2]) =>
    await issueKey(sql, accountId, { brandId: brands.own, ...options })
  const lost = await connect(scene, [brands.own, brands.sibling])
  await scene.leave(lost.person.id, brands.own)
  const secret = await issue({ prefix: 'sk_live_' })
  const fixed = {
    analytics: (await issue({ prefix: 'svc_sk_live_' })).key,
    secret: secret.key,
    publishable: (await issue({ prefix: 'pk_live_' })).key,
    stream: (await issue({ prefix: 'svc_ak_' })).key,
    app: (await connect(scene, [brands.own, brands.sibling], [brands.own])).token,
    lost_app: lost.token,
  }
  const byKind = async (live: KeyPrefix, test: KeyPrefix | null) => {
    const revoked = await issue({ prefix: live })
    await sql`select core.revoke_key(${revoked.keyId})`
    const { key } = await issue({ prefix: live })
    const wide = await issue({ prefix: live, brandId: null, scopes: widest[live] ?? null })
    return {
      malformed: `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`,
      revoked: revoked.key,
      expired: (await issue({ prefix: live, expiresAt: '2026-01-01T00:00:00Z' })).key,
      test: test && (await issue({ prefix: test })).key,
      two_brands: wide.key,
      shopId: wide.keyId,
    }
  }
  const kinds = {
    analytics: await byKind(...(prefixes.analytics as [KeyPrefix, KeyPrefix])),
    stream: await byKind(...(prefixes.stream as [KeyPrefix, null])),
    usual: await byKind(...usualPrefixes),
  }
  const stranger = await issue({ prefix: 'sk_live_' })
  return {
    bearer: (credential, surface) => {
      if (credential in fixed) return fixed[credential as keyof typeof fixed]
      const own = kinds[surface === 'analytics' || surface === 'stream' ? surface : 'usual']
      if (credential in own) return own[credential as keyof typeof own]
      return credential === 'junk' ? 'no-key-at-all' : null
    },
    viewer: await scene.member(brands.own, 'viewer'),
    stranger: stranger.key,
    strangerId: stranger.keyId,
    secretId: secret.keyId,
    shopId: kinds.usual.shopId,
  }
}

/** Creates an access token of a person who is a member of all or some of these brands. */
async function connect(scene: ConsoleScene, memberOf: string[], brandIds = memberOf) {
  const person = await createPerson(scene.database.sql, memberOf)
  const client = new Client(scene.api.url)
  const { body } = await client.connect(person, { brandIds })
  return { token: body.access_token as string, person }
}

/** Creates an app of another person and returns the id of its grant. */
export async function connectApp(scene: ConsoleScene, brandIds: string[]): Promise<string> {
  const { person } = await connect(scene, brandIds)
  const [grant] = await scene.database.sql`select grant_id from oauth.grants where person_id = ${person.id}`
  return grant?.grant_id as string
}
