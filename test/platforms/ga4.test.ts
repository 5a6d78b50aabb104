import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { decide } from '../support/platforms/consent.ts'
import { startGa4 } from '../support/platforms/ga4/ga4.ts'
import type { Ga4 } from '../support/platforms/ga4/ga4.ts'
import { startGoogleIdentity } from '../support/platforms/google_identity/google_identity.ts'
import type { GoogleIdentity } from '../support/platforms/google_identity/google_identity.ts'

const redirectUri = 'http://127.0.0.1:9/callback'
const scope = 'https://www.googleapis.com/auth/analytics.readonly'
let identity: GoogleIdentity
let ga4: Ga4
let propertyId: string
let token: string

beforeAll(async () => {
  identity = await startGoogleIdentity({ redirectUri })
  ga4 = await startGa4(identity)
  propertyId = ga4.seed({ seed: 4, from: '2026-11-01', to: '2026-11-10' }).id
  const { id: client_id, secret: client_secret } = identity.client
  const url = new URL(`${identity.environment.GOOGLE_ACCOUNTS_BASE_URL}/o/oauth2/v2/auth`)
  url.search = new URLSearchParams({ client_id, redirect_uri: redirectUri, response_type: 'code', scope }).toString()
  const code = (await decide(url, { approve: true })).searchParams.get('code') as string
  const response = await fetch(`${identity.environment.GOOGLE_OAUTH_BASE_URL}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id,
      client_secret,
      redirect_uri: redirectUri,
      code,
    }),
  })
  token = ((await response.json()) as { access_token: string }).access_token
})
afterAll(async () => {
  await Promise.all([identity.stop(), ga4.stop()])
})
afterEach(() => {
  ga4.faults.clear()
})

interface Report {
  rows?: { dimensionValues: { value: string }[]; metricValues: { value: string }[] }[]
  rowCount?: number
  metadata: Record<string, unknown>
  propertyQuota?: Record<string, unknown>
  error?: { code: number; status: string; message: string }
}

const request = {
  dimensions: ['dateHour', 'sessionSource', 'sessionMedium', 'sessionCampaignName'].map((name) => ({ name })),
  metrics: ['sessions', 'keyEvents', 'ecommercePurchases', 'purchaseRevenue'].map((name) => ({ name })),
  dateRanges: [{ startDate: '2026-11-01', endDate: '2026-11-09' }],
}

async function run(extra: object = {}, action = 'runReport'): Promise<{ status: number; body: Report }> {
  const response = await fetch(`${ga4.environment.GA4_DATA_BASE_URL}/v1beta/properties/${propertyId}:${action}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...(action === 'runReport' ? request : {}), ...extra }),
  })
  return { status: response.status, body: (await response.json()) as Report }
}

