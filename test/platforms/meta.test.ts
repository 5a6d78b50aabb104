import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { decide } from '../support/platforms/consent.ts'
import { startMeta } from '../support/platforms/meta/meta.ts'
import type { Meta } from '../support/platforms/meta/meta.ts'
import { amount } from '../support/platforms/money.ts'

const redirectUri = 'http://127.0.0.1:9/callback'
let meta: Meta
let token: string
let accountId: string
const from = '2026-10-01'
const to = '2026-10-14'
const range = { time_range: JSON.stringify({ since: from, until: to }), time_increment: '1', limit: '500' }

beforeAll(async () => {
  meta = await startMeta({ redirectUri })
  accountId = meta.seed({ seed: 3, from, to }).id
  token = await signIn()
})
afterAll(() => meta.stop())
afterEach(() => {
  meta.faults.clear()
})

function dialogUrl(extra: Record<string, string> = {}): URL {
  const url = new URL(`${meta.environment.META_WWW_BASE_URL}/v26.0/dialog/oauth`)
  const asked = { client_id: meta.app.id, redirect_uri: redirectUri, scope: 'ads_read', state: 'a state' }
  url.search = new URLSearchParams({ ...asked, response_type: 'code', ...extra }).toString()
  return url
}

interface Answer {
  status: number
  headers: Headers
  body: {
    data?: Record<string, unknown>[]
    paging?: { next?: string; cursors: object }
    error?: { code: number; error_subcode?: number }
    [name: string]: unknown
  }
}

async function call(path: string, params: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const url = path.startsWith('http') ? new URL(path) : new URL(`${meta.environment.META_GRAPH_BASE_URL}/v26.0/${path}`)
  if (!path.startsWith('http') && !path.startsWith('oauth')) url.searchParams.set('access_token', token)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  const response = await fetch(url, { method })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
}

const exchange = (params: Record<string, string>) =>
  call('oauth/access_token', {
    client_id: meta.app.id,
    client_secret: meta.app.secret,
    redirect_uri: redirectUri,
    ...params,
  })

async function signIn(scopes?: string[]): Promise<string> {
  const callback = await decide(dialogUrl(), { approve: true, ...(scopes ? { scopes } : {}) })
  const { body } = await exchange({ code: callback.searchParams.get('code') as string })
  return body['access_token'] as string
}

const insights = (params: Record<string, string>) => call(`act_${accountId}/insights`, { ...range, ...params })

describe('the consent of Meta', () => {
  test('gives a code that works once, and a token that is exchanged for about 60 days', async () => {
    const callback = await decide(dialogUrl(), { approve: true })
    expect(callback.searchParams.get('state')).toBe('a state')
    const code = callback.searchParams.get('code') as string
    const { body } = await exchange({ code })
    expect(body).toEqual({ access_token: expect.stringMatching(/^EAAG/), token_type: 'bearer', expires_in: 5_400 })
    expect((await exchange({ code })).body.error).toMatchObject({ code: 100, error_subcode: 36_009 })
    const long = await exchange({ grant_type: 'fb_exchange_token', fb_exchange_token: body['access_token'] as string })
    expect(long.body['expires_in']).toBe(5_183_944)
  })

  test('redirects with the reason when the person denies', async () => {
    const callback = await decide(dialogUrl(), { approve: false })
    expect(Object.fromEntries(callback.searchParams)).toMatchObject({
      error: 'access_denied',
      error_reason: 'user_denied',
      state: 'a state',
    })
  })

  test('lets a person decline a permission', async () => {
    const kept = token
    token = await signIn([])
    expect((await call('me/permissions')).body.data).toEqual([{ permission: 'ads_read', status: 'declined' }])
    const refused = [await call('me/adaccounts'), await insights({ fields: 'spend' })]
    token = kept
    expect(refused.map(({ status, body }) => [status, body.error?.code])).toEqual([
      [403, 200],
      [403, 200],
    ])
  })

  test('ends: an expired token is refused and cannot be exchanged', async () => {
    meta.clock.advance(5_500_000)
    const refused = await call('me')
    const exchanged = await exchange({ grant_type: 'fb_exchange_token', fb_exchange_token: token })
    meta.clock.advance(-5_500_000)
    expect([refused.status, refused.body.error]).toEqual([
      400,
      expect.objectContaining({ code: 190, error_subcode: 463 }),
    ])
    expect(exchanged.body.error).toMatchObject({ code: 190, error_subcode: 463 })
  })

  test('checks appsecret_proof', async () => {
    const proof = createHmac('sha256', meta.app.secret).update(token).digest('hex')
    expect((await call('me', { appsecret_proof: proof })).status).toBe(200)
    expect((await call('me', { appsecret_proof: 'wrong' })).body.error?.code).toBe(100)
  })
})

