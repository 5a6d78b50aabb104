import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attribution as attributionQueue } from '../../functions/worker/queues/attribution.ts'
import { attributionModels } from '../../shared/schema/analytics/attribution_models.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingestJourneys } from '../support/journeys.ts'

let database: TestDatabase
let api: Api
let key: string

const order = (number: number, revenue: number) => ({
  order_id: `o${number}`,
  customer_id: `c${number}`,
  ordered_at: '2026-11-10T12:00:00Z',
  revenue,
})
const touch = (number: number, channel: string, hour: string) => ({
  customer_id: `c${number}`,
  touched_at: `2026-11-09T${hour}:00:00Z`,
  channel,
  kind: 'click',
})

beforeAll(async () => {
  database = await createDatabase()
  api = await startApi(database)
  const tenant = await createTenant(database.sql)
  key = tenant.key
  await ingestJourneys(
    database,
    tenant.brandId,
    [
      touch(1, 'meta', '08'),
      touch(1, 'newsletter', '10'),
      touch(1, 'direct', '12'),
      touch(2, 'google', '08'),
      touch(2, '=shop, "main"', '09'),
    ],
    [order(1, 90), order(2, 30)],
  )
  await attributionQueue.run(database.sql, { brand_id: tenant.brandId })
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

const range = 'date_from=2026-11-01&date_to=2026-11-19'

async function read(query: string, accept = 'application/json') {
  const response = await fetch(`${api.url}/v1/attribution?${range}&${query}`, {
    headers: { Authorization: `Bearer ${key}`, Accept: accept },
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Revenue by channel. */
async function revenueUnder(model: string): Promise<Record<string, number>> {
  const { status, text } = await read(`model=${model}`)
  expect([status, JSON.parse(text).model]).toEqual([200, model])
  const rows = JSON.parse(text).channels as { channel: string; attributed_value: number }[]
  return Object.fromEntries(
    rows.filter((row) => row.attributed_value !== 0).map((row) => [row.channel, row.attributed_value]),
  )
}

describe('model parameter', () => {
  test.each([
    ['first_touch', { meta: 90, google: 30 }],
    ['last_touch', { direct: 90, '=shop, "main"': 30 }],
    ['last_non_direct', { newsletter: 90, '=shop, "main"': 30 }],
    ['linear', { meta: 30, newsletter: 30, direct: 30, google: 15, '=shop, "main"': 15 }],
    ['linear_unique', { meta: 30, newsletter: 30, direct: 30, google: 15, '=shop, "main"': 15 }],
    ['position', { meta: 36, newsletter: 18, direct: 36, google: 15, '=shop, "main"': 15 }],
  ])('%s credits channels by its rule', async (model, expected) => {
    expect(await revenueUnder(model)).toEqual(expected)
  })

  test.each(['time_decay', 'markov'])('%s credits all revenue across all touches', async (model) => {
    const credits = await revenueUnder(model)
    const sum = Object.values(credits).reduce((total, value) => total + value, 0)
    expect(sum).toBeCloseTo(120, 6)
    expect(Object.keys(credits)).toHaveLength(5)
    if (model === 'time_decay') expect(credits.direct).toBeGreaterThan(credits.meta as number)
  })

  test('every model of the API is tested here', () => {
    const tested = [
      'first_touch',
      'last_touch',
      'last_non_direct',
      'linear',
      'linear_unique',
      'position',
      'time_decay',
      'markov',
    ]
    expect(attributionModels.toSorted()).toEqual(tested.toSorted())
  })

  test.each(['shapley', 'LAST_TOUCH', ''])('returns 400 naming the valid models for %j', async (model) => {
    const { status, text } = await read(`model=${model}`)
    const { error } = JSON.parse(text)
    expect([status, error.code]).toEqual([400, 'invalid_request'])
    expect(error.message).toContain(`\`model\` must be one of ${attributionModels.join(', ')}.`)
  })
})

describe('GET /v1/attribution as CSV', () => {
  test.each([
    ['format=csv', 'application/json'],
    ['', 'text/csv'],
  ])('returns the rows and columns of JSON for "%s" with Accept %s', async (query, accept) => {
    const csv = await read(`model=linear&${query}`, accept)
    expect([csv.status, csv.headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8; header=present'])
    const { data, errors, meta } = Papa.parse<Record<string, string>>(csv.text.replace(/\r\n$/, ''), { header: true })
    expect(errors).toEqual([])
    const json = JSON.parse((await read('model=linear')).text)
    expect(meta.fields).toEqual(Object.keys(json.channels[0]))
    // The apostrophe stops spreadsheets from running the name as a formula.
    const shown = (value: unknown) => (value === null ? '' : String(value).replace(/^=/, "'="))
    expect(data).toEqual(
      json.channels.map((row: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shown(value)])),
      ),
    )
    expect(JSON.parse(csv.headers.get('X-Warnings') ?? 'null')).toEqual(json.warnings)
    expect([csv.headers.get('X-Currency'), csv.headers.get('X-Timezone')]).toEqual([json.currency, json.timezone])
  })

  test('returns 400 as JSON for an unknown model', async () => {
    const { status, text } = await read('format=csv&model=shapley')
    expect([status, JSON.parse(text).error.code]).toEqual([400, 'invalid_request'])
  })
})
