import * as oauth from 'oauth4webapi'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { decide } from '../support/platforms/consent.ts'
import { startGoogleAds } from '../support/platforms/google_ads/google_ads.ts'
import type { GoogleAds } from '../support/platforms/google_ads/google_ads.ts'
import { startGoogleIdentity } from '../support/platforms/google_identity/google_identity.ts'
import type { GoogleIdentity } from '../support/platforms/google_identity/google_identity.ts'

const redirectUri = 'http://127.0.0.1:9/callback'
const adwords = 'https://www.googleapis.com/auth/adwords'
let identity: GoogleIdentity
let ads: GoogleAds
let token: string
let accountId: string

beforeAll(async () => {
  identity = await startGoogleIdentity({ redirectUri })
  ads = await startGoogleAds(identity)
  accountId = ads.seed({ seed: 1, from: '2026-10-01', to: '2026-10-31', campaignsWithoutAds: 1 }).id
  token = (await signIn()).access_token
})
afterAll(async () => {
  await Promise.all([identity.stop(), ads.stop()])
})
afterEach(() => {
  ads.faults.clear()
})

interface Tokens {
  access_token: string
  refresh_token?: string
  scope: string
  error?: string
  error_description?: string
}

function authorizationUrl(extra: Record<string, string> = {}): URL {
  const url = new URL(`${identity.environment.GOOGLE_ACCOUNTS_BASE_URL}/o/oauth2/v2/auth`)
  url.search = new URLSearchParams({
    client_id: identity.client.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: adwords,
    access_type: 'offline',
    prompt: 'consent',
    state: 'a state',
    ...extra,
  }).toString()
  return url
}

async function redeem(form: Record<string, string>): Promise<{ status: number; body: Tokens }> {
  const { id: client_id, secret: client_secret } = identity.client
  const response = await fetch(`${identity.environment.GOOGLE_OAUTH_BASE_URL}/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id, client_secret, redirect_uri: redirectUri, ...form }),
  })
  return { status: response.status, body: (await response.json()) as Tokens }
}

async function signIn(extra: Record<string, string> = {}): Promise<Tokens> {
  const callback = await decide(authorizationUrl(extra), { approve: true })
  const code = callback.searchParams.get('code') as string
  return (await redeem({ grant_type: 'authorization_code', code })).body
}

interface Answer {
  status: number
  // The tests compare parts of replies of many shapes.
  body: Record<string, never> & { results?: Record<string, Record<string, unknown>>[]; nextPageToken?: string }
}

async function search(
  query: string,
  extra: object = {},
  headers: Record<string, string> = {},
  id = accountId,
): Promise<Answer> {
  const response = await fetch(`${ads.environment.GOOGLE_ADS_BASE_URL}/v26/customers/${id}/googleAds:search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, ...extra }),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

function errorCode({ body }: Answer): unknown {
  const { error } = body as unknown as { error: { details: { errors: { errorCode: unknown }[] }[] } }
  return error.details[0]?.errors?.[0]?.errorCode
}

const daily = `SELECT campaign.id, campaign.name, campaign.status, campaign.advertising_channel_type,
  campaign_budget.amount_micros, ad_group.id, ad_group.name, ad_group_ad.ad.id, ad_group_ad.ad.name, ad_group_ad.status,
  segments.date, metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions, metrics.conversions_value
  FROM ad_group_ad WHERE segments.date BETWEEN '2026-10-01' AND '2026-10-30'`

