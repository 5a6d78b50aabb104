import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { decide } from '../support/platforms/consent.ts'
import { startTiktok } from '../support/platforms/tiktok/tiktok.ts'
import type { Tiktok } from '../support/platforms/tiktok/tiktok.ts'
import { WindowLimit } from '../support/platforms/window_limit.ts'

const redirectUri = 'http://127.0.0.1:9/callback'
const from = '2026-10-01'
const to = '2026-10-14'
let tiktok: Tiktok
let advertiserId: string
let token: string

beforeAll(async () => {
  tiktok = await startTiktok({ redirectUri })
  advertiserId = tiktok.seed({ seed: 5, from, to, campaignsWithoutAds: 1 }).id
  token = (await signIn()).body.data['access_token'] as string
})
afterAll(() => tiktok.stop())
afterEach(() => {
  tiktok.faults.clear()
})

interface Answer {
  status: number
  text: string
  body: {
    code: number
    message: string
    data: Record<string, unknown> & {
      list?: Record<string, Record<string, unknown>>[]
      page_info?: Record<string, number>
    }
  }
}

async function call(path: string, params: Record<string, string> = {}, post?: object): Promise<Answer> {
  const url = new URL(`${tiktok.environment.TIKTOK_BASE_URL}/open_api/v1.3/${path}`)
  url.search = new URLSearchParams(params).toString()
  const response = await fetch(url, {
    headers: { 'Access-Token': token ?? '', 'content-type': 'application/json' },
    ...(post ? { method: 'POST', body: JSON.stringify(post) } : {}),
  })
  const text = await response.text()
  return {
    status: response.status,
    text,
    body: text.startsWith('{') ? (JSON.parse(text) as Answer['body']) : ({} as Answer['body']),
  }
}

function consentUrl(): URL {
  const url = new URL(`${tiktok.environment.TIKTOK_BASE_URL}/portal/auth`)
  url.search = new URLSearchParams({ app_id: tiktok.app.id, state: 'a state', redirect_uri: redirectUri }).toString()
  return url
}

async function signIn(scopes?: string[]): Promise<Answer> {
  const callback = await decide(consentUrl(), { approve: true, ...(scopes ? { scopes } : {}) })
  const auth_code = callback.searchParams.get('auth_code')
  return call('oauth2/access_token/', {}, { app_id: tiktok.app.id, secret: tiktok.app.secret, auth_code })
}

const basic = {
  report_type: 'BASIC',
  service_type: 'AUCTION',
  data_level: 'AUCTION_AD',
  dimensions: '["ad_id","stat_time_day"]',
  metrics:
    '["spend","impressions","clicks","conversion","complete_payment","total_complete_payment_rate","campaign_id","campaign_name","adgroup_id","adgroup_name","ad_name"]',
  start_date: from,
  end_date: to,
  page_size: '1000',
}
const report = (params: Record<string, string> = {}) =>
  call('report/integrated/get/', { ...basic, advertiser_id: advertiserId, ...params })

describe('the consent of TikTok', () => {
  test('gives an auth_code that works once, in JSON only', async () => {
    const { body } = await signIn()
    expect(body).toMatchObject({
      code: 0,
      message: 'OK',
      data: { access_token: expect.any(String), advertiser_ids: [advertiserId], scope: [1, 2, 4] },
    })
    const callback = await decide(consentUrl(), { approve: true })
    const post = { app_id: tiktok.app.id, secret: tiktok.app.secret, auth_code: callback.searchParams.get('auth_code') }
    const codes = [
      (await call('oauth2/access_token/', {}, post)).body.code,
      (await call('oauth2/access_token/', {}, post)).body.code,
    ]
    expect(codes).toEqual([0, 40_002])
    const form = await fetch(`${tiktok.environment.TIKTOK_BASE_URL}/open_api/v1.3/oauth2/access_token/`, {
      method: 'POST',
      body: new URLSearchParams({ app_id: tiktok.app.id }),
    })
    expect(await form.json()).toMatchObject({ code: 40_002 })
  })

  test('redirects without a code when the person denies', async () => {
    const callback = await decide(consentUrl(), { approve: false })
    expect(Object.fromEntries(callback.searchParams)).toEqual({ state: 'a state' })
  })

  test('can leave out the permission for reports', async () => {
    const kept = token
    token = (await signIn(['ad_account'])).body.data['access_token'] as string
    const { body } = await report()
    token = kept
    expect(body.code).toBe(40_001)
  })

  test('ends when the token is revoked', async () => {
    const revoked = (await signIn()).body.data['access_token'] as string
    const post = { app_id: tiktok.app.id, secret: tiktok.app.secret, access_token: revoked }
    expect((await call('oauth2/revoke_token/', {}, post)).body.code).toBe(0)
    const kept = token
    token = revoked
    const refused = await report()
    token = kept
    expect([refused.status, refused.body.code]).toEqual([200, 40_105])
  })
})

