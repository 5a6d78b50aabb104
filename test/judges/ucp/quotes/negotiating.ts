import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { QuoteSigner } from '../../../../shared/commerce/quotes.ts'
import { negotiationExtension } from '../../../../shared/storefront/negotiation_extension.ts'
import type { NegotiationExtension } from '../../../../shared/storefront/negotiation_extension.ts'
import { usualPolicy } from '../../../support/commerce.ts'
import { issueKey } from '../../../support/factories.ts'
import { digestOf, platformKey, signed } from '../../../support/signing_agents.ts'
import type { SigningKey } from '../../../support/signing_agents.ts'
import type { ApiOptions } from '../../../support/api.ts'
import { useShops } from '../../../support/shops.ts'
import type { Answer } from '../../../support/shops.ts'
import { fakePlatforms, platformProfile } from '../platforms.ts'

type Row = Record<string, unknown>

export const baseUrl = 'https://vitrine.example'
export const extension = negotiationExtension(baseUrl) as NegotiationExtension
export const quoteKey = randomBytes(32).toString('base64url')
export const quotes = await QuoteSigner.open(quoteKey, baseUrl)

/** The key of the platform whose profiles are `negotiator`, `silent` and `insecure`. */
export const negotiatorKey = platformKey()
const keyId = 'negotiator-1'

/** Where platforms of these profiles want events of orders. */
export const webhookUrl = 'https://negotiator.example/orders?of=vitrine'

const order = 'dev.ucp.shopping.order'
const checkout = 'dev.ucp.shopping.checkout'

/** Returns the profile of a platform that also negotiates and reads orders. */
function negotiatingProfile(
  version: string,
  names: readonly string[] = [checkout, order],
  webhook: string | null = webhookUrl,
): string {
  const { ucp } = platformProfile(version, names) as { ucp: { capabilities: Row } }
  const { name, schema, spec } = extension
  if (names.includes(order)) {
    ucp.capabilities[order] = [{ version, ...(webhook === null ? {} : { config: { webhook_url: webhook } }) }]
  }
  ucp.capabilities[name] = [{ version: extension.version, spec, schema, extends: [checkout] }]
  return JSON.stringify({ ucp, signing_keys: [{ ...negotiatorKey.jwk, kid: keyId }] })
}

/** Returns the fields of a request that a platform signs (Message Signatures, REST Request Signing). */
function signedFields(by: SigningKey, path: string, body: unknown, headers: Record<string, string>) {
  const digest = digestOf(JSON.stringify(body))
  const given = { 'content-type': 'application/json', 'content-digest': digest, ...headers } as Record<string, string>
  const covered = ['content-type', 'content-digest', 'UCP-Agent', 'Idempotency-Key'].filter((name) => name in given)
  const fields = signed({
    key: by,
    components: [
      ['"@method"', 'POST'],
      ['"@authority"', new URL(baseUrl).host],
      ['"@path"', path],
      ...covered.map((name): [string, string] => [`"${name.toLowerCase()}"`, given[name] as string]),
    ],
    parameters: { keyid: keyId },
  })
  return { 'Content-Digest': digest, ...fields }
}

/** The address of the profile of a platform that negotiates, in a version. */
export const negotiator = (version: string) => `https://negotiator.example/${version}.json`
/** The addresses of profiles that declare orders without a webhook, and with one that is not https. */
export const silent = 'https://silent.example/profile'
export const insecure = 'https://insecure.example/profile'
export const orphan = 'https://orphan.example/profile'
/** The address of the profile of a platform that also declares discounts and fulfillment. */
export const buyerOf = (version: string) => `https://buyer.example/${version}.json`
const ofBuyer = [checkout, order, 'dev.ucp.shopping.cart', 'dev.ucp.shopping.discount', 'dev.ucp.shopping.fulfillment']
const profiles = {
  ...Object.fromEntries(
    ['2026-04-08', '2026-08-22'].map((version) => [negotiator(version), negotiatingProfile(version)]),
  ),
  ...Object.fromEntries(
    ['2026-04-08', '2026-08-22'].map((version) => [buyerOf(version), negotiatingProfile(version, ofBuyer)]),
  ),
  [silent]: negotiatingProfile('2026-04-08', undefined, null),
  [insecure]: negotiatingProfile('2026-04-08', undefined, 'http://negotiator.example/orders'),
  [orphan]: negotiatingProfile('2026-04-08', [order]),
}

