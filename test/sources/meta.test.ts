import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { meta as platform } from '../../shared/sources/meta/meta.ts'
import type { Grant, PlatformAccount } from '../../shared/sources/platform.ts'
import { decide } from '../support/platforms/consent.ts'
import { startMeta } from '../support/platforms/meta/meta.ts'
import type { Meta } from '../support/platforms/meta/meta.ts'
import {
  callOf,
  columnOf,
  failureOf,
  hastyCall,
  ledgerCells,
  readAds,
  replyCells,
  reportOf,
} from '../support/source_call.ts'
import type { TestCall } from '../support/source_call.ts'

const dayMs = 86_400_000
const redirectUri = 'http://127.0.0.1:9/callback'
const month = { from: '2026-10-01', to: '2026-10-30' }
const week = { from: '2026-10-01', to: '2026-10-07' }
const day = { from: '2026-10-05', to: '2026-10-05' }
let meta: Meta
let grant: Grant
let call: TestCall
let account: PlatformAccount

beforeAll(async () => {
  meta = await startMeta({ redirectUri })
  const seeded = meta.seed({ seed: 3, ...month, campaigns: 3, groupsPerCampaign: 3, adsPerGroup: 4 })
  grant = await signIn()
  call = callOf(platform, meta, grant.accessToken)
  account = accountOf(await platform.listAccounts(call), seeded.id)
})
afterAll(() => meta.stop())
afterEach(() => {
  meta.faults.clear()
  call.waits.length = 0
})

function accountOf(accounts: PlatformAccount[], id: string): PlatformAccount {
  return accounts.find((each) => each.id === id) as PlatformAccount
}

async function callback(scopes?: string[], approve = true): Promise<URLSearchParams> {
  const { settings } = callOf(platform, meta)
  const url = platform.authorizationUrl(settings, { state: 'a state', redirectUri, codeChallenge: '' })
  return (await decide(url, { approve, ...(scopes && { scopes }) })).searchParams
}

const exchange = (parameters: URLSearchParams) =>
  platform.exchangeCode(callOf(platform, meta), { parameters, redirectUri, codeVerifier: '' })

const signIn = async (scopes?: string[]) => exchange(await callback(scopes))

test('the dialog asks again for a permission that the person declined', () => {
  const { settings } = callOf(platform, meta)
  const url = new URL(platform.authorizationUrl(settings, { state: 'a state', redirectUri, codeChallenge: '' }))
  expect(url.searchParams.get('auth_type')).toBe('rerequest')
})

describe('access to Meta', () => {
  test('is given for about 60 days, for the one scope', () => {
    const days = (Date.parse(grant.accessExpiresAt ?? '') - Date.now()) / dayMs
    expect(Math.round(days)).toBe(60)
    expect(grant).toMatchObject({ scopes: ['ads_read'], subject: expect.stringMatching(/^\d+$/) })
  })

  test('is refused if the person denies, declines the scope or sends a code twice', async () => {
    expect(await failureOf(callback(undefined, false).then(exchange))).toMatchObject({ reason: 'access_denied' })
    expect(await failureOf(signIn([]))).toMatchObject({ reason: 'scope_missing', values: { scopes: ['ads_read'] } })
    const parameters = await callback()
    await exchange(parameters)
    expect(await failureOf(exchange(parameters))).toMatchObject({ reason: 'code_is_used' })
  })

  test('is extended while it lives, and dead after', async () => {
    const extended = await platform.refresh?.(call, grant)
    expect(extended).toMatchObject({ scopes: grant.scopes, subject: grant.subject, accessToken: expect.any(String) })
    expect(extended?.accessToken).not.toBe(grant.accessToken)
    meta.clock.advance(61 * dayMs)
    const failures = [
      await failureOf(platform.refresh?.(call, grant) as Promise<Grant>),
      await failureOf(platform.listAccounts(call)),
    ]
    meta.clock.advance(-61 * dayMs)
    for (const failure of failures) expect(failure).toMatchObject({ reason: 'grant_is_dead', remedy: 'reconnect' })
  })

  test('ends at the platform, once or twice', async () => {
    const other = await signIn()
    const otherCall = callOf(platform, meta, other.accessToken)
    await platform.revoke(call, other)
    await platform.revoke(call, other)
    expect(await failureOf(platform.listAccounts(otherCall))).toMatchObject({ remedy: 'reconnect' })
    grant = await signIn()
    call = callOf(platform, meta, grant.accessToken)
  })

  test('signs each request with the app secret', async () => {
    const wrong = { ...call, settings: { ...call.settings, app: { ...call.settings.app, clientSecret: 'wrong' } } }
    expect(await failureOf(platform.listAccounts(wrong))).toMatchObject({ reason: 'request_is_refused' })
  })
})