describe('insights of Meta', () => {
  const fields =
    'account_currency,account_id,campaign_id,campaign_name,adset_id,ad_id,ad_name,impressions,clicks,spend,actions,action_values'

  test('have the field names and types of the sample', async () => {
    const windows = JSON.stringify(['1d_click', '7d_click', '28d_click', '1d_view'])
    const { body } = await insights({ level: 'ad', fields, action_attribution_windows: windows })
    const row = body.data?.find(({ action_values }) => action_values)
    const decimalText = expect.stringMatching(/^\d+\.\d\d$/)
    const digits = expect.stringMatching(/^\d+$/)
    expect(row).toMatchObject({
      account_currency: 'USD',
      account_id: accountId,
      ad_id: expect.stringMatching(/^2385\d{13}$/),
      ad_name: expect.any(String),
      impressions: digits,
      clicks: digits,
      spend: decimalText,
      date_start: expect.stringMatching(/^2026-10-\d\d$/),
      date_stop: row?.['date_start'],
    })
    const purchase = (type: string) => expect.objectContaining({ action_type: type, value: digits, '7d_click': digits })
    expect(row?.['actions']).toEqual([
      expect.objectContaining({ action_type: 'link_click' }),
      ...['omni_purchase', 'purchase', 'offsite_conversion.fb_pixel_purchase'].map(purchase),
    ])
    expect(row?.['action_values']).toContainEqual(
      expect.objectContaining({ action_type: 'omni_purchase', value: decimalText }),
    )
  })

  test('by hour have spend and no purchases', async () => {
    const { body } = await insights({
      level: 'campaign',
      fields: 'spend,actions',
      breakdowns: 'hourly_stats_aggregated_by_advertiser_time_zone',
      limit: '5000',
    })
    expect(body.data?.[0]?.['hourly_stats_aggregated_by_advertiser_time_zone']).toMatch(/^\d\d:00:00 - \d\d:59:59$/)
    expect(JSON.stringify(body.data)).not.toContain('purchase')
    const cents = (body.data ?? []).reduce((sum, { spend }) => sum + BigInt((spend as string).replace('.', '')), 0n)
    expect(cents * 10_000n).toBe(meta.ledger.total(accountId, from, to).spend)
  })

  test('leave out a deleted ad that its campaign still counts, unless its status is asked for', async () => {
    const spendOf = async (params: Record<string, string>) =>
      (await insights({ fields: 'spend', time_increment: 'all_days', ...params })).body.data ?? []
    const [before, campaigns] = [await spendOf({ level: 'ad' }), await spendOf({ level: 'campaign' })]
    const { id } = meta.ledger.adsOf(accountId)[0]!
    meta.ledger.deleteAd(id)
    expect(await spendOf({ level: 'ad' })).toHaveLength(before.length - 1)
    expect(await spendOf({ level: 'campaign' })).toEqual(campaigns)
    const filtering = JSON.stringify([{ field: 'ad.effective_status', operator: 'IN', value: ['DELETED'] }])
    expect(await spendOf({ level: 'ad', filtering })).toHaveLength(1)
    expect(
      (await call(`${id}/insights`, { ...range, fields: 'spend', level: 'ad' })).body.data?.length,
    ).toBeGreaterThan(0)
    meta.settings.canFilterDeleted = false
    const refused = await insights({ level: 'ad', filtering })
    meta.settings.canFilterDeleted = true
    expect(refused.body.error?.error_subcode).toBe(1_815_001)
    expect((await call(`act_${accountId}/ads`, { limit: '100' })).body.data?.map((ad) => ad['id'])).not.toContain(id)
  })

  test('write amounts of a currency without decimal places as integers', async () => {
    const yen = meta.seed({ seed: 9, from, to, account: { currency: 'JPY', timezone: 'Asia/Tokyo' } })
    const { body } = await call(`act_${yen.id}/insights`, { ...range, time_increment: 'all_days', fields: 'spend' })
    expect(body.data?.[0]?.['spend']).toBe(amount(meta.ledger.total(yen.id, from, to).spend, 'JPY'))
    expect(body.data?.[0]?.['spend']).toMatch(/^\d+$/)
  })

  test('are paged by cursors, and paging.next holds the token', async () => {
    let answer = await insights({ level: 'ad', fields: 'spend', limit: '30' })
    expect(answer.body.paging?.next).toContain(token)
    const rows = [...(answer.body.data ?? [])]
    while (answer.body.paging?.next) {
      answer = await call(answer.body.paging.next)
      rows.push(...(answer.body.data ?? []))
    }
    expect(rows).toEqual((await insights({ level: 'ad', fields: 'spend' })).body.data)
    expect(JSON.stringify(meta.recorder.requests)).not.toContain(token)
  })

  test.each([
    [{ fields: 'nonsense' }, 100],
    [{ action_attribution_windows: '["7d_view"]' }, 100],
    [{ time_range: '{"since":"2020-01-01","until":"2020-01-02"}' }, 3018],
    [{ time_range: '{"since":"2026-10-02","until":"2026-10-01"}' }, 100],
  ])('refuse %o', async (params, code) => {
    const refused = await insights(params as unknown as Record<string, string>)
    expect([refused.status, refused.body.error?.code]).toEqual([400, code])
  })
})