describe('the consent of Google', () => {
  test('gives a code that can be used once', async () => {
    const callback = await decide(authorizationUrl(), { approve: true })
    expect(callback.searchParams.get('state')).toBe('a state')
    const form = { grant_type: 'authorization_code', code: callback.searchParams.get('code') as string }
    expect((await redeem(form)).body).toEqual({
      access_token: expect.stringMatching(/^ya29\./),
      refresh_token: expect.stringMatching(/^1\/\//),
      expires_in: 3599,
      scope: adwords,
      token_type: 'Bearer',
    })
    expect(await redeem(form)).toEqual({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Bad Request' },
    })
  })

  test('redirects with access_denied when the person denies', async () => {
    const callback = await decide(authorizationUrl(), { approve: false })
    expect(Object.fromEntries(callback.searchParams)).toEqual({ state: 'a state', error: 'access_denied' })
  })

  test('grants only the scopes that the person leaves selected, and the API refuses the rest', async () => {
    const asked = `${adwords} openid`
    const callback = await decide(authorizationUrl({ scope: asked }), { approve: true, scopes: ['openid'] })
    const { body } = await redeem({
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code') as string,
    })
    expect(body.scope).toBe('openid')
    const refused = await search(daily, {}, { authorization: `Bearer ${body.access_token}` })
    expect(refused.status).toBe(403)
    expect(JSON.stringify(refused.body)).toContain('ACCESS_TOKEN_SCOPE_INSUFFICIENT')
  })

  test('gives no refresh token at the second consent without prompt=consent', async () => {
    expect((await signIn({ prompt: 'select_account' })).refresh_token).toBeUndefined()
  })

  test('checks the verifier of a challenge', async () => {
    const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
    for (const [code_verifier, status] of [
      ['', 400],
      ['another', 400],
      [verifier, 200],
    ] as const) {
      const callback = await decide(authorizationUrl(challenge), { approve: true })
      const form = {
        grant_type: 'authorization_code',
        code: callback.searchParams.get('code') as string,
        code_verifier,
      }
      expect((await redeem(form)).status).toBe(status)
    }
  })

  test('serves a certified OAuth client: PKCE, refresh and revocation', async () => {
    const { GOOGLE_ACCOUNTS_BASE_URL, GOOGLE_OAUTH_BASE_URL } = identity.environment
    const server = {
      issuer: 'https://accounts.google.com',
      authorization_endpoint: `${GOOGLE_ACCOUNTS_BASE_URL}/o/oauth2/v2/auth`,
      token_endpoint: `${GOOGLE_OAUTH_BASE_URL}/token`,
      revocation_endpoint: `${GOOGLE_OAUTH_BASE_URL}/revoke`,
    }
    const client = { client_id: identity.client.id }
    const secret = oauth.ClientSecretPost(identity.client.secret)
    const insecure = { [oauth.allowInsecureRequests]: true }
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const code_challenge = await oauth.calculatePKCECodeChallenge(verifier)
    const callback = await decide(authorizationUrl({ state, code_challenge, code_challenge_method: 'S256' }), {
      approve: true,
    })
    expect(() => oauth.validateAuthResponse(server, client, callback, 'another state')).toThrow(/state/)
    const params = oauth.validateAuthResponse(server, client, callback, state)
    const granted = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      secret,
      params,
      redirectUri,
      verifier,
      insecure,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, granted)
    const refreshToken = tokens.refresh_token as string
    const refreshed = await oauth.refreshTokenGrantRequest(server, client, secret, refreshToken, insecure)
    expect((await oauth.processRefreshTokenResponse(server, client, refreshed)).expires_in).toBe(3_599)
    await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, secret, refreshToken, insecure))
    const dead = await oauth.refreshTokenGrantRequest(server, client, secret, refreshToken, insecure)
    await expect(oauth.processRefreshTokenResponse(server, client, dead)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  test('refuses an unknown redirect address without a redirect', async () => {
    const refused = decide(authorizationUrl({ redirect_uri: 'http://evil.example/' }), { approve: true })
    await expect(refused).rejects.toThrow('redirect_uri_mismatch')
  })

  test('ends a refresh token when the person revokes it, and after seven days in testing', async () => {
    const dead = { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' }
    const { refresh_token = '' } = await signIn()
    identity.grants.publishing = 'testing'
    identity.clock.advance(7 * 86_400_000)
    expect((await redeem({ grant_type: 'refresh_token', refresh_token })).body).toEqual(dead)
    identity.grants.publishing = 'production'
    identity.clock.advance(-7 * 86_400_000)
    expect((await redeem({ grant_type: 'refresh_token', refresh_token })).status).toBe(200)
    identity.grants.revoke('ada@example.com')
    expect((await redeem({ grant_type: 'refresh_token', refresh_token })).body).toEqual(dead)
    token = (await signIn()).access_token
  })

  test('expires an access token with 401', async () => {
    identity.clock.advance(3_600_000)
    const refused = await search(daily)
    identity.clock.advance(-3_600_000)
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      401,
      expect.stringContaining('ACCESS_TOKEN_EXPIRED'),
    ])
  })
})