describe('accounts of Meta', () => {
  test('are listed over several pages with currency, zone and state', async () => {
    const ids = Array.from({ length: 120 }, (_, seed) => meta.seed({ seed: 100 + seed, ...day }).id)
    meta.settings.accountStatuses.set(ids[5] as string, 2)
    const accounts = await platform.listAccounts(call)
    expect(accounts).toHaveLength(121)
    expect(account).toEqual({
      id: expect.stringMatching(/^\d+$/),
      name: expect.any(String),
      currency: 'USD',
      timezone: 'America/Los_Angeles',
    })
    expect(accounts.filter(({ unavailable }) => unavailable)).toEqual([
      expect.objectContaining({ id: ids[5], unavailable: 'disabled' }),
    ])
    for (const id of ids) meta.ledger.removeAccount(id)
  })

  test('that were removed are unavailable', async () => {
    const { id } = meta.seed({ seed: 11, ...day })
    const removed = accountOf(await platform.listAccounts(call), id)
    meta.ledger.removeAccount(id)
    const failure = await failureOf(readAds(platform, call, removed, 'ads_daily', day))
    expect(failure).toMatchObject({ reason: 'account_is_unavailable', remedy: 'stop' })
  })
})

describe('reports of Meta', () => {
  test('by day equal the ledger in all cells, over several pages', async () => {
    meta.recorder.clear()
    const reply = await readAds(platform, call, account, 'ads_daily', month)
    expect(replyCells(reply)).toEqual(ledgerCells(meta.ledger, account.id, month, 'day'))
    expect(reply.rows.length).toBeGreaterThan(500)
    expect(reply.unknownFields).toEqual([])
    const pages = meta.recorder.requests.filter(({ path, query }) => path.endsWith('/insights') && query['after'])
    expect(pages.length).toBeGreaterThan(0)
  })

  test('by hour equal the ledger, without conversions', async () => {
    const reply = await readAds(platform, call, account, 'ads_hourly', week)
    const expected = ledgerCells(meta.ledger, account.id, week, 'hour')
    for (const cell of expected.values()) {
      delete cell.conversions
      delete cell.revenue
    }
    expect(replyCells(reply)).toEqual(expected)
    expect(reply.fields).not.toContain('conversions')
    expect(reply.fields).not.toContain('revenue')
  })

  test('have ids with all digits, names, budgets in units and creatives', async () => {
    const { fields, rows } = await readAds(platform, call, account, 'ads_daily', day)
    const ad = meta.ledger.adsOf(account.id)[0]!
    const campaign = meta.ledger.campaigns.get(ad.campaignId)!
    const row = rows.find((each) => each[fields.indexOf('ad_id')] === ad.id) ?? []
    expect(Object.fromEntries(fields.map((field, index) => [field, row[index]]))).toMatchObject({
      date: day.from,
      campaign_id: campaign.id,
      campaign_name: campaign.name,
      status: 'ACTIVE',
      daily_budget: `${campaign.dailyBudget / 1_000_000n}.00`,
      adset_id: ad.groupId,
      ad_name: ad.name,
      creative_id: expect.stringMatching(/^\d+$/),
    })
    expect(Number.isSafeInteger(Number(ad.id))).toBe(false)
  })

  test('in yen have whole amounts and budgets', async () => {
    const { id } = meta.seed({ seed: 9, ...week, account: { currency: 'JPY', timezone: 'Asia/Tokyo' } })
    const yen = accountOf(await platform.listAccounts(call), id)
    const reply = await readAds(platform, call, yen, 'ads_daily', week)
    expect(replyCells(reply)).toEqual(ledgerCells(meta.ledger, id, week, 'day'))
    const budgets = new Set(meta.ledger.campaignsOf(id).map(({ dailyBudget }) => String(dailyBudget / 1_000_000n)))
    expect(new Set(columnOf(reply, 'daily_budget'))).toEqual(budgets)
  })

  test('of a day without facts have no rows', async () => {
    const empty = { from: '2026-09-01', to: '2026-09-02' }
    expect((await readAds(platform, call, account, 'ads_daily', empty)).rows).toEqual([])
  })

  test('begin with the days that Meta still has', async () => {
    const first = (months: number) => {
      const now = new Date()
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, now.getUTCDate() - 5))
    }
    const dayOf = (date: Date) => date.toISOString().slice(0, 10)
    const old = { from: dayOf(first(37)), to: dayOf(new Date(first(37).getTime() + 20 * dayMs)) }
    const { id } = meta.seed({ seed: 31, ...old })
    meta.ledger.deleteCampaign(meta.ledger.campaignsOf(id)[0]!.id)
    // Deleted ads are then read by id.
    meta.settings.canFilterDeleted = false
    const reply = await readAds(platform, call, { ...account, id }, 'ads_daily', old)
    meta.settings.canFilterDeleted = true
    expect(columnOf(reply, 'date').toSorted()[0]).toBe(reply.readFrom)
    expect(reply.readFrom! > old.from).toBe(true)
    expect(replyCells(reply)).toEqual(ledgerCells(meta.ledger, id, { from: reply.readFrom!, to: old.to }, 'day'))
    const tooOld = { from: dayOf(first(40)), to: dayOf(first(39)) }
    const nothingKept = await readAds(platform, call, account, 'ads_daily', tooOld)
    expect(nothingKept).toMatchObject({ rows: [], readFrom: reply.readFrom })
    expect((await readAds(platform, call, account, 'ads_daily', day)).readFrom).toBeUndefined()
  })

  test('ask for fewer rows of a page that Meta refuses', async () => {
    meta.settings.rowsMax = 60
    const reply = await readAds(platform, call, account, 'ads_daily', week)
    meta.settings.rowsMax = 5000
    expect(replyCells(reply)).toEqual(ledgerCells(meta.ledger, account.id, week, 'day'))
  })

  test('are slowed down near a limit, and refused with a time at the limit', async () => {
    meta.settings.usagePercent = 85
    await readAds(platform, call, account, 'ads_hourly', day)
    expect(call.waits[0]).toBeGreaterThan(0)
    meta.settings.usagePercent = 100
    const failure = await failureOf(readAds(platform, call, account, 'ads_hourly', day))
    meta.settings.usagePercent = 5
    expect(failure).toMatchObject({ reason: 'limit_is_reached', remedy: 'retry', retryAfterSeconds: 180 })
  })
})

