import { expect } from 'vitest'
import type { TestDatabase } from './database.ts'
import type { SessionLedger } from './platforms/ga4/session_ledger.ts'

/** Sessions, key events, purchases and micros of revenue by local hour and origin, through a day. */
function ledgerSessions(ledger: SessionLedger, propertyId: string, to: string): Map<string, string> {
  const cells = new Map<string, [bigint, bigint, bigint, bigint]>()
  const add = (
    key: { day: string; hour: number; source: string; medium: string; campaign: string },
    ...added: [bigint, bigint, bigint, bigint]
  ) => {
    if (key.day > to) return
    const name = [key.day, key.hour, key.source, key.medium, key.campaign].join('|')
    const held = cells.get(name) ?? [0n, 0n, 0n, 0n]
    cells.set(name, held.map((value, index) => value + (added[index] as bigint)) as typeof held)
  }
  for (const cell of ledger.sessions(propertyId)) add(cell, BigInt(cell.sessions), BigInt(cell.keyEvents), 0n, 0n)
  for (const cell of ledger.transactions(propertyId)) add(cell, 0n, 1n, 1n, cell.revenue)
  return new Map([...cells].map(([key, values]) => [key, values.join(' ')]))
}

async function storedSessions({ sql }: TestDatabase, brandId: string, timezone: string): Promise<Map<string, string>> {
  const rows = await sql`
    select concat_ws('|', to_char(hour at time zone ${timezone}, 'YYYY-MM-DD'), to_char(hour at time zone ${timezone}, 'FMHH24'), source, medium, campaign) as key,
      concat_ws(' ', sessions, trim_scale(key_events), trim_scale(purchases), revenue_micros) as cell
    from analytics.ga4_sessions where brand_id = ${brandId}`
  const cells = new Map(rows.map(({ key, cell }) => [key as string, cell as string]))
  expect(cells.size).toBe(rows.length)
  return cells
}

const sorted = (cells: Map<string, string>) => [...cells].toSorted(([one], [other]) => (one < other ? -1 : 1))

interface Compared {
  brandId: string
  propertyId: string
  timezone: string
  /** The last day. */
  to: string
}

/** Compares all stored sessions of a brand with the ledger of a property: none is missing, and none is surplus. */
export async function expectSessions(database: TestDatabase, ledger: SessionLedger, given: Compared): Promise<void> {
  const { brandId, propertyId, timezone, to } = given
  const held = await storedSessions(database, brandId, timezone)
  expect(sorted(held)).toEqual(sorted(ledgerSessions(ledger, propertyId, to)))
}
