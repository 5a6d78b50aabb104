import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { googleAds } from '../../shared/sources/google_ads/google_ads.ts'
import type { AdsReply, PlatformAccount, ReportName, Window } from '../../shared/sources/platform.ts'
import type { Field } from '../../shared/ingest/ads/ad_fields.ts'
import { isNothing, plus } from '../support/platforms/ad_ledger.ts'
import type { Measures } from '../support/platforms/ad_ledger.ts'
import type { Fault } from '../support/platforms/faults.ts'
import { startGoogleAds } from '../support/platforms/google_ads/google_ads.ts'
import type { GoogleAds, GoogleAdsRefusal } from '../support/platforms/google_ads/google_ads.ts'
import { startGoogleIdentity } from '../support/platforms/google_identity/google_identity.ts'
import type { GoogleIdentity } from '../support/platforms/google_identity/google_identity.ts'
import { connectGoogle, errorOf, millionths, redirectUri } from '../support/google_sources.ts'
import type { GoogleSource } from '../support/google_sources.ts'

const ada = 'ada@example.com'
const october: Window = { from: '2026-10-01', to: '2026-10-31' }
const week: Window = { from: '2026-10-01', to: '2026-10-07' }
let identity: GoogleIdentity
let ads: GoogleAds
let source: GoogleSource
let account: PlatformAccount

beforeAll(async () => {
  identity = await startGoogleIdentity({ redirectUri })
  ads = await startGoogleAds(identity)
  const { id, name, currency, timezone } = ads.seed({ seed: 1, ...october, campaignsWithoutAds: 1 })
  account = { id, name, currency, timezone }
  source = await connectGoogle(googleAds, identity, ads.environment)
})
afterEach(() => {
  expect(ads.faults.left() + identity.faults.left()).toBe(0)
  expect([ads.recorder.violations, ads.recorder.crashes, identity.recorder.violations]).toEqual([[], [], []])
})
afterAll(async () => {
  await Promise.all([identity.stop(), ads.stop()])
})

function read(name: ReportName = 'ads_daily', window = week, of = account): Promise<AdsReply> {
  const report = googleAds.reports.find((each) => each.name === name)
  return report?.read(source.call, of, window) as Promise<AdsReply>
}

const failed = (name?: ReportName, window?: Window, of?: PlatformAccount) => errorOf(read(name, window, of), source)

/** Returns the numbers of a reply by ad or campaign, day and hour. */
function cellsOf({ fields, rows }: AdsReply): Map<string, Measures> {
  const cells = new Map<string, Measures>()
  for (const row of rows) {
    const value = (field: Field) => row[fields.indexOf(field)]
    const key = [value('ad_id') ?? value('campaign_id'), value('date'), value('hour')].join(' ').trim()
    expect(cells.has(key)).toBe(false)
    cells.set(key, {
      spend: millionths(value('spend')),
      impressions: BigInt(value('impressions') as string),
      clicks: BigInt(value('clicks') as string),
      conversions: millionths(value('conversions')),
      revenue: millionths(value('revenue')),
    })
  }
  return cells
}

function ledgerCells(id: string, { from, to }: Window, grain: 'day' | 'hour'): Map<string, Measures> {
  const cells = new Map<string, Measures>()
  for (const { id: entity, day, hour, measures } of ads.ledger.cells(id, from, to)) {
    if (isNothing(measures)) continue
    const key = grain === 'day' ? `${entity} ${day}` : `${entity} ${day} ${hour}`
    const known = cells.get(key)
    cells.set(key, known ? plus(known, measures) : measures)
  }
  return cells
}

const sorted = (cells: Map<string, Measures>) => [...cells].toSorted(([one], [other]) => (one < other ? -1 : 1))

