import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Grant, PlatformAccount } from '../../shared/sources/platform.ts'
import { tiktok as platform } from '../../shared/sources/tiktok/tiktok.ts'
import { decide } from '../support/platforms/consent.ts'
import { startTiktok } from '../support/platforms/tiktok/tiktok.ts'
import type { Tiktok } from '../support/platforms/tiktok/tiktok.ts'
import { WindowLimit } from '../support/platforms/window_limit.ts'
import { callOf, columnOf, failureOf, hastyCall, ledgerCells, readAds, replyCells } from '../support/source_call.ts'
import type { TestCall } from '../support/source_call.ts'

const redirectUri = 'http://127.0.0.1:9/callback'
const month = { from: '2026-10-01', to: '2026-10-30' }
const week = { from: '2026-10-01', to: '2026-10-07' }
const day = { from: '2026-10-05', to: '2026-10-05' }
let tiktok: Tiktok
let grant: Grant
let call: TestCall
let account: PlatformAccount

beforeAll(async () => {
  tiktok = await startTiktok({ redirectUri })
  const seeded = tiktok.seed({
    seed: 5,
    ...month,
    campaigns: 3,
    groupsPerCampaign: 4,
    adsPerGroup: 5,
    campaignsWithoutAds: 1,
  })
  grant = await signIn()
  call = callOf(platform, tiktok, grant.accessToken)
  account = (await platform.listAccounts(call)).find(({ id }) => id === seeded.id) as PlatformAccount
})
afterAll(() => tiktok.stop())
afterEach(() => {
  tiktok.faults.clear()
})

async function callback(scopes?: string[], approve = true): Promise<URLSearchParams> {
  const { settings } = callOf(platform, tiktok)
  const url = platform.authorizationUrl(settings, { state: 'a state', redirectUri, codeChallenge: '' })
  return (await decide(url, { approve, ...(scopes && { scopes }) })).searchParams
}

const exchange = (parameters: URLSearchParams) =>
  platform.exchangeCode(callOf(platform, tiktok), { parameters, redirectUri, codeVerifier: '' })

const signIn = async (scopes?: string[]) => exchange(await callback(scopes))

/** The call of a new grant, which reaches the advertisers that exist now. */
const freshCall = async () => callOf(platform, tiktok, (await signIn()).accessToken)

describe('access to TikTok', () => {
  test('is a token without an end', () => {
    expect(grant).toEqual({ accessToken: expect.any(String), scopes: ['1', '2', '4'] })
    expect(platform.refresh).toBeUndefined()
  })

  test('is refused if the person denies or sends a code twice', async () => {
    expect(await failureOf(callback(undefined, false).then(exchange))).toMatchObject({ reason: 'access_denied' })
    const parameters = await callback()
    await exchange(parameters)
    expect(await failureOf(exchange(parameters))).toMatchObject({ reason: 'code_is_used' })
  })

  test('without the permission for reports is found by the first report', async () => {
    const { accessToken } = await signIn(['ad_account'])
    const limited = callOf(platform, tiktok, accessToken)
    expect(await failureOf(readAds(platform, limited, account, 'ads_daily', day))).toMatchObject({
      reason: 'permission_is_missing',
      remedy: 'stop',
    })
  })

  test('ends at the platform, once or twice', async () => {
    const other = await signIn()
    const otherCall = callOf(platform, tiktok, other.accessToken)
    await platform.revoke(call, other)
    await platform.revoke(call, other)
    const failure = await failureOf(readAds(platform, otherCall, account, 'ads_daily', day))
    expect(failure).toMatchObject({ reason: 'grant_is_dead', remedy: 'reconnect' })
    expect((await platform.listAccounts(call)).length).toBeGreaterThan(0)
  })
})

