import { dateOf } from '../../shared/simulation/calendar.ts'
import type { AdDay } from '../../shared/simulation/world.ts'

const money = (cents: number) => (cents / 100).toFixed(2)
const grouped = (count: number) => `"${count.toLocaleString('en-US')}"`
const links = (clicks: number) => Math.round(clicks * 0.86)
const landings = (clicks: number) => Math.round(clicks * 0.7)

/** Returns a report of Google Ads: title and range before the header, grouped thousands, totals at the end. */
export function googleReport(adDays: AdDay[], currency: string): string {
  const rows = adDays.map((adDay) => {
    const { id, name, objective, budget } = adDay.ad.campaign
    const about = `${dateOf(adDay.day)},${name},${id},Enabled,${objective},${currency},${budget.toFixed(2)}`
    const counts = `${grouped(adDay.impressions)},${grouped(adDay.clicks)}`
    const sold = `${adDay.conversions.toFixed(2)},${money(adDay.revenueCents)},${adDay.viewConversions.toFixed(2)}`
    return `${about},${money(adDay.spendCents)},${counts},${sold}`
  })
  const spent = money(adDays.reduce((sum, { spendCents }) => sum + spendCents, 0))
  return [
    'Campaign performance by day',
    `"${dateOf(adDays[0]?.day as number)} - ${dateOf(adDays.at(-1)?.day as number)}"`,
    'Day,Campaign,Campaign ID,Campaign state,Campaign type,Currency code,Budget,Cost,Impr.,Clicks,Conversions,Conv. value,View-through conv.',
    ...rows,
    `Total: Campaigns,,,,,${currency},,${spent},,,,,`,
    `Total: Account,,,,,${currency},,${spent},,,,,`,
  ].join('\n')
}

/** Returns an export of Meta Ads Manager, by day and ad. */
export function metaReport(adDays: AdDay[], currency: string, account: { id: string; name: string }): string {
  const header =
    'Day,Account ID,Account name,Campaign name,Campaign ID,Campaign daily budget,Ad set name,Ad set ID,Ad name,Ad ID,Creative ID,Impressions,' +
    `Reach,Amount spent (${currency}),Clicks (all),Link clicks,Landing page views,Purchases,Purchases conversion value (${currency}),` +
    'Adds to cart,Checkouts initiated'
  const rows = adDays.map((adDay) => {
    const { ad, conversions, clicks } = adDay
    const { campaign, plan } = ad
    const names = `${campaign.name},${campaign.id},${campaign.budget},${plan.adsetName},${plan.adsetId},${ad.adName},${ad.adId},${ad.creativeId}`
    const counts = `${adDay.impressions},${adDay.reach},${money(adDay.spendCents)},${clicks},${links(clicks)},${landings(clicks)}`
    const sold = conversions ? `${conversions},${money(adDay.revenueCents)}` : ','
    return `${dateOf(adDay.day)},${account.id},${account.name},${names},${counts},${sold},${adDay.addToCarts},${adDay.checkouts}`
  })
  return [header, ...rows].join('\n')
}

/** Returns a response of the Meta Insights API: numbers as text, purchases in `actions`. */
export function metaInsights(adDays: AdDay[], currency: string, account: { id: string; name: string }): string {
  const insights = adDays.map((adDay) => {
    const { ad, conversions, clicks, impressions } = adDay
    const purchase = (value: string) => (conversions ? [{ action_type: 'purchase', value }] : [])
    return JSON.stringify({
      date_start: dateOf(adDay.day),
      date_stop: dateOf(adDay.day),
      account_id: account.id,
      account_name: account.name,
      account_currency: currency,
      campaign_id: ad.campaign.id,
      campaign_name: ad.campaign.name,
      adset_id: ad.plan.adsetId,
      adset_name: ad.plan.adsetName,
      ad_id: ad.adId,
      ad_name: ad.adName,
      creative_id: ad.creativeId,
      impressions: String(impressions),
      reach: String(adDay.reach),
      spend: money(adDay.spendCents),
      clicks: String(clicks),
      inline_link_clicks: String(links(clicks)),
      actions: [
        { action_type: 'landing_page_view', value: String(landings(clicks)) },
        { action_type: 'add_to_cart', value: String(adDay.addToCarts) },
        { action_type: 'initiate_checkout', value: String(adDay.checkouts) },
        ...(ad.plan.format === 'video' ? [{ action_type: 'video_view', value: String(Math.round(impressions * 0.28)) }] : []),
        ...purchase(String(conversions)),
      ],
      action_values: purchase(money(adDay.revenueCents)),
      ...(ad.plan.format === 'video'
        ? { video_thruplay_watched_actions: [{ action_type: 'video_view', value: String(Math.round(impressions * 0.1)) }] }
        : {}),
    })
  })
  return `{"data":[\n${insights.join(',\n')}\n]}`
}