describe('the consent for Google Ads', () => {
  test('gives a grant that can be refreshed and revoked', async () => {
    expect(source.grant).toEqual({
      accessToken: expect.stringMatching(/^ya29\./),
      accessExpiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
      refreshToken: expect.stringMatching(/^1\/\//),
      scopes: googleAds.scopes,
    })
    const refreshed = await googleAds.refresh?.(source.call, source.grant)
    expect(refreshed).toEqual({
      ...source.grant,
      accessToken: expect.stringMatching(/^ya29\./),
      accessExpiresAt: expect.any(String),
    })
    expect(refreshed?.accessToken).not.toBe(source.grant.accessToken)
    const { grant } = source
    await googleAds.revoke(source.call, grant)
    await googleAds.revoke(source.call, grant)
    const dead = { reason: 'grant_is_dead', remedy: 'reconnect' }
    expect(await errorOf(googleAds.refresh!(source.call, grant), source)).toEqual(dead)
    expect(await failed()).toEqual({ reason: 'token_is_refused', remedy: 'refresh' })
    await source.connect()
  })

  test('that is denied is access_denied', async () => {
    const response = await source.consent({ approve: false })
    expect(await errorOf(googleAds.exchangeCode(source.call, response), source)).toEqual({
      reason: 'access_denied',
      remedy: 'stop',
    })
  })

  test('without the scope is scope_missing', async () => {
    const response = await source.consent({ scopes: [] })
    expect(await errorOf(googleAds.exchangeCode(source.call, response), source)).toEqual({
      reason: 'scope_missing',
      remedy: 'reconnect',
      scopes: googleAds.scopes,
    })
  })

  test('gives a code that works once and only with its verifier', async () => {
    const response = await source.consent()
    const used = { reason: 'code_is_used', remedy: 'reconnect' }
    const foreign = { ...(await source.consent()), codeVerifier: response.codeVerifier }
    expect(await errorOf(googleAds.exchangeCode(source.call, foreign), source)).toEqual(used)
    await googleAds.exchangeCode(source.call, response)
    expect(await errorOf(googleAds.exchangeCode(source.call, response), source)).toEqual(used)
    await source.connect()
  })

  test('is dead when the person revokes it', async () => {
    identity.grants.revoke(ada)
    const dead = { reason: 'grant_is_dead', remedy: 'reconnect' }
    expect(await errorOf(googleAds.refresh!(source.call, source.grant), source)).toEqual(dead)
    await source.connect()
  })

  test('is sent again while Google is unavailable, and with a wrong secret is refused', async () => {
    const refresh = () => errorOf(googleAds.refresh!(source.call, source.grant), source)
    identity.faults.arm({ kind: 'refusal', name: 'unavailable' })
    identity.faults.arm({ kind: 'refusal', name: 'server_error' })
    const unavailable = { reason: 'platform_is_unavailable', remedy: 'retry' }
    expect([await refresh(), await refresh()]).toEqual([
      { ...unavailable, status: expect.any(Number) },
      { ...unavailable, status: expect.any(Number) },
    ])
    for (const kind of ['html', 'truncated', 'wrong_type'] as const) {
      identity.faults.arm({ kind })
      expect(await refresh()).toMatchObject({ reason: 'reply_is_incomplete', remedy: 'retry' })
    }
    identity.faults.arm({ kind: 'cut' })
    expect(await refresh()).toMatchObject(unavailable)
    const { app } = source.call.settings
    source.call.settings.app = { ...app, clientSecret: 'another secret' }
    expect(await refresh()).toMatchObject({ reason: 'request_is_refused', remedy: 'stop' })
    source.call.settings.app = app
  })
})

describe('a report of Google Ads', () => {
  test.each(['ads_daily', 'ads_hourly'] as const)('%s equals the ledger of a month, read in pages', async (name) => {
    ads.settings.pageSize = 100
    const reply = await read(name, october)
    ads.settings.pageSize = 10_000
    const cells = cellsOf(reply)
    expect(sorted(cells)).toEqual(sorted(ledgerCells(account.id, october, name === 'ads_daily' ? 'day' : 'hour')))
    expect(cells.size).toBeGreaterThan(200)
    expect(reply.unknownFields).toEqual([])
  })

  test('has the names, budgets and channel types of campaigns, and rows of campaigns without ads', async () => {
    const { fields, rows } = await read()
    const objects = rows.map((row) => Object.fromEntries(fields.map((field, index) => [field, row[index]])))
    const byAd = objects.find(({ ad_name: name }) => name !== undefined)
    expect(byAd).toEqual({
      date: expect.stringMatching(/^2026-10-0\d$/),
      campaign_id: expect.stringMatching(/^\d+$/),
      campaign_name: expect.any(String),
      status: 'ENABLED',
      objective: 'SEARCH',
      daily_budget: expect.stringMatching(/^\d+\.\d{6}$/),
      adset_id: expect.stringMatching(/^\d+$/),
      adset_name: expect.any(String),
      ad_id: expect.stringMatching(/^\d+$/),
      ad_name: expect.any(String),
      spend: expect.stringMatching(/^\d+\.\d{6}$/),
      impressions: expect.stringMatching(/^\d+$/),
      clicks: expect.stringMatching(/^\d+$/),
      conversions: expect.stringMatching(/^\d+(\.\d+)?$/),
      revenue: expect.stringMatching(/^\d+(\.\d+)?$/),
    })
    const withoutAds = objects.filter(({ objective }) => objective === 'PERFORMANCE_MAX')
    expect(withoutAds.length).toBeGreaterThan(0)
    expect(withoutAds.every(({ ad_id: ad, adset_id: group }) => ad === undefined && group === undefined)).toBe(true)
    const campaign = ads.ledger.campaigns.get(byAd?.['campaign_id'] ?? '')
    expect(millionths(byAd?.['daily_budget'])).toBe(campaign?.dailyBudget)
  })

  test('has no daily budget of a campaign whose budget is shared or for another period', async () => {
    const { send } = source.call
    const budgets = async (field: string, value: unknown) => {
      source.call.send = async (request) => {
        const reply = await send(request)
        return {
          ...reply,
          text: reply.text.replaceAll(/("campaignBudget":\{)([^}]*)/g, `$1$2,"${field}":${JSON.stringify(value)}`),
        }
      }
      const { fields, rows } = await read()
      source.call.send = send
      return new Set(rows.map((row) => row[fields.indexOf('daily_budget')]))
    }
    expect(await budgets('explicitlyShared', true)).toEqual(new Set([undefined]))
    expect(await budgets('period', 'CUSTOM_PERIOD')).toEqual(new Set([undefined]))
    expect(await budgets('period', 'DAILY')).not.toContain(undefined)
  })

  test('keeps all digits of ids and amounts', async () => {
    const { id, ...other } = ads.seed({ seed: 3, from: '2026-10-01', to: '2026-10-01', campaigns: 1, adsPerGroup: 1 })
    const big = '9223372036854775807'
    ads.ledger.addCampaign({
      id: big,
      accountId: id,
      name: 'Big',
      status: 'active',
      hasAds: false,
      dailyBudget: 1n,
      createdDay: '2026-10-01',
    })
    const measures = { spend: 9_007_199_254_740_993n, impressions: big, clicks: 0n, conversions: 1n, revenue: 10_000n }
    ads.ledger.put(big, '2026-10-01', 5, { ...measures, impressions: BigInt(big) })
    const cells = cellsOf(await read('ads_hourly', { from: '2026-10-01', to: '2026-10-01' }, { id, ...other }))
    expect(cells.get(`${big} 2026-10-01 5`)).toEqual({ ...measures, impressions: BigInt(big) })
  })

  test('follows restatements, values that become zero, deleted ads and deleted campaigns', async () => {
    const { id, ...other } = ads.seed({ seed: 5, ...week, campaignsWithoutAds: 1 })
    const mine = { id, ...other }
    ads.ledger.restate(id, '2026-10-02', (measures) => ({ ...measures, spend: measures.spend / 2n, conversions: 0n }))
    ads.ledger.vanish(ads.ledger.adsOf(id)[0]!.id, '2026-10-03')
    ads.ledger.deleteAd(ads.ledger.adsOf(id)[1]!.id)
    ads.ledger.deleteCampaign(ads.ledger.campaignsOf(id)[0]!.id)
    for (const [name, grain] of [
      ['ads_daily', 'day'],
      ['ads_hourly', 'hour'],
    ] as const) {
      expect(sorted(cellsOf(await read(name, week, mine)))).toEqual(sorted(ledgerCells(id, week, grain)))
    }
  })

  test('has the difference of each measure as a row of a campaign that has more than its ads', async () => {
    const { send } = source.call
    let sent = 0
    source.call.send = async (request) => {
      const reply = await send(request)
      sent += 1
      // The second query is that of campaigns.
      const hasMore =
        sent === 2
          ? reply.text.replace(/("advertisingChannelType":"SEARCH"[^]*?"costMicros":")\d+/, '$19000000000001')
          : reply.text
      return { ...reply, text: hasMore }
    }
    const { fields, rows } = await read()
    source.call.send = send
    const [row, ...others] = rows.filter((each) => {
      const value = (field: Field) => each[fields.indexOf(field)]
      return value('ad_id') === undefined && value('objective') === 'SEARCH'
    })
    expect([sent, others]).toEqual([3, []])
    const value = (field: Field) => row?.[fields.indexOf(field)]
    const ofAds = rows
      .filter((each) =>
        ['date', 'campaign_id'].every((field) => each[fields.indexOf(field as Field)] === value(field as Field)),
      )
      .reduce((sum, each) => sum + millionths(each[fields.indexOf('spend')]), 0n)
    expect(ofAds).toBe(9_000_000_000_001n)
    expect(measuresOf(row)).toEqual([value('spend'), '0', '0', '0', '0'])
    function measuresOf(each: (string | undefined)[] = []) {
      return (['spend', 'impressions', 'clicks', 'conversions', 'revenue'] as const).map(
        (field) => each[fields.indexOf(field)],
      )
    }
  })

  test('of an empty window has no rows', async () => {
    expect((await read('ads_daily', { from: '2020-01-01', to: '2020-01-31' })).rows).toEqual([])
  })

  test('is inconsistent when numbers change between its queries', async () => {
    const { id, ...other } = ads.seed({ seed: 6, ...week })
    const mine = { id, ...other }
    const adId = ads.ledger.adsOf(id)[0]!.id
    let measures = {
      spend: 900_000_000n,
      impressions: 90_000n,
      clicks: 9_000n,
      conversions: 90_000_000n,
      revenue: 900_000_000n,
    }
    const { send } = source.call
    let sent = 0
    source.call.send = (request) => {
      sent += 1
      if (sent === 2) ads.ledger.put(adId, '2026-10-02', 7, measures)
      return send(request)
    }
    const grown = await failed('ads_daily', week, mine)
    sent = 0
    measures = { spend: 1n, impressions: 1n, clicks: 0n, conversions: 0n, revenue: 0n }
    const shrunk = await failed('ads_daily', week, mine)
    source.call.send = send
    const inconsistent = { reason: 'reply_is_inconsistent', remedy: 'retry' }
    expect(grown).toEqual({ ...inconsistent, problem: 'changed_between_queries' })
    expect(shrunk).toMatchObject(inconsistent)
    expect(sorted(cellsOf(await read('ads_daily', week, mine)))).toEqual(sorted(ledgerCells(id, week, 'day')))
  })
})

describe('a faulty reply of Google Ads', () => {
  const another = { reason: 'reply_has_another_form', remedy: 'stop' }
  const inconsistent = { reason: 'reply_is_inconsistent', remedy: 'retry' }
  const incomplete = { reason: 'reply_is_incomplete', remedy: 'retry' }

  test.each<[Fault<GoogleAdsRefusal>, object]>([
    [
      { kind: 'missing_field', field: 'metrics.costMicros' },
      { ...another, field: 'results.metrics.costMicros' },
    ],
    [
      { kind: 'missing_field', field: 'segments.date' },
      { ...another, field: 'results.segments.date' },
    ],
    [{ kind: 'missing_field', field: 'campaign.id' }, another],
    [{ kind: 'retyped_field', field: 'metrics.conversions' }, another],
    [{ kind: 'retyped_field', field: 'metrics.clicks' }, another],
    [{ kind: 'repeated_row' }, inconsistent],
    [{ kind: 'wrong_count' }, inconsistent],
    [{ kind: 'day_outside' }, inconsistent],
    [{ kind: 'truncated' }, incomplete],
    [{ kind: 'html' }, incomplete],
    [{ kind: 'wrong_type' }, incomplete],
    [{ kind: 'cut' }, { reason: 'platform_is_unavailable', remedy: 'retry' }],
  ])('with %o is not used, in the first query and in the second', async (fault, expected) => {
    for (const after of [0, 1]) {
      ads.faults.arm(fault, { on: /googleAds:search$/, after })
      expect(await failed()).toMatchObject(expected)
    }
  })

  test('that never ends is unavailable', async () => {
    const timeout = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.signal)
    ads.faults.arm({ kind: 'hang' })
    // The request times out when the server has it.
    void vi.waitFor(() => expect(ads.faults.left()).toBe(0)).then(() => timeout.abort())
    const refused = await failed()
    vi.restoreAllMocks()
    expect(refused).toMatchObject({ reason: 'platform_is_unavailable', remedy: 'retry' })
  })

  test('with another field is used, and the field is counted', async () => {
    ads.faults.arm({ kind: 'extra_field', field: 'metrics.novelty' })
    const { unknownFields, rows } = await read()
    expect(unknownFields).toEqual(['results.metrics.novelty'])
    expect(rows.length).toBeGreaterThan(0)
  })

  test('in a later page is not used', async () => {
    ads.settings.pageSize = 20
    for (const kind of ['wrong_count', 'repeated_row', 'truncated'] as const) {
      ads.faults.arm({ kind }, { after: 2 })
      expect((await failed()).remedy).toBe('retry')
    }
    ads.settings.pageSize = 10_000
  })
})

describe('a refusal of Google Ads', () => {
  test.each<[GoogleAdsRefusal, object]>([
    ['throttled', { reason: 'limit_is_reached', remedy: 'retry', retryAfterSeconds: 5 }],
    ['expensive_queries', { reason: 'limit_is_reached', remedy: 'retry', retryAfterSeconds: 5 }],
    ['daily_quota', { reason: 'quota_is_used_up', remedy: 'pause', retryAfterSeconds: expect.any(Number) }],
    ['server_error', { reason: 'platform_is_unavailable', remedy: 'retry' }],
    ['unavailable', { reason: 'platform_is_unavailable', remedy: 'retry' }],
    ['transient_error', { reason: 'platform_is_unavailable', remedy: 'retry' }],
    ['token_expired', { reason: 'token_is_refused', remedy: 'refresh' }],
    ['permission_denied', { reason: 'permission_is_missing', remedy: 'stop' }],
    ['version_sunset', { reason: 'version_has_ended', remedy: 'stop' }],
  ])('%s says what to do', async (name, expected) => {
    ads.faults.arm({ kind: 'refusal', name })
    expect(await failed()).toMatchObject(expected)
  })

  test('of a used up quota waits until the next day', async () => {
    ads.faults.arm({ kind: 'refusal', name: 'daily_quota' })
    const { retryAfterSeconds = 0 } = await failed()
    expect(retryAfterSeconds).toBeGreaterThan(0)
    expect(retryAfterSeconds).toBeLessThanOrEqual(86_400)
  })

  test('of an expired token asks for a new one', async () => {
    identity.grants.expireAccessTokens()
    expect(await failed()).toEqual({ reason: 'token_is_refused', remedy: 'refresh' })
    await source.connect()
  })

  test('of a project with test access names the app', async () => {
    ads.settings.isProjectApproved = false
    const refused = [await failed(), await errorOf(googleAds.listAccounts(source.call), source)]
    ads.settings.isProjectApproved = true
    for (const each of refused) expect(each).toMatchObject({ reason: 'app_is_not_approved', remedy: 'stop' })
  })

  test('of a version past its sunset names the version', async () => {
    const { versions } = ads.settings
    ads.settings.sunsetVersions = ['v26']
    ads.settings.versions = ['v27']
    const sunset = await failed()
    ads.settings.sunsetVersions = []
    const unknown = await failed()
    ads.settings.versions = versions
    for (const each of [sunset, unknown]) expect(each).toMatchObject({ reason: 'version_has_ended', remedy: 'stop' })
  })

  test('of an account that is canceled or removed stops its source', async () => {
    ads.customers.setStatus(account.id, 'CANCELED')
    const canceled = await failed()
    ads.customers.setStatus(account.id, 'ENABLED')
    const { id, ...other } = ads.seed({ seed: 9, ...week })
    ads.ledger.removeAccount(id)
    const removed = await failed('ads_daily', week, { id, ...other })
    expect(canceled).toMatchObject({ reason: 'account_is_unavailable', remedy: 'stop' })
    expect(['account_is_unavailable', 'permission_is_missing']).toContain(removed.reason)
    expect(removed.remedy).toBe('stop')
  })
})

describe('the accounts of Google Ads', () => {
  test('below managers are listed once, each by its shortest way', async () => {
    ads.customers.addManager('9000000001', 'Agency')
    ads.customers.addManager('9000000002', 'Team', ['9000000001'])
    const [direct, below, twice, closed] = [11, 12, 13, 14].map((seed) => ads.seed({ seed, ...week }).id) as [
      string,
      string,
      string,
      string,
    ]
    ads.customers.link(below, ['9000000002'])
    ads.customers.link(twice, ['9000000001'])
    ads.customers.link(closed, ['9000000001'])
    ads.customers.setStatus(closed, 'CANCELED')
    ads.customers.allow(ada, ['9000000001', '9000000002', direct, twice, closed])
    const accounts = await googleAds.listAccounts(source.call)
    const expected = (id: string) => {
      const { name, currency, timezone } = ads.ledger.accounts.get(id)!
      return { id, name, currency, timezone }
    }
    expect(accounts.toSorted((one, other) => Number(one.id) - Number(other.id))).toEqual(
      [
        expected(direct),
        { ...expected(below), managerId: '9000000001', managerName: 'Agency' },
        expected(twice),
        { ...expected(closed), managerId: '9000000001', managerName: 'Agency', unavailable: 'canceled' },
      ].toSorted((one, other) => Number(one.id) - Number(other.id)),
    )

    ads.recorder.clear()
    const reached = accounts.find(({ id }) => id === below)!
    expect(sorted(cellsOf(await read('ads_daily', week, reached)))).toEqual(sorted(ledgerCells(below, week, 'day')))
    await read(
      'ads_daily',
      week,
      accounts.find(({ id }) => id === direct),
    )
    const headers = ads.recorder.requests.map((each) => each.headers['login-customer-id'])
    expect([...new Set(headers)]).toEqual(['9000000001', undefined])
    expect(await failed('ads_daily', week, expected(below))).toMatchObject({ reason: 'permission_is_missing' })
    ads.customers.allow(ada, [...ads.ledger.accounts.keys()])
  })

  test('that are canceled and reached directly are listed without details', async () => {
    const { id } = ads.seed({ seed: 15, ...week })
    ads.customers.setStatus(id, 'CLOSED')
    const listed = (await googleAds.listAccounts(source.call)).find((each) => each.id === id)
    ads.customers.setStatus(id, 'ENABLED')
    expect(listed).toMatchObject({ id, unavailable: expect.any(String) })
  })

  test('are requested with a developer token only if it is configured', async () => {
    ads.recorder.clear()
    await read()
    source.call.settings.developerToken = 'a developer token'
    await read()
    delete source.call.settings.developerToken
    const hasToken = ads.recorder.requests.map(({ headers }) => 'developer-token' in headers)
    expect([...new Set(hasToken)]).toEqual([false, true])
  })
})