describe('a report of Google Ads', () => {
  test('has the field names and types of the published messages', async () => {
    const { body } = await search(daily, { searchSettings: { returnTotalResultsCount: true } })
    const row = body.results?.find(({ adGroupAd = {} }) => 'name' in (adGroupAd['ad'] as object))
    expect(row).toEqual({
      campaign: {
        resourceName: expect.stringMatching(/^customers\/\d+\/campaigns\/\d+$/),
        id: expect.stringMatching(/^\d+$/),
        name: expect.any(String),
        status: 'ENABLED',
        advertisingChannelType: 'SEARCH',
      },
      campaignBudget: { resourceName: expect.any(String), amountMicros: expect.stringMatching(/^\d+$/) },
      adGroup: { resourceName: expect.any(String), id: expect.any(String), name: expect.any(String) },
      adGroupAd: {
        resourceName: expect.stringMatching(/^customers\/\d+\/adGroupAds\/\d+~\d+$/),
        status: 'ENABLED',
        ad: { resourceName: expect.any(String), id: expect.any(String), name: expect.any(String) },
      },
      segments: { date: expect.stringMatching(/^2026-10-\d\d$/) },
      metrics: {
        impressions: expect.stringMatching(/^\d+$/),
        clicks: expect.stringMatching(/^\d+$/),
        costMicros: expect.stringMatching(/^\d+$/),
        conversions: expect.any(Number),
        conversionsValue: expect.any(Number),
      },
    })
    expect(body['totalResultsCount']).toBe(String(body.results?.length))
    expect(body['fieldMask']).toContain('campaign.id,campaign.name')
    expect(body['fieldMask']).toContain('metrics.costMicros')
  })

  test('adds up to the ledger, with the campaign without ads at its own level only', async () => {
    const sum = async (resource: string) => {
      const query = `SELECT segments.date, segments.hour, metrics.cost_micros FROM ${resource} WHERE segments.date BETWEEN '2026-10-01' AND '2026-10-30'`
      const { body } = await search(query)
      return (body.results ?? []).reduce((total, row) => total + BigInt(row['metrics']?.['costMicros'] as string), 0n)
    }
    const cells = [...ads.ledger.cells(accountId, '2026-10-01', '2026-10-30')]
    const spend = (isOfAds: boolean) =>
      cells.filter(({ ad }) => !isOfAds || ad).reduce((total, { measures }) => total + measures.spend, 0n)
    expect(await sum('campaign')).toBe(spend(false))
    expect(await sum('ad_group_ad')).toBe(spend(true))
    expect(spend(false)).toBeGreaterThan(spend(true))
  })

  test('is paged, and a page token belongs to its query', async () => {
    ads.settings.pageSize = 50
    const first = await search(daily)
    const pageToken = first.body.nextPageToken
    const second = await search(daily, { pageToken })
    const foreign = await search(`${daily} LIMIT 5`, { pageToken })
    ads.settings.pageSize = 10_000
    expect([first.body.results?.length, second.body.results?.length]).toEqual([50, 50])
    expect(second.body.results?.[0]).not.toEqual(first.body.results?.[0])
    expect(errorCode(foreign)).toEqual({ requestError: 'INVALID_PAGE_TOKEN' })
  })

  test('shows restated days, and leaves out rows that became zero', async () => {
    const { results: before = [] } = (await search(daily)).body
    const [{ adGroupAd, segments }] = before as [{ adGroupAd: { ad: { id: string } }; segments: { date: string } }]
    ads.ledger.vanish(adGroupAd.ad.id, segments.date)
    expect((await search(daily)).body.results).toHaveLength(before.length - 1)
  })

  test('of a stream is an array of chunks', async () => {
    const response = await fetch(
      `${ads.environment.GOOGLE_ADS_BASE_URL}/v26/customers/${accountId}/googleAds:searchStream`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: 'SELECT customer.id, customer.currency_code, customer.time_zone FROM customer' }),
      },
    )
    const customer = {
      resourceName: `customers/${accountId}`,
      id: accountId,
      currencyCode: 'USD',
      timeZone: 'America/New_York',
    }
    expect(await response.json()).toEqual([
      {
        results: [{ customer }],
        fieldMask: 'customer.id,customer.currencyCode,customer.timeZone',
        requestId: expect.any(String),
      },
    ])
  })

  test.each([
    ['SELECT campaign.nonsense FROM campaign', { queryError: 'UNRECOGNIZED_FIELD' }],
    ['SELECT ad_group.id FROM campaign', { queryError: 'PROHIBITED_RESOURCE_TYPE_IN_SELECT_CLAUSE' }],
    ['SELECT segments.date, metrics.clicks FROM campaign', { queryError: 'EXPECTED_FILTERS_ON_DATE_RANGE' }],
    ['SELECT campaign.id FROM', { queryError: 'UNEXPECTED_END_OF_QUERY' }],
    ["SELECT campaign.id FROM campaign WHERE campaign.status = 'ACTIVE'", { queryError: 'BAD_ENUM_CONSTANT' }],
    ["SELECT campaign.id FROM campaign WHERE segments.date = '2026-13-01'", { queryError: 'INVALID_DATE_FORMAT' }],
    ['SELECT campaign.id FROM campaign; DROP', { queryError: 'BAD_SYMBOL' }],
  ])('refuses %s', async (query, code) => {
    const refused = await search(query)
    expect([refused.status, errorCode(refused)]).toEqual([400, code])
  })

  test('refuses a page size and unknown fields of the body', async () => {
    expect(errorCode(await search(daily, { pageSize: 100 }))).toEqual({ requestError: 'PAGE_SIZE_NOT_SUPPORTED' })
    expect(JSON.stringify((await search(daily, { nonsense: 1 })).body)).toContain('Cannot find field')
  })
})

