import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import Papa from 'papaparse'
import { createKey } from '../../shared/credentials/keys.ts'
import { csvPageRows } from '../../shared/http/csv.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let database: TestDatabase
let api: Api
let key: string

/** A key with a valid checksum that no account has. */
const unknownKey = createKey('svc_sk_live_').key

const names = ['=cmd|calc', '+1', '-2', '@sum(a1)', 'quoted', 'lines', 'plain', 'Übergröße']
const days = Array.from({ length: 10 }, (_, index) => `2026-11-${String(index + 10)}`)

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  const tenant = await createTenant(database.sql)
  key = tenant.key
  const rows = days.flatMap((date) =>
    names.map((name, index) => ({
      date,
      platform: 'meta',
      campaign_id: `c${index}`,
      campaign_name: name,
      spend: index + 1,
      revenue: index,
    })),
  )
  await ingest(database, tenant.brandId, rows)
  await database.sql`
    update analytics.entities set name = case name when 'quoted' then '"quoted", with comma' else ${'two\nlines'} end
    where brand_id = ${tenant.brandId} and level = 'campaign' and name in ('quoted', 'lines')`
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const range = 'date_from=2026-11-10&date_to=2026-11-19'

async function read(path: string, headers: Record<string, string> = {}, credential = key) {
  const response = await fetch(api.url + path, { headers: { Authorization: `Bearer ${credential}`, ...headers } })
  const text = await response.text()
  const { data, errors } = Papa.parse<Record<string, string>>(text.replace(/\r\n$/, ''), { header: true })
  return { status: response.status, headers: response.headers, text, rows: data, errors }
}