const catalog = [
  { id: 'lamp', title: 'Lamp', price: 100, link: 'https://shop.example/lamp', quantity: 9 },
  { id: 'desk', title: 'Desk', price: 250, link: 'https://shop.example/desk' },
  { id: 'rug', title: 'Rug', price: 80, currency: 'EUR', link: 'https://shop.example/rug' },
]

/** Sends requests to one shop with one credential over REST, and calls of tools over MCP. */
export interface Caller {
  get: (path: string) => Promise<Answer>
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>
  put: (path: string, body: unknown) => Promise<Answer>
  tool: (name: string, given: Row) => Promise<Answer>
}

/** Starts a server at a public host with shops that negotiate, for the tests of one file. */
export function useNegotiation(options: Pick<ApiOptions, 'agents'> = {}) {
  const shops = useShops({ publicBaseUrl: baseUrl, quotes, ucp: fakePlatforms(profiles), ...options })

  /** `by` signs the POST requests. */
  function caller(
    brandId: string,
    key: string | null,
    profile: string | null = negotiator('2026-04-08'),
    by: SigningKey | null = null,
  ): Caller {
    const headers: Record<string, string> = {
      ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      ...(profile === null ? {} : { 'UCP-Agent': `profile="${profile}"` }),
    }
    const ask = (path: string, body: unknown, sent: Record<string, string>) =>
      shops.ask(brandId, path, body, {
        ...sent,
        ...(by ? signedFields(by, `/api/storefront/${brandId}${path}`, body, sent) : {}),
      })
    return {
      get: (path) => shops.look(brandId, path, headers),
      post: (path, body, others = {}) => ask(path, body, { ...headers, 'Idempotency-Key': randomUUID(), ...others }),
      put: (path, body) => shops.put(brandId, path, body, { ...headers, 'Idempotency-Key': randomUUID() }),
      tool: (name, given) => {
        const meta = { 'ucp-agent': { profile: profile ?? '' }, 'idempotency-key': randomUUID() }
        const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { meta, ...given } } }
        const { 'UCP-Agent': _, ...others } = headers
        return ask('/ucp/mcp', request, { Accept: 'application/json', ...others })
      },
    }
  }

  async function keyOf(accountId: string, scopes: string[], prefix = 'sk_live_'): Promise<string> {
    return (await issueKey(shops.sql(), accountId, { prefix, scopes } as Parameters<typeof issueKey>[2])).key
  }

  return {
    shops,
    caller,
    keyOf,
    /**
     * Creates a shop with a pricing policy, and callers: two agents, the first of them also with the signature of its platform, the
     * merchant, and one without a credential.
     */
    shop: async () => {
      const { brandId, accountId } = await shops.open(catalog)
      const scopes = ['read:commerce', 'write:negotiation']
      const key = await keyOf(accountId, scopes)
      const merchantKey = await keyOf(accountId, [...scopes, 'write:storefront'])
      const merchant = caller(brandId, merchantKey)
      const { status } = await merchant.post('/pricing-policies', { ...usualPolicy, rounds_max: 4 })
      expect(status).toBe(200)
      return {
        brandId,
        accountId,
        key,
        merchant,
        agent: caller(brandId, key),
        signed: caller(brandId, key, negotiator('2026-04-08'), negotiatorKey),
        other: caller(brandId, await keyOf(accountId, scopes)),
        anonymous: caller(brandId, null),
        /** Returns an agent of another profile, with a key of its own. */
        platform: async (profile: string, by: SigningKey | null = null) => {
          const ofPlatform = await keyOf(accountId, scopes)
          return { key: ofPlatform, agent: caller(brandId, ofPlatform, profile, by) }
        },
      }
    },
  }
}

export const lamp = (amount: number, quantity = 2, more: Row = {}) => ({
  item: { id: 'lamp' },
  quantity,
  offer: { amount, currency: 'USD' },
  ...more,
})
export const line = (id: string, quantity = 1) => ({ item: { id }, quantity })
export const codes = (body: { messages: Row[] }) => body.messages.map(({ code }) => code)

/** Negotiates lamps and returns the agreement with its quote token. */
export async function agreed(agent: Caller, quantity = 2, amount = 9000): Promise<Row & { quote_token: string }> {
  const { body } = await agent.post('/ucp/negotiations', lamp(amount, quantity))
  if (body.agreement) return body.agreement
  const accepted = await agent.post(`/ucp/negotiations/${body.id}/accept`, {})
  expect([accepted.status, accepted.body.status]).toEqual([200, 'accepted'])
  return accepted.body.agreement
}