describe('a report of TikTok', () => {
  test('has the field names and types of the sample, with ids as texts and as numbers', async () => {
    const { body, text } = await report()
    const { id, campaignId } = tiktok.ledger.adsOf(advertiserId)[0]!
    const row = body.data.list?.find(({ dimensions }) => dimensions?.['ad_id'] === id)
    expect(row).toEqual({
      dimensions: { ad_id: id, stat_time_day: expect.stringMatching(/^2026-10-\d\d 00:00:00$/) },
      metrics: {
        spend: expect.stringMatching(/^\d+\.\d\d$/),
        impressions: expect.stringMatching(/^\d+$/),
        clicks: expect.stringMatching(/^\d+$/),
        conversion: expect.stringMatching(/^\d+$/),
        complete_payment: expect.stringMatching(/^\d+$/),
        total_complete_payment_rate: expect.stringMatching(/^\d+\.\d\d$/),
        campaign_id: expect.any(Number),
        campaign_name: 'Campaign 1',
        adgroup_id: expect.any(Number),
        adgroup_name: 'Group 1.1',
        ad_name: expect.any(String),
      },
      advertiser_id: expect.any(Number),
    })
    // The digits are on the wire, although JSON.parse loses them.
    expect(text).toContain(`"campaign_id":${campaignId},`)
    expect(String(row?.['metrics']?.['campaign_id'])).not.toBe(campaignId)
  })

  test('is paged with its totals', async () => {
    const whole = (await report()).body.data
    const first = (await report({ page_size: '20' })).body.data
    const last = (await report({ page_size: '20', page: String(first.page_info?.['total_page']) })).body.data
    expect(first.page_info).toEqual({
      total_number: whole.list?.length,
      page: 1,
      page_size: 20,
      total_page: Math.ceil((whole.list?.length ?? 0) / 20),
    })
    expect(first.list).toEqual(whole.list?.slice(0, 20))
    expect(last.list).toEqual(whole.list?.slice(-(last.list?.length ?? 0)))
  })

  test('by hour adds up to the ledger', async () => {
    const spend = async (extra: Record<string, string>) => {
      const { body } = await report({ metrics: '["spend"]', start_date: from, end_date: from, ...extra })
      return (body.data.list ?? []).reduce(
        (sum, { metrics }) => sum + BigInt(String(metrics?.['spend']).replace('.', '')),
        0n,
      )
    }
    const expected = tiktok.ledger.total(advertiserId, from, from).spend / 10_000n
    const level = { data_level: 'AUCTION_CAMPAIGN', dimensions: '["campaign_id","stat_time_hour"]' }
    expect(await spend(level)).toBe(expected)
    expect(await spend({ dimensions: '["ad_id","stat_time_hour"]' })).toBeLessThan(expected)
  })

  test('leaves out deleted ads unless STATUS_ALL is asked for', async () => {
    const { id } = tiktok.ledger.adsOf(advertiserId)[1]!
    const filtering = JSON.stringify([{ field_name: 'ad_status', filter_type: 'IN', filter_value: '["STATUS_ALL"]' }])
    const has = async (params: Record<string, string>) => (await report(params)).text.includes(`"ad_id":"${id}"`)
    expect(await has({})).toBe(true)
    tiktok.ledger.deleteAd(id)
    expect([await has({}), await has({ filtering })]).toEqual([false, true])
  })

  test.each([
    [{ end_date: '2026-11-01' }, 'cannot exceed 30 days'],
    [{ dimensions: '["ad_id","stat_time_hour"]' }, 'cannot exceed 1 day'],
    [{ metrics: '["nonsense"]' }, 'Invalid metric fields'],
    [{ dimensions: '["stat_time_day"]' }, 'must contain ad_id'],
    [{ page_size: '1001' }, 'page_size'],
    [{ filtering: '[{"field_name":"campaign_status","filter_type":"IN","filter_value":"[]"}]' }, 'Invalid field_name'],
  ])('refuses %o inside HTTP 200', async (params, message) => {
    const refused = await report(params as unknown as Record<string, string>)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      200,
      40_002,
      expect.stringContaining(message),
    ])
  })

  test('of a task is created, checked and downloaded without the token', async () => {
    const post = {
      ...basic,
      advertiser_id: advertiserId,
      dimensions: ['ad_id', 'stat_time_day'],
      metrics: ['spend', 'ad_name'],
    }
    const { task_id = '' } = (await call('report/task/create/', {}, post)).body.data as { task_id?: string }
    const statuses = []
    for (let polls = 0; polls < 3; polls++) {
      statuses.push((await call('report/task/check/', { advertiser_id: advertiserId, task_id })).body.data['status'])
    }
    expect(statuses).toEqual(['QUEUING', 'PROCESSING', 'SUCCESS'])
    const { download_url } = (await call('report/task/download/', { advertiser_id: advertiserId, task_id })).body.data
    const csv = await (await fetch(download_url as string)).text()
    expect(csv.split('\r\n')[0]).toBe('"ad_id","stat_time_day","spend","ad_name"')
  })
})