describe('customers of Google Ads', () => {
  const tree =
    'SELECT customer_client.client_customer, customer_client.id, customer_client.level, customer_client.manager, customer_client.time_zone, customer_client.status FROM customer_client'

  test('below a manager are reached with login-customer-id only', async () => {
    ads.customers.addManager('9000000001', 'Agency')
    const child = ads.seed({ seed: 7, from: '2026-10-01', to: '2026-10-02' }).id
    ads.customers.link(child, ['9000000001'])
    ads.customers.allow('ada@example.com', [accountId, '9000000001'])
    const { body } = await search(tree, {}, {}, '9000000001')
    expect(body.results?.map(({ customerClient }) => customerClient)).toEqual([
      expect.objectContaining({ id: '9000000001', level: '0', manager: true }),
      {
        resourceName: `customers/9000000001/customerClients/${child}`,
        clientCustomer: `customers/${child}`,
        id: child,
        level: '1',
        manager: false,
        timeZone: 'America/New_York',
        status: 'ENABLED',
      },
    ])
    expect(errorCode(await search(daily, {}, {}, child))).toEqual({ authorizationError: 'USER_PERMISSION_DENIED' })
    expect((await search(daily, {}, { 'login-customer-id': '9000000001' }, child)).status).toBe(200)
    const metrics = await search('SELECT metrics.clicks FROM customer', {}, {}, '9000000001')
    expect(errorCode(metrics)).toEqual({ queryError: 'REQUESTED_METRICS_FOR_MANAGER' })
  })

  test('have conversion actions with their lookback', async () => {
    ads.customers.actions.push({ id: '77', customerId: accountId, name: 'Purchase', clickDays: 90 })
    const query = `SELECT conversion_action.id, conversion_action.click_through_lookback_window_days FROM conversion_action`
    expect((await search(query)).body.results).toEqual([
      {
        conversionAction: {
          resourceName: `customers/${accountId}/conversionActions/77`,
          id: '77',
          clickThroughLookbackWindowDays: '90',
        },
      },
    ])
  })

  test('report zeros without segments, and only then', async () => {
    const range = "WHERE segments.date BETWEEN '2020-01-01' AND '2020-01-02'"
    const whole = (await search(`SELECT campaign.id, metrics.clicks FROM campaign ${range}`)).body.results ?? []
    const daily = await search(`SELECT campaign.id, segments.date, metrics.clicks FROM campaign ${range}`)
    expect(whole.map(({ metrics }) => metrics)).toEqual([{ clicks: '0' }, { clicks: '0' }, { clicks: '0' }])
    expect(daily.body.results).toBeUndefined()
  })

  test('that are canceled are refused', async () => {
    ads.customers.setStatus(accountId, 'CANCELED')
    const refused = await search(daily)
    ads.customers.setStatus(accountId, 'ENABLED')
    expect([refused.status, errorCode(refused)]).toEqual([403, { authorizationError: 'CUSTOMER_NOT_ENABLED' }])
  })
})

