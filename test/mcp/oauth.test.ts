import { StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import type {
  OAuthClientInformationFull,
  OAuthClientProvider,
  OAuthDiscoveryState,
  OAuthTokens,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { Browser } from '../support/browser.ts'
import { createClient, eras, useConnector } from '../support/connector.ts'
import { createPerson, decide, signedIn } from '../support/oauth.ts'
import type { Decision, Person } from '../support/oauth.ts'

const { api, sql, tenant } = useConnector()

/** An app whose person grants the scopes of `decision` in a browser. */
class App implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1:9/callback'
  readonly clientMetadata = {
    client_name: 'An app',
    redirect_uris: [this.redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
  }
  asked: string[] = []
  decision: Partial<Decision> = {}
  callback: URLSearchParams | undefined
  stored: StoredOAuthTokens | undefined
  readonly #person: Person
  readonly #browser = new Browser(api().url)
  #registration: StoredOAuthClientInformation | undefined
  #verifier = ''
  #discovery: OAuthDiscoveryState | undefined

  constructor(person: Person) {
    this.#person = person
  }

  clientInformation = () => this.#registration
  saveClientInformation = (registration: StoredOAuthClientInformation) => void (this.#registration = registration)
  tokens = () => this.stored
  saveTokens = (tokens: StoredOAuthTokens) => void (this.stored = tokens)
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier)
  codeVerifier = () => this.#verifier
  saveDiscoveryState = (state: OAuthDiscoveryState) => void (this.#discovery = state)
  discoveryState = () => this.#discovery

  async redirectToAuthorization(address: URL): Promise<void> {
    this.asked = (address.searchParams.get('scope') ?? '').split(' ')
    const page = await this.#browser.open(address.href)
    const consent = page.html.includes('/oauth/sign-in')
      ? await signedIn(this.#browser, this.#person, address.href)
      : page
    this.callback = (await decide(this.#browser, consent, this.decision)).location?.searchParams
  }
}

async function connect(app: App, era: (typeof eras)[number]) {
  const transport = () => new StreamableHTTPClientTransport(new URL(`${api().url}/mcp`), { authProvider: app })
  const first = transport()
  const client = createClient(era)
  await expect(client.connect(first)).rejects.toBeInstanceOf(UnauthorizedError)
  await first.finishAuth(app.callback as URLSearchParams)
  const again = createClient(era)
  const second = transport()
  await again.connect(second)
  return { client: again, transport: second }
}

describe.each(eras)('an app without a token, client 2.4.0 %s', (era) => {
  test('discovers, registers, gets consent, calls, refreshes, and requests a missing scope', async () => {
    const { brandId } = await tenant()
    const app = new App(await createPerson(sql(), [brandId]))
    app.decision = { scopes: ['read:commerce'] }
    const { client, transport } = await connect(app, era)
    expect(app.asked).toEqual(['read:marketing', 'read:commerce'])
    expect((app.clientInformation() as OAuthClientInformationFull).client_id).toEqual(expect.any(String))
    expect(app.stored).toMatchObject({ token_type: expect.stringMatching(/^bearer$/i), scope: 'read:commerce' })
    const found = await client.callTool({ name: 'search_catalog', arguments: { brand_id: brandId, query: 'tent' } })
    expect(found.isError ?? false).toBe(false)

    // The client requests the missing scope in addition to the granted one, and the person accepts.
    app.decision = { scopes: ['read:marketing', 'read:commerce'] }
    await expect(client.callTool({ name: 'list_brands', arguments: {} })).rejects.toBeInstanceOf(UnauthorizedError)
    expect(app.asked.toSorted()).toEqual(['read:commerce', 'read:marketing'])
    await transport.finishAuth(app.callback as URLSearchParams)
    const listed = await client.callTool({ name: 'list_brands', arguments: {} })
    expect(listed.structuredContent).toMatchObject({ data: [{ id: brandId }], meta: { simulated: false } })

    // An access token ends after an hour; the client renews it without the person.
    const { refresh_token: before } = app.stored as OAuthTokens
    await sql()`update oauth.access_tokens set expires_at = platform.clock() where true`
    expect((await client.callTool({ name: 'list_brands', arguments: {} })).isError ?? false).toBe(false)
    expect(app.stored?.refresh_token).not.toBe(before)

    // The person revokes the grant: the next call requires consent again.
    await sql()`update oauth.grants set revoked_at = platform.clock(), revoked_for = 'person' where true`
    app.callback = undefined
    app.decision = { answer: 'deny' }
    await expect(client.callTool({ name: 'list_brands', arguments: {} })).rejects.toBeInstanceOf(UnauthorizedError)
    expect((app.callback as URLSearchParams | undefined)?.get('error')).toBe('access_denied')
  })
})
