import * as client from 'oauth4webapi'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from '../../support/api.ts'
import type { Api } from '../../support/api.ts'
import { Browser } from '../../support/browser.ts'
import { createDatabase } from '../../support/database.ts'
import type { TestDatabase } from '../../support/database.ts'
import { createTenant } from '../../support/factories.ts'
import { createPerson, decide, signedIn } from '../../support/oauth.ts'
import type { Person } from '../../support/oauth.ts'
import { judge } from '../judge.ts'
import { versionOf } from '../packages.ts'

let database: TestDatabase
let api: Api
let person: Person
const insecure = { [client.allowInsecureRequests]: true }

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database, { isReachable: true, trustedProxyHops: 1 })
  const { brandId } = await createTenant(database.sql)
  person = await createPerson(database.sql, [brandId])
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

judge({ judge: 'oauth4webapi', version: versionOf('oauth4webapi'), checks: 'authorization server' }, () => {
  test('discovers, registers, gets consent, exchanges, refreshes and revokes', async () => {
    const resource = new URL(`${api.url}/mcp`)
    const discovered = await client.resourceDiscoveryRequest(resource, insecure)
    const { authorization_servers } = await client.processResourceDiscoveryResponse(resource, discovered)
    const issuer = new URL(authorization_servers?.[0] as string)
    const server = await client.processDiscoveryResponse(
      issuer,
      await client.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
    )

    const redirectUri = 'http://127.0.0.1:8123/callback'
    const metadata = { client_name: 'Strict', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' }
    const registered = await client.processDynamicClientRegistrationResponse(
      await client.dynamicClientRegistrationRequest(server, metadata, insecure),
    )
    const self: client.Client = { client_id: registered.client_id, token_endpoint_auth_method: 'none' }

    const verifier = client.generateRandomCodeVerifier()
    const state = client.generateRandomState()
    const address = new URL(server.authorization_endpoint as string)
    address.search = new URLSearchParams({
      response_type: 'code',
      client_id: self.client_id,
      redirect_uri: redirectUri,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      scope: 'read:marketing read:commerce write:proposals openid',
      resource: resource.href,
      state,
    }).toString()
    const browser = new Browser(api.url)
    const answered = await decide(browser, await signedIn(browser, person, address.href))
    expect([answered.status, answered.location?.origin]).toEqual([303, 'http://127.0.0.1:8123'])
    const parameters = client.validateAuthResponse(server, self, answered.location as URL, state)

    const exchanged = await client.authorizationCodeGrantRequest(
      server,
      self,
      client.None(),
      parameters,
      redirectUri,
      verifier,
      { additionalParameters: { resource: resource.href }, ...insecure },
    )
    const tokens = await client.processAuthorizationCodeResponse(server, self, exchanged)
    expect(tokens).toMatchObject({
      access_token: expect.stringMatching(/^mcp_at_[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^mcp_rt_[\w-]{43}$/),
      token_type: 'bearer',
      expires_in: 3600,
      scope: 'read:marketing read:commerce write:negotiation write:proposals',
    })

    const refresh = async (token: string) =>
      await client.processRefreshTokenResponse(
        server,
        self,
        await client.refreshTokenGrantRequest(server, self, client.None(), token, insecure),
      )
    const renewed = await refresh(tokens.refresh_token as string)
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token)
    const revoked = await client.revocationRequest(server, self, client.None(), renewed.access_token, insecure)
    await client.processRevocationResponse(revoked)
    await expect(refresh(renewed.refresh_token as string)).rejects.toMatchObject({
      error: 'invalid_grant',
      status: 400,
    })
  })
})