describe('a report of GA4', () => {
  test('has the shape of the sample', async () => {
    const { body } = await run({ limit: '1' })
    expect(body).toEqual({
      dimensionHeaders: request.dimensions,
      metricHeaders: [
        { name: 'sessions', type: 'TYPE_INTEGER' },
        { name: 'keyEvents', type: 'TYPE_FLOAT' },
        { name: 'ecommercePurchases', type: 'TYPE_INTEGER' },
        { name: 'purchaseRevenue', type: 'TYPE_CURRENCY' },
      ],
      rows: [
        {
          dimensionValues: [
            { value: expect.stringMatching(/^202611\d{4}$/) },
            ...Array.from({ length: 3 }, () => ({ value: expect.any(String) })),
          ],
          metricValues: Array.from({ length: 4 }, () => ({ value: expect.stringMatching(/^\d+(\.\d+)?$/) })),
        },
      ],
      rowCount: expect.any(Number),
      metadata: { currencyCode: 'USD', timeZone: 'America/Los_Angeles' },
      kind: 'analyticsData#runReport',
    })
  })

  test('is read by offset and adds up to the ledger', async () => {
    const rows: NonNullable<Report['rows']> = []
    let count = 0
    do {
      const { body } = await run({ limit: 50, offset: rows.length })
      count = body.rowCount as number
      rows.push(...(body.rows ?? []))
    } while (rows.length < count)
    const sum = (index: number) =>
      rows.reduce((total, { metricValues }) => total + Number(metricValues[index]?.value), 0)
    const isInside = ({ day }: { day: string }) => day <= '2026-11-09'
    const transactions = ga4.ledger.transactions(propertyId).filter(isInside)
    expect(sum(0)).toBe(
      ga4.ledger
        .sessions(propertyId)
        .filter(isInside)
        .reduce((total, { sessions }) => total + sessions, 0),
    )
    expect(sum(2)).toBe(transactions.length)
    expect(Math.round(sum(3) * 100)).toBe(
      Number(transactions.reduce((total, { revenue }) => total + revenue, 0n) / 10_000n),
    )
  })

  test('by transaction has a row without an id, and follows a late attribution', async () => {
    const dimensions = [{ name: 'transactionId' }, { name: 'sessionSource' }]
    const read = async () =>
      (await run({ dimensions })).body.rows?.map(({ dimensionValues }) => dimensionValues.map(({ value }) => value)) ??
      []
    const rows = await read()
    const [id = ''] = rows.find(([name]) => name !== '(not set)') as string[]
    ga4.ledger.attribute(propertyId, id, { source: 'tiktok', medium: 'paid_social', campaign: 'Late' })
    expect(rows.some(([name]) => name === '(not set)')).toBe(true)
    expect(await read()).toContainEqual([id, 'tiktok'])
  })

  test('of an empty range has neither rows nor a count', async () => {
    const { body } = await run({ dateRanges: [{ startDate: '2020-01-01', endDate: '2020-01-02' }] })
    expect(Object.keys(body).toSorted()).toEqual(['dimensionHeaders', 'kind', 'metadata', 'metricHeaders'])
  })

  test('marks data that is not complete', async () => {
    Object.assign(ga4.settings, { dataLossFromOtherRow: true, subjectToThresholding: true, isSampled: true })
    const { body } = await run()
    Object.assign(ga4.settings, { dataLossFromOtherRow: false, subjectToThresholding: false, isSampled: false })
    expect(body.metadata).toMatchObject({
      dataLossFromOtherRow: true,
      subjectToThresholding: true,
      samplingMetadatas: [{ samplesReadCount: '400000', samplingSpaceSize: '1000000' }],
    })
    expect(JSON.stringify(body.rows)).toContain('(other)')
  })

  test('shows the quota, and is refused when its tokens are used up', async () => {
    expect((await run({ returnPropertyQuota: true })).body.propertyQuota).toMatchObject({
      tokensPerHour: { consumed: 1, remaining: expect.any(Number) },
      tokensPerProjectPerHour: { consumed: 1, remaining: expect.any(Number) },
    })
    ga4.settings.tokensLeftOfHour = 0
    const refused = await run()
    ga4.settings.tokensLeftOfHour = 40_000
    expect([refused.status, refused.body.error?.status]).toEqual([429, 'RESOURCE_EXHAUSTED'])
  })

  test('is refused when too many run at once', async () => {
    ga4.settings.concurrentMax = 2
    ga4.faults.arm({ kind: 'slow', milliseconds: 300 }, { times: 2 })
    const running = [run({ limit: 1 }), run({ limit: 1 })]
    await vi.waitFor(() => expect(ga4.recorder.open()).toBe(2), { interval: 5 })
    const refused = await run({ limit: 1 })
    const answers = await Promise.all(running)
    ga4.settings.concurrentMax = 10
    expect([...answers, refused].map(({ status }) => status)).toEqual([200, 200, 429])
  })

  test('applies the faults of rows', async () => {
    ga4.faults.arm({ kind: 'missing_field', field: 'metricValues.3' })
    ga4.faults.arm({ kind: 'wrong_count' })
    ga4.faults.arm({ kind: 'day_outside' })
    const { rows = [], rowCount } = (await run()).body
    expect(rows.at(-1)?.metricValues).toHaveLength(3)
    expect(rows.at(-1)?.dimensionValues[0]?.value).toMatch(/^2027/)
    expect(rowCount).toBe(rows.length + 1)
  })

  test('in a batch is one of at most five', async () => {
    const { body } = await run({ requests: [request, request] }, 'batchRunReports')
    expect(body).toMatchObject({
      reports: [{ kind: 'analyticsData#runReport' }, {}],
      kind: 'analyticsData#batchRunReports',
    })
    expect((await run({ requests: Array.from({ length: 6 }, () => request) }, 'batchRunReports')).status).toBe(400)
  })

  test.each([
    [{ dimensions: [{ name: 'nonsense' }] }, 'Field nonsense is not a valid dimension'],
    [{ metrics: [{ name: 'conversions' }] }, 'Field conversions is not a valid metric'],
    [{ dimensions: Array.from({ length: 10 }, () => ({ name: 'date' })) }, 'limited to 9 dimensions'],
    [{ dateRanges: [{ startDate: '2026-11-31', endDate: 'today' }] }, 'Invalid startDate'],
    [{ nonsense: 1 }, 'Cannot find field'],
  ])('refuses %o', async (extra, message) => {
    const refused = await run(extra)
    expect([refused.status, refused.body.error?.message]).toEqual([400, expect.stringContaining(message)])
  })
})

describe('properties of GA4', () => {
  const read = async (path: string) => {
    const response = await fetch(`${ga4.environment.GA4_ADMIN_BASE_URL}/v1beta/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  test('are listed by account in pages', async () => {
    ga4.seed({ seed: 5, from: '2026-11-01', to: '2026-11-02', property: { accountId: '777' } })
    ga4.settings.accountsPerPage = 1
    const first = await read('accountSummaries')
    const second = await read(`accountSummaries?pageToken=${String(first.body['nextPageToken'])}`)
    ga4.settings.accountsPerPage = 50
    expect(first.body['accountSummaries']).toEqual([
      {
        name: 'accountSummaries/54516992',
        account: 'accounts/54516992',
        displayName: 'Account 54516992',
        propertySummaries: [
          expect.objectContaining({ property: `properties/${propertyId}`, parent: 'accounts/54516992' }),
        ],
      },
    ])
    expect(second.body).toMatchObject({ accountSummaries: [{ account: 'accounts/777' }] })
    expect(second.body['nextPageToken']).toBeUndefined()
  })

  test('have a zone and a currency, and are refused to others', async () => {
    expect((await read(`properties/${propertyId}`)).body).toMatchObject({
      timeZone: 'America/Los_Angeles',
      currencyCode: 'USD',
    })
    ga4.settings.reach.set('ada@example.com', [])
    const refused = [await read(`properties/${propertyId}`), await run()]
    ga4.settings.reach.clear()
    expect(refused.map(({ status }) => status)).toEqual([403, 403])
    expect(ga4.recorder.violations).toEqual([])
    expect(ga4.recorder.crashes).toEqual([])
  })
})
