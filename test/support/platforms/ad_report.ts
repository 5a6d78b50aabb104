import { isNothing } from './ad_ledger.ts'
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
  const rows = new Map<string | undefined, ReportRow>()
  const needsAd = level === 'ad' || level === 'group'
  const days = daysBetween(from, to)
  for (const finest of ledger.finestOf(accountId)) {
    if ((needsAd && !finest.ad) || !includes(finest)) continue
    const entity = { account: accountId, campaign: finest.campaign.id, group: finest.group?.id, ad: finest.id }[level]
    for (const day of days) {
      const place = grain === 'range' ? entity : `${entity} ${day}`
      for (const [hour, measures] of ledger.hours(finest.id, day)) {
        const key = grain === 'hour' ? `${place} ${hour}` : place
        const row = rows.get(key)
        if (row) add(row.measures, measures)
        else rows.set(key, { finest, ...timeOf(grain, day, hour), measures: { ...measures } })
      }
    }
  }
  return [...rows.values()].filter(({ measures }) => !isNothing(measures))
}

function timeOf(grain: ReportRequest['grain'], day: string, hour: number): { day?: string; hour?: number } {
  if (grain === 'range') return {}
  return grain === 'day' ? { day } : { day, hour }
}

/** Adds in place, because a report of a large account adds millions of cells. */
function add(sum: Measures, measures: Measures): void {
  sum.spend += measures.spend
  sum.impressions += measures.impressions
  sum.clicks += measures.clicks
  sum.conversions += measures.conversions
  sum.revenue += measures.revenue
}
