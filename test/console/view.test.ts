import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comparisonOf } from '../../functions/console/parts/view.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let database: TestDatabase
let brandId: string

beforeAll(async () => {
  database = await createDatabase()
  brandId = (await createTenant(database.sql)).brandId
  const campaigns = Array.from({ length: 22 }, (_, index) => ({ campaign_id: `c${index}`, spend: index }))
  const report = { date: '2026-11-19', platform: 'google', account_id: 'g', revenue: 1 }
  await ingest(
    database,
    brandId,
    campaigns.map((campaign) => ({ ...report, ...campaign })),
  )
})
afterAll(() => database.stop())

async function view(dateFrom: string, dateTo: string) {
  const [row] =
    await database.sql`select console.view(${brandId}, ${dateFrom}::text::date, ${dateTo}::text::date) as answer`
  return row?.answer
}

describe('console.view', () => {
  test('offers the 20 campaigns with the highest spend in the days, and the platforms', async () => {
    const { platforms, campaigns } = await view('2026-11-01', '2026-11-20')
    expect(platforms).toEqual(['google'])
    expect(campaigns.map(({ id }: { id: string }) => id)).toEqual(
      Array.from({ length: 20 }, (_, index) => `c${21 - index}`),
    )
    expect((await view('2026-01-01', '2026-01-31')).campaigns).toEqual([])
  })

  test.each([
    ['2026-11-20', '2026-11-01'],
    ['2020-01-01', '2026-11-01'],
    ['infinity', 'infinity'],
  ])('refuses %s to %s', async (from, to) => {
    await expect(view(from, to)).rejects.toMatchObject({ code: 'BADRQ' })
  })
})

describe('console.period_days', () => {
  test.each([
    ['last_7_days', '2026-11-13', '2026-11-19'],
    ['this_week', '2026-11-16', '2026-11-20'],
    ['last_week', '2026-11-09', '2026-11-15'],
    ['last_month', '2026-10-01', '2026-10-31'],
    ['this_quarter', '2026-10-01', '2026-11-20'],
    ['last_year', '2025-01-01', '2025-12-31'],
  ])('returns the days of %s', async (period, first, last) => {
    const [row] = await database.sql`
      select first_on::text, last_on::text from console.period_days('UTC', ${period})`
    expect(row).toEqual({ first_on: first, last_on: last })
  })

  test('refuses an unknown period', async () => {
    await expect(database.sql`select console.period_days('UTC', 'yesterday')`).rejects.toMatchObject({ code: 'BADRQ' })
  })
})

describe('the previous period', () => {
  test.each([
    // The last 28 days of 29 November begin on the first, and are no month to date.
    [{ period: 'last_28_days' }, 'previous_days'],
    [{}, 'previous_days'],
    [{ period: 'last_7_days', compare_to: 'previous_period' }, 'previous_days'],
    [{ period: 'last_7_days', compare_to: 'previous_year' }, 'previous_year'],
    [{ period: 'last_month' }, 'previous_period'],
    [{ period: 'this_week', compare_to: 'previous_days' }, 'previous_days'],
    [{ date_from: '2026-11-01', date_to: '2026-11-28' }, 'previous_period'],
  ])('of %j is %s of the API', (query, expected) => {
    expect(comparisonOf(query)).toBe(expected)
  })
})