describe('a report run of Meta', () => {
  const start = async () => {
    const { body } = await call(`act_${accountId}/insights`, { ...range, level: 'ad', fields: 'spend' }, 'POST')
    return body['report_run_id'] as string
  }
  const poll = async (id: string) => {
    const { body } = await call(id)
    return [body['async_status'], body['async_percent_completion'], body['error_code']]
  }

  test('is not complete at 100 percent', async () => {
    const id = await start()
    expect([await poll(id), await poll(id)]).toEqual([
      ['Job Started', 0, undefined],
      ['Job Running', 100, undefined],
    ])
    expect((await call(`${id}/insights`)).status).toBe(400)
    expect(await poll(id)).toEqual(['Job Completed', 100, undefined])
    expect((await call(`${id}/insights`, { limit: '500' })).body.data?.length).toBeGreaterThan(20)
  })

  test('fails, is skipped or never ends as a test says', async () => {
    meta.runs.outcomes.push('failed', 'skipped', 'never')
    const ends = []
    for (let count = 0; count < 3; count++) {
      const id = await start()
      for (let polls = 0; polls < 5; polls++) await poll(id)
      ends.push(await poll(id))
    }
    expect(ends).toEqual([
      ['Job Failed', 70, -2],
      ['Job Skipped', 0, undefined],
      ['Job Running', 100, undefined],
    ])
  })
})

describe('limits and accounts of Meta', () => {
  test('show the use in headers, and refuse with HTTP 400', async () => {
    const { headers } = await call(`act_${accountId}`)
    const usage = JSON.parse(headers.get('x-business-use-case-usage') ?? '') as Record<string, unknown[]>
    expect(usage[accountId]?.[0]).toMatchObject({ call_count: 5, estimated_time_to_regain_access: 0 })
    meta.settings.usagePercent = 100
    const refused = await call(`act_${accountId}`)
    meta.settings.usagePercent = 5
    expect([refused.status, refused.body.error?.code]).toEqual([400, 80_000])
    expect(refused.headers.get('x-business-use-case-usage')).toContain('"estimated_time_to_regain_access":3')
  })

  test('apply the faults of rows', async () => {
    meta.faults.arm({ kind: 'retyped_field', field: 'spend' }, { on: /insights$/ })
    meta.faults.arm({ kind: 'day_outside' }, { on: /insights$/ })
    const { data = [] } = (await insights({ level: 'ad', fields: 'spend,impressions' })).body
    expect(data.at(-1)).toMatchObject({
      spend: { amount: expect.any(String) },
      date_start: expect.stringMatching(/^2027-/),
    })
  })

  test('end with a removed account, and with an ended version', async () => {
    const { id } = meta.seed({ seed: 11, from, to })
    const fields = 'id,account_id,name,currency,timezone_name,account_status'
    const listed = (await call('me/adaccounts', { fields })).body.data
    expect(listed).toContainEqual({
      id: `act_${id}`,
      account_id: id,
      name: expect.any(String),
      currency: 'USD',
      timezone_name: 'America/Los_Angeles',
      account_status: 1,
    })
    meta.ledger.removeAccount(id)
    expect((await call(`act_${id}`)).body.error).toMatchObject({ code: 100, error_subcode: 33 })
    const ended = await fetch(`${meta.environment.META_GRAPH_BASE_URL}/v20.0/me?access_token=${token}`)
    expect(await ended.json()).toMatchObject({ error: { code: 2635 } })
  })

  test('sign the request that announces a deauthorization', () => {
    const [signature, payload = ''] = meta.signedRequest({ user_id: '1022' }).split('.')
    expect(signature).toBe(createHmac('sha256', meta.app.secret).update(payload).digest('base64url'))
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      algorithm: 'HMAC-SHA256',
      user_id: '1022',
    })
  })

  test('give objects by id, deleted ones too', async () => {
    const [one, other] = meta.ledger.adsOf(accountId).slice(-2)
    meta.ledger.deleteAd(other!.id)
    const { body } = await call('', { ids: `${one!.id},${other!.id}`, fields: 'name,effective_status,creative{title}' })
    expect(body).toEqual({
      [one!.id]: {
        id: one!.id,
        name: one!.name,
        effective_status: 'ACTIVE',
        creative: { id: expect.any(String), title: one!.name },
      },
      [other!.id]: expect.objectContaining({ effective_status: 'DELETED' }),
    })
  })

  test('record a write as a violation', async () => {
    await call(meta.ledger.adsOf(accountId)[0]!.id, { status: 'PAUSED' }, 'POST')
    expect(meta.recorder.violations).toHaveLength(1)
    expect(meta.recorder.crashes).toEqual([])
  })
})