describe('advertisers of TikTok', () => {
  test('have ids with all digits, and the zone of their place', () => {
    expect(account).toEqual({
      id: expect.stringMatching(/^\d{19}$/),
      name: expect.any(String),
      currency: 'USD',
      timezone: 'America/Los_Angeles',
    })
    expect(Number.isSafeInteger(Number(account.id))).toBe(false)
  })

  test('of more than one request are listed', async () => {
    const ids = Array.from({ length: 120 }, (_, seed) => tiktok.seed({ seed: 100 + seed, ...day }).id)
    const listed = await platform.listAccounts(await freshCall())
    expect(listed.map(({ id }) => id).toSorted()).toEqual([account.id, ...ids].toSorted())
    for (const id of ids) tiktok.ledger.removeAccount(id)
  })

  test('that were removed are unavailable', async () => {
    const removed = { ...account, id: tiktok.seed({ seed: 11, ...day }).id }
    const reaching = await freshCall()
    tiktok.ledger.removeAccount(removed.id)
    expect(await failureOf(readAds(platform, reaching, removed, 'ads_daily', day))).toMatchObject({
      reason: 'account_is_unavailable',
      remedy: 'stop',
    })
  })
})

describe('reports of TikTok', () => {
  test('by day equal the ledger in all cells, over several pages', async () => {
    tiktok.recorder.clear()
    const reply = await readAds(platform, call, account, 'ads_daily', month)
    expect(replyCells(reply)).toEqual(ledgerCells(tiktok.ledger, account.id, month, 'day'))
    expect(reply.rows.length).toBeGreaterThan(1000)
    expect(reply.unknownFields).toEqual([])
    expect(tiktok.recorder.requests.some(({ query }) => query['page'] === '2')).toBe(true)
    expect(tiktok.recorder.requests.every(({ path }) => path.endsWith('/'))).toBe(true)
  })

  test('by hour equal the ledger in all cells', async () => {
    for (const date of ['2026-10-05', '2026-10-06']) {
      const window = { from: date, to: date }
      const reply = await readAds(platform, call, account, 'ads_hourly', window)
      expect(replyCells(reply)).toEqual(ledgerCells(tiktok.ledger, account.id, window, 'hour'))
    }
  })

  test('have ids with all digits, names, and budgets in units', async () => {
    const { fields, rows } = await readAds(platform, call, account, 'ads_daily', day)
    const ad = tiktok.ledger.adsOf(account.id)[0]!
    const campaign = tiktok.ledger.campaigns.get(ad.campaignId)!
    const row = rows.find((each) => each[fields.indexOf('ad_id')] === ad.id) ?? []
    const cell = Object.fromEntries(fields.map((field, index) => [field, row[index]]))
    expect(cell).toMatchObject({
      date: day.from,
      campaign_id: campaign.id,
      campaign_name: campaign.name,
      adset_id: ad.groupId,
      ad_name: ad.name,
      status: 'CAMPAIGN_STATUS_ENABLE',
    })
    expect(Number(cell['daily_budget'])).toBe(Number(campaign.dailyBudget) / 1e6)
  })

  test('include deleted ads and campaigns, and spend without ads', async () => {
    const { id } = tiktok.seed({ seed: 21, ...week, campaigns: 2, campaignsWithoutAds: 1 })
    const [first, second] = tiktok.ledger.campaignsOf(id)
    tiktok.ledger.deleteAd(tiktok.ledger.adsOf(id).find(({ campaignId }) => campaignId === first!.id)!.id)
    tiktok.ledger.deleteCampaign(second!.id)
    const reply = await readAds(platform, await freshCall(), { ...account, id }, 'ads_daily', week)
    expect(replyCells(reply)).toEqual(ledgerCells(tiktok.ledger, id, week, 'day'))
    expect(columnOf(reply, 'ad_id')).toContain(undefined)
  })

  test('of a day without facts have no rows', async () => {
    const empty = { from: '2026-09-01', to: '2026-09-02' }
    expect((await readAds(platform, call, account, 'ads_daily', empty)).rows).toEqual([])
  })

  test('are refused by the eleventh request of a second', async () => {
    tiktok.settings.limit = new WindowLimit(1, 1_000)
    const failure = await failureOf(readAds(platform, call, account, 'ads_daily', day))
    tiktok.settings.limit = null
    expect(failure).toMatchObject({ reason: 'limit_is_reached', remedy: 'retry' })
  })
})