describe('limits and versions of Google Ads', () => {
  test('name the delay of a temporary limit, and none for the quota of a day', async () => {
    ads.faults.arm({ kind: 'refusal', name: 'throttled' })
    ads.faults.arm({ kind: 'refusal', name: 'daily_quota' })
    const [throttled, exhausted] = [await search(daily), await search(daily)]
    expect(throttled.status).toBe(429)
    expect(JSON.stringify(throttled.body)).toContain('"retryDelay":"5s"')
    expect(errorCode(exhausted)).toEqual({ quotaError: 'RESOURCE_EXHAUSTED' })
    expect(JSON.stringify(exhausted.body)).not.toContain('retryDelay')
  })

  test('apply the faults of rows', async () => {
    const counted = { searchSettings: { returnTotalResultsCount: true } }
    ads.faults.arm({ kind: 'missing_field', field: 'metrics.costMicros' })
    ads.faults.arm({ kind: 'wrong_count' })
    ads.faults.arm({ kind: 'day_outside' })
    const { results = [], ...rest } = (await search(daily, counted)).body
    const last = results.at(-1)
    expect(last?.['metrics']?.['costMicros']).toBeUndefined()
    expect(rest['totalResultsCount']).toBe(String(results.length + 1))
    expect(last?.['segments']?.['date']).toMatch(/^2027-/)
    ads.faults.arm({ kind: 'repeated_row' })
    const repeated = (await search(daily, counted)).body.results ?? []
    expect(repeated.at(-1)).toEqual(repeated[0])
  })

  test('end with UNSUPPORTED_VERSION', async () => {
    ads.settings.sunsetVersions.push('v26')
    ads.settings.versions = ['v27']
    const refused = await search(daily)
    ads.settings.versions = ['v26']
    expect(errorCode(refused)).toEqual({ requestError: 'UNSUPPORTED_VERSION' })
  })

  test('record a mutation as a violation', async () => {
    await fetch(`${ads.environment.GOOGLE_ADS_BASE_URL}/v26/customers/${accountId}/campaigns:mutate`, {
      method: 'POST',
    })
    expect(ads.recorder.violations.map(({ request }) => request.path)).toEqual([
      `/v26/customers/${accountId}/campaigns:mutate`,
    ])
    expect(ads.recorder.crashes).toEqual([])
  })
})