describe('deleted ads and campaigns of Meta', () => {
  const deleteSome = () => {
    const { id } = meta.seed({ seed: 21, ...week, campaigns: 3 })
    const [first, second] = meta.ledger.campaignsOf(id)
    meta.ledger.deleteAd(meta.ledger.adsOf(id).find(({ campaignId }) => campaignId === first!.id)!.id)
    meta.ledger.deleteCampaign(second!.id)
    return { ...account, id }
  }

  test.each([
    ['Meta filters and lists them', true, true],
    ['Meta filters them and lists none', true, false],
    ['Meta lists them and filters none', false, true],
  ])('have all cells if %s', async (_, canFilterDeleted, canListDeleted) => {
    const deleted = deleteSome()
    Object.assign(meta.settings, { canFilterDeleted, canListDeleted })
    const daily = await readAds(platform, call, deleted, 'ads_daily', week)
    const hourly = await readAds(platform, call, deleted, 'ads_hourly', week)
    Object.assign(meta.settings, { canFilterDeleted: true, canListDeleted: true })
    expect(replyCells(daily)).toEqual(ledgerCells(meta.ledger, deleted.id, week, 'day'))
    expect([...replyCells(hourly).keys()].toSorted()).toEqual(
      [...ledgerCells(meta.ledger, deleted.id, week, 'hour').keys()].toSorted(),
    )
  })

  test('remain in the totals of campaigns and of the account if Meta refuses to show them', async () => {
    const deleted = deleteSome()
    Object.assign(meta.settings, { canFilterDeleted: false, canListDeleted: false })
    const reply = await readAds(platform, call, deleted, 'ads_daily', week)
    Object.assign(meta.settings, { canFilterDeleted: true, canListDeleted: true })
    const sum = (name: 'spend' | 'conversions' | 'revenue' | 'clicks') =>
      [...replyCells(reply).values()].reduce((total, cell) => total + (cell[name] ?? 0n), 0n)
    const total = meta.ledger.total(deleted.id, week.from, week.to)
    expect({ spend: sum('spend'), clicks: sum('clicks') }).toEqual({ spend: total.spend, clicks: total.clicks })
    expect({ conversions: sum('conversions'), revenue: sum('revenue') }).toEqual({
      conversions: total.conversions,
      revenue: total.revenue,
    })
    expect(columnOf(reply, 'ad_id')).toContain(undefined)
  })
})

