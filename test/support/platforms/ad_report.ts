import { isNothing, nothing, plus } from './ad_ledger.ts'
import type { AdLedger, Finest, Measures } from './ad_ledger.ts'
import { daysBetween } from './days.ts'

export interface ReportRequest {
  accountId: string
  level: 'account' | 'campaign' | 'group' | 'ad'
  /** `range` adds up all days. */
  grain: 'hour' | 'day' | 'range'
  from: string
  to: string
  /** Whether a row counts an entity. A platform that leaves out deleted ads decides so here. */
  includes?: (finest: Finest) => boolean
}

export interface ReportRow {
  /** The entity of the level. At the level of the account, only the account is meant. */
  finest: Finest
  day?: string
  hour?: number
  measures: Measures
}

/** Adds up the facts of an account by entity and time. Rows of zeros are left out. */
export function report(ledger: AdLedger, request: ReportRequest): ReportRow[] {
  const { accountId, level, grain, from, to, includes = () => true } = request
  const rows = new Map<string, ReportRow>()
  const needsAd = level === 'ad' || level === 'group'
  const days = daysBetween(from, to)
  for (const finest of ledger.finestOf(accountId)) {
    if ((needsAd && !finest.ad) || !includes(finest)) continue
    const entity = { account: accountId, campaign: finest.campaign.id, group: finest.group?.id, ad: finest.id }[level]
    for (const day of days) {
      for (const [hour, measures] of ledger.hours(finest.id, day)) {
        const key = `${entity} ${grain === 'range' ? '' : day} ${grain === 'hour' ? hour : ''}`
        const row = rows.get(key)
        if (row) row.measures = plus(row.measures, measures)
        else rows.set(key, { finest, ...timeOf(grain, day, hour), measures: plus(nothing, measures) })
      }
    }
  }
  return [...rows.values()].filter(({ measures }) => !isNothing(measures))
}

function timeOf(grain: ReportRequest['grain'], day: string, hour: number): { day?: string; hour?: number } {
  if (grain === 'range') return {}
  return grain === 'day' ? { day } : { day, hour }
}