/** Returns a custom report of TikTok Ads Manager. */
export function tiktokReport(adDays: AdDay[], currency: string): string {
  const header =
    'By Day,Campaign name,Campaign ID,Campaign budget,Ad group name,Ad group ID,Ad name,Ad ID,Creative ID,Currency,Cost,Impressions,Reach,' +
    'Clicks (destination),Conversions,Complete payment,Total complete payment value'
  const rows = adDays.map(({ ad, day, conversions, ...adDay }) => {
    const { campaign, plan } = ad
    const names = `${dateOf(day)},${campaign.name},${campaign.id},${campaign.budget},${plan.adsetName},${plan.adsetId},${ad.adName},${ad.adId},${ad.creativeId}`
    const counts = `${currency},${money(adDay.spendCents)},${adDay.impressions},${adDay.reach},${adDay.clicks}`
    return `${names},${counts},${conversions},${conversions},${money(adDay.revenueCents)}`
  })
  return [header, ...rows].join('\n')
}

/** Returns the shop's own numbers in the generic layout: cost of goods and new customers. */
export function costsReport(adDays: AdDay[], accounts: Record<string, string>): string {
  const rows = adDays.map(({ ad, day, costCents, newConversions }) => {
    const { campaign, plan } = ad
    const ids = [accounts[campaign.platform] ?? '', campaign.id, plan.adsetId ?? '', ad.adId ?? ''].join(',')
    return `${dateOf(day)},${campaign.platform},${ids},${money(costCents)},${newConversions}`
  })
  return ['date,platform,account_id,campaign_id,adset_id,ad_id,cogs,new_customers', ...rows].join('\n')
}

/** Returns a report in the generic layout, by day or by hour. Hourly values follow a daily curve. */
export function genericReport(adDays: AdDay[], accountId: string, isHourly: boolean): string {
  const columns = ['impressions', 'clicks', 'spend', 'conversions', 'revenue', 'cogs', 'new_customers']
  const header = `date,${isHourly ? 'hour,' : ''}platform,account_id,campaign_id,campaign_name,daily_budget,${columns.join(',')}`
  const rows = adDays.flatMap(({ ad, day, ...adDay }) => {
    const { platform, id, name, budget } = ad.campaign
    const about = `${platform},${accountId},${id},${name},${budget}`
    const totals = [adDay.impressions, adDay.clicks, adDay.spendCents, adDay.conversions * 100, adDay.revenueCents, adDay.costCents, adDay.newConversions * 100]
    const line = (amounts: number[]) =>
      amounts.map((amount, index) => (index < 2 ? String(amount) : money(amount))).join(',')
    if (!isHourly) return [`${dateOf(day)},${about},${line(totals)}`]
    return Array.from({ length: 24 }, (_, hour) => {
      const part = totals.map((total) => Math.round(total * over(hour + 1)) - Math.round(total * over(hour)))
      return `${dateOf(day)},${hour},${about},${line(part)}`
    })
  })
  return [header, ...rows].join('\n')
}

/** Returns the share of a day's values before an hour. Nights have small values. */
function over(hour: number): number {
  return (hour - Math.sin(((hour - 2) / 12) * Math.PI) * 3 - Math.sin((2 / 12) * Math.PI) * 3) / 24
}