describe('report runs of Meta', () => {
  const report = reportOf(platform, 'ads_daily')
  const start = async () => (await report.request?.(call, account, day)) as string
  const poll = (id: string) => report.isReady?.(call, account, id) as Promise<boolean>

  test('that fail are split or started again', async () => {
    meta.runs.outcomes.push('failed')
    const failed = await start()
    expect(await failureOf(pollUntilFailure(failed))).toMatchObject({
      reason: 'report_failed',
      remedy: expect.stringMatching(/^(split|restart)$/),
    })
    meta.runs.outcomes.push('skipped')
    const skipped = await start()
    expect(await failureOf(pollUntilFailure(skipped))).toMatchObject({ reason: 'report_failed', remedy: 'restart' })
  })

  test('that hang are never ready', async () => {
    meta.runs.outcomes.push('never')
    const id = await start()
    for (let polls = 0; polls < 8; polls++) expect(await poll(id)).toBe(false)
  })

  test('that are unknown or gone are started again', async () => {
    expect(await failureOf(poll('1:2:3'))).toMatchObject({ reason: 'report_failed', remedy: 'restart' })
    expect(await failureOf(poll('nonsense'))).toMatchObject({ reason: 'report_failed', remedy: 'restart' })
  })

  async function pollUntilFailure(id: string): Promise<void> {
    for (let polls = 0; polls < 8; polls++) await poll(id)
  }
})

