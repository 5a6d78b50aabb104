import type { AdAccount, AdLedger, Measures } from '../ad_ledger.ts'
import { report } from '../ad_report.ts'
import type { ReportRow } from '../ad_report.ts'
import { amount, decimal, smallestAmount } from '../money.ts'
import { hourlyBreakdown } from './insights_request.ts'
import type { InsightsRequest } from './insights_request.ts'

/** Returns the rows of a report as Meta writes them: all numbers are texts, and what is zero is often absent. */
export function insights(ledger: AdLedger, account: AdAccount, request: InsightsRequest): Record<string, unknown>[] {
  const { level, from, to, includes, isDaily, isHourly, moreImpressionsThan } = request
  const grain = isHourly ? 'hour' : isDaily ? 'day' : 'range'
  const rows = report(ledger, { accountId: account.id, level, grain, from, to, includes })
  return rows
    .filter(({ measures }) => measures.impressions > moreImpressionsThan)
    .map((row) => rowOf(row, account, request))
}

function rowOf(row: ReportRow, account: AdAccount, request: InsightsRequest): Record<string, unknown> {
  const { from, to, isHourly, isDaily, fields } = request
  const { measures, day, hour } = row
  const values: Record<string, unknown> = {
    account_currency: account.currency,
    account_id: account.id,
    account_name: account.name,
    ...namesOf(row, request),
    attribution_setting: '7d_click_1d_view',
    buying_type: 'AUCTION',
    objective: 'OUTCOME_SALES',
    impressions: String(measures.impressions),
    clicks: String(measures.clicks),
    spend: amount(measures.spend, account.currency),
    inline_link_clicks: String(linkClicks(measures)),
    outbound_clicks: [{ action_type: 'outbound_click', value: String(linkClicks(measures)) }],
    ...actionsOf(measures, account, request),
    ...ratiosOf(measures),
  }
  const start = isDaily || isHourly ? day : from
  const stop = isDaily || isHourly ? day : to
  const hours = String(hour).padStart(2, '0')
  return {
    ...Object.fromEntries(fields.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]))),
    date_start: start,
    date_stop: stop,
    ...(isHourly ? { [hourlyBreakdown]: `${hours}:00:00 - ${hours}:59:59` } : {}),
  }
}

function namesOf({ finest }: ReportRow, { level }: InsightsRequest): Record<string, unknown> {
  const { campaign, group, ad } = finest
  return {
    ...(level === 'account' ? {} : { campaign_id: campaign.id, campaign_name: campaign.name }),
    ...(level === 'group' || level === 'ad' ? { adset_id: group?.id, adset_name: group?.name } : {}),
    ...(level === 'ad' ? { ad_id: ad?.id, ad_name: ad?.name } : {}),
  }
}

/**
 * The actions and their values. By hour, actions outside Meta (purchases) are left out since 2021. By day, one purchase
 * is repeated under several types.
 */
function actionsOf(measures: Measures, account: AdAccount, request: InsightsRequest): Record<string, unknown> {
  const links = linkClicks(measures)
  const clicks = links > 0n ? [statistic('link_click', split(links, 1n), (value) => String(value), request)] : []
  if (request.isHourly || measures.conversions === 0n) return clicks.length > 0 ? { actions: clicks } : {}
  const purchases = split(measures.conversions, 1_000_000n)
  const revenue = split(measures.revenue, smallestAmount(account.currency))
  const types = ['omni_purchase', 'purchase', 'offsite_conversion.fb_pixel_purchase']
  return {
    actions: [...clicks, ...types.map((type) => statistic(type, purchases, (value) => decimal(value, 0), request))],
    action_values: types.map((type) => statistic(type, revenue, (value) => amount(value, account.currency), request)),
  }
}

type Windows = Record<string, bigint>

/** Divides a total: the default is a click within 7 days or a view within one. */
function split(total: bigint, unit: bigint): Windows {
  const view = (total / unit / 5n) * unit
  const click = total - view
  return {
    value: total,
    '1d_view': view,
    '1d_click': (((click / unit) * 7n) / 10n) * unit,
    '7d_click': click,
    '28d_click': click,
  }
}

function statistic(
  type: string,
  { value = 0n, ...windows }: Windows,
  write: (value: bigint) => string,
  request: InsightsRequest,
): Record<string, string> {
  const kept = request.windows.filter((name) => (windows[name] ?? 0n) !== 0n)
  return {
    action_type: type,
    value: write(value),
    ...Object.fromEntries(kept.map((name) => [name, write(windows[name] as bigint)])),
  }
}

function linkClicks({ clicks }: Measures): bigint {
  return (clicks * 4n) / 5n
}

function ratiosOf({ spend, clicks, impressions }: Measures): Record<string, string> {
  const ratio = (part: number, whole: bigint) => (part / Number(whole)).toFixed(6)
  const cost = Number(spend) / 1_000_000
  return {
    ...(clicks > 0n ? { cpc: ratio(cost, clicks) } : {}),
    ...(impressions > 0n
      ? { cpm: ratio(cost * 1_000, impressions), ctr: ratio(Number(clicks) * 100, impressions) }
      : {}),
  }
}