describe('objects and limits of TikTok', () => {
  test('show both time zones of an advertiser', async () => {
    const { body, text } = await call('advertiser/info/', { advertiser_ids: JSON.stringify([advertiserId]) })
    expect(body.data.list?.[0]).toMatchObject({
      currency: 'USD',
      timezone: 'Etc/GMT+8',
      display_timezone: 'America/Los_Angeles',
    })
    expect(text).toContain(`"advertiser_id":${advertiserId}`)
    const list = await call('oauth2/advertiser/get/', { app_id: tiktok.app.id, secret: tiktok.app.secret })
    expect(list.body.data.list).toEqual([{ advertiser_id: advertiserId, advertiser_name: expect.any(String) }])
  })

  test('list campaigns with budgets in whole units', async () => {
    const { body } = await call('campaign/get/', { advertiser_id: advertiserId, page_size: '1000' })
    const campaign = tiktok.ledger.campaignsOf(advertiserId)[0]!
    expect(body.data.list?.[0]).toMatchObject({
      campaign_name: campaign.name,
      budget: Number(campaign.dailyBudget / 1_000_000n),
      budget_mode: 'BUDGET_MODE_DAY',
      secondary_status: 'CAMPAIGN_STATUS_ENABLE',
    })
    expect(body.data.page_info).toMatchObject({ total_number: 3, total_page: 1 })
  })

  test('refuse the eleventh request of a second with 40100', async () => {
    // A longer window, because a loaded machine can take more than a second.
    tiktok.settings.limit = new WindowLimit(10, 60_000)
    const answers = await Promise.all(Array.from({ length: 12 }, () => report({ page_size: '1' })))
    tiktok.settings.limit = null
    expect(answers.map(({ body }) => body.code).toSorted()).toEqual([...Array<number>(10).fill(0), 40_100, 40_100])
  })

  test('apply the faults of rows', async () => {
    tiktok.faults.arm({ kind: 'missing_field', field: 'metrics.spend' })
    tiktok.faults.arm({ kind: 'wrong_count' })
    tiktok.faults.arm({ kind: 'day_outside' })
    const { list = [], page_info } = (await report()).body.data
    expect(list.at(-1)?.['metrics']).not.toHaveProperty('spend')
    expect(list.at(-1)?.['dimensions']?.['stat_time_day']).toMatch(/^2027-/)
    expect(page_info?.['total_number']).toBe(list.length + 1)
  })

  test('send the right rows when a page with a fault is read again', async () => {
    const read = () => report({ page_size: '20', page: '2' })
    await report({ page_size: '20' })
    const { list } = (await read()).body.data
    tiktok.faults.arm({ kind: 'missing_field', field: 'metrics.spend' })
    expect((await read()).body.data.list).not.toEqual(list)
    expect((await read()).body.data.list).toEqual(list)
  })

  test('need the trailing slash', async () => {
    expect((await call('report/integrated/get', basic)).status).toBe(404)
  })

  test('record a write as a violation', async () => {
    await call('campaign/update/', {}, { campaign_id: '1' })
    expect(tiktok.recorder.violations).toHaveLength(1)
    expect(tiktok.recorder.crashes).toEqual([])
  })
})