describe('failures of Meta', () => {
  const read = () => readAds(platform, call, account, 'ads_daily', day)
  const failure = async () => failureOf(read())

  test.each([
    ['throttled_app', 'limit_is_reached', 'retry'],
    ['throttled_user', 'limit_is_reached', 'retry'],
    ['throttled_custom', 'limit_is_reached', 'retry'],
    ['throttled_account', 'limit_is_reached', 'retry'],
    ['transient', 'platform_is_unavailable', 'retry'],
    ['unknown_error', 'platform_is_unavailable', 'retry'],
    ['timeout', 'report_is_too_large', 'split'],
    ['token_expired', 'grant_is_dead', 'reconnect'],
    ['password_changed', 'grant_is_dead', 'reconnect'],
    ['app_removed', 'grant_is_dead', 'reconnect'],
    ['permission_missing', 'permission_is_missing', 'stop'],
    ['version_ended', 'version_has_ended', 'stop'],
  ] as const)('%s is %s: %s', async (name, reason, remedy) => {
    meta.faults.arm({ kind: 'refusal', name }, { on: /\/act_\d+\/insights$/ })
    expect(await failure()).toMatchObject({ reason, remedy })
  })

  test('of the amount of data split the window when no smaller page is left', async () => {
    meta.faults.arm({ kind: 'refusal', name: 'too_much_data' }, { on: /\/\d+\/insights$/, times: 20 })
    expect(await failure()).toMatchObject({ reason: 'report_is_too_large', remedy: 'split' })
  })

  test.each([
    [{ kind: 'cut' }, 'retry'],
    [{ kind: 'html' }, 'retry'],
    [{ kind: 'wrong_type' }, 'retry'],
    [{ kind: 'truncated' }, 'retry'],
    [{ kind: 'repeated_row' }, 'retry'],
    [{ kind: 'day_outside' }, 'retry'],
    [{ kind: 'missing_field', field: 'spend' }, 'stop'],
    [{ kind: 'missing_field', field: 'clicks' }, 'stop'],
    [{ kind: 'missing_field', field: 'ad_id' }, 'stop'],
    [{ kind: 'retyped_field', field: 'spend' }, 'stop'],
    [{ kind: 'retyped_field', field: 'actions' }, 'stop'],
  ] as const)('%j: %s', async (fault, remedy) => {
    meta.faults.arm(fault, { on: /\/\d+\/insights$/ })
    expect(await failure()).toMatchObject({ remedy })
  })

  test('of a reply that never comes are retried', async () => {
    meta.faults.arm({ kind: 'hang' })
    const reading = readAds(platform, hastyCall(call), account, 'ads_daily', day)
    expect(await failureOf(reading)).toMatchObject({ reason: 'platform_is_unavailable', remedy: 'retry' })
  })

  test('do not include a field that is new, which is named, or a slow reply', async () => {
    meta.faults.arm({ kind: 'extra_field', field: 'vibes' }, { on: /\/\d+\/insights$/ })
    meta.faults.arm({ kind: 'slow', milliseconds: 50 }, { on: /\/\d+\/insights$/ })
    expect((await read()).unknownFields).toEqual([expect.stringContaining('vibes')])
  })

  test('include the end of a version, which is announced before', async () => {
    const withVersion = (version: string) => ({ ...call, settings: { ...call.settings, version } })
    const ended = await failureOf(platform.listAccounts(withVersion(meta.settings.endedVersions[0] as string)))
    expect(ended).toMatchObject({ reason: 'version_has_ended', remedy: 'stop' })
    const before = call.versionEndings
    meta.settings.endingVersions.push('v25.0')
    await platform.listAccounts(withVersion('v25.0'))
    expect(call.versionEndings).toBeGreaterThan(before)
  })

  test('contain no token, address or reply', async () => {
    const failures = []
    for (const name of ['token_expired', 'version_ended', 'throttled_account'] as const) {
      meta.faults.arm({ kind: 'refusal', name })
      failures.push(await failure())
    }
    for (const kind of ['cut', 'html', 'truncated'] as const) {
      meta.faults.arm({ kind })
      failures.push(await failure())
    }
    for (const { message, stack, values, cause } of failures) {
      const text = JSON.stringify([message, stack, values, String((cause as Error | undefined)?.stack)])
      expect(text).not.toContain(call.accessToken)
      expect(text).not.toContain(meta.app.secret)
      expect(text).not.toMatch(/https?:\/\/127|DOCTYPE|"message"/)
    }
  })
})

test('the client of Meta only reads', () => {
  expect(meta.recorder.violations).toEqual([])
  expect(meta.recorder.crashes).toEqual([])
})