describe('GET /v1/metrics as CSV', () => {
  test.each([
    ['text/csv;q=0, application/json', 'application/json'],
    ['text/csv;q=0.1, application/json', 'application/json'],
    ['application/json;q=0.5, text/csv', 'text/csv'],
  ])('respects the weights of Accept: %s', async (accept, type) => {
    const { headers } = await read(`/v1/metrics?${range}&metrics=spend`, { Accept: accept })
    expect(headers.get('Content-Type')).toContain(type)
  })

  test.each([
    ['format=csv', {}],
    ['metrics=spend', { Accept: 'text/csv' }],
    ['format=csv', { Accept: 'application/json' }],
  ])('returns all rows in the order and columns of JSON: %s %j', async (query, headers) => {
    const {
      status,
      headers: answered,
      text,
      rows,
      errors,
    } = await read(
      `/v1/metrics?${range}&level=campaign&metrics=spend,roas&${query}`.replace(
        'metrics=spend,roas&metrics=spend',
        'metrics=spend,roas',
      ),
      headers as Record<string, string>,
    )
    expect([status, errors]).toEqual([200, []])
    expect(answered.get('Content-Type')).toMatch(/^text\/csv/)
    expect(text.split('\r\n')[0]).toBe(
      'date,partial,platform,account_id,campaign_id,campaign_name,campaign_status,spend,roas',
    )
    const json = await api.http
      .get(`/v1/metrics?${range}&level=campaign&metrics=spend,roas&limit=500`)
      .set('Authorization', `Bearer ${key}`)
    expect(rows.map(({ date, campaign_id, spend, roas }) => [date, campaign_id, Number(spend), Number(roas)])).toEqual(
      json.body.data.map((row: Record<string, unknown>) => [row.date, row.campaign_id, row.spend, row.roas]),
    )
    expect(answered.get('X-Total-Rows')).toBe('80')
  })

  test('prefixes spreadsheet formulas with an apostrophe and keeps numbers', async () => {
    const { rows } = await read(`/v1/metrics?${range}&level=campaign&format=csv`)
    const said = new Set(rows.map(({ campaign_name: name }) => name))
    expect(said).toEqual(
      new Set(["'=cmd|calc", "'+1", "'-2", "'@sum(a1)", '"quoted", with comma', 'two\nlines', 'plain', 'Übergröße']),
    )
  })

  test('returns only a header row for an empty range, with warnings in X-Warnings', async () => {
    const { status, text, headers } = await read('/v1/metrics?date_from=2020-01-01&date_to=2020-01-31&format=csv')
    expect([status, text]).toEqual([200, 'date,partial,spend,revenue,roas,cpa,conversions\r\n'])
    expect(JSON.parse(headers.get('X-Warnings') ?? '')).toContain(
      'Data begins on 2026-11-10. The answer does not include earlier days.',
    )
  })

  test('returns 401, 403, 409 and 400 like JSON', async () => {
    const foreign = await createTenant(database.sql)
    const path = `/v1/metrics?${range}&format=csv`
    expect((await fetch(api.url + path)).status).toBe(401)
    expect((await read(`${path}&brand_id=${foreign.brandId}`)).status).toBe(403)
    expect((await read(path, {}, foreign.key)).status).toBe(409)
    for (const format of ['format=xml', 'format=csv&limit=x']) {
      const address = `/v1/metrics?${range}&${format}`
      expect([format, (await fetch(api.url + address)).status]).toEqual([format, 401])
      expect([format, (await read(address, {}, unknownKey)).status]).toEqual([format, 401])
    }
    const refused = await Promise.all(
      [`/v1/metrics?${range}&format=xml`, `${path}&platform=bing`].map((each) => read(each)),
    )
    expect(refused.map(({ status, text }) => [status, JSON.parse(text).error.message])).toEqual([
      [400, '`format` must be one of json, csv.'],
      [400, expect.stringContaining('`platform` must be a connected platform, not bing.')],
    ])
  })

  test('returns one page when limit or page is given', async () => {
    const { rows, headers } = await read(`/v1/metrics?${range}&level=campaign&format=csv&limit=7&page=2`)
    expect([rows.length, headers.get('X-Total-Rows')]).toEqual([7, '80'])
  })

  test('streams more rows than one database page and counts one request', async () => {
    const { brandId, key: trial } = await createTenant(database.sql, { plan: 'TRIAL' })
    const count = 600
    await ingest(
      database,
      brandId,
      days.flatMap((date) =>
        Array.from({ length: count }, (_, index) => ({ date, platform: 'meta', campaign_id: `c${index}`, spend: 1 })),
      ),
    )
    expect(count * days.length).toBeGreaterThan(csvPageRows)
    const { rows, headers } = await read(`/v1/metrics?${range}&level=campaign&metrics=spend&format=csv`, {}, trial)
    expect(new Set(rows.map(({ date, campaign_id: id }) => `${date} ${id}`)).size).toBe(count * days.length)
    const after = await fetch(`${api.url}/v1/brands`, { headers: { Authorization: `Bearer ${trial}` } })
    const remaining = (each: Headers) => Number(each.get('X-RateLimit-Remaining'))
    expect(remaining(after.headers)).toBe(remaining(headers) - 1)
  })
})

describe('operations without CSV', () => {
  test('return 401 before 406', async () => {
    const { status } = await read('/v1/brands', { Accept: 'text/csv' }, unknownKey)
    expect(status).toBe(401)
  })

  test.each(['text/csv', 'text/csv; header=present', 'TEXT/CSV;q=0.9, text/html'])(
    'return 406 for Accept: %s',
    async (accept) => {
      const { status, text } = await read('/v1/brands', { Accept: accept })
      expect([status, JSON.parse(text).error]).toEqual([
        406,
        { code: 'not_acceptable', message: 'This operation does not return CSV. Send `Accept: application/json`.' },
      ])
    },
  )

  test.each(['text/csv, */*;q=0.1', 'text/csv, application/json', 'application/*, text/csv', 'text/html', '*/*'])(
    'return JSON for Accept: %s',
    async (accept) => {
      const { status, headers } = await read('/v1/brands', { Accept: accept })
      expect([status, headers.get('Content-Type')]).toEqual([200, expect.stringContaining('application/json')])
    },
  )
})

describe('other lists as CSV', () => {
  test.each([
    [`/v1/creatives?${range}`, 'creative_id,platform,format,name'],
    ['/v1/anomalies?days=30', 'id,metric,value,is_lower_limit,z_score'],
  ])('%s returns a header row', async (path, header) => {
    const { status, text } = await read(path, { Accept: 'text/csv' })
    expect([status, text.startsWith(header)]).toEqual([200, true])
    expect(text).toContain('\r\n')
  })
})
