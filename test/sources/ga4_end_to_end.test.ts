import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTenant } from '../support/factories.ts'
import { startGa4 } from '../support/platforms/ga4/ga4.ts'
import type { Ga4 } from '../support/platforms/ga4/ga4.ts'
import { startGoogleIdentity } from '../support/platforms/google_identity/google_identity.ts'
import type { GoogleIdentity } from '../support/platforms/google_identity/google_identity.ts'
import { SourceProgram } from '../support/source_program.ts'
import { expectSessions } from '../support/stored_sessions.ts'

let program: SourceProgram
let identity: GoogleIdentity
let ga4: Ga4

beforeAll(async () => {
  program = await SourceProgram.open('2026-11-20T12:00:00Z')
  identity = await startGoogleIdentity({ redirectUri: program.redirectUri })
  ga4 = await startGa4(identity)
  program.environment = {
    ...identity.environment,
    ...ga4.environment,
    GOOGLE_CLIENT_ID: identity.client.id,
    GOOGLE_CLIENT_SECRET: identity.client.secret,
  }
})
afterAll(async () => {
  await Promise.all([ga4.stop(), identity.stop()])
  await program.stop()
})

test(
  'a property of GA4 is stored as its ledger is, and its transactions touch existing orders only',
  { timeout: 120_000 },
  async () => {
    const timezone = 'America/New_York'
    const { id } = ga4.seed({ seed: 3, from: '2026-07-01', to: '2026-11-23', hoursPerDay: 2, property: { timezone } })
    const { sql } = program.database
    const { brandId } = await createTenant(sql, { timezone: 'Europe/Berlin' })
    const known = ga4.ledger
      .transactions(id)
      .filter(({ day }) => day >= '2026-11-10' && day <= '2026-11-18')
      .slice(0, 5)
    expect(known).toHaveLength(5)
    await sql`
    insert into analytics.orders (brand_id, order_id, visitor_id, person_id, ordered_at, revenue_micros)
    select ${brandId}, order_id, order_id, order_id, '2026-11-19T15:30:00Z', 1 from unnest(${known.map((each) => each.id)}::text[]) as order_id`
    expect(await program.connect('ga4', brandId, [id])).toMatchObject({
      code: 0,
      result: { sources: [{ account_id: id }] },
    })
    await program.syncWhole()
    const compare = async (to: string) =>
      await expectSessions(program.database, ga4.ledger, { brandId, propertyId: id, timezone, to })
    await compare('2026-11-20')
    const touches = async () => {
      const rows = await sql`
      select visitor_id, campaign, reported_by from analytics.touchpoints where brand_id = ${brandId} order by 1`
      return rows.map(({ visitor_id, campaign, reported_by }) => [
        visitor_id as string,
        campaign as string,
        reported_by as string,
      ])
    }
    const touched = await touches()
    expect(touched.every(([, , reportedBy]) => reportedBy === 'ga4')).toBe(true)
    expect(touched.map(([visitor]) => visitor)).toEqual(
      known
        .map((each) => each.id)
        .filter((order) => touched.some(([visitor]) => visitor === order))
        .toSorted(),
    )
    expect(touched.length).toBeGreaterThan(2)

    for (const number of [1, 2, 3]) {
      ga4.ledger.restate(id, `2026-11-${19 + number}`, (cell) => ({
        ...cell,
        sessions: Math.floor(cell.sessions / 50),
        keyEvents: 0,
      }))
      const today = `2026-11-${20 + number}`
      await program.syncWhole(`${today}T12:00:00Z`)
      await compare(today)
    }
    expect(await touches()).toEqual(touched)
    expect([ga4.recorder.violations, ga4.recorder.crashes]).toEqual([[], []])
  },
)
