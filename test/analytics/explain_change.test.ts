import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

let database: TestDatabase
let brandId: string

// Reports from Monday 2026-11-02 to Sunday 2026-11-15.
beforeAll(async () => {
  database = await createDatabase()
  ;({ brandId } = await createTenant(database.sql))
  await ingest(
    database,
    brandId,
    Array.from({ length: 14 }, (_, index) => ({
      date: `2026-11-${String(2 + index).padStart(2, '0')}`,
      platform: 'meta',
      account_id: 'm',
      campaign_id: 'shop',
      spend: 10,
      revenue: 30 + index,
    })),
  )
})
afterAll(() => database.stop())

const total = async ([from, to, comparedFrom, comparedTo]: readonly string[]) => {
  const [row] = await database.sql`
    select sum(contribution)::double precision as change
    from analytics.explain_change(${brandId}, 'revenue', ${from!}, ${to!}, ${comparedFrom!}, ${comparedTo!})`
  return row?.change as number
}

test.each([
  ['compared_from', '2026-11-09', '2026-11-15', '2026-11-01', '2026-11-07'],
  ['compared_from', '2026-11-09', '2026-11-15', '2026-10-01', '2026-10-07'],
  ['date_from', '2026-10-20', '2026-10-26', '2026-11-09', '2026-11-15'],
])(
  'analytics.explain_change refuses %s before the first report, because missing reports are no zeros',
  async (field, ...days) => {
    const refused = await total(days).catch((error: { code: string; message: string }) => [error.code, error.message])
    expect(refused).toEqual(['BADRQ', expect.stringContaining(field)])
    expect(refused).toEqual(['BADRQ', expect.stringContaining('2026-11-02')])
  },
)

test('analytics.explain_change divides the change of reported days', async () => {
  expect(await total(['2026-11-09', '2026-11-15', '2026-11-02', '2026-11-08'])).toBeCloseTo(49, 6)
})