describe('failures of TikTok', () => {
  const read = () => readAds(platform, call, account, 'ads_daily', day)
  const failure = async () => failureOf(read())
  const report = { on: /report\/integrated\/get\/$/ }

  test.each([
    ['throttled', 'limit_is_reached', 'retry'],
    ['task_error', 'platform_is_unavailable', 'retry'],
    ['task_not_ready', 'platform_is_unavailable', 'retry'],
    ['conflict', 'platform_is_unavailable', 'retry'],
    ['internal_validation', 'platform_is_unavailable', 'retry'],
    ['system_error', 'platform_is_unavailable', 'retry'],
    ['processing_error', 'platform_is_unavailable', 'retry'],
    ['bad_gateway', 'platform_is_unavailable', 'retry'],
    ['token_revoked', 'grant_is_dead', 'reconnect'],
    ['permission_missing', 'permission_is_missing', 'stop'],
  ] as const)('%s is %s: %s', async (name, reason, remedy) => {
    tiktok.faults.arm({ kind: 'refusal', name }, report)
    expect(await failure()).toMatchObject({ reason, remedy })
  })

  test.each([
    [{ kind: 'cut' }, 'retry'],
    [{ kind: 'html' }, 'retry'],
    [{ kind: 'wrong_type' }, 'retry'],
    [{ kind: 'truncated' }, 'retry'],
    [{ kind: 'repeated_row' }, 'retry'],
    [{ kind: 'wrong_count' }, 'retry'],
    [{ kind: 'day_outside' }, 'retry'],
    [{ kind: 'missing_field', field: 'metrics.spend' }, 'stop'],
    [{ kind: 'missing_field', field: 'metrics.conversion' }, 'stop'],
    [{ kind: 'missing_field', field: 'dimensions.stat_time_day' }, 'stop'],
    [{ kind: 'retyped_field', field: 'metrics.spend' }, 'stop'],
    [{ kind: 'retyped_field', field: 'dimensions.campaign_id' }, 'stop'],
  ] as const)('%j: %s', async (fault, remedy) => {
    tiktok.faults.arm(fault, report)
    expect(await failure()).toMatchObject({ remedy })
  })

  test('of a reply that never comes are retried', async () => {
    tiktok.faults.arm({ kind: 'hang' })
    const reading = readAds(platform, hastyCall(call), account, 'ads_daily', day)
    expect(await failureOf(reading)).toMatchObject({ reason: 'platform_is_unavailable', remedy: 'retry' })
  })

  test('do not include a field that is new, which is named, or a slow reply', async () => {
    tiktok.faults.arm({ kind: 'extra_field', field: 'metrics.vibes' }, report)
    tiktok.faults.arm({ kind: 'slow', milliseconds: 50 }, report)
    expect((await read()).unknownFields).toEqual([expect.stringContaining('metrics.vibes')])
  })

  test('include the end of the version', async () => {
    const ended = { ...call, settings: { ...call.settings, version: 'v1.2' } }
    expect(await failureOf(platform.listAccounts(ended))).toMatchObject({ reason: 'version_has_ended', remedy: 'stop' })
  })

  test('contain no token, address or reply', async () => {
    for (const kind of ['cut', 'html', 'truncated'] as const) {
      tiktok.faults.arm({ kind })
      const { message, stack, values, cause } = await failure()
      const text = JSON.stringify([message, stack, values, String((cause as Error | undefined)?.stack)])
      for (const secret of [call.accessToken, tiktok.app.secret]) expect(text).not.toContain(secret)
      expect(text).not.toMatch(/https?:\/\/127|DOCTYPE|"message"/)
    }
  })
})

test('the client of TikTok only reads', () => {
  expect(tiktok.recorder.violations).toEqual([])
  expect(tiktok.recorder.crashes).toEqual([])
})

test('a measure of - is not reported', async () => {
  const dashed = {
    ...call,
    send: async (request: Parameters<TestCall['send']>[0]) => {
      const reply = await call.send(request)
      const replaced = reply.text.replace(/"total_complete_payment_rate":"[^"]*"/g, '"total_complete_payment_rate":"-"')
      return { ...reply, text: replaced }
    },
  }
  const reply = await readAds(platform, dashed, account, 'ads_daily', day)
  expect(new Set(columnOf(reply, 'revenue'))).toEqual(new Set([undefined]))
  expect(new Set(columnOf(reply, 'spend'))).not.toContain(undefined)
})
